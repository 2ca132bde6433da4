"""The check of a finished game's bag: all that chance gave, derived again from seed and words.

What happened is read from the stored events; what had to happen is computed anew. Nothing of the
engine but ``Chance`` is used for it. docs/record.md, *The bag*, says how anybody can do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.rules import Chance, Deck
from games.rules.events import (
    Dealt,
    DeckReshuffled,
    Event,
    Kept,
    MarketOpened,
    MarketRefilled,
    ObjectiveDiscarded,
    Seated,
    TokenDrawn,
    TokensReturned,
)
from games.rules.state import bag_of

Found = tuple[int, ...] | str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One thing that chance gave: its label, what had to come, and what came.

    ``what`` is ``seats``, ``hand`` (of ``seat``), ``market``, ``refill`` or ``token`` (of draw
    ``draw``, out of a bag of ``bag`` tokens).
    """

    what: str
    label: str
    expected: Found
    happened: Found
    seat: int = 0
    draw: int = 0
    bag: int = 0

    @property
    def right(self) -> bool:
        """Tell whether what came is what had to come."""
        return self.expected == self.happened


class _Pile:
    """The deck as it must lie, card after card."""

    def __init__(self, chance: Chance, numbers: tuple[int, ...]) -> None:
        self._chance, self._shuffles = chance, 0
        self._cards = list(chance.shuffle("deck/0", numbers))
        self.discards: set[int] = set()

    @property
    def label(self) -> str:
        return f"deck/{self._shuffles}"

    def take(self, number: int) -> tuple[int, ...]:
        taken, self._cards = self._cards[:number], self._cards[number:]
        return tuple(taken)

    def shuffle(self) -> None:
        """Make the discards of this moment the new deck."""
        self._shuffles += 1
        self._cards += self._chance.shuffle(self.label, tuple(sorted(self.discards)))
        self.discards = set()


def check_bag(
    chance: Chance, deck: Deck, players: int, events: Iterable[Event], *, by_host: bool
) -> Iterator[Drawn]:
    """Give all that chance gave in a game, in the order in which it came.

    ``events``: all of the game, private ones too; ``by_host``: the host set the order of seats.
    """
    pile, drawn = _Pile(chance, deck.numbers), ""
    for event in events:
        if isinstance(event, Seated) and not by_host:
            seats = chance.shuffle("seats", tuple(range(players)))
            yield Drawn("seats", "seats", seats, event.order)
        elif isinstance(event, TokenDrawn):
            label, bag = f"token/{event.draw}", bag_of(drawn)
            token = chance.token(event.draw, bag)
            yield Drawn("token", label, token, event.token, draw=event.draw, bag=len(bag))
            drawn += event.token
        elif isinstance(event, TokensReturned):
            drawn = ""
        else:
            yield from _cards(pile, event)


def _cards(pile: _Pile, event: Event) -> Iterator[Drawn]:
    """Follow the deck through an event, and give the cards that came off it."""
    if isinstance(event, Dealt):
        pile.discards.update(event.cards)
        hand = pile.take(len(event.cards))
        yield Drawn("hand", pile.label, hand, event.cards, seat=event.seat)
    elif isinstance(event, Kept):
        pile.discards.difference_update(event.cards)
    elif isinstance(event, ObjectiveDiscarded):
        pile.discards.add(event.card)
    elif isinstance(event, DeckReshuffled):
        pile.shuffle()
    elif isinstance(event, MarketOpened):
        yield Drawn("market", pile.label, pile.take(len(event.cards)), event.cards)
    elif isinstance(event, MarketRefilled):
        yield Drawn("refill", pile.label, pile.take(1), (event.card,))
