"""The page of one's own seat in a game: come back to it, or give it up; by link, and on the site.

Every form names what it wants in ``do``, and asks for a choice: pressed by whoever looks a mail
over it does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from games import links, mine, selectors
from games.links import Purpose
from games.models import Seat
from games.presenting.seat_page import seat_page
from games.rules import RulesError
from games.services import presence
from games.services.errors import Refused
from games.views.http import redirect_to, render_page
from games.views.seat_links import seat_link
from games.views.site import forbidden, me, nowhere, signed_in

Deed = Callable[[HttpRequest, Seat], None]

#: Refusals of something that does not fit any more, unlike those of what was filled in.
_TOO_LATE = ("seat_given_away", "no_such_seat")


@seat_link(Purpose.SEAT)
def seat(request: HttpRequest, own: Seat, _number: int) -> HttpResponse:
    """Show a seat (GET and HEAD change nothing), or do with it what its player wants (POST)."""
    if request.method == "POST":
        return _do(request, own)
    return _show(own, done=request.GET.get("done", ""))


@signed_in
def own_seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lead a player to the page of their seat; whoever has none there is refused."""
    game = selectors.public_game(public_id)
    if game is None:
        return nowhere(request)
    own = mine.own_seat(game, me(request))
    if own is None:
        return forbidden(request, game)
    offered = own.accepted_at is None
    response = redirect_to(links.invitation_path(own) if offered else links.seat_path(own))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _show(
    own: Seat,
    *,
    done: str = "",
    error: RulesError | None = None,
    posted: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    page = seat_page(own, done=done, error=error, posted=posted)
    return render_page("games/seat.html", {"page": page}, status=status)


def _do(request: HttpRequest, own: Seat) -> HttpResponse:
    do = request.POST.get("do", "")
    try:
        deed = _DEEDS.get(do)
        if deed is None:
            raise Refused("nothing_selected")
        deed(request, own)
    except RulesError as error:
        fresh = Seat.objects.select_related("game", "player").get(pk=own.pk)
        return _show(fresh, error=error, posted=request.POST.dict(), status=_status(error))
    return redirect_to(f"{links.seat_path(own)}?done={do}")


def _status(error: RulesError) -> int:
    if error.code == "too_many_invitations":
        return 429
    return 409 if error.code in _TOO_LATE or error.code.startswith("game_") else 422


def _come_back(request: HttpRequest, own: Seat) -> None:
    if request.POST.get("back") != "yes":
        raise Refused("not_back")
    presence.come_back(seat_id=own.pk)


def _resign(request: HttpRequest, own: Seat) -> None:
    heir = request.POST.get("heir", "")
    if heir not in ("bot", "person"):
        raise Refused("no_heir_chosen")
    email = request.POST.get("email", "").strip()
    if heir == "person" and not email:
        raise Refused("no_heir_address")
    presence.resign(seat_id=own.pk, email=email if heir == "person" else "")


_DEEDS: dict[str, Deed] = {"back": _come_back, "resign": _resign}
