"""A player's open deadlines as a calendar (RFC 5545): what is to be done, where and until when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from games.models import Order
from games.presenting import symbols

if TYPE_CHECKING:
    from icalendar import Event

#: How often programs should look again.
_AGAIN = timedelta(hours=1)


def calendar_text(orders: Iterable[Order]) -> bytes:
    """Give the calendar of these orders, turns and games loaded; those without deadline are none.

    Its links lead by signing in: whoever gets hold of a calendar can play for nobody.
    """
    # Nothing else needs it, and it takes as long to load as half of Django.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Augustus by mail//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", gettext("Augustus by mail"))
    calendar.add("name", gettext("Augustus by mail"))
    calendar.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for order in orders:
        if order.turn.due is not None:
            calendar.add_component(_event(order))
    return bytes(calendar.to_ical())


def _event(order: Order) -> Event:
    from icalendar import Event

    turn, game = order.turn, order.turn.game
    path = reverse("games:play", kwargs={"public_id": game.public_id})
    url = settings.SITE_URL.rstrip("/") + path
    draw = gettext("Draw %(draw)d: ") % {"draw": turn.draw} if turn.draw else ""
    event = Event()
    event.add("uid", f"turn-{turn.pk}-{order.seat_id}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("dtstamp", turn.moved_at or turn.opened)
    event.add("dtstart", turn.due)
    event.add("summary", f"{game.name}: {draw}{symbols.decision_name(turn.kind)}")
    event.add("description", gettext("Until then your order is awaited: %(url)s") % {"url": url})
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    return event
