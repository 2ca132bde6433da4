"""Who is there: turns that somebody missed are counted, and whoever missed two is absent.

Missed means nothing submitted and something to choose: an order is only made for whom there is
something to choose, so a turn that the clock decided for a seat is one that it missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone

from games import signals
from games.models import Game, Order, Seat
from games.pace_models import Happening

#: So many turns missed in a row, and a bot orders for the seat until its player is back.
ABSENT_AFTER = 2

#: Orders that nobody was there to give: they neither count as missed nor end a row of missed turns.
_BY_OTHERS = (Order.Source.BOT, Order.Source.MODERATOR, Order.Source.STANDING)


def count(game: Game, seats: Sequence[Seat], orders: Iterable[Order]) -> None:
    """Count, for a locked game, what a turn that closed says of its seats; two missed: absent.

    ``seats`` are changed, so that the next turn opens with them as they are now.
    """
    by_id = {seat.pk: seat for seat in seats}
    changed = []
    for order in orders:
        seat = by_id[order.seat_id]
        missed = _missed(seat, order)
        if missed != seat.missed:
            seat.missed = missed
            changed.append(seat)
    now = timezone.now()
    gone = [seat for seat in changed if seat.missed >= ABSENT_AFTER and not seat.absent_since]
    for seat in gone:
        seat.absent_since = now
    if changed:
        Seat.objects.bulk_update(changed, ["missed", "absent_since"])
    for seat in gone:
        tell(game, "absent", seat)
        signals.seat_absent.send(Game, game=game, seat=seat)


def _missed(seat: Seat, order: Order) -> int:
    """Give how many turns in a row a seat has missed after one that it ended with this order."""
    if order.source == Order.Source.CLOCK:
        return seat.missed + 1
    return seat.missed if order.source in _BY_OTHERS else 0


def mark_back(game: Game, seat: Seat) -> None:
    """Let an absent seat of a locked game be played by its player again, and tell the table.

    For somebody who was offered the seat of a running game this is how they take it.
    """
    first = seat.accepted_at is None
    seat.absent_since, seat.missed = None, 0
    seat.accepted_at = seat.accepted_at or timezone.now()
    seat.save(update_fields=["absent_since", "missed", "accepted_at"])
    tell(game, "came" if first else "back", seat)


def tell(game: Game, code: str, seat: Seat | None = None, **parameters: str | int) -> None:
    """Note something that everybody at the table is told once; its sentence names the seat."""
    Happening.objects.create(game=game, code=code, seat=seat, parameters=parameters)
