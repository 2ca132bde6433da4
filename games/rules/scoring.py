"""The score sheet. docs/rules.md, *End* and the end powers in *Powers*."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.deck import Deck, Objective
from games.rules.rewards import TILES
from games.rules.state import OVER, State
from games.rules.words import END_WORDS


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: ``what`` is ``printed`` or ``power`` of a card, or a ``tile``."""

    what: str
    points: int
    card: int = 0
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's sheet: its lines, their sum, the senators that decide a tie, its rank from 1."""

    seat: int
    lines: tuple[Line, ...]
    points: int
    senators: int
    rank: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The scores by seat, and the seats that won: more than one shares the victory."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


def _symbol(cards: Sequence[Objective], symbol: str, value: str, cap: str) -> int:
    return min(int(cap), int(value) * sum(card.symbols.count(symbol) for card in cards))


def _kind(cards: Sequence[Objective], kind: str, value: str) -> int:
    return int(value) * sum(card.kind == kind for card in cards)


def _attack(cards: Sequence[Objective], value: str) -> int:
    return int(value) * sum(
        card.power is not None and card.power.word.startswith("attack:") for card in cards
    )


#: End power -> the points it gives for the owner's controlled cards, itself included.
END_POWERS: Mapping[str, Callable[..., int]] = {
    "score_symbol": _symbol,
    "score_kind": _kind,
    "score_attack": _attack,
}
assert END_POWERS.keys() == END_WORDS


def sheet(deck: Deck, controlled: Sequence[int], tiles: Sequence[str]) -> tuple[Line, ...]:
    """Give the lines for controlled cards and tiles: what the seat would score now."""
    cards = [deck[number] for number in controlled]
    lines = []
    for card in cards:
        power = card.power
        if power is not None and power.word in END_POWERS:
            points = END_POWERS[power.word](cards, *power.arguments)
            lines.append(Line("power", points, card.number))
        if power is None or power.word not in END_POWERS or card.points:
            lines.append(Line("printed", card.points, card.number))
    return (*lines, *(Line("tile", TILES[tile], tile=tile) for tile in tiles))


def outcome(deck: Deck, state: State) -> Outcome | None:
    """Give the outcome of a finished game, or None while it runs.

    A tie goes to whoever controls more senators; still level, the victory is shared.
    """
    if state.kind != OVER:
        return None
    sheets = [sheet(deck, seat.controlled, seat.tiles) for seat in state.seats]
    points = [sum(line.points for line in lines) for lines in sheets]
    senators = [
        sum(deck[card].kind == "senator" for card in seat.controlled) for seat in state.seats
    ]
    merits = list(zip(points, senators, strict=True))
    scores = tuple(
        Score(
            seat,
            lines,
            points[seat],
            senators[seat],
            1 + sum(other > merits[seat] for other in merits),
        )
        for seat, lines in enumerate(sheets)
    )
    return Outcome(scores, tuple(score.seat for score in scores if score.rank == 1))
