"""Which clocks a game can have."""

from __future__ import annotations

from games.clocks import Pace
from games.presenting.moments import is_zone
from games.services.errors import Refused

#: So many hours a turn can have.
HOURS = range(1, 24 * 60 + 1)
#: At these hours of the day a turn can close.
DAILY_HOURS = range(24)


def check_pace(pace: Pace) -> None:
    """Raise ``Refused`` for a clock that no game can have; the parameters name what is wrong."""
    if pace.hours is not None and pace.hours not in HOURS:
        raise Refused("bad_hours", found=pace.hours, low=HOURS[0], high=HOURS[-1])
    if pace.daily_hour is not None and pace.daily_hour not in DAILY_HOURS:
        raise Refused(
            "bad_daily_hour", found=pace.daily_hour, low=DAILY_HOURS[0], high=DAILY_HOURS[-1]
        )
    if pace.hours is not None and pace.daily_hour is not None:
        raise Refused("two_clocks")
    if not is_zone(pace.zone):
        raise Refused("bad_zone")
