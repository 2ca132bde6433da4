"""What lies on the table, and what is free on it: docs/record.md, *How a game goes*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.recorded.stranger.bag import Bag
from tests.recorded.stranger.deck import SYMBOLS, Card
from tests.recorded.stranger.wrong import Stuck

Space = tuple[int, str]
Choice = dict[str, Any]


@dataclass(frozen=True)
class Ask:
    """A stop: the kind of decision, who decides, what is legal; ``about``: see *carried*."""

    kind: str
    seats: list[int]
    legal: Callable[[int, Choice], bool]
    about: int = 0


@dataclass
class Seat:
    """One seat: legions on its objectives by card, and all that it has."""

    number: int
    supply: int = 7
    legions: dict[int, Counter[str]] = field(default_factory=dict)
    controlled: list[int] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)

    def clear(self, card: int) -> int:
        """Take all legions off a card; gives how many there were."""
        number = self.legions[card].total()
        self.supply += number
        self.legions[card] = Counter()
        return number

    def trial(self) -> Seat:
        """Give a copy to try something out with."""
        legions = {card: Counter(legions) for card, legions in self.legions.items()}
        return Seat(self.number, self.supply, legions)


class Table:
    """The table: cards, seats, market, what waits; and the story so far."""

    def __init__(self, rules: dict[str, Any], deck: dict[int, Card], bag: Bag, seats: int) -> None:
        """Lay everything out before the set-up."""
        self.rules, self.deck, self.bag = rules, deck, bag
        self.seats = [Seat(number) for number in range(seats)]
        self.supply = 48 - 7 * seats
        self.pile = bag.shuffle("deck/0", sorted(deck))
        self.decks = 1
        self.market: list[int | None] = []
        self.discards: list[int] = []
        self.waiting: list[tuple[int, int]] = []  # (card, seat)
        self.resolving = 0
        self.ended = False
        self.events: list[dict[str, Any]] = []

    def tell(self, code: str, **fields: Any) -> None:
        """Note an event."""
        self.events.append({"type": code, **fields})

    # Free objectives

    def free(self, seat: Seat) -> list[int]:
        """Give the seat's free objectives, by card."""
        waiting = {card for card, _ in self.waiting}
        return sorted(seat.legions.keys() - waiting - {self.resolving})

    def empty(self, seat: Seat, symbols: str) -> list[Space]:
        """Give the empty spaces of these symbols on free objectives, each once."""
        return [
            (card, symbol)
            for card in self.free(seat)
            for symbol in symbols
            if self.deck[card].spaces[symbol] > seat.legions[card][symbol]
        ]

    def standing(self, seat: Seat) -> Counter[Space]:
        """Give the spaces of free objectives that have legions, with how many, by card."""
        return Counter(
            {
                (card, symbol): seat.legions[card][symbol]
                for card in self.free(seat)
                for symbol in SYMBOLS
                if seat.legions[card][symbol]
            }
        )

    def require_space(self) -> None:
        """Refuse to draw for ever where no legion can ever be placed."""
        if not any(self.empty(seat, SYMBOLS) for seat in self.seats):
            raise Stuck

    # One legion

    def can_step(self, seat: Seat, symbols: str, *, moves: bool) -> bool:
        """Tell whether any place or move onto these symbols is possible."""
        targets = self.empty(seat, symbols)
        if targets and seat.supply:
            return True
        return moves and any(
            source != target for source in self.standing(seat) for target in targets
        )

    def is_step(self, seat: Seat, step: Choice, symbols: str, *, moves: bool) -> bool:
        """Tell whether this place or move onto these symbols is legal."""
        if step["type"] == "place":
            target = (step["card"], step["symbol"])
            return seat.supply > 0 and target in self.empty(seat, symbols)
        source, target = (step["card"], step["symbol"]), (step["to_card"], step["to_symbol"])
        fine = source != target and source in self.standing(seat)
        return moves and fine and target in self.empty(seat, symbols)

    def do_step(self, seat: Seat, step: Choice, by: int) -> None:
        """Make a legal step and tell it."""
        space = {"card": step["card"], "symbol": step["symbol"]}
        if step["type"] == "place":
            self.tell("placed", seat=seat.number, **space, by=by)
        else:
            to = {"to_card": step["to_card"], "to_symbol": step["to_symbol"]}
            self.tell("moved", seat=seat.number, **space, **to, by=by)
        shift(seat, step)

    def note_full(self, seat: Seat, by: int = 0) -> None:
        """Put the seat's full objectives on the waiting list."""
        for card in self.free(seat):
            if seat.legions[card].total() == self.deck[card].spaces.total():
                self.wait(seat, card, by)

    def wait(self, seat: Seat, card: int, by: int) -> None:
        """Put a completed objective on the waiting list."""
        self.waiting.append((card, seat.number))
        self.tell("completed", seat=seat.number, card=card, by=by)

    def is_waiting(self, seat: Seat) -> bool:
        """Tell whether the seat has something on the waiting list."""
        return any(owner == seat.number for _, owner in self.waiting)

    def is_done(self, seat: Seat) -> bool:
        """Tell whether nothing can matter to the seat any more: the end is set, nothing waits."""
        return self.ended and not self.is_waiting(seat)

    # Cards

    def lying(self) -> list[int]:
        """Give the cards in the market."""
        return [card for card in self.market if card is not None]

    def take(self, seat: Seat, card: int, by: int) -> None:
        """Give a market card to the seat and fill the market."""
        self.market[self.market.index(card)] = None
        seat.legions[card] = Counter()
        self.tell("objective_taken", seat=seat.number, card=card, by=by)
        for place, old in enumerate(self.market):
            if old is None and (new := self.next_card()) is not None:
                self.market[place] = new
                self.tell("market_refilled", place=place + 1, card=new)

    def next_card(self) -> int | None:
        """Give the next card of the deck, or None where deck and discards are empty."""
        if not self.pile and self.discards:
            self.tell("deck_reshuffled", cards=len(self.discards))
            self.pile = self.bag.shuffle(f"deck/{self.decks}", sorted(self.discards))
            self.decks += 1
            self.discards = []
        return self.pile.pop(0) if self.pile else None


def shift(seat: Seat, step: Choice) -> None:
    """Move the legion of a place or move."""
    if step["type"] == "place":
        seat.supply -= 1
        seat.legions[step["card"]][step["symbol"]] += 1
    else:
        seat.legions[step["card"]][step["symbol"]] -= 1
        seat.legions[step["to_card"]][step["to_symbol"]] += 1


Play = Iterator[Ask]
