"""The cast of the tests: named people, games they play, and orders that they give."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.models import Game, Order, Seat, Turn
from games.rules import Ruleset
from games.rules.bots import random_bot
from games.rules.choices import Choice
from games.services import clock, lobby, orders
from games.services.table import open_turn, rules_of, state_of

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio")
SEED = bytes(range(32))


def address(name: str) -> str:
    """Give a person's address."""
    return f"{name}@example.org"


def open_game(
    *names: str, bots: int = 0, hours: int | None = None, seed: bytes = SEED, **switches: Any
) -> Game:
    """Create a game to which these people are invited; the first is the first town crier."""
    invitees = [lobby.Invitee(email=address(name), name=name) for name in names]
    return lobby.create_game(
        name="Via Appia",
        invitees=[*invitees, *[lobby.Invitee(bot="greedy")] * bots],
        ruleset=Ruleset(**switches),
        hours=hours,
        seats_by_host=True,
        seed=seed,
    )


def running_game(*names: str, **options: Any) -> Game:
    """Create a game that all of these people have accepted."""
    game = open_game(*names, **options)
    for seat in Seat.objects.filter(game=game, accepted_at=None).order_by("invited"):
        lobby.accept(seat_id=seat.pk, word=f"{seat.name}'s word")
    game.refresh_from_db()
    return game


def seat_of(game: Game, name: str) -> Seat:
    """Give the seat that this person plays."""
    return Seat.objects.get(game=game, name=name, replaced_at=None)


def turn_of(game: Game) -> Turn:
    """Give the open turn of a running game."""
    turn = open_turn(game)
    assert turn is not None
    return turn


def choice_for(game: Game, turn: Turn, seat: Seat, random: Random | None = None) -> Choice:
    """Give the random bot's choice for a seat; the same for the same turn, or by ``random``."""
    assert seat.index is not None
    rules, state = rules_of(game), state_of(turn.state_before)
    dice = random or Random(f"{turn.number}/{seat.index}")
    view, options = rules.view_for(state, seat.index), rules.options(state, seat.index)
    return random_bot(rules.deck, view, options, dice)


def order(game: Game, name: str, choice: Choice | None = None) -> Order:
    """Let a person submit an order for the open turn: the given one, or the random bot's."""
    turn, seat = turn_of(game), seat_of(game, name)
    wanted = choice_for(game, turn, seat) if choice is None else choice
    return orders.submit_order(seat_id=seat.pk, turn_number=turn.number, choice=wanted)


def awaited(turn: Turn) -> Sequence[Seat]:
    """Give the seats that still owe an order."""
    return [
        found.seat
        for found in Order.objects.filter(turn=turn, submitted_at=None, voided_at=None)
        .select_related("seat")
        .order_by("seat__index")
    ]


def play_turn(game: Game, random: Random | None = None) -> None:
    """Let everybody submit, and a worker advance."""
    turn = turn_of(game)
    for seat in awaited(turn):
        choice = choice_for(game, turn, seat, random)
        orders.submit_order(seat_id=seat.pk, turn_number=turn.number, choice=choice)
    assert clock.try_advance(turn_id=turn.pk)
    game.refresh_from_db()


def play_until(game: Game, kind: str, random: Random | None = None) -> Turn:
    """Play on until the open turn is of this kind."""
    while (turn := turn_of(game)).kind != kind:
        play_turn(game, random)
    return turn


def play_out(game: Game, random: Random | None = None) -> None:
    """Play on until the game is over."""
    while game.status == Game.Status.RUNNING:
        play_turn(game, random)
