"""What all pages that mails link to have in common. docs: mail.md, *Links*.

The token (or a game's public id) is the only authority: no session, no cookie, no CSRF check, which
would fail under ``no-referrer`` since browsers then send ``Origin: null``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
#: The largest order has a few hundred bytes.
MAX_BODY = 16 * 1024

HEADERS = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}

View = Callable[..., HttpResponseBase]


def linked_page(view: View) -> View:
    """Make a page of a view: its methods, its headers, and a limit to what is posted."""

    @csrf_exempt
    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _forget_cookies(request)
        response: HttpResponseBase
        if request.method == "OPTIONS":
            response = HttpResponse(headers={"Allow": ", ".join(METHODS)})
        elif request.method not in METHODS:
            response = HttpResponseNotAllowed(METHODS)
        elif too_long(request):
            response = message_page(*far_too_long(), status=413)
        else:
            response = view(request, *args, **kwargs)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    return page


def _forget_cookies(request: HttpRequest) -> None:
    """Let cookies count as never sent: none is read, and none is renewed or taken back."""
    request.COOKIES = {}
    request.META.pop("CSRF_COOKIE_NEEDS_UPDATE", None)


def too_long(request: HttpRequest) -> bool:
    """Tell whether more is posted than any form of ours can hold."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not str(length).isdecimal() or int(length) > MAX_BODY


def far_too_long() -> tuple[str, str]:
    """Give what is said of it: a title and a text."""
    return gettext("This is far too long"), gettext(
        "Nothing of it was taken. Go back, shorten what you wrote, and send it once more."
    )


def render_page(
    template: str, context: dict[str, Any], *, status: int = 200, language: str = ""
) -> HttpResponse:
    """Render a page without the request, so that no session can be touched by its template."""
    with translation.override(language or translation.get_language()):
        return HttpResponse(render_to_string(template, context), status=status)


def message_page(title: str, text: str, *, status: int) -> HttpResponse:
    """Give a page that says one thing."""
    return render_page("games/message.html", {"title": title, "text": text}, status=status)


def not_found() -> HttpResponse:
    """Give the one page for every bad, revoked or made-up link: it tells nothing about why."""
    return message_page(
        gettext("This link leads nowhere"),
        gettext(
            "It may be incomplete, or no longer valid. Open the newest mail of your game and use"
            " the link in it; it must be copied whole."
        ),
        status=404,
    )


def redirect_to(address: str) -> HttpResponse:
    """Send the browser to ``address`` after a POST, so that reloading repeats nothing."""
    return HttpResponse(status=303, headers={"Location": address})


def network_of(request: HttpRequest) -> str:
    """Give the network that a request came from, to be hashed and counted, never kept.

    Behind proxies (``PROXIES``) it is what the outermost of them says, which a client cannot make
    up. Of an IPv6 address it is the first half: a household has all of the other.
    """
    said = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        said = forwarded[-settings.PROXIES].strip() if len(forwarded) >= settings.PROXIES else ""
    try:
        address = ip_address(said)
    except ValueError:
        return ""
    return str(address) if address.version == 4 else str(address.exploded)[:19]
