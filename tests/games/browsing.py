"""What the tests of pages share: somebody with a browser, and made positions in stored games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.test import Client

from games import links
from games.models import Game, Order, Turn
from games.rules import State
from games.rules.codec import read_choice, to_json
from games.rules.state import SeatState
from games.services.table import rules_of, state_of
from script.play.page import Form, Page
from tests.games.cast import running_game, seat_of, turn_of
from tests.rules.builder import position

#: Browsers send this under ``no-referrer``; Django's CSRF check would refuse it.
BROWSER = Client(enforce_csrf_checks=True, headers={"Origin": "null"})


def game_at(seats: Mapping[int, SeatState], *names: str, **fields: Any) -> Game:
    """A running game whose open turn is a draw in a made position, its placements awaited.

    Seats are in the order of the names; ``fields`` as for ``tests.rules.builder.position``.
    """
    game = running_game(*(names or ("Anna", "Bruno")))
    stored = state_of(game.state)
    return put(game, position(seats, **{"commitment": stored.commitment, **fields}))


def put(game: Game, state: State) -> Game:
    """Let the open turn of a game be at this position."""
    stored = state_of(game.state)
    state = rebuilt(state, stored)
    game.state, game.draw = to_json(state), state.draw
    game.save(update_fields=["state", "draw"])
    turn = turn_of(game)
    turn.state_before, turn.kind, turn.draw = to_json(state), state.kind, state.draw
    turn.save(update_fields=["state_before", "kind", "draw"])
    Order.objects.filter(turn=turn).exclude(seat__index__in=state.awaited).delete()
    return game


def rebuilt(state: State, stored: State) -> State:
    """The position with the chance of the stored game."""
    from dataclasses import replace

    return replace(state, commitment=stored.commitment, key_id=stored.key_id, order=stored.order)


def turn_path(game: Game, name: str, turn: Turn | None = None) -> str:
    """The link of a person to a turn, the open one unless another is given."""
    return links.turn_path(seat_of(game, name), (turn or turn_of(game)).number)


def page(response: Any) -> Page:
    """What a browser without scripts makes of a response."""
    return Page(response.content.decode())


def get(path: str, **query: str) -> Page:
    """Open a page."""
    return page(BROWSER.get(path, query))


def form_of(path: str, purpose: str = "order") -> Form:
    """Open a page and find a form on it."""
    form = get(path).form(purpose)
    assert form is not None, purpose
    return form


def values(form: Form, kind: str, name: str) -> list[str]:
    """What can be chosen in one control."""
    return form.control(kind, name).values


def text(response: Any) -> str:
    """The page's text on one line, markup and all."""
    return " ".join(response.content.decode().split())


def stored(game: Game, name: str, turn: Turn | None = None) -> Any:
    """What a person's order says, None while it is open."""
    found = Order.objects.get(turn=turn or turn_of(game), seat=seat_of(game, name))
    return read_choice(found.choice) if found.choice is not None else None


def verify_options(game: Game) -> None:
    """Fail unless every option that the engine gives for the open turn is legal."""
    state, rules = state_of(turn_of(game).state_before), rules_of(game)
    for seat in state.awaited:
        options = rules.options(state, seat)
        for choice in options if isinstance(options, tuple) else ():
            rules.verify(state, seat, choice)
