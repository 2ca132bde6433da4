"""The ways on in a practice game, whose guest gets no mail that would lead there."""

from __future__ import annotations

from django.utils.translation import gettext

from games import links
from games.models import Game
from games.presenting.around import Way, practice_ways
from games.selectors import TurnData
from games.services import practice


def guest_ways(data: TurnData) -> tuple[Way, ...]:
    """Give the links for a guest's page of a turn; none for anybody who plays by mail."""
    if not practice.is_guest(data.seat):
        return ()
    found = []
    asked_here = data.turn.closed is None and data.order is not None
    current = data.turn.number if asked_here else practice.current_turn(data.seat)
    if data.open_turn is not None and current != data.turn.number:
        path = links.turn_path(data.seat, current)
        found.append(Way("go_on", gettext("Go on to the current turn"), path, here=False))
    return (*found, *practice_ways(over=data.game.status == Game.Status.FINISHED))
