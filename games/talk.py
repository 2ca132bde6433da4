"""Reads of table talk. It is for the table: only seats see it, never a spectator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Order, Seat
from games.prepared import Select, moment, number
from games.talk_models import TableTalk, TalkMute, TalkReport

#: So many of the newest messages stand on a page.
SHOWN = 20
#: So many are mailed; what was said before them stands on the page.
MAILED = 8
#: For so long after the end a table may still talk about its game.
AFTERWARDS = timedelta(days=14)

_HEARD = Q(("muted", False))


def is_open(game: Game, now: datetime) -> bool:
    """Tell whether something can be said at a table: while it plays, and for a while after."""
    return game.finished is None or now < game.finished + AFTERWARDS


def _at_table() -> QuerySet[TableTalk]:
    mutes = TalkMute.objects.filter(seat=number("seat"), of=OuterRef("seat"))
    reports = TalkReport.objects.filter(player=number("player"), message=OuterRef("pk"))
    found = TableTalk.objects.filter(game=number("game"), hidden_at=None)
    marked = found.annotate(muted=Exists(mutes), reported=Exists(reports))
    return marked.select_related("seat").order_by("-id")


_NEWEST = Select(lambda: _at_table()[:SHOWN])
_OF_OTHERS = Select(
    lambda: (
        _at_table()
        .filter(_HEARD, created__lte=moment("until"))
        .exclude(seat=number("seat"))[: MAILED + 1]
    )
)


def talk_at(seat: Seat) -> Sequence[TableTalk]:
    """Give the newest messages of a seat's table, oldest first.

    Those that the seat muted are among them and say so (``muted``): a page leaves their text out
    and offers to hear their senders again. ``reported``: whether the seat's player reported it.
    """
    found = _NEWEST(seat=seat.pk, player=seat.player_id, game=seat.game_id)
    return list(reversed(found))


def talk_until(seat: Seat, until: datetime) -> Sequence[TableTalk]:
    """Give the newest of what others said up to a moment, oldest first; nobody whom it muted.

    One more than is mailed, so that one sees whether there was more.
    """
    if not seat.hears_talk:
        return ()
    found = _OF_OTHERS(seat=seat.pk, player=seat.player_id, game=seat.game_id, until=until)
    return list(reversed(found))


def newest_link(seat: Seat, number: int) -> bool:
    """Tell whether the seat was asked nothing after turn ``number``: older links are no key."""
    return not Order.objects.filter(
        seat=seat, turn__number__gt=number, turn__superseded_at=None
    ).exists()
