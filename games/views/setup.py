"""Setting up a game: a new one, or once more with the same people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import mine, selectors
from games.models import Game
from games.presenting.setup_page import rematch_page, setup_page
from games.rules import RulesError
from games.services import tables
from games.services.access import check_form
from games.services.errors import Refused
from games.setup_forms import DEFAULTS, read_setup
from games.views.http import redirect_to
from games.views.site import form_key, me, nowhere, show, signed_in
from games.views.tables import to_table


@signed_in
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form of a new game (GET), or make the game (POST)."""
    if request.method != "POST":
        first = {**DEFAULTS, "zone": me(request).time_zone}
        return show(request, "new_game", setup_page(first, form_key()))
    form, key = read_setup(request.POST), request.POST.get("form_key", "")
    try:
        check_form(key)
        game = tables.set_up(host=me(request), plan=form.plan(), form_key=key)
    except RulesError as error:
        page = setup_page(form.values, form_key(), error=error)
        return show(request, "new_game", page, status=_status(error))
    return redirect_to(_made(game))


def _status(error: RulesError) -> int:
    return 429 if error.code in ("too_many_games", "too_many_invitations") else 422


def _made(game: Game) -> str:
    """Give where a host goes: to the table, or to the first turn where all others are bots."""
    if game.status == Game.Status.OPEN:
        return to_table(game)
    return reverse("games:play", kwargs={"public_id": game.public_id})


@signed_in
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Offer a finished game's people another one (GET), and invite them (POST)."""
    game, player = selectors.public_game(public_id), me(request)
    own = mine.own_seat(game, player) if game is not None else None
    if game is None or own is None or game.status != Game.Status.FINISHED:
        return nowhere(request)
    seats = mine.people_of(game)
    if request.method != "POST":
        page = rematch_page(game, seats, own, form_key(), address=request.path)
        return show(request, "rematch", page)
    key = request.POST.get("form_key", "")
    try:
        if request.POST.get("again") != "yes":
            raise Refused("nothing_selected")
        check_form(key)
        plan = tables.same_again(
            game=game,
            own=own,
            name=request.POST.get("name", ""),
            word=request.POST.get("word", ""),
        )
        made = tables.set_up(host=player, plan=plan, form_key=key)
    except RulesError as error:
        page = rematch_page(
            game,
            seats,
            own,
            form_key(),
            address=request.path,
            posted=request.POST.dict(),
            error=error,
        )
        return show(request, "rematch", page, status=_status(error))
    return redirect_to(_made(made))
