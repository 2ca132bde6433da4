"""Deeds about a person: shut out and let in, warn, stop mail, hand out or delete what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import signals
from games.models import Player, Seat
from games.moderation_models import ModeratorAction
from games.services import account, seats
from games.services.errors import Refused
from games.services.moderation import roles
from games.services.moderation.case import LIVE, Changed
from games.services.moderation.roles import Role
from games.services.moderation.undone import Seen, undone
from games.services.moderation.why import check_why


@dataclass(frozen=True, slots=True)
class PeopleAction:
    """One thing that can be done about a person; ``do`` gives what was changed.

    ``apart``: not by whoever sits with them in a game that is not over, since it shows more of them
    than a player sees.
    """

    code: str
    do: Callable[..., Changed]
    role: Role = Role.MODERATOR
    apart: bool = False


def ban(player: Player, *, hand_over: bool = False) -> Changed:
    """Shut somebody out: no way in, no mail. ``hand_over``: bots play their seats on."""
    if not player.is_active:
        raise Refused("banned_already")
    handed = 0
    if hand_over:
        for seat in Seat.objects.filter(player=player, replaced_at=None, game__in=_live(player)):
            seats.replace_by_bot(seat_id=seat.pk)
            handed += 1
    Player.objects.filter(pk=player.pk).update(is_active=False)
    return {"active": False, "seats_handed_over": handed}


def _live(player: Player) -> list[int]:
    """Lock the games that somebody is in and that have begun, in one order."""
    return [game.pk for game in account.lock_games(player.pk) if game.started is not None]


def lift_ban(player: Player) -> Changed:
    """Let somebody in again; seats that were handed over stay with who plays them."""
    if player.is_active:
        raise Refused("not_banned")
    Player.objects.filter(pk=player.pk).update(is_active=True)
    return {"active": True}


def warn(player: Player) -> Changed:
    """Warn somebody by mail: they read the reason that the moderator gives."""
    return {"mailed": True}


def stop_mail(player: Player) -> Changed:
    """Send no mail to this address."""
    return {"mail": "stopped"}


def allow_mail(player: Player) -> Changed:
    """Send mail to this address again."""
    return {"mail": "allowed"}


def export(player: Player) -> Changed:
    """Hand out what is stored about somebody; nothing is changed but that the trace says so."""
    return {"handed_out": True}


def delete(player: Player) -> Changed:
    """Delete the account, as its owner could: games stay whole, and the seat has no name."""
    pk = player.pk
    account.delete_account(player=player)
    return {"deleted_player": pk}


def give_role(player: Player, *, group: str) -> Changed:
    """Make somebody a moderator or lead, or with an empty name neither."""
    if group and group not in roles.GROUPS:
        raise Refused("no_such_role", found=group[:40], allowed=", ".join(roles.GROUPS))
    before = sorted(player.groups.filter(name__in=roles.GROUPS).values_list("name", flat=True))
    roles.put_in(player, group)
    return {"role_before": ", ".join(before), "role": group}


PEOPLE_ACTIONS: Mapping[str, PeopleAction] = {
    action.code: action
    for action in (
        PeopleAction("warn", warn),
        PeopleAction("stop_mail", stop_mail),
        PeopleAction("allow_mail", allow_mail),
        PeopleAction("ban", ban, Role.LEAD),
        PeopleAction("lift_ban", lift_ban, Role.LEAD),
        PeopleAction("export", export, Role.LEAD, apart=True),
        PeopleAction("delete", delete, Role.LEAD),
        PeopleAction("give_role", give_role, Role.LEAD),
    )
}


def _sit_together(moderator: Player, player: Player) -> bool:
    """Tell whether both have, or had, a seat in one game that is not over."""
    theirs = Seat.objects.filter(player=player, game__status__in=LIVE).values("game")
    return Seat.objects.filter(player=moderator, game__in=theirs).exists()


@transaction.atomic
def act_on_player(
    *, moderator: Player, code: str, player_id: int, why: str, **values: Any
) -> ModeratorAction:
    """Do what a moderator asks about a person, and give its line in the trace.

    Raises ``Refused`` without a reason or the role, about oneself or other staff (but for a
    superuser), about somebody one plays with where that matters, and where it does not fit: nothing
    is changed then.
    """
    action = PEOPLE_ACTIONS.get(code)
    if action is None:
        raise Refused("no_such_action", found=code[:40], allowed=", ".join(PEOPLE_ACTIONS))
    roles.check(moderator, action.role)
    why = check_why(why)
    # Games are locked before people, as everywhere.
    account.lock_games(player_id)
    player = Player.objects.select_for_update().filter(pk=player_id).first()
    if player is None:
        raise Refused("no_such_player")
    if player == moderator or (player.is_staff and not moderator.is_superuser):
        raise Refused("not_on_staff")
    if action.apart and _sit_together(moderator, player):
        raise Refused("plays_with_you")
    changed = action.do(player, **values)
    done = ModeratorAction.objects.create(
        player=Player.objects.filter(pk=player_id).first(),
        moderator=moderator,
        action=code,
        why=why,
        changed=dict(changed),
    )
    signals.player_moderated.send(Player, player=done.player, action=done)
    return done


def preview_on_player(look: Callable[[ModeratorAction], Seen], **asked: Any) -> Seen:
    """Do what ``act_on_player`` would, look at it, and undo everything; raises what that raises."""
    return undone(lambda: look(act_on_player(**asked)))
