"""A player's profile: name and zone, a new address, everything as JSON, and the end of it."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext

from games import mine
from games.presenting.profile_page import CONFIRMATION, profile_page
from games.services import access, account
from games.services.errors import Refused
from games.views.http import network_of, redirect_to
from games.views.site import form_key, me, said, show, signed_in, site_page


@signed_in
def profile(request: HttpRequest) -> HttpResponse:
    """Show the profile (GET), or change name and time zone (POST)."""
    player = me(request)
    if request.method != "POST":
        done = request.GET.get("done", "")
        return show(request, "profile", profile_page(player, form_key(), done=done))
    name, zone = request.POST.get("name", ""), request.POST.get("zone", "")
    try:
        account.update_profile(player=player, name=name, zone=zone)
    except Refused as error:
        page = profile_page(player, form_key(), wrong="profile", error=error, name=name)
        return show(request, "profile", page, status=422)
    return redirect_to(reverse("games:profile") + "?done=profile")


@signed_in
def new_address(request: HttpRequest) -> HttpResponse:
    """Mail a link to a new address (POST): the same answer, whether it is anybody's or not."""
    if request.method != "POST":
        return redirect_to(reverse("games:profile"))
    player, email = me(request), request.POST.get("email", "")
    try:
        access.ask_for_address(
            player=player,
            email=email,
            network=network_of(request),
            form_key=request.POST.get("form_key", ""),
        )
    except Refused as error:
        page = profile_page(player, form_key(), wrong="address", error=error, new_address=email)
        status = 429 if error.code == "asked_too_often" else 422
        return show(request, "profile", page, status=status)
    return redirect_to(reverse("games:profile") + "?done=address")


@signed_in
def export(request: HttpRequest) -> HttpResponse:
    """Give everything that is stored about the player, to be kept as a file."""
    response = JsonResponse(
        mine.everything_about(me(request)), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    response.headers["Content-Disposition"] = 'attachment; filename="augustus-by-mail.json"'
    return response


@signed_in
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account (POST), if that was selected and the word was typed."""
    if request.method != "POST":
        return redirect_to(reverse("games:profile"))
    player = me(request)
    typed = request.POST.get("typed", "").strip().lower()
    if request.POST.get("delete") != "yes" or typed != CONFIRMATION:
        error = Refused("account_not_deleted")
        page = profile_page(player, form_key(), wrong="delete", error=error)
        return show(request, "profile", page, status=422)
    account.delete_account(player=player)
    logout(request)
    return redirect_to(reverse("games:gone"))


@site_page
def gone(request: HttpRequest) -> HttpResponse:
    """Say that the account is deleted."""
    return said(
        request,
        gettext("Your account is deleted"),
        gettext("Bots play your seats on, under no name. You can come back whenever you like."),
        status=200,
    )
