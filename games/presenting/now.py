"""What the game waits for now, and what tells an open page that it is out of date."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games import links
from games.models import Game, Seat
from games.now import Marks
from games.presenting import symbols
from games.presenting.talk import TalkPanel
from games.selectors import GameData, TurnData

_GOING_ON = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)


@dataclass(frozen=True, slots=True)
class Now:
    """The marks of a page, and where those of now are to be had; its votes have one of their own.

    ``turn`` changes when the turn advances or the game stops, ``orders`` with every order that
    comes in, ``talk`` with everything that is said; empty where the page shows no talk. ``text``:
    what to say when the page is not to be loaded anew by itself.
    """

    turn: str
    orders: str
    talk: str
    url: str
    page: str
    text: str


def now_of(data: TurnData, talk: TalkPanel | None) -> Now | None:
    """Give the marks of a turn's page; None where nothing is to be waited for any more."""
    if data.seat.replaced_at is not None:
        return None
    gone_on = gettext(
        "The game has gone on. This turn takes no more orders; what you entered here was not sent."
    )
    path = links.turn_path(data.seat, data.turn.number)
    return _now(data, path, gone_on, talk)


def now_of_game(data: GameData) -> Now | None:
    """Give the marks of a game's page; None where nothing is to be waited for any more."""
    return _now(data, links.game_path(data.game), gettext("The game has gone on."), None)


def _now(data: TurnData | GameData, path: str, text: str, talk: TalkPanel | None) -> Now | None:
    if data.game.status not in _GOING_ON:
        return None
    marks = Marks(
        status=data.game.status,
        stopped=data.game.quarantined_at is not None,
        replaced=False,
        turn=data.open_turn.number if data.open_turn else 0,
        orders=sum(row.submitted_at is not None for row in data.awaited),
        talk=talk.newest if talk else 0,
        votes=0,
    )
    return Now(
        turn=marks.of_turn,
        orders=str(marks.orders),
        talk=str(marks.talk) if talk else "",
        url=f"{path}now/",
        page=path,
        text=text,
    )


def awaited_names(data: TurnData | GameData, viewer: Seat | None = None) -> tuple[str, ...]:
    """Give the names of those whose order for the open turn is not in; the viewer is *you*."""
    missing = {row.seat_id for row in data.awaited if row.submitted_at is None}
    return tuple(
        gettext("you") if viewer and seat.pk == viewer.pk else seat.name
        for seat in data.seats
        if seat.pk in missing
    )


def play_url(data: TurnData) -> str:
    """Give the way to the current turn for who is signed in, where it asks something of the seat.

    The link of one turn is no right to another, so it leads through the player's own account.
    """
    asked = any(row.seat_id == data.seat.pk for row in data.awaited)
    if not asked or not data.seat.player_id:
        return ""
    return reverse("games:play", kwargs={"public_id": data.game.public_id})


def now_asked(data: TurnData) -> str:
    """Say what the current turn is, and whether it asks something of this seat."""
    turn = data.open_turn
    if turn is None:
        return ""
    row = next((row for row in data.awaited if row.seat_id == data.seat.pk), None)
    values = {"draw": turn.draw, "what": symbols.decision_name(turn.kind)}
    if row is None:
        return gettext("Now at draw %(draw)d: nothing is asked of you.") % values
    if row.submitted_at is None:
        return gettext("Now at draw %(draw)d you are asked to %(what)s.") % values
    return gettext("Now at draw %(draw)d your order is in; it can still be changed.") % values
