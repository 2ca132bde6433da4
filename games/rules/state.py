"""A position is a value: everything the rules need to go on, and nothing of what chance holds.

Neither the order of the deck nor a coming token stands here; both are derived from the game's
chance when they are needed (``games.rules.chance``), so a leaked state tells no future.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.rules.choices import Carried

#: Version of the JSON form of states, choices, events and records.
FORMAT = 1

LEGIONS = 48
LEGIONS_A_PLAYER = 7
MARKET_PLACES = 5
HAND = 6
KEPT = 3

JOKER = "J"

#: Tokens in the bag, by symbol, from common to rare, the jokers last.
TOKENS = "S" * 6 + "H" * 5 + "C" * 4 + "K" * 3 + "T" * 2 + "D" * 1 + JOKER * 2

#: The six decision kinds; ``over`` is what a finished game awaits: nothing.
KEEP, MOBILIZE, POWER, LOSSES, CLAIM, TAKE, OVER = (
    "keep",
    "mobilize",
    "power",
    "losses",
    "claim",
    "take",
    "over",
)


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat's board: (card, filled symbols) in the order taken, cards controlled, tiles held.

    ``hand`` (the six dealt cards, until three are kept) and ``carried`` are the seat's own secret.
    """

    supply: int
    objectives: tuple[tuple[int, str], ...] = ()
    controlled: tuple[int, ...] = ()
    tiles: tuple[str, ...] = ()
    hand: tuple[int, ...] = ()
    carried: Carried | None = None


@dataclass(frozen=True, slots=True)
class Resolving:
    """The completed objective being resolved, and the step it stands at (docs/rules.md, A to E)."""

    seat: int
    card: int
    step: str


@dataclass(frozen=True, slots=True)
class State:
    """A whole position.

    ``order``: seat -> place in the order of invitation. ``drawn``: tokens out of the bag since the
    last joker, the current one last. ``pile``: cards of the reshuffled deck in rising order, empty
    for the first deck, which is all cards; ``dealt``: how many of the pile are gone; ``shuffles``:
    which deck it is. ``market``: five places, ``None`` is an empty one. ``waiting``: completed
    (seat, card) not yet begun. ``kind`` and ``awaited``: which decision is owed, by which seats.
    """

    commitment: str
    key_id: str
    order: tuple[int, ...]
    seats: tuple[SeatState, ...]
    market: tuple[int | None, ...]
    supply: int
    kind: str
    awaited: tuple[int, ...] = ()
    draw: int = 0
    crier: int = 0
    drawn: str = ""
    shuffles: int = 0
    pile: tuple[int, ...] = ()
    dealt: int = 0
    discards: tuple[int, ...] = ()
    waiting: tuple[tuple[int, int], ...] = ()
    resolving: Resolving | None = None
    ended: bool = False
    version: int = FORMAT
    always: ClassVar[tuple[str, ...]] = ("version",)

    @property
    def awaiting(self) -> Mapping[int, str]:
        """Give seat -> kind of the decision that it owes; empty only when the game is over."""
        return dict.fromkeys(self.awaited, self.kind)

    @property
    def token(self) -> str:
        """Give the symbol of the current draw, or an empty string before the first."""
        return self.drawn[-1:]


def bag_of(drawn: str) -> str:
    """Give the tokens still in the bag, S to J, when those of ``drawn`` are out."""
    bag = TOKENS
    for token in drawn:
        bag = bag.replace(token, "", 1)
    return bag
