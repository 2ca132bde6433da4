"""The score sheet in words, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.board import Card
from games.presenting.story import victory
from games.rules import Deck
from games.rules.scoring import Line, Outcome, Score, sheet


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line: what it is for, and its points."""

    text: str
    points: int
    family: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's lines and their sum; ``senators`` decide a tie."""

    seat: int
    name: str
    own: bool
    rank: int
    winner: bool
    points: int
    points_text: str
    senators: int
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everybody's sheets, best first, and who won in one sentence; ``tie``: why, if points tied."""

    result: str
    tie: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """A controlled card, and what it would score now: printed points, or those of its power."""

    card: Card
    points: int
    points_text: str


def worths(deck: Deck, controlled: Sequence[Card]) -> tuple[Worth, ...]:
    """Give what each of a seat's controlled cards would score now, in the same order."""
    points = dict.fromkeys((card.number for card in controlled), 0)
    for line in sheet(deck, tuple(points), ()):
        points[line.card] += line.points
    return tuple(
        Worth(card, points[card.number], symbols.points_text(points[card.number]))
        for card in controlled
    )


def score_sheet(
    outcome: Outcome, deck: Deck, names: Sequence[str], viewer: int | None = None
) -> ScoreSheet:
    """Give a finished game's score sheet in words."""
    ranked = sorted(outcome.scores, key=lambda score: (score.rank, score.seat))
    return ScoreSheet(
        result=victory(outcome.winners, names, viewer),
        tie=_tie(outcome),
        sheets=tuple(_sheet(score, outcome, deck, names, viewer) for score in ranked),
    )


def _sheet(
    score: Score, outcome: Outcome, deck: Deck, names: Sequence[str], viewer: int | None
) -> Sheet:
    return Sheet(
        seat=score.seat,
        name=names[score.seat],
        own=score.seat == viewer,
        rank=score.rank,
        winner=score.seat in outcome.winners,
        points=score.points,
        points_text=symbols.points_text(score.points),
        senators=score.senators,
        lines=tuple(SheetLine(_text(line, deck), line.points, line.what) for line in score.lines),
    )


def _text(line: Line, deck: Deck) -> str:
    if line.what == "tile":
        return gettext("Reward: %(tile)s") % {"tile": symbols.tile_name(line.tile)}
    card = symbols.card_name(deck, line.card)
    if line.what == "power":
        return gettext("%(card)s: %(power)s") % {
            "card": card,
            "power": symbols.power_sentence(deck[line.card].power),
        }
    return card


def _tie(outcome: Outcome) -> str:
    """Say how a tie for the first place was decided, or nothing where there was none."""
    best = max(score.points for score in outcome.scores)
    if sum(score.points == best for score in outcome.scores) < 2:
        return ""
    if len(outcome.winners) > 1:
        return gettext("Points and senators are level.")
    return gettext("Points are level: more senators decide.")
