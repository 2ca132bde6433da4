"""The pages that a link of a seat opens: to its turn, its votes, itself, and its invitation."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from games import selectors
from games.links import Purpose
from games.models import Seat
from games.views.http import View, linked_page, not_found

SeatView = Callable[[HttpRequest, Seat, int], HttpResponseBase]


def seat_link(purpose: Purpose) -> Callable[[SeatView], View]:
    """Make such a page of a view: it is given the seat and the number that the token names.

    It answers in the language of whoever plays the seat, its mails being in that too. For a bad or
    revoked token there is the one page that tells nothing.
    """

    def made(view: SeatView) -> View:
        @linked_page
        @wraps(view)
        def page(request: HttpRequest, token: str) -> HttpResponseBase:
            found = selectors.seat_by_token(token, purpose)
            if found is None:
                return not_found()
            seat, number = found
            language = seat.player.language if seat.player else ""
            with translation.override(language or translation.get_language()):
                return view(request, seat, number)

        return page

    return made
