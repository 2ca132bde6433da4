"""What somebody does with their seat: come back, give it up; and who may sit there instead."""

from __future__ import annotations

from django.db import transaction

from games import signals
from games.models import Game, Order, Seat, Turn
from games.services import absence, bots
from games.services.errors import Refused
from games.services.orders import settle
from games.services.table import lock_game, open_turn

#: In these games somebody can be back; in the others nothing is played any more, or not yet.
GOING_ON = (Game.Status.RUNNING, Game.Status.PAUSED)


@transaction.atomic
def come_back(*, seat_id: int) -> Seat:
    """Let an absent seat be played by its player from now on; whoever is there stays so.

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
