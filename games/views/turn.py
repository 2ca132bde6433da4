"""The page of one seat and turn, which a turn mail links to: it shows, and takes the order."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from games import forms, links, selectors, standing_forms
from games.links import Purpose
from games.models import Order, Seat
from games.presenting.carried import carried_state
from games.presenting.played import stored_choice
from games.presenting.talk import Draft
from games.presenting.turn_page import turn_page
from games.presenting.votes import turn_votes
from games.rules import IllegalChoice, Malformed, RulesError, State
from games.rules.choices import Carried, Choice, Mobilize
from games.rules.options import Options
from games.rules.views import View
from games.selectors import TurnData
from games.services import practice, seats, standing
from games.services.errors import Refused, TurnClosed
from games.services.orders import submit_order
from games.services.table import open_turn, rules_of, state_of
from games.views import talk, votes
from games.views.http import linked_page, not_found, redirect_to, render_page
from games.views.seat_links import seat_link

Posted = dict[str, list[str]]

#: What a form says of a power; what that means depends on which power is asked about.
_POWER = frozenset({"use", "decline"})


@linked_page
def turn(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show a seat its turn (GET), tell whether there is one (HEAD), or take its order (POST)."""
    if request.method == "HEAD":
        return _tell_head(token)
    taken = _take_at_once(request, token) if _is_plain_order(request) else None
    return taken or _turn(request, token)


def _tell_head(token: str) -> HttpResponseBase:
    """Tell whether there is such a turn, for who waits for it or looks a link over."""
    return HttpResponse(status=200 if selectors.has_turn(token) else 404)


def _is_plain_order(request: HttpRequest) -> bool:
    """Tell whether a request is an order that can be read without a look at what was asked."""
    if request.method != "POST" or any(request.POST.getlist("form")):
        return False
    return _POWER.isdisjoint(request.POST.getlist("choice"))


def _take_at_once(request: HttpRequest, token: str) -> HttpResponse | None:
    """Take an order, its link looked at where it is stored; None where it is not taken.

    Such a one goes the way of all that is posted, which says why.
    """
    link = selectors.read_link(token, Purpose.TURN)
    if link is None or not selectors.may_be_good(link):
        return not_found()
    try:
        order = submit_order(
            seat_id=link.seat_id,
            turn_number=link.turn_number,
            choice=forms.read_order(_posted(request), None),
            source=_source(request),
            keep_carried=True,
            link=link,
        )
    except RulesError:
        return None
    return _taken(request, order, link.turn_number)


def _posted(request: HttpRequest) -> Posted:
    return {name: request.POST.getlist(name) for name in request.POST}


def _by_site(request: HttpRequest) -> bool:
    return request.GET.get("by") == "site"


def _source(request: HttpRequest) -> Order.Source:
    return Order.Source.SITE if _by_site(request) else Order.Source.LINK


def _taken(request: HttpRequest, order: Order, number: int) -> HttpResponse:
    """Go on from an order that was taken: to its page, of a guest's to the next turn."""
    seat = order.seat
    if practice.is_guest(seat):
        return redirect_to(links.turn_path(seat, practice.play_on(seat=seat)))
    return redirect_to(links.turn_path(seat, number, by_site=_by_site(request)) + "#order")


@seat_link(Purpose.TURN)
def _turn(request: HttpRequest, seat: Seat, number: int) -> HttpResponseBase:
    by_site = _by_site(request)
    if request.method == "POST":
        posted = _posted(request)
        if posted.get("form", [""])[0] in talk.FORMS:
            return _talk(seat, number, posted)
        return _take(request, seat, number, posted)
    data = selectors.turn_data(seat, number)
    asked = talk.reported({"message": request.GET.getlist("report")})
    draft = Draft(report=asked) if asked else None
    return _show(data, highlighted=request.GET.get("choice", ""), draft=draft, by_site=by_site)


def _show(
    data: TurnData | None,
    *,
    highlighted: str = "",
    posted: Posted | None = None,
    error: RulesError | None = None,
    draft: Draft | None = None,
    by_site: bool = False,
    status: int = 200,
) -> HttpResponse:
    if data is None:
        return not_found()
    page = turn_page(data, highlighted=_bent(highlighted), posted=posted, error=error, draft=draft)
    page = replace(page, address=links.turn_path(data.seat, data.turn.number, by_site=by_site))
    context = {"page": page, "votes": turn_votes(data, timezone.now())}
    return render_page("games/turn.html", context, status=status)


def _bent(value: str) -> str:
    """Take off a choice's value what mail programs leave at the end of a link."""
    return value.strip().rstrip("/>.)=")


def _take(request: HttpRequest, seat: Seat, number: int, posted: Posted) -> HttpResponse:
    """Take what was posted: an order, the answers that it carries, or a wish for the link.

    The page's data is read only where the page is shown: an order that is taken needs none of it.
    """
    form, by_site = posted.get("form", [""])[0], _by_site(request)
    try:
        if form == "link":
            return _ask_for_link(seat, number)
        if form == "votes":
            return _vote(seat, number, posted)
        if form == "beforehand":
            return _say(seat, number, posted)
        choice = (
            _read_carried(seat, number, posted)
            if form == "carried"
            else _read_order(seat, number, posted)
        )
        order = submit_order(
            seat_id=seat.pk,
            turn_number=number,
            choice=choice,
            source=_source(request),
            keep_carried=form != "carried",
            remember=form == "carried" and posted.get("remember") == ["yes"],
        )
    except (IllegalChoice, Malformed) as error:
        data = _again(seat, number)
        return _show(data, posted=posted, error=error, by_site=by_site, status=422)
    except Refused as error:
        # Something else happened meanwhile: what is shown is how things stand now.
        status = votes.STATUS.get(error.code, 409) if form == "votes" else 409
        return _show(_again(seat, number), error=error, by_site=by_site, status=status)
    return _taken(request, order, number)


def _vote(seat: Seat, number: int, posted: Posted) -> HttpResponse:
    """Take a proposal or an answer: the link of the open turn is enough for that."""
    turn = open_turn(seat.game)
    if turn is None or turn.number != number:
        raise TurnClosed("turn_closed", turn=number)
    votes.take(seat, {name: values[0] for name, values in posted.items()})
    return redirect_to(links.turn_path(seat, number) + "#votes")


def _talk(seat: Seat, number: int, posted: Posted) -> HttpResponseBase:
    """Take what is said at the table; what is refused is shown as it was typed."""
    try:
        return talk.take(seat, number, posted)
    except Refused as error:
        words = {name: posted.get(name, [""])[0] for name in ("text", "why")}
        draft = Draft(**words, error=error, report=talk.reported(posted))
        status = talk.STATUS.get(error.code)
        shown = error if status is None else None
        return _show(_again(seat, number), error=shown, draft=draft, status=status or 409)


def _ask_for_link(seat: Seat, number: int) -> HttpResponse:
    if selectors.turn_data(seat, number) is None:
        return not_found()
    seats.ask_for_link(seat_id=seat.pk, turn_number=number)
    return redirect_to(links.turn_path(seat, number))


def _say(seat: Seat, number: int, posted: Posted) -> HttpResponse:
    """Take down what the seat says beforehand."""
    standing.say(
        seat_id=seat.pk,
        turn_number=number,
        version=standing_forms.read_version(posted),
        orders=standing_forms.read_orders(posted),
        wishes=standing_forms.read_wishes(posted),
    )
    return redirect_to(links.turn_path(seat, number) + "#beforehand")


def _again(seat: Seat, number: int) -> TurnData | None:
    fresh = Seat.objects.select_related("game", "player", "beforehand").get(pk=seat.pk)
    return selectors.turn_data(fresh, number)


def _asked(data: TurnData) -> tuple[View, Options] | None:
    """Give what the seat saw and could choose, None where the position is not kept any more."""
    if data.turn.state_before is None or data.seat.index is None or data.order is None:
        return None
    rules, state = rules_of(data.game), state_of(data.turn.state_before)
    return rules.view_for(state, data.seat.index), rules.options(state, data.seat.index)


def _read_order(seat: Seat, number: int, posted: Posted) -> Choice:
    """Read the order; what was asked is looked up only for the answers that depend on it."""
    uses_power = not _POWER.isdisjoint(posted.get("choice", ()))
    data = _again(seat, number) if uses_power else None
    asked = _asked(data) if data else None
    return forms.read_order(posted, asked[1] if asked else None)


def _read_carried(seat: Seat, number: int, posted: Posted) -> Choice:
    """Read what should follow the stored placement, and judge it for the moment foreseen."""
    data = selectors.turn_data(seat, number)
    if data is None:
        raise Refused("nothing_asked")
    asked, stored = _asked(data), stored_choice(data.order)
    found = carried_state(stored, asked[0], rules_of(data.game)) if asked else None
    if asked is None or found is None or not isinstance(stored, Mobilize):
        raise IllegalChoice("nothing_completed")
    carried = forms.read_carried(posted, found.completion, found.options, asked[0])
    if carried is not None and found.moment is not None:
        _judge(data, carried, found.moment)
    return Mobilize(stored.action, carried)


def _judge(data: TurnData, carried: Carried, moment: State) -> None:
    assert data.seat.index is not None
    for _, answer in carried.power:
        rules_of(data.game).verify(moment, data.seat.index, answer)
