"""A player's account: the profile, a new address, and the end of it, which leaves games whole."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext

from games import signals
from games.access_models import AccessLink, new_nonce
from games.models import Game, Player, Seat
from games.presenting.moments import is_zone
from games.services import absence, access, lobby, reports, seats, tables
from games.services.errors import Refused

_LIVE = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)


def check_name(name: str) -> str:
    """Give a name without blanks around it; raises ``Refused`` for one that cannot be shown."""
    name = name.strip()
    if not name or len(name) > lobby.NAME_LENGTH or not name.isprintable():
        raise Refused("bad_own_name", longest=lobby.NAME_LENGTH)
    return name


@transaction.atomic
def update_profile(*, player: Player, name: str, zone: str) -> None:
    """Set name and time zone. Games that have begun keep the name they know the player by."""
    name = check_name(name)
    if not is_zone(zone):
        raise Refused("bad_zone")
    Player.objects.filter(pk=player.pk).update(name=name, time_zone=zone)
    Seat.objects.filter(player=player, game__status=Game.Status.OPEN, replaced_at=None).update(
        name=name
    )


def set_calendar(*, player: Player, on: bool) -> None:
    """Give a player's calendar a new secret address, or none; the one before is dead either way."""
    Player.objects.filter(pk=player.pk).update(calendar_nonce=new_nonce() if on else None)


def confirm_address(*, link: AccessLink) -> Player:
    """Change the address to the one that was confirmed; every link mailed before is dead then.

    So are the sessions on all devices, and links to sign in that went to the old address. The old
    address is told and the current links go to the new one. Raises ``Refused`` for a used link and
    where another account has the address.
    """
    try:
        return _change_address(link)
    except IntegrityError:  # somebody signed up with it at the same moment
        raise Refused("address_taken") from None


@transaction.atomic
def _change_address(link: AccessLink) -> Player:
    assert link.player_id is not None
    lock_games(link.player_id)
    player = Player.objects.select_for_update().get(pk=link.player_id)
    access.use(link)
    other = lobby.player_with(link.email)
    if other is not None and other.pk != player.pk:
        raise Refused("address_taken")
    old, player.email = player.email, link.email
    if not player.has_usable_password():
        player.set_unusable_password()  # a new one each time: sessions are signed with it
    player.calendar_nonce = None
    player.save(update_fields=["email", "password", "calendar_nonce"])
    access.kill_links_to(old)
    AccessLink.objects.filter(player=player, used_at=None).delete()
    Seat.objects.filter(player=player).update(link_epoch=F("link_epoch") + 1)
    live = Seat.objects.filter(player=player, replaced_at=None, game__status__in=_LIVE)
    signals.address_changed.send(
        Player, player=player, old=old, link=link, seats=list(live.select_related("game"))
    )
    return player


def lock_games(player_id: int) -> list[Game]:
    """Lock every game that somebody hosts or plays and that is not over, in one order."""
    hosted = Game.objects.filter(host=player_id, status__in=_LIVE).values_list("pk", flat=True)
    played = Seat.objects.filter(
        player=player_id, replaced_at=None, game__status__in=_LIVE
    ).values_list("game_id", flat=True)
    ids = {*hosted, *played}
    return list(Game.objects.select_for_update().filter(pk__in=ids).order_by("pk"))


@transaction.atomic
def delete_account(*, player: Player) -> None:
    """Delete a player: bots play their seats on under no name, and nothing tells who it was.

    Games that they host and that have not begun are called off. The words for the bag stay: with
    them everybody can check the chance of a game.
    """
    for game in lock_games(player.pk):
        _withdraw(game, player)
    Seat.objects.filter(player=player).update(
        player=None, name=former_name(), link_epoch=F("link_epoch") + 1
    )
    AccessLink.objects.filter(email__iexact=player.email).delete()
    reports.forget_words(player)
    signals.player_leaving.send(Player, player=player)
    player.delete()


def former_name() -> str:
    """Give what stands in the place of a deleted player's name."""
    return gettext("A former player")


def _withdraw(game: Game, player: Player) -> None:
    if game.status == Game.Status.OPEN and game.host_id == player.pk:
        tables.call_off(game_id=game.pk, host=player)
        return
    seat = Seat.objects.filter(game=game, player=player, replaced_at=None).first()
    if seat is None:
        return
    if game.status == Game.Status.OPEN:
        tables.leave(game_id=game.pk, player=player)
        return
    seats.replace_by_bot(seat_id=seat.pk, name=gettext("A former player (bot)"))
    absence.tell(game, "resigned", seat)
