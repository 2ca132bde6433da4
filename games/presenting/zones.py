"""All time zones to choose from, by part of the world."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from django.utils.translation import gettext

from games.presenting.moments import is_zone

#: What stands before the slash of a zone that is a place; the rest are old names of the same.
_REGIONS = frozenset(
    (
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    )
)


@dataclass(frozen=True, slots=True)
class Zone:
    """One time zone."""

    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Region:
    """The zones of one part of the world."""

    name: str
    zones: tuple[Zone, ...]


@cache
def _zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {"UTC": ["UTC"]}
    for name in sorted(available_timezones()):
        region, _slash, place = name.partition("/")
        if place and region in _REGIONS:
            found.setdefault(region, []).append(name)
    return tuple((region, tuple(names)) for region, names in found.items())


def regions(chosen: str) -> tuple[Region, ...]:
    """Give all zones by region; an old name that somebody has stands among them too.

    What is no zone is not chosen: then the first, UTC, shows.
    """
    found = [
        Region(region, tuple(Zone(name, name == chosen) for name in names))
        for region, names in _zones()
    ]
    if is_zone(chosen) and not any(zone.chosen for region in found for zone in region.zones):
        found.insert(0, Region(gettext("Now"), (Zone(chosen, True),)))
    return tuple(found)
