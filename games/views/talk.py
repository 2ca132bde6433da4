"""What a seat says at the table from its turn page, whom it wants to hear, what it reports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.http import HttpResponseBase

from games import links
from games.models import Seat
from games.services import reports, talk
from games.services.errors import Refused
from games.views.http import redirect_to

FORMS = ("talk", "hear", "report")
#: Refusals of what was filled in, unlike those of what does not fit any more.
STATUS = {
    "talk_empty": 422,
    "talk_too_long": 422,
    "talk_too_often": 429,
    "report_not_chosen": 422,
    "report_too_long": 422,
    "reported_too_often": 429,
}
_NUMBER = re.compile("[0-9]{1,18}")


def take(seat: Seat, number: int, posted: Mapping[str, Sequence[str]]) -> HttpResponseBase:
    """Take a message, who is to be muted, or a report; raises ``Refused`` for what cannot be."""
    if "talk" in posted.get("form", ()):
        text = next(iter(posted.get("text", ())), "")
        talk.say(seat_id=seat.pk, turn_number=number, text=text)
    elif "report" in posted.get("form", ()):
        _report(seat, number, posted)
    else:
        muted = {int(value) for value in posted.get("mute", ()) if _NUMBER.fullmatch(value)}
        nobody = "all" in posted.get("mute", ())
        talk.hear(seat_id=seat.pk, turn_number=number, muted=muted, nobody=nobody)
    return redirect_to(links.turn_path(seat, number) + "#talk")


def reported(posted: Mapping[str, Sequence[str]]) -> int:
    """Give the number of the message that a form or a link is about, 0 for none."""
    value = next(iter(posted.get("message", ())), "")
    return int(value) if _NUMBER.fullmatch(value) else 0


def _report(seat: Seat, number: int, posted: Mapping[str, Sequence[str]]) -> None:
    if "yes" not in posted.get("report", ()):
        raise Refused("report_not_chosen")
    why = next(iter(posted.get("why", ())), "")
    reports.report(seat_id=seat.pk, turn_number=number, message=reported(posted), why=why)
