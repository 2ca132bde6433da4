"""A player's profile as a plain value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games import links
from games.models import Player
from games.notices import notices_for
from games.presenting.moments import Moment, moment
from games.presenting.time_off import TimeOffPanel, time_off_panel
from games.presenting.zones import Region, regions
from games.rules import RulesError
from games.sentences import sentence
from games.services.lobby import NAME_LENGTH

#: What must be typed to delete an account, as the page says it.
CONFIRMATION = "delete"


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
    time_off: TimeOffPanel
    confirmation: str
    calendar: str


def profile_page(
    player: Player,
    form_key: str,
    *,
    done: str = "",
    wrong: str = "",
    error: RulesError | None = None,
    name: str | None = None,
    new_address: str = "",
    posted: Mapping[str, str] | None = None,
) -> ProfilePage:
    """Give the page; ``wrong`` and ``error``: a form that was refused, shown as filled in."""
    now = timezone.now()
    return ProfilePage(
        notices=notices_for(player),
        done=_done(done),
        wrong=wrong,
        error=sentence(error) if error else "",
        name=(player.name if name is None else name)[: 2 * NAME_LENGTH],
        name_length=NAME_LENGTH,
        address=player.email,
        new_address=new_address[:254],
        regions=regions(player.time_zone),
        now=moment(now, player.time_zone),
        form_key=form_key,
        mails=reverse("notifications:my_mails"),
        time_off=time_off_panel(player, now, posted),
        confirmation=CONFIRMATION,
        calendar=links.calendar_url(player),
    )


def _done(what: str) -> str:
    return {
        "profile": gettext("Your name and time zone are kept."),
        "calendar-new": gettext("Your calendar has a new address; the one before is worthless."),
        "calendar-off": gettext("Your calendar is switched off: its address is worthless now."),
        "time_off_plan": gettext("You have time off. Your tables are told."),
        "time_off_end": gettext("It has ended. Your tables are told."),
        "address": gettext(
            "A mail is on its way to the new address. Nothing changes before you open its link."
        ),
    }.get(what, "")
