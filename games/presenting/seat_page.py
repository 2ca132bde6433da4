"""The page of one's own seat as a plain value: whether one is there, and what one can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games import links
from games.models import Game, Seat
from games.presenting.moments import Moment, moment
from games.rules import RulesError
from games.sentences import sentence
from games.services.presence import GOING_ON


@dataclass(frozen=True, slots=True)
class SeatPage:
    """Everything on the page; ``since``: when the absence began.

    ``resigning``: the form to give the seat up was refused, and shows with its ``heir`` and
    ``email`` as they were filled in.
    """

    state: str
    game: str
    game_url: str
    address: str
    seat: str
    text: str
    since: Moment | None
    done: str
    error: str
    can_come_back: bool
    can_resign: bool
    resigning: bool
    heir: str
    email: str
    host_url: str


@dataclass(frozen=True, slots=True)
class SeatWay:
    """The way from other pages to this one; ``absent``: what a player should be told there.

    It leads by signing in: the link to one turn is no right to anything but that turn.
    """

    address: str
    absent: str


def seat_page(
    seat: Seat,
    *,
    done: str = "",
    error: RulesError | None = None,
    posted: Mapping[str, str] | None = None,
) -> SeatPage:
    """Give the page; ``error`` and ``posted``: a form that was refused, shown as filled in."""
    posted = posted or {}
    state = _state(seat)
    return SeatPage(
        state=state,
        game=seat.game.name,
        game_url=links.game_path(seat.game),
        address=links.seat_path(seat),
        seat="" if state == "replaced" else seat.name,
        text=_text(state),
        since=moment(seat.absent_since, _zone(seat)) if seat.absent_since else None,
        done=_done(done, state),
        error=sentence(error) if error else "",
        can_come_back=state == "absent",
        can_resign=state in ("absent", "present"),
        resigning=posted.get("do") == "resign",
        heir=posted.get("heir", ""),
        email=posted.get("email", "")[:254],
        host_url=_host_url(seat) if state in ("absent", "present") else "",
    )


def seat_way(seat: Seat) -> SeatWay | None:
    """Give the way to the page of a seat; None for bots, guests, and who has it no more."""
    if seat.player_id is None or seat.replaced_at is not None or seat.game.status not in GOING_ON:
        return None
    absent = gettext(
        "You are absent: a bot orders for you until you order, or say that you are back."
    )
    address = reverse("games:own_seat", kwargs={"public_id": seat.game.public_id})
    return SeatWay(address, absent if seat.absent_since else "")


def _host_url(seat: Seat) -> str:
    """Give where the host offers seats to others; nothing for anybody else."""
    if seat.player_id != seat.game.host_id:
        return ""
    return reverse("games:seats", kwargs={"public_id": seat.game.public_id})


def _zone(seat: Seat) -> str:
    return seat.player.time_zone if seat.player else "UTC"


def _state(seat: Seat) -> str:
    if seat.replaced_at is not None:
        return "replaced"
    if seat.game.status in GOING_ON:
        return "absent" if seat.absent_since else "present"
    return Game.Status(seat.game.status).value


def _text(state: str) -> str:
    return {
        "replaced": gettext("Somebody else has this seat now, so this link does nothing more."),
        "absent": gettext(
            "You missed two turns in a row. So that nobody has to wait, a bot orders for you; it"
            " sees what your seat may see, and nothing else."
        ),
        "present": gettext("You play this seat yourself."),
        "open": gettext("The game has not begun yet."),
        "finished": gettext("The game is over."),
        "cancelled": gettext("The game was cancelled."),
    }[state]


def _done(what: str, state: str) -> str:
    if what == "resign" and state == "replaced":
        return gettext("You have given up the seat. Thank you for telling the others.")
    if what == "back" and state == "present":
        return gettext(
            "You are back. From now on the others wait for you again. If something is asked of you"
            " at the moment, the link to it is on its way to your address; what the bot ordered"
            " there can be changed until the turn closes."
        )
    return ""
