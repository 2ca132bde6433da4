"""The queries that pages and mails are read with, each put into SQL once (``games.prepared``).

What they give is what ``games.selectors`` makes of it; their slots are named as they are filled.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, Order, Seat, Turn
from games.pace_models import Happening
from games.prepared import Select, moment, number, value
from games.said import said_by_viewer
from games.services.votes import voters

#: So many of the newest things that happened beside the game are told on its page.
HAPPENINGS = 12

LINKED = Select(
    lambda: Seat.objects.select_related("game__practice", "player", "beforehand").filter(
        pk=number("seat")
    )
)
EPOCH = Select(lambda: Seat.objects.only("link_epoch").filter(pk=number("seat")))
#: A seat, if there is such a turn in its game.
OF_TURN = Select(
    lambda: Seat.objects.only("link_epoch").filter(
        pk=number("seat"), game__turns__number=number("turn")
    )
)


def _seats() -> QuerySet[Seat]:
    found = Seat.objects.filter(game=number("game"), replaced_at=None)
    return found.select_related("player")


def _voting() -> QuerySet[Seat]:
    able = voters(moment("now")).filter(pk=OuterRef("pk"))
    return _seats().annotate(may_vote=Exists(able))


def _owing() -> QuerySet[Seat]:
    condition = Q(orders__turn=number("turn"), orders__voided_at=None)
    return _voting().annotate(
        owing=FilteredRelation("orders", condition=condition),
        owed=F("owing__pk"),
        given=F("owing__submitted_at"),
    )


def _order() -> QuerySet[Order]:
    newer = Order.objects.filter(
        seat=OuterRef("seat"), turn__number__gt=number("turn"), turn__superseded_at=None
    )
    found = Order.objects.filter(seat=number("seat"), turn__number=number("turn"))
    return found.annotate(newer=Exists(newer)).select_related("turn").defer("turn__events")


def _since_order() -> QuerySet[Any, Any]:
    game, index, turn = number("game"), number("index"), number("turn")
    earlier = Order.objects.filter(
        seat__game=game, seat__index=index, voided_at=None, turn__number__lt=turn
    ).exclude(source=Order.Source.STANDING)
    last = earlier.order_by("-turn__draw").values("turn__draw")[:1]
    turns = _closed().filter(number__lt=turn).annotate(since=Coalesce(Subquery(last), 0))
    turns = turns.annotate(said=said_by_viewer(index)).filter(draw__gte=F("since") - 1)
    return turns.values_list("events", "since", "said")


def _closed() -> QuerySet[Turn]:
    """Give the closed turns of a game that count, in order."""
    found = Turn.objects.filter(game=number("game"), closed__isnull=False, superseded_at=None)
    return found.order_by("number")


def _open() -> QuerySet[Any, Any]:
    """Give a game's open turn without its position, once for each of its rows, void or not."""
    found = Turn.objects.filter(game=number("game"), closed=None).defer("state_before", "events")
    return found.annotate(
        owing=F("orders__seat_id"),
        given=F("orders__submitted_at"),
        void=F("orders__voided_at"),
    )


def _happened() -> QuerySet[Happening]:
    found = Happening.objects.filter(game=number("game")).select_related("seat__replaced_by")
    return found.order_by("-created", "-pk")[:HAPPENINGS]


def _events(turns: QuerySet[Turn]) -> QuerySet[Any, Any]:
    return turns.values_list("events", flat=True)


def _past() -> QuerySet[Any, Any]:
    return _closed().values_list("number", "draw", "kind", "events")


GAME = Select(
    lambda: Game.objects.filter(public_id=value(Game, "public_id")).select_related("host")
)
PLAYING, VOTING, OWING = Select(_seats), Select(_voting), Select(_owing)
ORDER, OPEN = Select(_order), Select(_open)
SINCE_ORDER, PAST, HAPPENED = Select(_since_order), Select(_past), Select(_happened)
FROM_TURN = Select(lambda: _events(_closed().filter(number__gte=number("turn"))))
FROM_DRAW = Select(lambda: _events(_closed().filter(draw__gte=number("draw"))))
