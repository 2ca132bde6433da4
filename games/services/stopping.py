"""Pausing a game, going on, a day more, another clock, the end of it: what a table may decide.

The game is locked by the caller, then its open turn; each leaves one line in the story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, transaction

from games import clocks, signals
from games.clocks import Pace
from games.days_off import at_the_hour
from games.models import Game, Turn
from games.services import absence, dues
from games.services.table import lock_game, open_turn
from games.services.wake import ADVANCE, wake
from games.vote_models import Vote

logger = structlog.get_logger(__name__)

#: A paused game goes on by itself after so long, lest one who never answers holds it for ever.
LONGEST_PAUSE = timedelta(days=30)

Effect = Callable[[Game, Turn, Vote, datetime], None]


def pace_json(pace: Pace) -> dict[str, object]:
    """Give a clock as it is stored with a proposal."""
    return asdict(pace)


def pace_of(vote: Vote) -> Pace:
    """Give the clock that is proposed."""
    return Pace(**(vote.settings or {}))


def pause(game: Game, turn: Turn, vote: Vote | None, now: datetime) -> None:
    """Stop a game's clock; what is left of the turn's time is kept."""
    game.status, game.paused_at = Game.Status.PAUSED, now
    game.save(update_fields=["status", "paused_at"])
    dues.hold(game, turn, now)
    _tell(game, "paused", vote)


def resume(game: Game, turn: Turn, vote: Vote | None, now: datetime) -> None:
    """Let a game go on: the open turn gets the time back that it had."""
    game.status, game.paused_at = Game.Status.RUNNING, None
    game.save(update_fields=["status", "paused_at"])
    dues.release(game, turn, now)
    if turn.ready is not None:
        wake(ADVANCE, turn.pk)
    _tell(game, "resumed", vote)
    signals.game_resumed.send(Game, game=game, turn=turn)


def extend(game: Game, turn: Turn, vote: Vote | None, now: datetime) -> None:
    """Give everybody a day more for the open turn."""
    dues.extend(game, turn, now)
    _tell(game, "extended", vote)


def change_clock(game: Game, turn: Turn, vote: Vote, now: datetime) -> None:
    """Give a game the clock that was proposed; the open turn never closes earlier by that."""
    pace, base = pace_of(vote), turn.undelayed or turn.due
    game.hours, game.daily_hour = pace.hours, pace.daily_hour
    game.zone, game.weekend_pause = pace.zone, pace.weekend_pause
    game.save(update_fields=["hours", "daily_hour", "zone", "weekend_pause"])
    due = clocks.due(now, pace)
    if due is not None and base is not None:
        due = at_the_hour(max(due, base), pace)
    dues.restart(game, turn, due, now)
    _tell(game, "clock_changed", vote)


def cancel(game: Game, turn: Turn, vote: Vote | None, now: datetime) -> None:
    """End a game without a result: its open turn stays open for ever, with no deadline."""
    game.status, game.finished, game.paused_at = Game.Status.CANCELLED, now, None
    game.save(update_fields=["status", "finished", "paused_at"])
    dues.restart(game, turn, None, now)
    _tell(game, "cancelled", vote)


#: What a proposal of a kind does when it passes.
EFFECTS: Mapping[Vote.Kind, Effect] = {
    Vote.Kind.PAUSE: pause,
    Vote.Kind.RESUME: resume,
    Vote.Kind.EXTEND: extend,
    Vote.Kind.CLOCK: change_clock,
    Vote.Kind.CANCEL: cancel,
}


def _tell(game: Game, code: str, vote: Vote | None) -> None:
    """Tell the table what it decided; without a vote only that a pause is over.

    What a moderator did instead is told by whoever did it.
    """
    if vote is not None or code == "resumed":
        absence.tell(game, code, vote.seat if vote else None)


def end_long_pauses(now: datetime, limit: int = 100) -> int:
    """Let games go on that have been paused for ``LONGEST_PAUSE``; gives how many."""
    paused = Game.objects.filter(status=Game.Status.PAUSED, paused_at__lte=now - LONGEST_PAUSE)
    found = 0
    for pk in paused.order_by("paused_at").values_list("pk", flat=True)[:limit]:
        try:
            found += _end_pause(pk, now)
        except DatabaseError as error:
            logger.warning("pause_not_ended", game_id=pk, error=type(error).__name__)
    return found


@transaction.atomic
def _end_pause(game_id: int, now: datetime) -> bool:
    game = lock_game(game_id)
    turn = open_turn(game, lock=True)
    since = game.paused_at
    if game.status != Game.Status.PAUSED or turn is None or since is None:
        return False
    resume(game, turn, None, now)
    return True
