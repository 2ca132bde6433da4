"""The calendar of a player's open deadlines, under a secret address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import translation

from games import mine
from games.presenting.calendar import calendar_text
from games.services import account
from games.views.http import linked_page, not_found, redirect_to
from games.views.site import me, signed_in

_LOOK = ["GET", "HEAD", "OPTIONS"]


@linked_page
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Give the calendar; nothing can be done there."""
    if request.method not in _LOOK:
        return HttpResponseNotAllowed(_LOOK)
    player = mine.player_by_calendar_token(token)
    if player is None:
        return not_found()
    with translation.override(player.language):
        content = calendar_text(mine.owed(player).defer("turn__state_before"))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="augustus-by-mail.ics"'
    return response


@signed_in
def own_calendar(request: HttpRequest) -> HttpResponse:
    """Make a new secret address of one's calendar, or none any more (POST)."""
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do in ("new", "off"):
            account.set_calendar(player=me(request), on=do == "new")
            return redirect_to(reverse("games:profile") + f"?done=calendar-{do}#calendar")
    return redirect_to(reverse("games:profile") + "#calendar")
