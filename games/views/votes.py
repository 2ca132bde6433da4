"""What a table decides: proposing and answering, by a seat's link or signed in.

Every form names what it wants in ``do``, and asks for a choice: pressed by whoever looks a mail
over it does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games import ballots, links, mine, selectors
from games.links import Purpose
from games.models import Seat
from games.presenting.votes import read_clock, votes_page
from games.services import votes
from games.services.errors import Refused
from games.services.table import open_turn
from games.views.http import redirect_to, render_page
from games.views.seat_links import seat_link
from games.views.site import forbidden, nowhere, player_of, site_page
from games.vote_models import Vote

#: What is refused because of who asks, and because of what was filled in; the rest came too late.
STATUS = {
    "seat_given_away": 403,
    "no_such_seat": 403,
    "bad_value": 422,
    "no_clock_chosen": 422,
    "nothing_selected": 422,
    "vote_same_clock": 422,
}


@seat_link(Purpose.SEAT)
def seat_votes(request: HttpRequest, own: Seat, _number: int) -> HttpResponse:
    """Show a seat what its table decides (GET changes nothing), or take its answer (POST)."""
    if request.method == "POST":
        return _do(request, own)
    return _show(own, done=request.GET.get("done", ""))


@site_page
def game_votes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead a player to the page of their seat, or take what they post; others are refused."""
    game, player = selectors.public_game(public_id), player_of(request)
    if game is None:
        return nowhere(request)
    own = mine.own_seat(game, player) if player is not None else None
    if own is None:
        return forbidden(request, game)
    own = Seat.objects.select_related("game", "player").get(pk=own.pk)
    response = _do(request, own) if request.method == "POST" else redirect_to(links.votes_path(own))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _show(
    own: Seat,
    *,
    done: str = "",
    error: Refused | None = None,
    posted: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    game, now = own.game, timezone.now()
    seats = selectors.playing(game, voting=True)
    found = ballots.deciding(game, open_turn(game), seats, now)
    page = votes_page(own, seats, found, now, done=done, error=error, posted=posted)
    return render_page("games/votes.html", {"page": page}, status=status)


def _do(request: HttpRequest, own: Seat) -> HttpResponse:
    posted = request.POST.dict()
    try:
        take(own, posted)
    except Refused as error:
        fresh = Seat.objects.select_related("game", "player").get(pk=own.pk)
        return _show(fresh, error=error, posted=posted, status=STATUS.get(error.code, 409))
    return redirect_to(f"{links.votes_path(own)}?done={posted.get('do', '')}")


def take(own: Seat, posted: Mapping[str, str]) -> None:
    """Do what a form about votes says; raises ``Refused`` for what cannot be done."""
    deed = _DEEDS.get(posted.get("do", ""))
    if deed is None:
        raise Refused("nothing_selected")
    deed(own, posted)


def _propose(own: Seat, posted: Mapping[str, str]) -> None:
    kind, pace = posted.get("kind", ""), None
    if not kind:
        raise Refused("nothing_selected")
    if kind == Vote.Kind.CLOCK:
        if not posted.get("clock"):
            raise Refused("no_clock_chosen")
        weekend = posted.get("weekend") == "yes"
        pace = read_clock(posted["clock"], weekend_pause=weekend, game=own.game)
    votes.propose(seat_id=own.pk, kind=kind, pace=pace)


def _answer(own: Seat, posted: Mapping[str, str]) -> None:
    answer, number = posted.get("answer", ""), posted.get("vote", "")
    if answer not in ("yes", "no"):
        raise Refused("nothing_selected")
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        raise Refused("bad_value")
    votes.cast(seat_id=own.pk, vote_id=int(number), yes=answer == "yes")


_DEEDS: Mapping[str, Callable[[Seat, Mapping[str, str]], None]] = {
    "propose": _propose,
    "vote": _answer,
}
