"""What somebody does with their seat: come back, give it up; and who may sit there instead."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games import signals
from games.models import Game, Order, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.services import absence, bots, limits, lobby, seats
from games.services.errors import Refused
from games.services.moderation import roles
from games.services.moderation.roles import Role
from games.services.orders import settle
from games.services.table import lock_game, open_turn

#: In these games somebody can be back; in the others nothing is played any more, or not yet.
GOING_ON = (Game.Status.RUNNING, Game.Status.PAUSED)


@transaction.atomic
def come_back(*, seat_id: int) -> Seat:
    """Let an absent seat be played by its player from now on; whoever is there stays so.

    It is also how somebody takes a seat that was offered to them in a running game.
    What a bot ordered in the open turn stands until the player changes it; the link to that turn
    is mailed. Raises ``Refused`` where somebody else has the seat, and in a game that does not go
    on.
    """
    game, seat = locked_seat(seat_id)
    if seat.absent_since is None:
        return seat
    absence.mark_back(game, seat)
    turn = open_turn(game, lock=True)
    if turn is None:
        return seat
    bots.order_for_absent(game, turn)
    if _has_order(turn, seat):
        signals.link_requested.send(Game, game=game, seat=seat, turn=turn, number=turn.number)
    settle(turn)
    return seat


@transaction.atomic
def resign(*, seat_id: int, email: str = "") -> Seat:
    """Give a seat up for good, and give the seat that plays on: a bot's, or this person's.

    Whoever has the address gets an invitation; until they take the seat a bot orders for it.
    Raises ``Refused`` where somebody else has the seat, and for an address that cannot be invited.
    """
    game, seat = locked_seat(seat_id)
    if seat.player is None:
        raise Refused("no_such_seat")
    Seat.objects.filter(pk=seat.pk).update(resigned_at=timezone.now())
    if email:
        new = _offer(game, seat, email, who=seat.player)
    else:
        new = seats.replace_by_bot(seat_id=seat.pk)
    absence.tell(game, "resigned_to" if email else "resigned", seat)
    return new


@transaction.atomic
def offer_seat(*, seat_id: int, by: Player, email: str) -> Seat:
    """Offer the seat of who is absent, or of a bot that came later, to whoever has this address.

    The host may do that, and a moderator, whose deed is noted. Raises ``Refused`` for anybody else,
    for a seat that somebody plays, and for an address that cannot be invited.
    """
    game, seat = locked_seat(seat_id)
    if not may_fill_seats(game, by):
        raise Refused("not_host")
    if not can_be_offered(game, seat):
        raise Refused("seat_is_played", seat=seat.name)
    new = _offer(game, seat, email, who=by)
    if game.host_id != by.pk:
        ModeratorAction.objects.create(
            game=game, seat=new, moderator=by, action="offer_seat", changed={"instead_of": seat.pk}
        )
    absence.tell(game, "offered", seat)
    return new


def may_fill_seats(game: Game, player: Player) -> bool:
    """Tell whether somebody may offer seats of a running game: its host, and moderators.

    A moderator who has, or had, a seat in the game may not, unless they are its host as well.
    """
    if game.host_id == player.pk:
        return True
    return roles.has(player, Role.MODERATOR) and not roles.sits_in(player, game)


def can_be_offered(game: Game, seat: Seat) -> bool:
    """Tell whether a seat is without somebody who plays it, and was not a bot's from the start."""
    if seat.absent_since is not None:
        return True
    started, came = game.started, seat.accepted_at
    return bool(seat.bot and started is not None and came is not None and came > started)


def _offer(game: Game, old: Seat, email: str, who: Player) -> Seat:
    """Seat whoever has the address, absent until they come, and let them be invited."""
    email = email.strip()
    lobby.check_invitee(lobby.Invitee(email=email))
    player = lobby.player_of(email=email)
    if Seat.objects.filter(game=game, player=player, replaced_at=None).exists():
        raise Refused("address_twice", address=email)
    limits.count_invitation(who)
    new = Seat(player=player, name=str(player)[: lobby.NAME_LENGTH], absent_since=timezone.now())
    return seats.hand_over(game, old, new)


def locked_seat(seat_id: int) -> tuple[Game, Seat]:
    """Lock the game of a seat that plays in it; raises ``Refused`` where that cannot be."""
    found = Seat.objects.filter(pk=seat_id).values_list("game_id", flat=True).first()
    if found is None:
        raise Refused("no_such_seat")
    game = lock_game(found)
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    if seat.replaced_at is not None:
        raise Refused("seat_given_away")
    if game.status not in GOING_ON:
        raise Refused(f"game_{game.status}")
    return game, seat


def _has_order(turn: Turn, seat: Seat) -> bool:
    return Order.objects.filter(turn=turn, seat=seat, voided_at=None).exists()
