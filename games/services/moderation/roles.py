"""Who may do what at the desk: moderators, leads, and never anybody in a game of their own."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.models import Game, Player, Seat
from games.services.errors import Refused


class Role(TextChoices):
    """What a deed asks of who does it; superusers may do everything that a lead may."""

    MODERATOR = "moderate", _("moderator")
    LEAD = "lead", _("lead")


#: Name of a group -> the roles that it has.
GROUPS = {"Moderators": (Role.MODERATOR,), "Leads": (Role.MODERATOR, Role.LEAD)}


def has(player: Player, role: Role) -> bool:
    """Tell whether somebody has a role: staff, active, and in a group that has it."""
    return player.is_active and player.is_staff and player.has_perm(f"games.{role}")


def make_groups() -> None:
    """Make the groups of moderators and leads, with their permissions; repeating it is harmless."""
    for name, roles in GROUPS.items():
        group, _made = Group.objects.get_or_create(name=name)
        wanted = Permission.objects.filter(
            content_type__app_label="games", codename__in=[str(role) for role in roles]
        )
        group.permissions.set(wanted)


def put_in(player: Player, group: str) -> None:
    """Put somebody in one of the groups and in no other, or with an empty name in none."""
    player.groups.remove(*Group.objects.filter(name__in=GROUPS))
    if group:
        player.groups.add(Group.objects.get(name=group))
    Player.objects.filter(pk=player.pk).update(is_staff=bool(group) or player.is_superuser)


def sits_in(player: Player, game: Game) -> bool:
    """Tell whether somebody has, or had, a seat in a game."""
    return Seat.objects.filter(game=game, player=player).exists()


def check(player: Player, role: Role, game: Game | None = None) -> None:
    """Raise ``Refused`` unless somebody has the role and no seat in the game."""
    if not has(player, role):
        if role == Role.LEAD:
            raise Refused("not_lead")
        raise Refused("not_moderator")
    if game is not None and sits_in(player, game):
        raise Refused("own_game")
