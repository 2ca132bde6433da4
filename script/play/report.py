"""What came of a demo's game: its story, score sheet and figures, and the check of its record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from games.models import Game, Order, Seat, Turn
from games.presenting.score import score_sheet
from games.presenting.story import plain_lines, story
from games.rules import RulesError
from games.rules.codec import read_event
from games.rules.recordcheck import check_record, read_record
from games.services.table import by_index, playing_seats, rules_of, state_of
from games.time_off_models import DayOff


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game; ``mails`` by distinct Message-ID, ``mails_per_seat`` their mean.

    ``absent``: seats whose player did not come back. ``given_up``: those that somebody left.
    ``days_off``: of all players. ``jumps``: how often time was moved on.
    """

    draws: int
    turns: int
    orders: int
    mails: int
    mails_per_seat: float
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    bag_ok: bool
    absent: int
    given_up: int
    days_off: int
    jumps: int
    seconds: float

    def as_json(self) -> str:
        """Give them as one line of JSON."""
        return json.dumps(asdict(self))


def figures(game: Game, *, mails: int, bag_ok: bool, jumps: int, seconds: float) -> Figures:
    """Give the figures of a finished game; scores and winners by seat, from 0."""
    outcome = rules_of(game).outcome(state_of(game.state))
    assert outcome is not None
    turns = Turn.objects.filter(game=game, number__gt=0, closed__isnull=False)
    orders = Order.objects.filter(turn__in=turns, voided_at=None, submitted_at__isnull=False)
    return Figures(
        draws=game.draw,
        turns=turns.count(),
        orders=orders.count(),
        mails=mails,
        mails_per_seat=round(mails / len(outcome.scores), 2),
        scores=tuple(score.points for score in outcome.scores),
        winners=outcome.winners,
        bag_ok=bag_ok,
        absent=Seat.objects.filter(game=game, replaced_at=None, absent_since__isnull=False).count(),
        given_up=Seat.objects.filter(game=game, replaced_at__isnull=False).count(),
        days_off=DayOff.objects.filter(player__seats__game=game).count(),
        jumps=jumps,
        seconds=round(seconds, 1),
    )


def trouble_with(record: str) -> str:
    """Check a record from the outside, bag included; gives what is wrong with it, or nothing."""
    try:
        check_record(read_record(record.encode()))
    except RulesError as error:
        return f"{error.code} at {error.parameters.get('place')}"
    return ""


def story_lines(game: Game) -> list[str]:
    """Give the whole story and the score sheet, as a spectator reads them."""
    seats = by_index(playing_seats(game))
    names, rules = [seat.name for seat in seats], rules_of(game)
    turns = Turn.objects.filter(game=game).order_by("number")
    events = [read_event(event) for turn in turns for event in turn.events]
    outcome = rules.outcome(state_of(game.state))
    assert outcome is not None
    sheet = score_sheet(outcome, rules.deck, names)
    lines = [*plain_lines(story(events, rules.deck, names, None)), "", sheet.result]
    for player in sheet.sheets:
        lines += ["", f"{player.rank}. {player.name}: {player.points_text}"]
        lines += _table([(line.text, line.points) for line in player.lines])
    return lines


def _table(rows: Sequence[tuple[str, int]]) -> list[str]:
    return [f"   {points:>4}  {text}" for text, points in rows]
