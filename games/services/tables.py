"""Tables on the site: set one up, take a free seat, give it up, invite, and begin.

A free seat is a row with neither player nor bot. A seat that is given up is deleted and a new, free
one stands in its place: no link or mail about the old one can lead to the new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games import signals
from games.clocks import Pace
from games.models import Game, Player, Seat
from games.rules import Ruleset
from games.services import limits, lobby, seats
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.table import lock_game, playing_seats, ruleset_of

#: So many games one player may set up in an hour.
MOST_GAMES = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """What a host wants: ``others`` are the seats beside the host's own."""

    name: str
    others: Sequence[Invitee]
    ruleset: Ruleset
    pace: Pace
    public: bool
    word: str = ""
    time_off: bool = True


def set_up(*, host: Player, plan: Plan, form_key: str) -> Game:
    """Make a game in which the host has the first seat; the same form sent twice makes one.

    Raises ``Refused`` for what ``create_game`` refuses, and for too many games in an hour.
    """
    found = _made_before(host, form_key)
    if found is not None:
        return found
    try:
        return _make(host=host, plan=plan, form_key=form_key)
    except IntegrityError:  # the same form at the same moment
        found = _made_before(host, form_key)
        if found is None:
            raise
        return found


def same_again(*, game: Game, own: Seat, name: str, word: str) -> Plan:
    """Give the plan of a game with the same people and rules; bots sit where nobody can come."""
    others = []
    for seat in playing_seats(game):
        if seat.pk == own.pk:
            continue
        if seat.player is None:
            others.append(Invitee(bot=seat.bot or Seat.Bot.GREEDY))
        else:
            others.append(Invitee(email=seat.player.email, name=seat.name))
    return Plan(
        name, others, ruleset_of(game), game.pace, public=False, word=word, time_off=game.time_off
    )


def _made_before(host: Player, form_key: str) -> Game | None:
    return Game.objects.filter(host=host, form_key=form_key).first()


@transaction.atomic
def _make(*, host: Player, plan: Plan, form_key: str) -> Game:
    own = Invitee(email=host.email, name=str(host)[: lobby.NAME_LENGTH])
    invitees = [own, *plan.others]
    lobby.check_game(name=plan.name, invitees=invitees, pace=plan.pace)
    if not limits.take(what="tables.games", who=str(host.pk), most=MOST_GAMES):
        raise Refused("too_many_games", most=MOST_GAMES)
    for invitee in plan.others:
        if invitee.email:
            limits.count_invitation(host)
    game = lobby.create_game(
        name=plan.name, invitees=invitees, ruleset=plan.ruleset, pace=plan.pace, host=host
    )
    game.public, game.form_key, game.time_off = plan.public, form_key, plan.time_off
    game.save(update_fields=["public", "form_key", "time_off"])
    lobby.accept(seat_id=Seat.objects.get(game=game, player=host).pk, word=plan.word)
    game.refresh_from_db()
    return game


def open_table(game_id: int) -> Game:
    """Lock a game that has not begun; raises ``Refused`` where it has, or was called off."""
    game = lock_game(game_id)
    if game.status != Game.Status.OPEN:
        raise Refused("game_not_open", name=game.name)
    return game


def _hosted(game_id: int, host: Player) -> Game:
    game = open_table(game_id)
    if game.host_id != host.pk:
        raise Refused("not_host")
    return game


def free_seats(game: Game) -> list[Seat]:
    """Give the seats of an open game that nobody was offered, in order."""
    found = Seat.objects.filter(game=game, player=None, bot="", replaced_at=None)
    return list(found.order_by("invited"))


@transaction.atomic
def join(*, game_id: int, player: Player, word: str = "", network: str = "") -> Seat:
    """Take the first free seat, or accept the own one; the last seat taken starts the game.

    Raises ``Refused`` for a bad word, a full table, and a game that has begun.
    """
    game = open_table(game_id)
    seat = Seat.objects.filter(game=game, player=player, replaced_at=None).first()
    if seat is None:
        free = free_seats(game)
        if not free:
            raise Refused("table_full")
        seat = free[0]
        seat.player, seat.name = player, str(player)[: lobby.NAME_LENGTH]
        seat.save(update_fields=["player", "name"])
    return lobby.accept(seat_id=seat.pk, word=word, network=network)


@transaction.atomic
def leave(*, game_id: int, player: Player) -> None:
    """Give the own seat up before the start; the host calls the game off instead."""
    game = open_table(game_id)
    if game.host_id == player.pk:
        raise Refused("host_stays")
    seat = Seat.objects.filter(game=game, player=player, replaced_at=None).first()
    if seat is not None:
        _free(game, seat)


@transaction.atomic
def remove(*, game_id: int, host: Player, seat_id: int) -> None:
    """Take a seat back from somebody, or from a bot, before the start; the host's own stays."""
    game = _hosted(game_id, host)
    seat = Seat.objects.filter(game=game, pk=seat_id, replaced_at=None).first()
    if seat is None:
        raise Refused("no_such_seat")
    if seat.player_id == host.pk:
        raise Refused("host_stays")
    if seat.player_id is not None:
        signals.seat_withdrawn.send(Game, game=game, seat=seat)
    if seat.player_id is not None or seat.bot:
        _free(game, seat)


def _free(game: Game, seat: Seat) -> None:
    seat.delete()
    Seat.objects.create(game=game, invited=seat.invited, name=lobby.free_name())


@transaction.atomic
def invite(*, game_id: int, host: Player, email: str, name: str = "") -> Seat:
    """Offer the first free seat to an address; raises ``Refused`` where that cannot be."""
    invitee = Invitee(email=email.strip(), name=name.strip())
    lobby.check_invitee(invitee)
    game = _hosted(game_id, host)
    free = free_seats(game)
    if not free:
        raise Refused("table_full")
    player = lobby.player_of(email=invitee.email, name=invitee.name)
    if Seat.objects.filter(game=game, player=player, replaced_at=None).exists():
        raise Refused("address_twice", address=invitee.email)
    limits.count_invitation(host)
    seat = free[0]
    seat.player, seat.name = player, invitee.name or str(player)[: lobby.NAME_LENGTH]
    seat.save(update_fields=["player", "name"])
    signals.invited.send(Game, game=game, seat=seat)
    return seat


@transaction.atomic
def start_now(*, game_id: int, host: Player, bot: str = Seat.Bot.GREEDY) -> None:
    """Begin at once: bots of a kind take every seat that is free or not yet accepted.

    Raises ``Refused`` for a bot that does not exist.
    """
    lobby.check_invitee(Invitee(bot=bot))
    game = _hosted(game_id, host)
    now = timezone.now()
    for seat in free_seats(game):
        seat.bot, seat.name = bot, lobby.bot_name(seat.invited)
        seat.accepted_at = now
        seat.save(update_fields=["bot", "name", "accepted_at"])
    for seat in Seat.objects.filter(game=game, accepted_at=None, replaced_at=None):
        seats.replace_by_bot(seat_id=seat.pk, bot=bot, name=lobby.bot_name(seat.invited))
    game.refresh_from_db()
    lobby.start_if_complete(game)


@transaction.atomic
def call_off(*, game_id: int, host: Player) -> None:
    """Cancel a game that has not begun."""
    game = _hosted(game_id, host)
    game.status = Game.Status.CANCELLED
    game.save(update_fields=["status"])
    people = Seat.objects.filter(game=game, player__isnull=False, replaced_at=None)
    signals.called_off.send(Game, game=game, seats=list(people.exclude(player=host)))


@transaction.atomic
def renew_join_link(*, game_id: int, host: Player) -> None:
    """Make the link that was handed out worthless; the page shows a new one."""
    game = _hosted(game_id, host)
    Game.objects.filter(pk=game.pk).update(join_epoch=F("join_epoch") + 1)
