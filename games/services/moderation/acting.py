"""Doing what a moderator asks: lock, check, do, trace; and the same without doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db import transaction

from games import signals
from games.models import Game, Player, Seat
from games.moderation_models import ModeratorAction
from games.services import absence
from games.services.errors import Refused
from games.services.moderation import clocks, orders, roles, seating, talk, whole
from games.services.moderation.case import Action, Case
from games.services.moderation.undone import undone
from games.services.moderation.why import check_why
from games.services.table import lock_game, open_turn

Seen = TypeVar("Seen")

#: Code -> action, in the order in which the desk shows them.
ACTIONS: Mapping[str, Action] = {
    action.code: action
    for action in (
        *seating.ACTIONS,
        *clocks.ACTIONS,
        *orders.ACTIONS,
        *talk.ACTIONS,
        *whole.ACTIONS,
    )
}


@transaction.atomic
def act(
    *,
    moderator: Player,
    code: str,
    game_id: int,
    why: str,
    seat_id: int | None = None,
    seen: int | None = None,
    **values: Any,
) -> ModeratorAction:
    """Do what a moderator asks of one game, and give its line in the trace.

    ``seen``: the number of the open turn that the moderator had before them, None where none was
    open or nothing was looked at. Raises ``Refused`` without a reason, the role, or where the
    action does not fit (any more), and the engine's errors where it runs: nothing is changed then.
    """
    action = ACTIONS.get(code)
    if action is None:
        raise Refused("no_such_action", found=code[:40], allowed=", ".join(ACTIONS))
    case = _case(moderator, action, game_id, seat_id, seen)
    why = check_why(why)
    changed = action.do(case, **values)
    done = ModeratorAction.objects.create(
        game=case.game,
        seat=case.seat,
        moderator=moderator,
        action=code,
        why=why,
        changed=dict(changed),
    )
    if action.told:
        absence.tell(case.game, f"moderator_{code}", case.seat)
    signals.moderated.send(Game, game=case.game, action=done, seat=case.seat)
    return done


def _case(
    moderator: Player, action: Action, game_id: int, seat_id: int | None, seen: int | None
) -> Case:
    """Lock what an action is about; raises ``Refused`` where it may not or cannot be done."""
    game = lock_game(game_id)
    roles.check(moderator, action.role, game)
    if game.status not in action.statuses:
        raise Refused(f"game_{game.status}")
    turn = open_turn(game, lock=True)
    if seen is not None and (turn is None or turn.number != seen):
        raise Refused("moved_on", turn=turn.number if turn else 0)
    seat = Seat.objects.filter(pk=seat_id, game=game).first() if seat_id is not None else None
    if (seat_id is not None or action.about_seat) and seat is None:
        raise Refused("no_such_seat")
    return Case(moderator, game, turn, seat)


def preview(look: Callable[[ModeratorAction], Seen], **asked: Any) -> Seen:
    """Do what ``act`` would, look at it within the transaction, and undo everything.

    ``look`` is given the line of the trace that is undone. Gives what ``look`` gives.
    Raises what ``act`` raises.
    """
    return undone(lambda: look(act(**asked)))
