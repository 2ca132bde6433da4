"""Deeds about a whole game: set apart, let go, take back, end."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from games.models import Order, Turn
from games.services import advance, clock
from games.services.errors import Refused
from games.services.moderation.case import GOING, LIVE, Action, Case, Changed, S
from games.services.moderation.roles import Role
from games.services.wake import ADVANCE, wake


def quarantine(case: Case) -> Changed:
    """Set the game apart: nothing advances it until it is released."""
    if case.game.quarantined_at is not None:
        raise Refused("game_quarantined")
    clock.quarantine(game_id=case.game.pk, error="by_a_moderator")
    return {"quarantined": True}


def release(case: Case) -> Changed:
    """Let a game that was set apart go on, with all of its tries."""
    if case.game.quarantined_at is None:
        raise Refused("not_quarantined")
    case.game.quarantined_at, case.game.next_try_at = None, None
    case.game.advance_attempts = 0
    case.game.save(update_fields=["quarantined_at", "next_try_at", "advance_attempts"])
    if case.turn is not None:
        wake(ADVANCE, case.turn.pk)
    return {"quarantined": False}


def go_back(case: Case, *, number: int) -> Changed:
    """Go back to the start of a turn: it opens again under a new number, and the same tokens come.

    The turn and all later ones are superseded; their links only say so. Needs no engine but to ask
    bots. Refused for a turn that never was, was taken back, or whose position is not kept.
    """
    turn = Turn.objects.filter(game=case.game, number=number, superseded_at=None).first()
    if turn is None or number < 1:
        raise Refused("no_such_turn", turn=number)
    if turn.state_before is None:
        raise Refused("position_not_kept", turn=number)
    now = timezone.now()
    _void_open(case, now)
    Turn.objects.filter(game=case.game, number__gte=number, superseded_at=None).update(
        superseded_at=now
    )
    last = Turn.objects.filter(game=case.game).aggregate(last=Max("number"))["last"]
    new = advance.reopen(case.game, turn, number=last + 1)
    return {"back_to": number, "new_turn": new.number, "draw": new.draw}


def _void_open(case: Case, now: datetime) -> None:
    """Close the open turn without an order of it being used."""
    if case.turn is not None:
        Order.objects.filter(turn=case.turn, voided_at=None).update(voided_at=now)
        Turn.objects.filter(pk=case.turn.pk).update(closed=now)


def cancel(case: Case) -> Changed:
    """Call the game off: it counts for nobody."""
    if case.game.quarantined_at is not None:
        raise Refused("game_quarantined")
    return close(case)


def close(case: Case) -> Changed:
    """End a game where it stands, whatever state it is in: nothing of it is read, only its row."""
    now, before = timezone.now(), case.game.status
    _void_open(case, now)
    game = case.game
    game.status, game.finished, game.quarantined_at, game.paused_at = S.CANCELLED, now, None, None
    game.save(update_fields=["status", "finished", "quarantined_at", "paused_at"])
    return {"status_before": before, "status": str(S.CANCELLED)}


ACTIONS = (
    Action("quarantine", quarantine, GOING, told=True),
    Action("release", release, GOING, told=True),
    Action("go_back", go_back, GOING, told=True),
    Action("cancel", cancel, LIVE, told=True),
    Action("close", close, LIVE, role=Role.LEAD, told=True),
)
