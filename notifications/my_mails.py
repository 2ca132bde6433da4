"""Which mails a signed-in player gets, of all their games: a part of the profile."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from games.models import Player
from games.presenting.account import account
from games.views.http import redirect_to
from games.views.site import me, signed_in
from notifications import wishes as service
from notifications.forms import HoursForm
from notifications.tracking import told_on_site


@dataclass(frozen=True, slots=True)
class Wanted:
    """One kind of mail, and whether it comes."""

    name: str
    text: str
    on: bool


@signed_in
def my_mails(request: HttpRequest) -> HttpResponse:
    """Show what somebody wishes (GET), or take it (POST): all of it in one form."""
    player = me(request)
    if request.method != "POST":
        found = service.load([player.pk])
        form = HoursForm.of(found.rows.get((player.pk, None)))
        return _show(request, player, form, _now(player, found), status=200)
    form = HoursForm(request.POST)
    wanted = {name: request.POST.get(name) == "on" for name in service.DEFAULTS}
    if not form.is_valid():
        return _show(request, player, form, wanted, status=422)
    service.set_wish(player=player, game=None, **wanted)
    service.set_hours(player=player, hours=form.hours())
    return redirect_to(request.path + "?done=1")


def _now(player: Player, found: service.Wishes) -> dict[str, bool]:
    return {name: found.get(player.pk, None, name) for name in service.DEFAULTS}


def _show(
    request: HttpRequest, player: Player, form: HoursForm, now: dict[str, bool], *, status: int
) -> HttpResponse:
    texts = {
        "everything": gettext("Mails from here at all"),
        "turns": gettext("A mail for every turn of mine"),
        "reminders": gettext("Reminders when time runs out"),
        "confirmations": gettext("A confirmation of every order"),
        "invitations": gettext("Invitations to new games"),
    }
    context = {
        "account": account(player),
        "wanted": [Wanted(name, text, now[name]) for name, text in texts.items()],
        "form": form,
        "zone": player.time_zone,
        "stopped": told_on_site(player),
        "done": "done" in request.GET,
    }
    return render(request, "notifications/my_mails.html", context, status=status)
