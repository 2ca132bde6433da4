"""Time off as arithmetic: days of a player's year, and deadlines that stand still in them.

No Django and no now. A day counts whole, in the zone that the time off was planned in, and in the
year it falls into. A turn gains the part of its own time that lies in time off: nobody gains more
than the days they pay for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from games.clocks import Pace, at, counted, later, next_daily, zone_of

#: So many days of each calendar year.
ALLOWANCE = 30
#: So far ahead time off can be planned.
FURTHEST = timedelta(days=366)
_DAY = timedelta(days=1)

Period = tuple[datetime, datetime]


def days(first: date, last: date) -> tuple[date, ...]:
    """Give the days from the first to the last, both among them."""
    return tuple(first + _DAY * ahead for ahead in range((last - first).days + 1))


def today(now: datetime, zone: str) -> date:
    """Give the day that it is in a zone."""
    return now.astimezone(zone_of(zone)).date()


def period(first: date, last: date, zone: str, now: datetime) -> Period:
    """Give the instants at which time off begins and ends: midnights of the zone, or ``now``."""
    found = zone_of(zone)
    return max(at(first, time(0), found), now), at(last + _DAY, time(0), found)


def by_year(wanted: Iterable[date]) -> Mapping[int, int]:
    """Give how many of these days fall into which year."""
    return Counter(day.year for day in wanted)


def overdrawn(wanted: Iterable[date], used: Iterable[date]) -> tuple[int, int] | None:
    """Give the first year that has not enough days left, and how many it has; None if none."""
    gone = by_year(used)
    for year, number in sorted(by_year(wanted).items()):
        left = ALLOWANCE - gone.get(year, 0)
        if number > left:
            return year, left
    return None


def standing_still(
    opened: datetime, due: datetime, periods: Iterable[Period], pace: Pace
) -> datetime:
    """Give when a turn closes for somebody whose clock stands still in these periods.

    ``due``: when it would close without any. A period that begins at the deadline or after it moves
    nothing. Only the game's own time is given back: a weekend that does not count anyhow, does not
    count twice. Where turns close at a daily hour, they do so here: at the next one.
    """
    for begin, end in _merged(periods):
        begin = max(begin, opened)
        if begin >= due:
            break
        gained = counted(begin, end, pace)
        if gained:
            due = at_the_hour(later(due, gained, pace), pace)
    return due


def time_left(
    opened: datetime, due: datetime, periods: Sequence[Period], pace: Pace, now: datetime
) -> timedelta:
    """Give how much of the game's time somebody has at ``now`` that no time off takes away."""
    closes = standing_still(opened, due, periods, pace)
    off = timedelta(0)
    for begin, end in _merged(periods):
        off += counted(max(begin, opened, now), min(end, closes), pace)
    return max(counted(now, closes, pace) - off, timedelta(0))


def at_the_hour(instant: datetime, pace: Pace) -> datetime:
    """Give the daily hour at or after an instant; the instant itself where there is none."""
    if pace.daily_hour is None:
        return instant
    return next_daily(instant, pace, pace.daily_hour, shortest=timedelta(0))


def a_day_more(due: datetime, pace: Pace) -> datetime:
    """Give the deadline a day later: the same clock time where turns close at a daily hour."""
    if pace.daily_hour is None:
        return later(due, _DAY, pace)
    return next_daily(due, pace, pace.daily_hour, shortest=timedelta(seconds=1))


def _merged(periods: Iterable[Period]) -> Sequence[Period]:
    """Give periods in order, those that touch made one."""
    found: list[Period] = []
    for begin, end in sorted(periods):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif end > begin:
            found.append((begin, end))
    return found
