"""A player's games, and the way from there to their turn."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games import links, mine, selectors
from games.presenting.my_games import my_games_page
from games.views.http import redirect_to
from games.views.site import me, nowhere, show, signed_in
from games.views.tables import to_table


@signed_in
def my_games(request: HttpRequest) -> HttpResponse:
    """Show what waits for a player, what they wait for, and what is over."""
    player = me(request)
    return show(request, "mine", my_games_page(player, mine.my_games(player)))


@signed_in
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead a player to the page of their turn, by a link made for it at this moment."""
    game = selectors.public_game(public_id)
    seat = mine.own_seat(game, me(request)) if game is not None else None
    if game is None or seat is None:
        return nowhere(request)
    number = mine.last_turn(seat)
    address = links.turn_path(seat, number, by_site=True) if number else to_table(game)
    response = redirect_to(address)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
