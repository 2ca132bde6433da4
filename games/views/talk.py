"""What a seat says at the table from its turn page, and whom it wants to hear."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.http import HttpResponseBase

from games import links
from games.models import Seat
from games.services import talk
from games.views.http import redirect_to

FORMS = ("talk", "hear")
_NUMBER = re.compile("[0-9]{1,18}")


def take(seat: Seat, number: int, posted: Mapping[str, Sequence[str]]) -> HttpResponseBase:
    """Take a message, or who is to be muted; raises ``Refused`` for what cannot be said."""
    if "talk" in posted.get("form", ()):
        text = next(iter(posted.get("text", ())), "")
        talk.say(seat_id=seat.pk, turn_number=number, text=text)
    else:
        muted = {int(value) for value in posted.get("mute", ()) if _NUMBER.fullmatch(value)}
        nobody = "all" in posted.get("mute", ())
        talk.hear(seat_id=seat.pk, turn_number=number, muted=muted, nobody=nobody)
    return redirect_to(links.turn_path(seat, number) + "#talk")
