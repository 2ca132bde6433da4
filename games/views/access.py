"""Getting in: ask for a link, use it, sign out; and confirming a new address.

The page of a link makes a session, so it is no page of a token alone: it is checked against forged
forms, or somebody could be signed in to another's account unawares. For that browsers must send an
``Origin``, which they do not under ``no-referrer``; ``strict-origin`` sends it and still keeps the
token out of every ``Referer``.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from games.access_models import AccessLink
from games.links import Purpose, access_path
from games.presenting import access_pages
from games.presenting.moments import is_zone
from games.services import access as service
from games.services import account
from games.services.errors import Refused
from games.views.http import linked_page, network_of, redirect_to, render_page
from games.views.site import form_key, player_of, show, site_page

#: What can be chosen on the page -> how long the session lasts; None: until the browser closes.
STAYS = {"visit": None, "month": timedelta(days=30), "year": timedelta(days=365)}
_BACKEND = "django.contrib.auth.backends.ModelBackend"


@site_page
def start(request: HttpRequest) -> HttpResponse:
    """Show a stranger what this is; a player is led to their games."""
    if player_of(request) is not None:
        return redirect_to(reverse("games:mine"))
    return show(request, "start", access_pages.sign_in_page(form_key()))


@site_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address (GET), and mail a link to it (POST): the same answer for every address."""
    then = service.safe_path(request.GET.get("then", ""))
    if request.method != "POST":
        return show(request, "sign_in", access_pages.sign_in_page(form_key(), then=then))
    email, then = request.POST.get("email", ""), request.POST.get("then", "")
    key = request.POST.get("form_key", "")
    try:
        service.ask_to_sign_in(
            email=email, network=network_of(request), form_key=key, then=service.safe_path(then)
        )
    except Refused as error:
        page = access_pages.sign_in_page(form_key(), email=email, then=then, error=error)
        status = 429 if error.code == "asked_too_often" else 422
        return show(request, "sign_in", page, status=status)
    return redirect_to(reverse("games:sign_in_sent"))


@site_page
def sign_in_sent(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way, whoever asked for it."""
    return show(request, "sent", access_pages.sent_page())


@sensitive_post_parameters()
@site_page
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Ask how long to stay signed in (GET changes nothing), and sign in (POST)."""
    link = service.find(token, Purpose.SIGN_IN)
    if link is None:
        response = show(request, "sign_in", access_pages.dead_link_page(form_key()), status=404)
    elif request.method == "POST":
        response = _enter(request, link)
    else:
        response = _ask_how_long(request, link)
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def _ask_how_long(
    request: HttpRequest, link: AccessLink, error: Refused | None = None
) -> HttpResponse:
    page = access_pages.enter_page(link, error=error)
    return show(request, "enter", page, status=422 if error else 200)


def _enter(request: HttpRequest, link: AccessLink) -> HttpResponse:
    stay = request.POST.get("stay", "")
    if stay not in STAYS:
        return _ask_how_long(request, link, Refused("no_stay_chosen"))
    zone = request.POST.get("zone", "")
    try:
        player = service.enter(link=link, zone=zone if is_zone(zone) else "")
    except Refused:
        return show(request, "sign_in", access_pages.dead_link_page(form_key()), status=404)
    login(request, player, backend=_BACKEND)
    length = STAYS[stay]
    request.session.set_expiry(0 if length is None else int(length.total_seconds()))
    return redirect_to(link.then or reverse("games:mine"))


@site_page
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session (POST); a look at the page changes nothing."""
    if request.method == "POST":
        logout(request)
    return redirect_to(reverse("games:start"))


@linked_page
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Show which address would become whose (GET), and change it (POST); no session is made."""
    link = service.find(token, Purpose.ADDRESS)
    if link is None:
        return _address_page(access_pages.dead_address_page(), 404)
    if request.method != "POST":
        return _address_page(access_pages.address_page(link, access_path(link)), 200)
    if request.POST.get("confirm") != "yes":
        error = Refused("not_confirmed")
        return _address_page(access_pages.address_page(link, access_path(link), error), 422)
    try:
        account.confirm_address(link=link)
    except Refused as error:
        if error.code == "link_used":
            return _address_page(access_pages.dead_address_page(), 404)
        return _address_page(access_pages.address_page(link, access_path(link), error), 409)
    return _address_page(access_pages.address_changed_page(link), 200)


def _address_page(page: access_pages.AddressPage, status: int) -> HttpResponse:
    return render_page("games/site/address.html", {"page": page}, status=status)
