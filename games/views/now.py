"""How a game stands, for an open page to ask: a few bytes, nothing that no page shows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

from games.now import Marks, marks_by_public_id, marks_by_token
from games.views.http import linked_page

_READING = ("GET", "HEAD", "OPTIONS")


@linked_page
def now(request: HttpRequest, token: str) -> HttpResponse:
    """Give the marks of a turn's link, or 304 where they are those that the page has (ETag)."""
    return _answer(request, marks_by_token(token))


@linked_page
def game_now(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the marks of a game for who watches it, or 304 as above."""
    return _answer(request, marks_by_public_id(public_id))


def _answer(request: HttpRequest, marks: Marks | None) -> HttpResponse:
    if request.method not in _READING:
        return HttpResponseNotAllowed(_READING)
    if marks is None:
        return HttpResponse(status=404)
    said = {
        "turn": marks.of_turn,
        "orders": str(marks.orders),
        "talk": str(marks.talk),
        "votes": str(marks.votes),
    }
    etag = f'"{".".join(said.values())}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = JsonResponse(said)
    response.headers["ETag"] = etag
    return response
