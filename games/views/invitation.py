"""The page of an invitation: what is offered, to whom else, and a seat to accept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games import links, selectors
from games.links import Purpose
from games.models import Seat
from games.presenting.invitation_page import invitation_page
from games.rules import IllegalChoice, RulesError
from games.services import lobby, presence
from games.services.errors import Refused
from games.views.http import network_of, redirect_to, render_page
from games.views.seat_links import seat_link

Posted = dict[str, list[str]]


@seat_link(Purpose.INVITATION)
def invitation(request: HttpRequest, seat: Seat, _number: int) -> HttpResponse:
    """Show an invitation (GET and HEAD change nothing), or accept it (POST)."""
    if request.method == "POST":
        return _take(
            seat,
            accepted=request.POST.get("accept", ""),
            word=request.POST.get("word", ""),
            network=network_of(request),
        )
    return _show(seat)


def _show(
    seat: Seat, *, word: str | None = None, error: RulesError | None = None, status: int = 200
) -> HttpResponse:
    page = invitation_page(seat, selectors.playing(seat.game), word=word, error=error)
    return render_page("games/invitation.html", {"page": page}, status=status)


def _take(seat: Seat, *, accepted: str, word: str, network: str) -> HttpResponse:
    if accepted != "yes":
        return _show(seat, word=word, error=IllegalChoice("not_accepted"), status=422)
    if seat.accepted_at is not None and word.strip() == seat.word:
        return redirect_to(links.invitation_path(seat))
    try:
        if seat.game.status in presence.GOING_ON and seat.accepted_at is None:
            presence.come_back(seat_id=seat.pk)
        else:
            lobby.accept(seat_id=seat.pk, word=word, network=network)
    except Refused as error:
        fresh = Seat.objects.select_related("game", "player").get(pk=seat.pk)
        status = 422 if error.code == "bad_word" else 409
        return _show(fresh, word=word, error=error, status=status)
    return redirect_to(links.invitation_path(seat))
