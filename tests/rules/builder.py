"""Made positions, and a game that tests can step into. Everybody's seats have names here.

game = Game(position({ANNA: player({1: "S"}), BRUNO: player({2: ""})}, token="H"))
game.draw({ANNA: Place(1, "H")})        # whoever else is asked passes
game.answer({ANNA: Take(17)})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from games.rules import Chance, Deck, IllegalChoice, Rules, Ruleset, State
from games.rules.choices import Carried, Choice, Mobilize, Move, Pass, Place
from games.rules.events import Event
from games.rules.placing import mobilize_seats
from games.rules.state import KEEP, LEGIONS, MOBILIZE, SeatState
from games.rules.table import Table

E = TypeVar("E", bound=Event)

DECK_FILE = Path(__file__).resolve().parents[2] / "games" / "decks" / "objectives.csv"
DECK = Deck.from_csv(DECK_FILE.read_bytes())
SEED = bytes(range(32))
CHANCE = Chance.of(SEED, ("ave", ""))

ANNA, BRUNO, CLARA, DORA, EMIL, FRIDA = range(6)

#: Cards without a power, of which the market consists unless a test wants others.
MARKET = (17, 18, 19, 21, 22)


def player(
    objectives: Mapping[int, str] | None = None,
    controlled: Sequence[int] = (),
    tiles: Sequence[str] = (),
    *,
    supply: int | None = None,
    hand: Sequence[int] = (),
    carried: Carried | None = None,
) -> SeatState:
    """A seat with objectives (card: filled symbols).

    It has 7 legions, or one in the supply where more stand on cards, unless the supply is given.
    """
    objectives = objectives or {}
    placed = sum(len(filled) for filled in objectives.values())
    return SeatState(
        supply=max(1, 7 - placed) if supply is None else supply,
        objectives=tuple(objectives.items()),
        controlled=tuple(controlled),
        tiles=tuple(tiles),
        hand=tuple(hand),
        carried=carried,
    )


def position(
    seats: Mapping[int, SeatState],
    *,
    market: Sequence[int | None] = MARKET,
    token: str = "S",
    deck: Sequence[int] | None = None,
    discards: Sequence[int] = (),
    ruleset: Ruleset | None = None,
    **fields: Any,
) -> State:
    """A position at a draw of the last letter of ``token``; earlier letters: earlier tokens.

    Cards that the test names nowhere are in the deck, unless it says what is there.
    """
    boards = tuple(seats.get(seat, player()) for seat in range(max(2, *(n + 1 for n in seats))))
    used = {card for board in boards for card, _ in board.objectives}
    used.update(*(board.controlled for board in boards), *(board.hand for board in boards))
    used.update(discards, (card for card in market if card is not None))
    rest = tuple(card for card in DECK.numbers if card not in used)
    owned = sum(
        board.supply + sum(len(filled) for _, filled in board.objectives) for board in boards
    )
    values: dict[str, Any] = {
        "commitment": CHANCE.commitment,
        "key_id": CHANCE.key_id,
        "order": tuple(range(len(boards))),
        "seats": boards,
        "market": tuple(market),
        "supply": LEGIONS - owned,
        "kind": MOBILIZE,
        "draw": len(token),
        "drawn": token,
        "shuffles": 1,
        "pile": rest if deck is None else tuple(sorted(deck)),
        "discards": tuple(discards),
    }
    state = State(**(values | fields))
    if "awaited" in fields or state.kind == KEEP:
        return state
    table = Table(ruleset or Ruleset(), DECK, state)
    return State(**(values | {"awaited": mobilize_seats(table)} | fields))


class Game:
    """A game in the making: a position, and the events since the test stepped in."""

    def __init__(self, state: State, **switches: Any) -> None:
        self.rules = Rules(Ruleset(**switches), DECK)
        self.state = state
        self.events: list[Event] = []
        #: The events of the last call alone.
        self.last: tuple[Event, ...] = ()

    @classmethod
    def start(cls, seats: int, chance: Chance = CHANCE, order: Any = None, **switches: Any) -> Game:
        rules = Rules(Ruleset(**switches), DECK)
        step = rules.start(seats, chance, order)
        game = cls(step.state, **switches)
        game.events, game.last = list(step.events), step.events
        return game

    def answer(self, choices: Mapping[int, Choice]) -> Game:
        """Decide exactly what is awaited."""
        step = self.rules.advance(self.state, choices, CHANCE)
        self.state, self.last = step.state, step.events
        self.events.extend(step.events)
        return self

    def draw(
        self,
        actions: Mapping[int, Place | Move | Pass] | None = None,
        carried: Mapping[int, Carried] | None = None,
    ) -> Game:
        """Place as the actions say; whoever else is asked passes."""
        actions, carried = actions or {}, carried or {}
        seats = {*self.state.awaited, *actions}
        return self.answer(
            {seat: Mobilize(actions.get(seat, Pass()), carried.get(seat)) for seat in seats}
        )

    def happened(self, kind: type[E]) -> list[E]:
        """The events of one type so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def order_of(self, *kinds: type[Event]) -> list[str]:
        """The codes of the events of these types, as they happened."""
        return [event.code for event in self.events if isinstance(event, kinds)]

    def seat(self, seat: int) -> SeatState:
        return self.state.seats[seat]

    def objectives(self, seat: int) -> dict[int, str]:
        return dict(self.seat(seat).objectives)

    def refusal(self, seat: int, choice: Choice) -> dict[str, Any]:
        """The code and parameters with which the choice is refused; fails if it is not."""
        with pytest.raises(IllegalChoice) as refused:
            self.rules.verify(self.state, seat, choice)
        return {"code": refused.value.code, **refused.value.parameters}


def completing(
    card: int, others: Mapping[int, str], *, supply: int | None = None, **switches: Any
) -> Game:
    """A game where Anna has just completed the card, standing at its power."""
    symbols = DECK[card].symbols
    anna = player({card: symbols[:-1], **others}, supply=supply)
    game = Game(position({ANNA: anna, BRUNO: player({86: ""})}, token=symbols[-1]), **switches)
    return game.draw({ANNA: Place(card, symbols[-1])})


def place(card: int, symbol: str) -> Mobilize:
    return Mobilize(Place(card, symbol))


def move(card: int, symbol: str, to_card: int, to_symbol: str) -> Mobilize:
    return Mobilize(Move(card, symbol, to_card, to_symbol))
