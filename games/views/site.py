"""What the pages have in common on which somebody may be signed in.

Unlike the pages under a token they have a session, so every form carries Django's CSRF token. Their
answers are not kept by browsers or proxies: they are one person's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games import links
from games.models import Game, Player
from games.presenting.account import account
from games.views.http import METHODS, far_too_long, redirect_to, too_long

View = Callable[..., HttpResponse]

HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


def site_page(view: View) -> View:
    """Make a page of a view: its methods, its headers, and a limit to what is posted."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            response = HttpResponse(headers={"Allow": ", ".join(METHODS)})
        elif request.method not in METHODS:
            response = HttpResponseNotAllowed(METHODS)
        elif too_long(request):
            response = said(request, *far_too_long(), status=413)
        else:
            response = _in_language(view, request, *args, **kwargs)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return page


def _in_language(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    player = player_of(request)
    with translation.override(player.language if player else translation.get_language()):
        return view(request, *args, **kwargs)


def signed_in(view: View) -> View:
    """Make a page for players only: anybody else is led to signing in and back."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if player_of(request) is None:
            then = request.path if request.method in ("GET", "HEAD") else ""
            query = f"?{urlencode({'then': then})}" if then else ""
            return redirect_to(reverse("games:sign_in") + query)
        return view(request, *args, **kwargs)

    return site_page(page)


def player_of(request: HttpRequest) -> Player | None:
    """Give who is signed in, or None."""
    user = getattr(request, "user", None)  # on pages of links nobody looks who is signed in
    return user if isinstance(user, Player) and user.is_authenticated else None


def me(request: HttpRequest) -> Player:
    """Give who is signed in, on a page for players only."""
    player = player_of(request)
    assert player is not None
    return player


def show(
    request: HttpRequest, template: str, page: object, *, status: int = 200, **more: object
) -> HttpResponse:
    """Render a page, with the navigation of who is signed in."""
    context = {"page": page, "account": account(player_of(request)), **more}
    return render(request, f"games/site/{template}.html", context, status=status)


def said(
    request: HttpRequest, title: str, text: str, *, status: int, on: tuple[str, str] = ("", "")
) -> HttpResponse:
    """Give a page that says one thing; ``on``: what leads on from it, and where to."""
    page = {"title": title, "text": text, "on": on[0], "on_url": on[1]}
    return show(request, "message", page, status=status)


def nowhere(request: HttpRequest) -> HttpResponse:
    """Give the one page for whatever is not there, or not this player's to see."""
    mine = gettext("My games"), reverse("games:mine")
    return said(
        request,
        gettext("There is nothing here"),
        gettext("The address may be wrong, or what was here is gone."),
        status=404,
        on=mine if player_of(request) else (gettext("To the first page"), reverse("games:start")),
    )


def forbidden(request: HttpRequest, game: Game) -> HttpResponse:
    """Say that this is for those who have a seat in the game; nothing was done."""
    return said(
        request,
        gettext("You have no seat in this game"),
        gettext("Only those who play in it can do that. You can watch on the game's page."),
        status=403,
        on=(gettext("Watch the game"), links.game_path(game)),
    )


def form_key() -> str:
    """Give what tells a form sent twice from two forms."""
    return secrets.token_hex(16)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form came from a page too old, or not ours: nothing was done."""
    return said(
        request,
        gettext("This form was not taken"),
        gettext(
            "Nothing was done. The page was open for very long, or your browser keeps no cookies"
            " for this site. Go back, reload the page, and send the form once more."
        ),
        status=403,
    )
