"""Deeds about time: the open turn's deadline, and whether the game's clock runs at all."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game
from games.services import dues, stopping
from games.services.errors import Refused
from games.services.moderation.case import Action, Case, Changed, statuses

MOST_HOURS = 24 * 60


def extend(case: Case, *, hours: int) -> Changed:
    """Move the open turn's deadline by so many hours (1 to 1,440)."""
    due = case.open_turn.due
    if due is None:
        raise Refused("no_deadline")
    if not 1 <= hours <= MOST_HOURS:
        raise Refused("bad_hours", found=hours, low=1, high=MOST_HOURS)
    return _set(case, due + timedelta(hours=hours))


def set_due(case: Case, *, due: datetime) -> Changed:
    """Set the open turn's deadline to an instant (with its zone) that is still to come."""
    if due <= timezone.now():
        raise Refused("due_is_past")
    return _set(case, due)


def suspend(case: Case) -> Changed:
    """Take the open turn's deadline away: it waits for every order."""
    if case.open_turn.due is None:
        raise Refused("no_deadline")
    return _set(case, None)


def _set(case: Case, due: datetime | None) -> Changed:
    turn, before = case.open_turn, case.open_turn.due
    dues.restart(case.game, turn, due, timezone.now())
    return {
        "turn": turn.number,
        "due_before": before.isoformat(timespec="minutes") if before else None,
        "due": turn.due.isoformat(timespec="minutes") if turn.due else None,
    }


def pause(case: Case) -> Changed:
    """Stop the game's clock; what is left of the open turn's time is kept."""
    stopping.pause(case.game, case.open_turn, None, timezone.now())
    return {"turn": case.open_turn.number, "status": str(Game.Status.PAUSED)}


def resume(case: Case) -> Changed:
    """Let the game go on with the time that was left."""
    stopping.resume(case.game, case.open_turn, None, timezone.now())
    return {"turn": case.open_turn.number, "status": str(Game.Status.RUNNING)}


RUNNING, PAUSED = statuses(Game.Status.RUNNING), statuses(Game.Status.PAUSED)

ACTIONS = (
    Action("extend", extend, RUNNING, told=True),
    Action("set_due", set_due, RUNNING, told=True),
    Action("suspend", suspend, RUNNING, told=True),
    Action("pause", pause, RUNNING, told=True),
    Action("resume", resume, PAUSED),
)
