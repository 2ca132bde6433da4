"""A game's clock in words, and the fields in which it is chosen."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.clocks import SHORTEST, Pace
from games.models import Game


def table_pace(game: Game) -> str:
    """Say what a game's clock is, and when it stands still."""
    text = pace_text(game.pace)
    if not game.time_off or (game.hours is None and game.daily_hour is None):
        return text
    off = gettext("While somebody is on time off, turns that wait for them stand still.")
    return f"{text} {off}"


def pace_text(pace: Pace) -> str:
    """Say how long everybody has for a turn, and what becomes of whoever is late."""
    if pace.hours is None and pace.daily_hour is None:
        return gettext("There is no deadline: a turn closes when everybody has ordered.")
    late = gettext("Whoever is late passes, or a bot decides.")
    return " ".join(part for part in (_how_long(pace), _weekends(pace), late) if part)


def _how_long(pace: Pace) -> str:
    if pace.hours is not None:
        return ngettext(
            "Everybody has %(hours)d hour for a turn.",
            "Everybody has %(hours)d hours for a turn.",
            pace.hours,
        ) % {"hours": pace.hours}
    return gettext(
        "A turn closes at %(time)s (%(zone)s), but is open for %(hours)d hours at least."
    ) % {
        "time": hour_text(pace.daily_hour or 0),
        "zone": pace.zone,
        "hours": SHORTEST.total_seconds() // 3600,
    }


def _weekends(pace: Pace) -> str:
    if not pace.weekend_pause:
        return ""
    return gettext("Saturdays and Sundays (%(zone)s) do not count.") % {"zone": pace.zone}


def hour_text(hour: int) -> str:
    """Give an hour of the day as clocks show it."""
    return f"{hour:02d}:00"
