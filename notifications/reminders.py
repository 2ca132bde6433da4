"""Reminders: found by the sweep from the database alone, never by a message with a countdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from games.clocks import gone
from games.models import Game, Order, Turn
from games.time_off_models import TimeOff
from notifications import queue, relevance, wishes
from notifications.models import Kind, Mail

#: Per cent of a turn's time after which whoever owes an order is reminded, the last first.
SHARES = (85, 50)
#: No turn is shorter than an hour, so that none needs a reminder before this.
_EARLIEST = timedelta(minutes=30)
_CLOCK = ("game__hours", "game__daily_hour", "game__zone", "game__weekend_pause")


def queue_due(now: datetime) -> int:
    """Queue the reminders whose time has come; gives how many. Each is queued once."""
    return sum(_queue(dict(some), now) for some in queue.in_parts(_shares(now)))


def _queue(shares: Mapping[int, int], now: datetime) -> int:
    """Queue the reminders of some turns, of each of which that share of its time has passed."""
    found: list[Mail] = []
    orders = [order for order in _open_orders(shares, now) if order.seat.player is not None]
    wanted = wishes.load(order.seat.player_id or 0 for order in orders)
    for order in orders:
        assert order.seat.player is not None
        if not relevance.hushed(order.seat.player, order.turn, now, wanted):
            share = shares[order.turn_id]
            mail = queue.reminder(order.turn.game, order.turn, order.seat, share)
            found += [mail] if wanted.allow(mail) else []
    queue.put(found)
    return len(found)


def _shares(now: datetime) -> Iterable[tuple[int, int]]:
    """Give open turns of which so much time has passed, with the share that they have reached."""
    turns = Turn.objects.filter(
        closed=None,
        due__gt=now,
        opened__lte=now - _EARLIEST,
        game__status=Game.Status.RUNNING,
        game__quarantined_at=None,
    ).select_related("game")
    for turn in turns.only("opened", "moved_at", "due", *_CLOCK):
        assert turn.due is not None
        # A deadline that was moved is reminded of anew, in the time from then on. It is the game's
        # own time: where weekends pause, nothing of it goes by in them.
        over = gone(turn.moved_at or turn.opened, now, turn.due, turn.game.pace) * 100
        reached = next((share for share in SHARES if over >= share), 0)
        if reached:
            yield turn.pk, reached


def _open_orders(shares: Mapping[int, int], now: datetime) -> Iterable[Order]:
    """Give the orders that people still owe in these turns and were not reminded of yet.

    Nobody is reminded within their time off.
    """
    for share in SHARES:
        turns = [pk for pk, reached in shares.items() if reached == share]
        reminded = Mail.objects.filter(
            turn=OuterRef("turn"),
            seat=OuterRef("seat"),
            kind=Kind.REMINDER,
            note=str(share),
            created__gte=Coalesce(OuterRef("turn__moved_at"), OuterRef("turn__opened")),
        )
        off = TimeOff.objects.filter(player=OuterRef("seat__player"), begins__lte=now, ends__gt=now)
        yield from (
            Order.objects.filter(
                Order.OWED,
                ~Exists(reminded),
                ~Exists(off) | Q(turn__game__time_off=False),
                turn__in=turns,
                seat__player__isnull=False,
                seat__absent_since=None,
            )
            .select_related("seat__player", "turn__game")
            .defer("turn__game__state", "turn__state_before", "turn__events")
            # As they were asked, not as a plan happens to find them.
            .order_by("pk")
        )
