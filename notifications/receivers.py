"""Listen to what ``games`` announces, inside its transaction, and write bare rows; nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from games import signals
from games.models import Game, Order, Player, Seat, Turn
from games.services import orders
from games.services.wake import wake
from notifications import (  # noqa: F401 - some connect receivers of their own
    access,
    moderated,
    queue,
    together,
    tracking,
    unbegun,
    wishes,
)


@receiver(signals.invited)
def on_invited(*, game: Game, seat: Seat, **_: Any) -> None:
    """Mail the invitation."""
    queue.put([queue.invitation(game, seat)])


@receiver(signals.turn_opened)
def on_turn_opened(*, game: Game, turn: Turn, orders: Sequence[Order], **_: Any) -> None:
    """Mail everybody who has something to choose: one query, whatever their number."""
    queue.put(queue.decisions(game, turn, orders))


@receiver(signals.order_accepted)
def on_order_accepted(*, game: Game, turn: Turn, order: Order, **_: Any) -> None:
    """Confirm the order by mail where the player wants that."""
    player_id = order.seat.player_id
    if player_id is None or not getattr(order, "may_be_confirmed", True):
        return
    if wishes.load([player_id]).get(player_id, game.pk, "confirmations"):
        queue.put([queue.confirmed(game, turn, order)])


orders.ALSO_READ["may_be_confirmed"] = lambda: wishes.said("confirmations", "seat__player")


@receiver(signals.game_over)
def on_game_over(*, game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Mail the score sheet to every person who plays."""
    queue.put(queue.game_over(game, seat) for seat in seats if seat.player_id is not None)


@receiver(signals.seat_replaced)
def on_seat_replaced(*, game: Game, old: Seat, new: Seat, turn: Turn | None, **_: Any) -> None:
    """Tell the replaced person, and give the newcomer what they need to play on."""
    mails = [queue.taken_over(game, old)] if old.player_id is not None else []
    if new.player_id is not None and new.accepted_at is None:
        under_way = game.started is not None
        mails.append(queue.offered(game, new) if under_way else queue.invitation(game, new))
    elif new.player_id is not None and turn is not None:
        open_orders = Order.objects.filter(turn=turn, seat=new).select_related("seat")
        mails += queue.decisions(game, turn, open_orders)
    queue.put(mails)


@receiver(signals.game_resumed)
def on_game_resumed(**_: Any) -> None:
    """Send at once what the pause kept back; the next sweep would do it too."""
    wake(queue.DRAIN)


@receiver(signals.seat_absent)
def on_seat_absent(*, game: Game, seat: Seat, **_: Any) -> None:
    """Tell the player how to be back; the others read it in their next mail."""
    if seat.player_id is not None:
        queue.put([queue.absent(game, seat)])


@receiver(signals.link_requested)
def on_link_requested(*, game: Game, seat: Seat, number: int, **_: Any) -> None:
    """Mail the current link, once for each old link."""
    if seat.player_id is not None:
        queue.put([queue.resend(game, seat, number)])


@receiver(signals.address_changed)
def on_address_changed(*, player: Player, **_: Any) -> None:
    """Send to an address again that its owner has just confirmed."""
    tracking.lift(player.email)


@receiver(signals.game_quarantined)
def on_game_quarantined(*, game: Game, error: str, **_: Any) -> None:
    """Tell the moderators, once for each time that a game is set apart."""
    moment = int(game.quarantined_at.timestamp()) if game.quarantined_at else 0
    queue.put(queue.notes(f"game:{game.pk}:quarantined:{moment}", error[:80], game))
