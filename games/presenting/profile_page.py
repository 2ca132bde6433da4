"""A player's profile as a plain value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Player
from games.notices import notices_for
from games.presenting.moments import Moment, moment
from games.rules import RulesError
from games.sentences import sentence
from games.services.lobby import NAME_LENGTH

#: What stands before the slash of a zone that is a place; the rest are old names of the same.
_REGIONS = frozenset(
    (
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    )
)
#: What must be typed to delete an account, as the page says it.
CONFIRMATION = "delete"


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


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """Everything on the page; ``wrong`` names the form that ``error`` is about."""

    notices: tuple[str, ...]
    done: str
    wrong: str
    error: str
    name: str
    name_length: int
    address: str
    new_address: str
    regions: tuple[Region, ...]
    now: Moment
    form_key: str
    mails: str
    confirmation: str


@cache
def _zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {"UTC": ["UTC"]}
    for name in sorted(available_timezones()):
        region, _slash, place = name.partition("/")
        if place and region in _REGIONS:
            found.setdefault(region, []).append(name)
    return tuple((region, tuple(names)) for region, names in found.items())


def profile_page(
    player: Player,
    form_key: str,
    *,
    done: str = "",
    wrong: str = "",
    error: RulesError | None = None,
    name: str | None = None,
    new_address: str = "",
) -> ProfilePage:
    """Give the page; ``wrong`` and ``error``: a form that was refused, shown as filled in."""
    return ProfilePage(
        notices=notices_for(player),
        done=_done(done),
        wrong=wrong,
        error=sentence(error) if error else "",
        name=(player.name if name is None else name)[: 2 * NAME_LENGTH],
        name_length=NAME_LENGTH,
        address=player.email,
        new_address=new_address[:254],
        regions=_regions(player.time_zone),
        now=moment(timezone.now(), player.time_zone),
        form_key=form_key,
        mails=reverse("notifications:my_mails"),
        confirmation=CONFIRMATION,
    )


def _regions(chosen: str) -> tuple[Region, ...]:
    """Give all zones by region; an old name that somebody has stands among them too."""
    found = [
        Region(region, tuple(Zone(name, name == chosen) for name in names))
        for region, names in _zones()
    ]
    if not any(zone.chosen for region in found for zone in region.zones):
        found.insert(0, Region(gettext("Now"), (Zone(chosen, True),)))
    return tuple(found)


def _done(what: str) -> str:
    return {
        "profile": gettext("Your name and time zone are kept."),
        "address": gettext(
            "A mail is on its way to the new address. Nothing changes before you open its link."
        ),
    }.get(what, "")
