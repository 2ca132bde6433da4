"""The table while one call of the engine works on it: a position that can be changed.

It is made from a ``State``, never outlives the call, and ends as a new ``State``. What a rule asks
of a position (free spaces, who is sheltered, the next card) stands here; what the rules do with it
stands in ``powers``, ``rewards`` and ``resolution``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import events
from games.rules.chance import Chance
from games.rules.choices import Carried
from games.rules.deck import Deck
from games.rules.errors import RefusedState
from games.rules.events import Event
from games.rules.ruleset import Ruleset
from games.rules.state import JOKER, Resolving, SeatState, State, bag_of
from games.rules.words import SYMBOLS

Space = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision that must be made before the game goes on: its kind, and who owes it."""

    kind: str
    seats: tuple[int, ...]


def with_symbol(filled: str, symbol: str) -> str:
    """Give ``filled`` with one more symbol, in the order SHCKTD."""
    return "".join(sorted(filled + symbol, key=SYMBOLS.index))


def matching_symbols(deck: Deck, controlled: Iterable[int], token: str) -> str:
    """Give the symbols that a token matches for whoever controls these cards, in order SHCKTD."""
    if token == JOKER:
        return SYMBOLS
    found = {token}
    for card in controlled:
        power = deck[card].power
        if power is not None and power.word == "swap" and token in power.arguments:
            found.update(power.arguments)
    return "".join(symbol for symbol in SYMBOLS if symbol in found)


class Board:
    """One seat's part of the table; ``filled`` keeps the order in which cards were taken."""

    __slots__ = ("carried", "controlled", "filled", "hand", "seat", "supply", "tiles")

    def __init__(self, seat: int, state: SeatState) -> None:
        """Take the seat's index and its part of a state."""
        self.seat = seat
        self.supply = state.supply
        self.filled: dict[int, str] = dict(state.objectives)
        self.controlled = list(state.controlled)
        self.tiles = list(state.tiles)
        self.hand = state.hand
        self.carried: Carried | None = state.carried

    def freeze(self) -> SeatState:
        """Give the seat's part of a new state."""
        return SeatState(
            supply=self.supply,
            objectives=tuple(self.filled.items()),
            controlled=tuple(self.controlled),
            tiles=tuple(self.tiles),
            hand=self.hand,
            carried=self.carried,
        )

    def put(self, card: int, symbol: str) -> None:
        """Stand a legion from the supply on a space."""
        self.supply -= 1
        self.filled[card] = with_symbol(self.filled[card], symbol)

    def lift(self, card: int, symbol: str) -> None:
        """Take a legion off a space, back to the supply."""
        self.supply += 1
        self.filled[card] = self.filled[card].replace(symbol, "", 1)

    def clear(self, card: int) -> int:
        """Take all legions off a card, back to the supply; gives how many."""
        legions = len(self.filled[card])
        self.supply += legions
        self.filled[card] = ""
        return legions


class Table:
    """A position being worked on, the events so far, the chance that cards and tokens come from."""

    __slots__ = (
        "awaiting", "chance", "crier", "dealt", "deck", "discards", "draw", "drawn", "ended",
        "events", "market", "origin", "pile", "resolving", "ruleset", "seats", "shuffles", "supply",
        "waiting",
    )  # fmt: skip

    def __init__(
        self, ruleset: Ruleset, deck: Deck, state: State, chance: Chance | None = None
    ) -> None:
        """Take the position; without a ``chance`` it can be read, but no card or token comes."""
        self.ruleset, self.deck, self.origin, self.chance = ruleset, deck, state, chance
        self.seats = [Board(index, seat) for index, seat in enumerate(state.seats)]
        self.market = list(state.market)
        self.supply = state.supply
        self.draw, self.crier, self.drawn = state.draw, state.crier, state.drawn
        self.shuffles, self.pile, self.dealt = state.shuffles, state.pile, state.dealt
        self.discards = list(state.discards)
        self.waiting = list(state.waiting)
        self.resolving: Resolving | None = state.resolving
        self.ended = state.ended
        self.awaiting = Ask(state.kind, state.awaited)
        self.events: list[Event] = []

    def freeze(self) -> State:
        """Give the position as a new state."""
        return State(
            commitment=self.origin.commitment,
            key_id=self.origin.key_id,
            order=self.origin.order,
            seats=tuple(board.freeze() for board in self.seats),
            market=tuple(self.market),
            supply=self.supply,
            kind=self.awaiting.kind,
            awaited=self.awaiting.seats,
            draw=self.draw,
            crier=self.crier,
            drawn=self.drawn,
            shuffles=self.shuffles,
            pile=self.pile,
            dealt=self.dealt,
            discards=tuple(self.discards),
            waiting=tuple(self.waiting),
            resolving=self.resolving,
            ended=self.ended,
        )

    def emit(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    # Spaces

    def free_cards(self, seat: int) -> list[int]:
        """Give the seat's objectives that powers may touch: neither waiting nor being resolved."""
        taken = {card for _, card in self.waiting}
        if self.resolving is not None:
            taken.add(self.resolving.card)
        return [card for card in self.seats[seat].filled if card not in taken]

    def empty(self, seat: int, card: int, symbol: str) -> int:
        """Give how many spaces of this symbol are empty on one of the seat's objectives."""
        return self.deck[card].symbols.count(symbol) - self.seats[seat].filled[card].count(symbol)

    def empty_spaces(self, seat: int, symbols: str) -> list[Space]:
        """Give the seat's distinct empty spaces of these symbols on free objectives, by card."""
        return [
            (card, symbol)
            for card in sorted(self.free_cards(seat))
            for symbol in symbols
            if self.empty(seat, card, symbol) > 0
        ]

    def legions(self, seat: int) -> dict[Space, int]:
        """Give space -> legions standing on it, over the seat's free objectives, by card number."""
        filled = self.seats[seat].filled
        return {
            (card, symbol): filled[card].count(symbol)
            for card in sorted(self.free_cards(seat))
            for symbol in SYMBOLS
            if symbol in filled[card]
        }

    def matching(self, seat: int) -> str:
        """Give the symbols that the current token matches for this seat, in the order SHCKTD.

        A joker matches all. Swaps work both ways and never chain. As tokens are matched only at the
        beginning of a draw, a swap gained in a draw counts from the next one on.
        """
        return matching_symbols(self.deck, self.seats[seat].controlled, self.drawn[-1])

    # Completing

    def is_waiting(self, seat: int) -> bool:
        """Tell whether the seat has a completed objective waiting."""
        return any(owner == seat for owner, _ in self.waiting)

    def note_completions(self, seats: Iterable[int], by: int = 0) -> None:
        """Put every full objective of these seats on the waiting list."""
        for seat in seats:
            for card in sorted(self.free_cards(seat)):
                if len(self.seats[seat].filled[card]) == len(self.deck[card].symbols):
                    self.note(seat, card, by)

    def note(self, seat: int, card: int, by: int = 0) -> None:
        """Put one completed objective on the waiting list."""
        self.waiting.append((seat, card))
        self.emit(events.Completed(seat, card, by))

    def takes_no_more(self, seat: int) -> bool:
        """Tell whether the end is set and the seat has nothing more waiting."""
        return self.ended and not self.is_waiting(seat)

    # Cards and tokens

    def market_cards(self) -> list[int]:
        """Give the cards that lie in the market, by place."""
        return [card for card in self.market if card is not None]

    def take(self, seat: int, card: int, by: int = 0) -> None:
        """Give a market card to a seat and fill the market from the deck."""
        self.market[self.market.index(card)] = None
        self.seats[seat].filled[card] = ""
        self.emit(events.ObjectiveTaken(seat, card, by))
        self.refill()

    def refill(self) -> None:
        """Fill every empty market place for which deck or discards have a card, by place."""
        for place, card in enumerate(self.market):
            if card is None and (new := self.next_card()) is not None:
                self.market[place] = new
                self.emit(events.MarketRefilled(place + 1, new))

    def next_card(self) -> int | None:
        """Take the next card of the deck, the discards becoming a new deck when it is empty."""
        numbers = self.pile if self.shuffles else self.deck.numbers
        if self.dealt == len(numbers):
            if not self.discards:
                return None
            numbers = self.pile = tuple(sorted(self.discards))
            self.discards, self.dealt = [], 0
            self.shuffles += 1
            self.emit(events.DeckReshuffled(len(numbers)))
        self.dealt += 1
        return self.game_chance().shuffle(f"deck/{self.shuffles}", numbers)[self.dealt - 1]

    def draw_token(self) -> None:
        """Draw the token of the next draw."""
        self.draw += 1
        token = self.game_chance().token(self.draw, bag_of(self.drawn))
        self.drawn += token
        self.emit(events.TokenDrawn(self.draw, token, self.crier))

    def game_chance(self) -> Chance:
        """Give the game's chance; raises ``RefusedState`` if the table was made to be read only."""
        if self.chance is None:
            raise RefusedState("no_chance")
        return self.chance
