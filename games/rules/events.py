"""What happened, as frozen values. Each type says who may know: everybody, or its ``seat`` alone.

``by`` is the card whose power did it, 0 for the placement of a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.rules.choices import Choice


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. ``private``: only the seat named in the field ``seat`` may know it."""

    code: ClassVar[str]
    private: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Seat i goes to the player at place ``order[i]`` (from 0) in the order of invitation."""

    code: ClassVar[str] = "seated"
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The six cards that one seat was dealt; only that seat may know them."""

    code: ClassVar[str] = "dealt"
    private: ClassVar[bool] = True
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarketOpened(Event):
    """The cards turned up at set-up, places 1 to 5."""

    code: ClassVar[str] = "market_opened"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The three cards that a seat plays with; they lie open from now on."""

    code: ClassVar[str] = "kept"
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokenDrawn(Event):
    """Draw number ``draw`` brought ``token``; ``crier`` is the seat that called it."""

    code: ClassVar[str] = "token_drawn"
    draw: int
    token: str
    crier: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A legion from the supply onto a space."""

    code: ClassVar[str] = "placed"
    seat: int
    card: int
    symbol: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A placed legion from (card, symbol) to (to_card, to_symbol)."""

    code: ClassVar[str] = "moved"
    seat: int
    card: int
    symbol: str
    to_card: int
    to_symbol: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Nothing placed at a draw; ``automatic`` when there was nothing to choose."""

    code: ClassVar[str] = "passed"
    seat: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Completed(Event):
    """Ave Caesar: a card is noted on the waiting list."""

    code: ClassVar[str] = "completed"
    seat: int
    card: int
    by: int = 0


@dataclass(frozen=True, slots=True)
class LegionsReturned(Event):
    """Step A: the completed card's legions are back in the owner's supply."""

    code: ClassVar[str] = "legions_returned"
    seat: int
    card: int
    legions: int


@dataclass(frozen=True, slots=True)
class AnswerUsed(Event):
    """An answer carried by the owner's order became the decision ``kind`` about ``card``."""

    code: ClassVar[str] = "answer_used"
    seat: int
    card: int
    kind: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class PowerIdle(Event):
    """A power found nothing to act on."""

    code: ClassVar[str] = "power_idle"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class PowerDeclined(Event):
    """The owner chose not to use a power that one may use."""

    code: ClassVar[str] = "power_declined"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Legions from the common supply, for good."""

    code: ClassVar[str] = "gained"
    seat: int
    legions: int
    by: int


@dataclass(frozen=True, slots=True)
class Rearranged(Event):
    """A seat's legions stand anew: (card, filled symbols) of its objectives."""

    code: ClassVar[str] = "rearranged"
    seat: int
    objectives: tuple[tuple[int, str], ...]
    by: int


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """An attack begins; ``targets`` are the seats that have something to lose."""

    code: ClassVar[str] = "attacked"
    seat: int
    card: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheltered(Event):
    """A seat was not touched by an attack, having a completed objective waiting."""

    code: ClassVar[str] = "sheltered"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class LegionLost(Event):
    """A legion went from a space back to its owner's supply."""

    code: ClassVar[str] = "legion_lost"
    seat: int
    card: int
    symbol: str
    by: int


@dataclass(frozen=True, slots=True)
class ObjectiveCleared(Event):
    """All legions of an objective went back to its owner's supply."""

    code: ClassVar[str] = "objective_cleared"
    seat: int
    card: int
    legions: int
    by: int


@dataclass(frozen=True, slots=True)
class ObjectiveDiscarded(Event):
    """A controlled objective went to the discards."""

    code: ClassVar[str] = "objective_discarded"
    seat: int
    card: int
    by: int


@dataclass(frozen=True, slots=True)
class Controlled(Event):
    """Step C: the card is controlled; ``count`` objectives now are."""

    code: ClassVar[str] = "controlled"
    seat: int
    card: int
    count: int


@dataclass(frozen=True, slots=True)
class EndSet(Event):
    """The game ends with this draw: a seat reached the target."""

    code: ClassVar[str] = "end_set"
    seat: int


@dataclass(frozen=True, slots=True)
class TileTaken(Event):
    """A reward tile taken; ``loser`` held it before (wheat and gold only)."""

    code: ClassVar[str] = "tile_taken"
    seat: int
    tile: str
    loser: int | None = None


@dataclass(frozen=True, slots=True)
class TileDeclined(Event):
    """A seat left the tile for its number of objectives."""

    code: ClassVar[str] = "tile_declined"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Event):
    """A market card taken (step E, or ``by`` the power of an ``extra_objective``)."""

    code: ClassVar[str] = "objective_taken"
    seat: int
    card: int
    by: int = 0


@dataclass(frozen=True, slots=True)
class NothingToTake(Event):
    """Step E found the market empty."""

    code: ClassVar[str] = "nothing_to_take"
    seat: int


@dataclass(frozen=True, slots=True)
class MarketRefilled(Event):
    """A card turned up at a market place, 1 to 5."""

    code: ClassVar[str] = "market_refilled"
    place: int
    card: int


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discards became the new deck of ``cards`` cards."""

    code: ClassVar[str] = "deck_reshuffled"
    cards: int


@dataclass(frozen=True, slots=True)
class TokensReturned(Event):
    """After a joker all tokens are back in the bag and ``crier`` calls from now on."""

    code: ClassVar[str] = "tokens_returned"
    crier: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The last draw is resolved; total points by seat, and the seats that share the victory."""

    code: ClassVar[str] = "game_over"
    points: tuple[int, ...]
    winners: tuple[int, ...]


#: Code -> event type.
EVENTS: Mapping[str, type[Event]] = {
    found.code: found
    for found in list(globals().values())
    if isinstance(found, type) and issubclass(found, Event) and found is not Event
}
