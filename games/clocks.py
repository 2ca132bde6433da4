"""Deadlines: pure arithmetic of a game's clock, its zone and the weekend. No Django, no now.

All instants are aware; what comes out is in UTC, and lengths are measured in it: between two times
of one zone Python subtracts what the clocks show. Weekends are Saturday and Sunday as the zone
counts days; where they pause, no time of the game passes in them, and no daily hour closes a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

#: Between opening a turn and its daily hour lies at least so much time, or it closes a day later.
SHORTEST = timedelta(hours=12)
_DAY = timedelta(days=1)
_SATURDAY = 5
#: After so many days there is always an hour that fits, whatever weekends leave out.
_DAYS_AHEAD = 8


@dataclass(frozen=True, slots=True)
class Pace:
    """A game's clock: ``hours`` a turn, or a ``daily_hour`` of ``zone``; neither: no deadlines."""

    hours: int | None = None
    daily_hour: int | None = None
    zone: str = "UTC"
    weekend_pause: bool = False


def due(opened: datetime, pace: Pace) -> datetime | None:
    """Give when a turn that opens now closes at the latest; None where there are no deadlines."""
    if pace.daily_hour is not None:
        return next_daily(opened, pace, pace.daily_hour)
    if pace.hours is not None:
        return later(opened, timedelta(hours=pace.hours), pace)
    return None


def later(start: datetime, length: timedelta, pace: Pace) -> datetime:
    """Give the instant so much of a game's own time after ``start``; weekends may not count."""
    start = start.astimezone(UTC)
    if not pace.weekend_pause:
        return start + length
    for begin, end in _working(start, pace):
        if begin + length <= end:
            return begin + length
        length -= end - begin
    raise AssertionError("weeks go on for ever")


def counted(start: datetime, end: datetime, pace: Pace) -> timedelta:
    """Give how much of a game's own time lies between two instants; weekends may not count."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if end <= start:
        return timedelta(0)
    if not pace.weekend_pause:
        return end - start
    found = timedelta(0)
    for begin, stop in _working(start, pace):
        if begin >= end:
            break
        found += min(stop, end) - begin
    return found


def gone(start: datetime, now: datetime, end: datetime, pace: Pace) -> float:
    """Give which share of the game's own time between two instants is over, from 0 to 1."""
    whole = counted(start, end, pace)
    return min(counted(start, now, pace) / whole, 1.0) if whole else float(now >= start)


def next_daily(
    opened: datetime, pace: Pace, hour: int, *, shortest: timedelta = SHORTEST
) -> datetime:
    """Give the first daily hour that lies at least ``shortest`` of the game's time ahead."""
    zone = zone_of(pace.zone)
    today = opened.astimezone(zone).date()
    for day in (today + _DAY * ahead for ahead in range(_DAYS_AHEAD)):
        instant = at(day, time(hour), zone)
        if instant < opened or _pauses(day, pace) or counted(opened, instant, pace) < shortest:
            continue
        return instant
    raise AssertionError("a week has a day that is no weekend")


def at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Give the instant, in UTC, at which clocks in a zone show this on that day.

    A time that is left out that day is read by the offset before the change: where 2:00 to 3:00 is
    left out, 2:00 is the instant of the change itself. One that comes twice is the first of both.
    """
    return datetime.combine(day, clock, zone).astimezone(UTC)


def _working(start: datetime, pace: Pace) -> Iterator[tuple[datetime, datetime]]:
    """Give the stretches from ``start`` on in which time passes, in UTC: weeks without weekends."""
    zone = zone_of(pace.zone)
    day = start.astimezone(zone).date()
    monday = day - _DAY * day.weekday()
    while True:
        begin, end = at(monday, time(0), zone), at(monday + _DAY * _SATURDAY, time(0), zone)
        if end > start:
            yield max(begin, start), end
        monday += _DAY * 7


def _pauses(day: date, pace: Pace) -> bool:
    return pace.weekend_pause and day.weekday() >= _SATURDAY


def zone_of(name: str) -> ZoneInfo:
    """Give a time zone by its name; UTC for one that nobody knows."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
