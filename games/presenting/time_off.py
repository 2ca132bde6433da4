"""Time off on a player's profile: what is planned, what is left of the year, and a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games import days_off
from games.models import Player
from games.presenting.moments import Moment, moment
from games.services import time_off
from games.services.errors import Refused
from games.time_off_models import TimeOff


@dataclass(frozen=True, slots=True)
class Row:
    """Time off that is planned or under way."""

    number: int
    text: str
    ends: Moment
    begun: bool


@dataclass(frozen=True, slots=True)
class TimeOffPanel:
    """Everything about time off; ``first`` and ``last``: the form as filled in."""

    rows: tuple[Row, ...]
    left: tuple[str, ...]
    first: str
    last: str
    earliest: str
    latest: str


def time_off_panel(
    player: Player, now: datetime, posted: Mapping[str, str] | None = None
) -> TimeOffPanel:
    """Give the panel, days in the player's zone: two queries."""
    posted = posted or {}
    today = days_off.today(now, player.time_zone)
    latest = today + days_off.FURTHEST
    left = time_off.left(player, today.year)
    return TimeOffPanel(
        rows=tuple(_row(found, player, now) for found in time_off.current(player, now)),
        left=tuple(_left(year, left[year]) for year in (today.year, today.year + 1)),
        first=posted.get("first", "")[:10],
        last=posted.get("last", "")[:10],
        earliest=today.isoformat(),
        latest=latest.isoformat(),
    )


def _row(found: TimeOff, player: Player, now: datetime) -> Row:
    first, last = _day(found.first), _day(found.last)
    several = gettext("%(first)s to %(last)s") % {"first": first, "last": last}
    return Row(
        number=found.pk,
        text=several if first != last else first,
        ends=moment(found.ends, player.time_zone, now),
        begun=found.begins <= now,
    )


def _day(day: date) -> str:
    return date_format(day, "D j M Y")


def _left(year: int, number: int) -> str:
    text = ngettext("%(n)d day left in %(year)s", "%(n)d days left in %(year)s", number)
    return text % {"n": number, "year": year}


def read_day(text: str) -> date:
    """Read a day as a browser sends it; raises ``Refused`` for what is none."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("bad_day") from None
