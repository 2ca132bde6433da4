"""People who let their deadlines pass."""

from __future__ import annotations

from typing import Any

from games.models import Game, Order, Turn
from games.services import clock
from tests.games.cast import awaited, order, running_game, seat_of, turn_of


def pass_deadline(game: Game) -> Turn:
    """Let the open turn's deadline pass, and give the turn that was open."""
    turn = turn_of(game)
    assert turn.due is not None
    assert clock.try_advance(turn_id=turn.pk, now=turn.due)
    game.refresh_from_db()
    return turn


def order_of(turn: Turn, name: str) -> Order:
    """Give what a person has ordered in a turn."""
    return Order.objects.get(turn=turn, seat__name=name, voided_at=None)


def miss(game: Game, name: str) -> None:
    """Let deadlines pass until this person is absent, while everybody else orders in time."""
    while seat_of(game, name).absent_since is None:
        for seat in awaited(turn_of(game)):
            if seat.name != name:
                order(game, seat.name)
        if awaited(turn_of(game)):
            pass_deadline(game)
        else:
            clock.try_advance(turn_id=turn_of(game).pk)


def game_without(name: str, *others: str, **options: Any) -> Game:
    """Give a running game in which this person has just become absent, and nobody else is."""
    game = running_game(name, *others, **{"hours": 24, **options})
    miss(game, name)
    return game
