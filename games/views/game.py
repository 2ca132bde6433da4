"""A game's page: what a spectator may know, the score sheet, and the check of the bag."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games import selectors
from games.presenting.game_page import game_page
from games.views.http import linked_page, not_found, render_page

#: So many draws are told unless the whole story is asked for.
DRAWS_TOLD = 4


@linked_page
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a game as it lies open on the table."""
    whole = request.GET.get("story") == "all"
    named = public_id.lower().partition("&")[0].rstrip("/>.)= ")
    data = selectors.game_data(named, draws=None if whole else DRAWS_TOLD)
    if data is None:
        return not_found()
    return render_page("games/game.html", {"page": game_page(data)})
