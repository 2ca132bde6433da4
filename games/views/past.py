"""Looking back at a game: its turns, its record, and the check of its bag; for whoever has the
address of its page. Nothing hidden is told while the game runs.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games import selectors
from games.models import Game
from games.past import past_of
from games.presenting.bag_page import bag_page
from games.presenting.past_page import past_page
from games.records import record_of
from games.rules import RulesError
from games.rules.record import record_text
from games.views.http import linked_page, message_page, not_found, render_page


def _named(public_id: str) -> str:
    """Give a game's public id as mail programs may have bent it."""
    return public_id.lower().rstrip("/>.)= ")


@linked_page
def past(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one turn of a game, and the ways to the others."""
    found = past_of(_named(public_id))
    if found is None:
        return not_found()
    if not found.stops:
        return _not_begun(found.game)
    page = past_page(found, request.GET.get("turn", ""))
    return render_page("games/past.html", {"page": page})


@linked_page
def bag(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what a game's chance comes from and, when it is over, the check of every draw."""
    found = past_of(_named(public_id))
    if found is None:
        return not_found()
    return render_page("games/bag.html", {"page": bag_page(found)})


@linked_page
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the record of a game as a file; nothing hidden is in it while the game runs."""
    game = selectors.public_game(_named(public_id))
    if game is None:
        return not_found()
    if game.started is None:
        return _not_begun(game)
    try:
        text = record_text(record_of(game))
    except RulesError:
        return message_page(
            gettext("No record just now"),
            gettext("The stored game cannot be played again, so its record cannot be given."),
            status=503,
        )
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = (
        f'attachment; filename="augustus-{game.public_id}.json"'
    )
    return response


def _not_begun(game: Game) -> HttpResponse:
    return message_page(
        game.name,
        gettext("The game has not begun: there is nothing to look back at yet."),
        status=404,
    )
