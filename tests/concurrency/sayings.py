"""What members of a crew say beforehand: a call of the service, and something legal to say."""

from __future__ import annotations

from random import Random
from typing import Any

from games.models import Game, Order, Seat, Turn
from games.rules.choices import Mobilize
from games.rules.codec import from_json, read_choice, to_json
from games.rules.standing import DRAWS, Wishes, next_draw
from games.services import standing
from games.services.table import rules_of, state_of


def say(
    *, seat_id: int, turn_number: int, version: int, orders: Any, wishes: dict[str, Any]
) -> bool:
    """Say this beforehand; orders are given as JSON, by symbol."""
    standing.say(
        seat_id=seat_id,
        turn_number=turn_number,
        version=version,
        orders={symbol: from_json(Mobilize, order).action for symbol, order in orders.items()},
        wishes=Wishes(**wishes),
    )
    return True


def saying(game: Game, turn: Turn, seat: Seat, dice: Random) -> dict[str, Any]:
    """Give the arguments of ``say`` for a seat: what fits its next draw now, and some wishes."""
    rules, state = rules_of(game), state_of(turn.state_before)
    assert seat.index is not None
    order = Order.objects.filter(turn=turn, seat=seat).first()
    given = read_choice(order.choice) if order and order.choice else None
    view, orders = rules.view_for(state, seat.index), {}
    for symbol in DRAWS:
        options = rules.options(next_draw(rules.deck, view, given, symbol), seat.index)
        assert isinstance(options, tuple)
        # The first is to place where that is possible, and so a game comes to its end.
        orders[symbol] = to_json(options[0] if dice.random() < 0.8 else dice.choice(options))
    return {
        "seat_id": seat.pk,
        "turn_number": turn.number,
        "version": standing.said_by(seat).version,
        "orders": {symbol: orders[symbol] for symbol in DRAWS if dice.random() < 0.8},
        "wishes": {
            "ask_completing": dice.random() < 0.2,
            "only_completing": dice.random() < 0.2,
            "claim_from": dice.choice([None, 3, 4]),
            "lose_least": dice.random() < 0.5,
        },
    }
