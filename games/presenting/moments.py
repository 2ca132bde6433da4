"""An instant as a player reads it: in their zone, with its offset, so that nobody has to guess."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.clocks import zone_of
from games.presenting.kept import by_language


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant: for machines (``iso``, in UTC), and for people with zone and offset.

    ``short``: without the year and the zone's name, for where there is little room.
    """

    iso: str
    text: str
    short: str
    left: str
    past: bool


def is_zone(name: str) -> bool:
    """Tell whether there is a time zone of this name."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def moment(instant: datetime, zone: str, now: datetime | None = None) -> Moment:
    """Give an instant in a zone: *Tue 1 Dec 2026, 14:00 (Europe/Berlin, UTC+01:00)*."""
    found = zone_of(zone)
    local = instant.astimezone(found)
    left = instant - (now or timezone.now())
    return Moment(
        iso=instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        text=f"{_day(local.date())} {local.year}, {local:%H:%M} ({_zone_text(found.key, local)})",
        short=f"{day_and_time(local)} ({_offset_text(local)})",
        left=_left(left),
        past=left < timedelta(0),
    )


def day_and_time(local: datetime) -> str:
    """Give an instant by the clock on a player's wall: *Tue 1 Dec, 14:00*."""
    return f"{_day(local.date())}, {local:%H:%M}"


@by_language
def _day(day: date) -> str:
    return date_format(day, "D j M")


def _zone_text(name: str, local: datetime) -> str:
    return name if name == "UTC" else f"{name}, {_offset_text(local)}"


def _offset_text(local: datetime) -> str:
    offset = local.strftime("%z")
    return "UTC" if not local.utcoffset() else f"UTC{offset[:3]}:{offset[3:5]}"


def _left(left: timedelta) -> str:
    minutes = int(left.total_seconds() // 60)
    if minutes < 0:
        return gettext("past")
    if minutes < 120:
        return ngettext("%(n)d minute left", "%(n)d minutes left", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 72:
        return ngettext("%(n)d hour left", "%(n)d hours left", hours) % {"n": hours}
    return ngettext("%(n)d day left", "%(n)d days left", hours // 24) % {"n": hours // 24}
