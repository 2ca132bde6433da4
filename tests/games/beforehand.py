"""What the tests of things said beforehand share: people who say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.models import Game, Order
from games.rules.choices import Mobilize, Pass
from games.rules.codec import read_choice
from games.rules.standing import DRAWS, Action, Said, Wishes, next_draw
from games.services import standing
from games.services.table import rules_of, state_of
from tests.games.cast import seat_of, turn_of

PASSES: Mapping[str, Action] = dict.fromkeys(DRAWS, Pass())


def first_places(game: Game, name: str) -> dict[str, Action]:
    """The first thing that a person can do at each draw that they foresee."""
    turn, seat = turn_of(game), seat_of(game, name)
    order = Order.objects.filter(turn=turn, seat=seat).first()
    given = read_choice(order.choice) if order and order.choice else None
    rules, state = rules_of(game), state_of(turn.state_before)
    assert seat.index is not None
    found = {}
    for symbol in DRAWS:
        view = rules.view_for(state, seat.index)
        options = rules.options(next_draw(rules.deck, view, given, symbol), seat.index)
        assert isinstance(options, tuple)
        assert isinstance(options[0], Mobilize)
        found[symbol] = options[0].action
    return found


def say(
    game: Game,
    name: str,
    orders: Mapping[str, Action] | None = None,
    *,
    version: int | None = None,
    number: int | None = None,
    **wishes: Any,
) -> None:
    """Let a person say these orders and wishes beside what they said before."""
    seat = seat_of(game, name)
    spoken = standing.said_by(seat)
    before = spoken.said
    standing.say(
        seat_id=seat.pk,
        turn_number=turn_of(game).number if number is None else number,
        version=spoken.version if version is None else version,
        orders=before.orders if orders is None else orders,
        wishes=replace(before.wishes, **wishes),
    )


def said(game: Game, name: str) -> Said:
    """What a person said, as it is stored."""
    return standing.said_by(seat_of(game, name)).said


def wishes(game: Game, name: str) -> Wishes:
    """What a person wishes, as it is stored."""
    return said(game, name).wishes
