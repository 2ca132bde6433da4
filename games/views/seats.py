"""Seats of a running game that nobody plays: its host, or a moderator, offers them to others."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from games import links, selectors
from games.models import Game
from games.presenting.seats_page import seats_page
from games.rules import RulesError
from games.services import presence
from games.services.errors import Refused
from games.views.http import redirect_to
from games.views.site import me, nowhere, said, show, signed_in


@signed_in
def seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who plays and who is absent (GET), or offer a seat to an address (POST)."""
    game = selectors.public_game(public_id)
    if game is None:
        return nowhere(request)
    if not presence.may_fill_seats(game, me(request)):
        return _not_the_host(request)
    if game.status not in presence.GOING_ON:
        return redirect_to(links.game_path(game))
    if request.method != "POST":
        return _show(request, game)
    try:
        presence.offer_seat(
            seat_id=_seat_id(game, request.POST.get("seat", "")),
            by=me(request),
            email=request.POST.get("email", ""),
        )
    except RulesError as error:
        status = 429 if error.code == "too_many_invitations" else 422
        return _show(request, game, error=error, status=status)
    return redirect_to(reverse("games:seats", kwargs={"public_id": game.public_id}) + "?done=yes")


def _seat_id(game: Game, said: str) -> int:
    """Give the number of a seat of this game that was selected."""
    seat = next((seat for seat in selectors.playing(game) if str(seat.pk) == said), None)
    if seat is None:
        raise Refused("nothing_selected")
    return seat.pk


def _show(
    request: HttpRequest, game: Game, *, error: RulesError | None = None, status: int = 200
) -> HttpResponse:
    page = seats_page(
        game,
        selectors.playing(game),
        me(request),
        done=request.GET.get("done", "") == "yes",
        error=error,
        email=request.POST.get("email", ""),
        chosen=request.POST.get("seat", ""),
    )
    return show(request, "seats", page, status=status)


def _not_the_host(request: HttpRequest) -> HttpResponse:
    return said(
        request,
        gettext("This is for the host"),
        gettext("Only the host of a game, or a moderator, offers its seats to others."),
        status=403,
    )
