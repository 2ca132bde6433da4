"""Faults to be planted on purpose, one at a time: a stress run that misses them is worth nothing.

Each patches this process; ``script.strain.worker`` does the same to a Celery worker. The product
itself knows nothing of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Any

_INSIDE = threading.local()


def _without_locks(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function's ``select_for_update`` lock nothing."""
    from django.db.models import QuerySet

    locking = QuerySet.select_for_update

    def select_for_update(self: Any, *args: Any, **options: Any) -> Any:
        if getattr(_INSIDE, "unlocked", False):
            return self.all()
        return locking(self, *args, **options)

    @wraps(function)
    def unlocked(*args: Any, **options: Any) -> Any:
        _INSIDE.unlocked = True
        try:
            return function(*args, **options)
        finally:
            _INSIDE.unlocked = False

    QuerySet.select_for_update = select_for_update  # type: ignore[method-assign]
    return unlocked


def claim_without_condition() -> None:
    """The claim closes the turn whatever its orders and whether it is closed already."""
    from games.models import Turn
    from games.services import advance

    def claim(turn: Turn, now: datetime) -> bool:
        turn.closed = now
        return Turn.objects.filter(pk=turn.pk).update(closed=now) == 1

    advance.claim = claim


def submit_without_lock() -> None:
    """An order is stored without locking game and turn first."""
    from games.services import orders

    orders.submit_order = _without_locks(orders.submit_order)


def two_transactions() -> None:
    """A turn is claimed in one transaction and its successor opened outside of it."""
    from games.services import advance, clock

    inner = advance.advance_turn.__wrapped__  # type: ignore[attr-defined]
    for module in (advance, clock):
        vars(module)["advance_turn"] = _without_locks(inner)


def mail_after_the_commit() -> None:
    """Mails are inserted when the turn's transaction is already committed."""
    from django.db import transaction

    from notifications import queue
    from notifications.models import Mail

    put = queue.put

    def later(mails: Iterable[Mail]) -> None:
        found = list(mails)
        transaction.on_commit(lambda: put(found))

    queue.put = later


def replaced_order_stands() -> None:
    """The order of a replaced seat is not made void."""
    from games.models import Game, Order, Seat, Turn
    from games.services import seats

    hand_over = seats._hand_over_order

    def forget(game: Game, turn: Turn, old: Seat, new: Seat) -> None:
        hand_over(game, turn, old, new)
        Order.objects.filter(turn=turn, seat=old).update(voided_at=None)

    seats._hand_over_order = forget


def ready_forgotten() -> None:
    """The last order does not tell the sweep where to look."""
    from games.models import Turn
    from games.services import orders, seats

    def settle(turn: Turn) -> None:
        """Leave it to luck."""

    for module in (orders, seats):
        vars(module)["settle"] = settle


def absent_forgotten() -> None:
    """No bot orders for whoever is absent."""

    from games.models import Seat
    from games.services import bots

    def by_bots(seats: Sequence[Seat]) -> frozenset[int]:
        return frozenset(index for index, seat in enumerate(seats) if seat.bot)

    bots.by_bots = by_bots


def resign_without_lock() -> None:
    """A seat is given up without locking its game first."""
    from games.services import presence

    presence.resign = _without_locks(presence.resign)


PLANTS: Mapping[str, Callable[[], None]] = {
    plant.__name__: plant
    for plant in (
        claim_without_condition,
        submit_without_lock,
        two_transactions,
        mail_after_the_commit,
        replaced_order_stands,
        ready_forgotten,
        absent_forgotten,
        resign_without_lock,
    )
}
