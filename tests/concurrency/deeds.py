"""What members of a crew do: each a call of a service that gives something a pipe can carry."""

from __future__ import annotations

from datetime import date, datetime
from random import Random
from typing import Any

from games.models import Game, Order, Player, Turn
from games.rules.bots import random_bot
from games.rules.choices import Choice
from games.rules.codec import read_choice, to_json
from games.services import clock, lobby, orders, presence, seats, time_off, votes
from games.services.advance import advance_turn
from games.services.table import open_turn, rules_of, state_of


def choose(game: Game, turn: Turn, index: int, dice: Random) -> Choice:
    """Give a legal choice by chance, as the random bot would."""
    rules, state = rules_of(game), state_of(turn.state_before)
    view, options = rules.view_for(state, index), rules.options(state, index)
    return random_bot(rules.deck, view, options, dice)


def submit(*, seat_id: int, turn_number: int, choice: Any) -> str:
    """Submit an order given as JSON."""
    order = orders.submit_order(
        seat_id=seat_id, turn_number=turn_number, choice=read_choice(choice)
    )
    return order.source


def advance(*, turn_id: int, now: datetime | None = None) -> bool:
    """Advance a turn without counting the try: the bare transaction."""
    return advance_turn(turn_id=turn_id, now=now)


def try_advance(*, turn_id: int, now: datetime | None = None) -> bool:
    """Advance a turn as a worker does."""
    return clock.try_advance(turn_id=turn_id, now=now)


def sweep_and_advance(*, now: datetime | None = None) -> int:
    """Find what is waiting, as the sweep does, and advance it; gives how many were advanced."""
    from django.utils import timezone

    found = list(clock.waiting_turns(now or timezone.now()).values_list("pk", flat=True))
    return sum(clock.try_advance(turn_id=turn_id, now=now) for turn_id in found)


def accept(*, seat_id: int) -> bool:
    """Accept an invitation."""
    lobby.accept(seat_id=seat_id, word="ave")
    return True


def start(*, game_id: int) -> bool:
    """Start a game."""
    lobby.start(game_id=game_id)
    return True


def replace(*, seat_id: int, email: str = "") -> int:
    """Replace a seat's player by a bot, or by the person with this address."""
    if email:
        return seats.replace_by_player(seat_id=seat_id, email=email).pk
    return seats.replace_by_bot(seat_id=seat_id).pk


def propose(*, seat_id: int, kind: str) -> int:
    """Propose something to a table."""
    return votes.propose(seat_id=seat_id, kind=kind).pk


def vote(*, seat_id: int, vote_id: int, yes: bool) -> str:
    """Answer a proposal; gives how it came out so far."""
    return votes.cast(seat_id=seat_id, vote_id=vote_id, yes=yes).outcome


def take_day_off(*, player_id: int, day: str) -> int:
    """Take one day off."""
    wanted = date.fromisoformat(day)
    player = Player.objects.get(pk=player_id)
    return time_off.plan(player=player, first=wanted, last=wanted).pk


def wishes(game: Game, dice: Random, *, absent: bool = False) -> list[dict[str, Any]]:
    """Give for every order that is owed the arguments of ``submit`` with a legal choice.

    Those of who is absent only if wished: they are not there to give any.
    """
    turn = open_turn(game)
    if turn is None:
        return []
    owed = Order.objects.filter(Order.OWED, turn=turn).select_related("seat")
    if not absent:
        owed = owed.filter(seat__absent_since=None)
    return [
        {
            "seat_id": order.seat_id,
            "turn_number": turn.number,
            "choice": to_json(choose(game, turn, order.seat.index or 0, dice)),
        }
        for order in owed.order_by("seat__index")
    ]


def come_back(*, seat_id: int) -> bool:
    """Say that one is back."""
    presence.come_back(seat_id=seat_id)
    return True


def resign(*, seat_id: int, email: str = "") -> int:
    """Give up a seat to a bot, or to whoever has this address."""
    return presence.resign(seat_id=seat_id, email=email).pk


def offer(*, seat_id: int, host_id: int, email: str) -> int:
    """Offer somebody's seat to another, as its host."""
    host = Player.objects.get(pk=host_id)
    return presence.offer_seat(seat_id=seat_id, by=host, email=email).pk
