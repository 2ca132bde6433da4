"""A table before the start: who sits there, and what the host and the others can do.

Every form names what it wants in ``do``; a form without that does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from games import links, mine, selectors
from games.models import Game, Player, Seat
from games.presenting.table_page import open_tables, table_page
from games.services import tables
from games.services.errors import Refused
from games.views.http import network_of, redirect_to
from games.views.site import nowhere, player_of, said, show, site_page

Deed = Callable[[HttpRequest, Game, Player], None]


def to_table(game: Game) -> str:
    """Give the address of a game's table."""
    return reverse("games:table", kwargs={"public_id": game.public_id})


@site_page
def all_tables(request: HttpRequest) -> HttpResponse:
    """List the public games with a free seat."""
    found = open_tables(mine.tables_to_join(player_of(request)))
    return show(request, "tables", found)


@site_page
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table to those who sit there, to its host, and if it is public to everybody."""
    game, player = selectors.public_game(public_id), player_of(request)
    if game is None or not _may_see(game, player):
        return nowhere(request)
    return _table(request, game, player, to_table(game))


def _may_see(game: Game, player: Player | None) -> bool:
    if game.public and game.status == Game.Status.OPEN:
        return True
    if player is None:
        return False
    return game.host_id == player.pk or mine.own_seat(game, player) is not None


@site_page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show a table to whoever has the link that its host handed out."""
    game = mine.game_by_join_token(token)
    if game is None:
        response = nowhere(request)
    else:
        response = _table(request, game, player_of(request), links.join_path(game))
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def _table(request: HttpRequest, game: Game, player: Player | None, address: str) -> HttpResponse:
    if game.status != Game.Status.OPEN:
        return _too_late(request, game)
    if request.method != "POST":
        return _show(request, game, player, address)
    if player is None:
        return redirect_to(f"{reverse('games:sign_in')}?then={address}")
    deed = _DEEDS.get(request.POST.get("do", ""))
    try:
        if deed is None:
            raise Refused("nothing_selected")
        deed(request, game, player)
    except Refused as error:
        fresh = selectors.public_game(game.public_id)
        if fresh is None or fresh.status != Game.Status.OPEN:
            return _too_late(request, fresh or game)
        return _show(request, fresh, player, address, error)
    return redirect_to(_after(game, player, request.POST.get("do", "")))


def _too_late(request: HttpRequest, game: Game) -> HttpResponse:
    """Lead to a game that is a table no more; a form is told what changed, and did nothing."""
    if request.method != "POST":
        return redirect_to(links.game_path(game))
    text = (
        gettext("The game was called off meanwhile, so nothing was done.")
        if game.status == Game.Status.CANCELLED
        else gettext("The game has begun meanwhile, so nothing was done.")
    )
    on = gettext("Look at the game"), links.game_path(game)
    return said(request, game.name, text, status=409, on=on)


def _after(game: Game, player: Player, done: str) -> str:
    """Give where to go after a deed: to the turn if that began the game, else back."""
    status = Game.objects.values_list("status", flat=True).get(pk=game.pk)
    if done in ("leave", "call_off"):
        return reverse("games:mine")
    if status == Game.Status.OPEN:
        return to_table(game)
    return reverse("games:play", kwargs={"public_id": game.public_id})


_STATUS = {"not_host": 403, "too_many_invitations": 429, "table_full": 409, "host_stays": 409}


def _show(
    request: HttpRequest,
    game: Game,
    player: Player | None,
    address: str,
    error: Refused | None = None,
) -> HttpResponse:
    posted = request.POST if error else {}
    page = table_page(
        game,
        mine.people_of(game),
        player,
        address=address,
        error=error,
        word=posted.get("word"),
        email=posted.get("email", ""),
    )
    return show(request, "table", page, status=_STATUS.get(error.code, 422) if error else 200)


def _join(request: HttpRequest, game: Game, player: Player) -> None:
    word = request.POST.get("word", "")
    tables.join(game_id=game.pk, player=player, word=word, network=network_of(request))


def _leave(request: HttpRequest, game: Game, player: Player) -> None:
    tables.leave(game_id=game.pk, player=player)


def _remove(request: HttpRequest, game: Game, player: Player) -> None:
    number = request.POST.get("seat", "")
    seat_id = int(number) if number.isascii() and number.isdecimal() and len(number) < 16 else 0
    tables.remove(game_id=game.pk, host=player, seat_id=seat_id)


def _invite(request: HttpRequest, game: Game, player: Player) -> None:
    tables.invite(game_id=game.pk, host=player, email=request.POST.get("email", ""))


def _start(request: HttpRequest, game: Game, player: Player) -> None:
    bot = request.POST.get("bot") or Seat.Bot.GREEDY
    tables.start_now(game_id=game.pk, host=player, bot=bot)


def _call_off(request: HttpRequest, game: Game, player: Player) -> None:
    if request.POST.get("sure") != "yes":
        raise Refused("nothing_selected")
    tables.call_off(game_id=game.pk, host=player)


def _renew(request: HttpRequest, game: Game, player: Player) -> None:
    tables.renew_join_link(game_id=game.pk, host=player)


_DEEDS: dict[str, Deed] = {
    "join": _join,
    "leave": _leave,
    "remove": _remove,
    "invite": _invite,
    "start": _start,
    "call_off": _call_off,
    "renew": _renew,
}
