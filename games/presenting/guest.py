"""The ways on from a turn's page, and what is promised beside the button that submits."""

from __future__ import annotations

from django.utils.translation import gettext

from games import links
from games.models import Game
from games.presenting.around import Way, over_ways, practice_ways
from games.selectors import TurnData
from games.services import practice


def turn_ways(data: TurnData, *, over: bool) -> tuple[Way, ...]:
    """Give the links on a turn's page: back over a game that has ended, and those of a guest."""
    ended = over_ways(data.game, signs_in=data.seat.player_id is not None) if over else ()
    return (*ended, *guest_ways(data))


def promise(data: TurnData, *, played: bool) -> str:
    """Say what becomes of an order that is submitted now, until when it can be changed."""
    if data.seat.player_id is None:
        return gettext("The bots have chosen already, so the turn closes at once.")
    if played:
        return gettext("The last one submitted before the turn closes counts.")
    return gettext("Nobody sees it before the turn closes; until then you can change it.")


def guest_ways(data: TurnData) -> tuple[Way, ...]:
    """Give the links of a practice game, whose guest gets no mail that would lead there."""
    if not practice.is_guest(data.seat):
        return ()
    found = []
    asked_here = data.turn.closed is None and data.order is not None
    current = data.turn.number if asked_here else practice.current_turn(data.seat)
    if data.open_turn is not None and current != data.turn.number:
        path = links.turn_path(data.seat, current)
        found.append(Way("go_on", gettext("Go on to the current turn"), path, here=False))
    return (*found, *practice_ways(over=data.game.status == Game.Status.FINISHED))
