"""Time off: planned and ended by a player who is signed in, on their profile."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.presenting.profile_page import profile_page
from games.presenting.time_off import read_day
from games.services import time_off
from games.services.errors import Refused
from games.views.http import redirect_to
from games.views.site import form_key, me, show, signed_in

_STATUS = {"time_off_too_often": 429, "no_such_time_off": 403}


@signed_in
def take_time_off(request: HttpRequest) -> HttpResponse:
    """Plan time off, or end it (POST); what is refused is shown as filled in."""
    if request.method != "POST":
        return redirect_to(reverse("games:profile"))
    do = request.POST.get("do", "")
    try:
        if do == "plan":
            _plan(request)
        elif do == "end":
            _end(request)
        else:
            raise Refused("nothing_selected")
    except Refused as error:
        posted = request.POST.dict()
        page = profile_page(me(request), form_key(), wrong="time_off", error=error, posted=posted)
        return show(request, "profile", page, status=_STATUS.get(error.code, 422))
    return redirect_to(f"{reverse('games:profile')}?done=time_off_{do}#time-off")


def _plan(request: HttpRequest) -> None:
    first, last = (read_day(request.POST.get(name, "")) for name in ("first", "last"))
    time_off.plan(player=me(request), first=first, last=last)


def _end(request: HttpRequest) -> None:
    number = request.POST.get("number", "")
    if request.POST.get("sure") != "yes":
        raise Refused("nothing_selected")
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        raise Refused("no_such_time_off")
    time_off.end(player=me(request), time_off_id=int(number))
