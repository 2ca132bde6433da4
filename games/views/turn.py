"""The page of one seat and turn, which a turn mail links to: it shows, and takes the order."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games import forms, links, selectors
from games.links import Purpose
from games.models import Seat
from games.presenting.carried import carried_state
from games.presenting.played import stored_choice
from games.presenting.turn_page import turn_page
from games.rules import IllegalChoice, Malformed, RulesError, State
from games.rules.choices import Carried, Choice, Mobilize
from games.rules.options import Options
from games.rules.views import View
from games.selectors import TurnData
from games.services import seats
from games.services.errors import Refused
from games.services.orders import submit_order
from games.services.table import rules_of, state_of
from games.views.http import linked_page, not_found, redirect_to, render_page

Posted = dict[str, list[str]]


@linked_page
def turn(request: HttpRequest, token: str) -> HttpResponse:
    """Show a seat its turn (GET and HEAD change nothing), or take its order (POST)."""
    found = selectors.seat_by_token(token, Purpose.TURN)
    data = selectors.turn_data(*found) if found else None
    if data is None:
        return not_found()
    language = data.seat.player.language if data.seat.player else ""
    with translation.override(language or translation.get_language()):
        if request.method == "POST":
            posted = {name: request.POST.getlist(name) for name in request.POST}
            return _take(data, posted)
        return _show(data, highlighted=request.GET.get("choice", ""))


def _show(
    data: TurnData,
    *,
    highlighted: str = "",
    posted: Posted | None = None,
    error: RulesError | None = None,
    status: int = 200,
) -> HttpResponse:
    page = turn_page(data, highlighted=_bent(highlighted), posted=posted, error=error)
    return render_page("games/turn.html", {"page": page}, status=status)


def _bent(value: str) -> str:
    """Take off a choice's value what mail programs leave at the end of a link."""
    return value.strip().rstrip("/>.)=")


def _take(data: TurnData, posted: Posted) -> HttpResponse:
    """Take what was posted: an order, the answers that it carries, or a wish for the link."""
    form = posted.get("form", [""])[0]
    if form == "link":
        seats.ask_for_link(seat_id=data.seat.pk, turn_number=data.turn.number)
        return redirect_to(_address(data.seat, data.turn.number))
    try:
        choice = _read_carried(data, posted) if form == "carried" else _read_order(data, posted)
        submit_order(seat_id=data.seat.pk, turn_number=data.turn.number, choice=choice)
    except (IllegalChoice, Malformed) as error:
        return _show(data, posted=posted, error=error, status=422)
    except Refused as error:
        # Something else happened meanwhile: what is shown is how things stand now.
        return _show(_again(data), error=error, status=409)
    return redirect_to(_address(data.seat, data.turn.number) + "#order")


def _again(data: TurnData) -> TurnData:
    fresh = Seat.objects.select_related("game", "player").get(pk=data.seat.pk)
    return selectors.turn_data(fresh, data.turn.number) or data


def _address(seat: Seat, number: int) -> str:
    return links.turn_path(seat, number)


def _asked(data: TurnData) -> tuple[View, Options] | None:
    """Give what the seat saw and could choose, None where the position is not kept any more."""
    if data.turn.state_before is None or data.seat.index is None or data.order is None:
        return None
    rules, state = rules_of(data.game), state_of(data.turn.state_before)
    return rules.view_for(state, data.seat.index), rules.options(state, data.seat.index)


def _read_order(data: TurnData, posted: Posted) -> Choice:
    """Read the order; the same placement again keeps the answers that it already carries."""
    asked = _asked(data)
    choice = forms.read_order(posted, asked[1] if asked else None)
    stored = stored_choice(data.order)
    if isinstance(choice, Mobilize) and isinstance(stored, Mobilize):
        return stored if stored.action == choice.action else choice
    return choice


def _read_carried(data: TurnData, posted: Posted) -> Choice:
    """Read what should follow the stored placement, and judge it for the moment foreseen."""
    asked, stored = _asked(data), stored_choice(data.order)
    rules = rules_of(data.game)
    found = carried_state(stored, asked[0], rules) if asked else None
    if found is None or not isinstance(stored, Mobilize):
        raise IllegalChoice("nothing_completed")
    carried = forms.read_carried(posted, found.completion, found.options)
    if carried is not None and found.moment is not None:
        _judge(data, carried, found.moment)
    return Mobilize(stored.action, carried)


def _judge(data: TurnData, carried: Carried, moment: State) -> None:
    assert data.seat.index is not None
    for _, answer in carried.power:
        rules_of(data.game).verify(moment, data.seat.index, answer)
