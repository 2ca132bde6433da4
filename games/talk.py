"""Reads of table talk. It is for the table: only seats see it, never a spectator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Order, Seat
from games.talk_models import TableTalk, TalkMute, TalkReport

#: So many of the newest messages stand on a page.
SHOWN = 20
#: For so long after the end a table may still talk about its game.
AFTERWARDS = timedelta(days=14)

_HEARD = Q(("muted", False))


def is_open(game: Game, now: datetime) -> bool:
    """Tell whether something can be said at a table: while it plays, and for a while after."""
    return game.finished is None or now < game.finished + AFTERWARDS


def _at_table(seat: Seat) -> QuerySet[TableTalk]:
    mutes = TalkMute.objects.filter(seat=seat, of=OuterRef("seat"))
    reports = TalkReport.objects.filter(player=seat.player_id, message=OuterRef("pk"))
    found = TableTalk.objects.filter(game=seat.game_id, hidden_at=None)
    marked = found.annotate(muted=Exists(mutes), reported=Exists(reports))
    return marked.select_related("seat")


def talk_at(seat: Seat) -> Sequence[TableTalk]:
    """Give the newest messages of a seat's table, oldest first.

    Those that the seat muted are among them and say so (``muted``): a page leaves their text out
    and offers to hear their senders again. ``reported``: whether the seat's player reported it.
    """
    return list(reversed(_at_table(seat).order_by("-id")[:SHOWN]))


def talk_until(seat: Seat, moment: datetime, *, most: int) -> Sequence[TableTalk]:
    """Give the newest of what others said up to a moment, oldest first; nobody whom it muted."""
    if not seat.hears_talk:
        return ()
    found = _at_table(seat).filter(_HEARD, created__lte=moment).exclude(seat=seat)
    return list(reversed(found.order_by("-id")[:most]))


def newest_link(seat: Seat, number: int) -> bool:
    """Tell whether the seat was asked nothing after turn ``number``: older links are no key."""
    return not Order.objects.filter(
        seat=seat, turn__number__gt=number, turn__superseded_at=None
    ).exists()
