"""The seats of a running game as its host sees them, as a plain value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games import links
from games.models import Game, Player, Seat
from games.presenting.moments import moment
from games.rules import RulesError
from games.sentences import sentence
from games.services.presence import can_be_offered


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat, and who is there."""

    name: str
    state: str
    is_in: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """One seat that can be offered."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Everything on the page."""

    game: str
    game_url: str
    address: str
    done: str
    error: str
    rows: tuple[SeatRow, ...]
    offers: tuple[Offer, ...]
    email: str


def seats_page(
    game: Game,
    seats: Sequence[Seat],
    viewer: Player,
    *,
    done: bool = False,
    error: RulesError | None = None,
    email: str = "",
    chosen: str = "",
) -> SeatsPage:
    """Give the page; ``error``: a form that was refused, shown as filled in."""
    offers = [seat for seat in seats if can_be_offered(game, seat)]
    return SeatsPage(
        game=game.name,
        game_url=links.game_path(game),
        address=reverse("games:seats", kwargs={"public_id": game.public_id}),
        done=gettext("The invitation is on its way.") if done else "",
        error=sentence(error) if error else "",
        rows=tuple(
            SeatRow(seat.name, _state(seat, viewer), seat.absent_since is None) for seat in seats
        ),
        offers=tuple(
            Offer(str(seat.pk), _offer_text(seat), str(seat.pk) == chosen) for seat in offers
        ),
        email=email[:254],
    )


def _state(seat: Seat, viewer: Player) -> str:
    if seat.bot:
        return str(Seat.Bot(seat.bot).label)
    if seat.absent_since is None:
        return gettext("plays")
    since = moment(seat.absent_since, viewer.time_zone).text
    if seat.accepted_at is None:
        return gettext("invited since %(since)s") % {"since": since}
    return gettext("absent since %(since)s") % {"since": since}


def _offer_text(seat: Seat) -> str:
    if seat.accepted_at is None:
        return gettext("the seat that %(name)s is invited to") % {"name": seat.name}
    return gettext("the seat of %(name)s") % {"name": seat.name}
