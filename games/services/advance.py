"""The turn moves on: claim it, run the engine, store, open the next; all in one transaction.

Exactly once: one conditional update claims the turn, in the same transaction in which its
successor is inserted under a full unique (game, number). Running it twice, late or in parallel
does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games import clocks, signals
from games.models import Game, Order, Seat, Turn
from games.rules import Chance, IllegalChoice, State, Step
from games.rules.bots import BOTS, default_choice
from games.rules.choices import Choice
from games.rules.codec import read_choice, to_json
from games.rules.state import OVER
from games.services.table import (
    bot_randomness,
    chance_of,
    events_json,
    one,
    playing_seats,
    rules_of,
    state_of,
    words_of,
)
from games.services.wake import ADVANCE, wake

#: While no human is awaited, so many turns go by in one transaction; then it commits and wakes
#: itself.
MAX_TURNS = 10

#: An order that somebody still owes.
OPEN_ORDER = Q(submitted_at=None, voided_at=None)


@transaction.atomic
def advance_turn(*, turn_id: int, now: datetime | None = None) -> bool:
    """Advance a turn if its time has come: every order in, or its deadline past at ``now`` (UTC).

    Gives whether this call did it. Raises ``RulesError`` when the engine refuses the stored game.
    """
    now = now or timezone.now()
    turn = one(
        Turn.objects.select_related("game").select_for_update(of=("game",)).filter(pk=turn_id)
    )
    if turn is None or not claim(turn, now):
        return False
    game, seats = turn.game, by_index(playing_seats(turn.game))
    state = state_of(turn.state_before)
    choices = _choices(turn, seats, state, now)
    chance = chance_of(game, words_of(seats))
    step = rules_of(game).advance(state, choices, chance)
    turn.events = events_json(step.events)
    Turn.objects.filter(pk=turn.pk).update(events=turn.events)
    open_next(game, seats, turn, step, chance, [turn])
    return True


def claim(turn: Turn, now: datetime) -> bool:
    """Close the turn if it is this call's to close: one conditional update, one row or none."""
    orders = Order.objects.filter(turn=OuterRef("pk"))
    # ``now`` was read before the wait for the lock; an order may have come in since.
    turn.closed = max(now, timezone.now())
    changed = (
        Turn.objects.filter(pk=turn.pk, closed=None)
        .filter(Q(due__lte=now) | ~Exists(orders.filter(OPEN_ORDER)))
        .filter(Exists(orders.filter(voided_at=None)))
        .filter(game__status=Game.Status.RUNNING, game__quarantined_at=None)
        .update(closed=turn.closed)
    )
    return changed == 1


def by_index(seats: Sequence[Seat]) -> list[Seat]:
    """Give seats of a started game in seat order."""
    return sorted(seats, key=lambda seat: seat.index if seat.index is not None else -1)


def _choices(
    turn: Turn, seats: Sequence[Seat], state: State, now: datetime
) -> Mapping[int, Choice]:
    """Give the choices of a claimed turn; orders that are missing get the default, by the clock."""
    index_of = {seat.pk: index for index, seat in enumerate(seats)}
    choices: dict[int, Choice] = {}
    missing: list[Order] = []
    for order in Order.objects.filter(turn=turn, voided_at=None):
        index = index_of[order.seat_id]
        if order.choice is None:
            randomness = bot_randomness(turn.game, turn.number, index)
            choice = default_choice(rules_of(turn.game), state, index, randomness)
            order.choice, order.source, order.submitted_at = to_json(choice), "clock", now
            missing.append(order)
        choices[index] = read_choice(order.choice)
    if missing:
        Order.objects.bulk_update(missing, ["choice", "source", "submitted_at"])
    return choices


def open_next(
    game: Game,
    seats: Sequence[Seat],
    last: Turn,
    step: Step,
    chance: Chance,
    passed: list[Turn],
) -> None:
    """Open the turn after ``last``, or finish the game; bots' turns go by on the way.

    ``seats`` in seat order with players loaded; ``step`` is where the engine stopped; ``passed``
    are the turns already closed in this transaction.
    """
    rules, number = rules_of(game), last.number
    for _ in range(MAX_TURNS):
        if step.state.kind == OVER or not _bots_alone(seats, step.state):
            break
        number += 1
        choices = _bot_choices(game, seats, step.state, number)
        following = rules.advance(step.state, choices, chance)
        turn = _insert_turn(game, step.state, number, events=events_json(following.events))
        _insert_orders(turn, seats, step.state, choices)
        passed.append(turn)
        step = following
    _store(game, step.state)
    if step.state.kind == OVER:
        signals.game_over.send(Game, game=game, seats=seats, passed=passed)
        return
    _open(game, seats, step.state, number + 1, passed)


def _open(game: Game, seats: Sequence[Seat], state: State, number: int, passed: list[Turn]) -> None:
    choices = _bot_choices(game, seats, state, number)
    ready = len(choices) == len(state.awaited)
    turn = _insert_turn(game, state, number, ready=ready)
    orders = _insert_orders(turn, seats, state, choices)
    if ready:
        wake(ADVANCE, turn.pk)
    signals.turn_opened.send(Game, game=game, turn=turn, orders=orders, passed=passed)


def _bots_alone(seats: Sequence[Seat], state: State) -> bool:
    return all(seats[index].bot for index in state.awaited)


def _bot_choices(
    game: Game, seats: Sequence[Seat], state: State, number: int
) -> Mapping[int, Choice]:
    return {
        index: bot_choice(game, seats[index], state, number)
        for index in state.awaited
        if seats[index].bot
    }


def bot_choice(game: Game, seat: Seat, state: State, turn_number: int) -> Choice:
    """Give what a bot's seat chooses, from what that seat may see and choose, nothing else."""
    if seat.index is None:
        raise IllegalChoice("not_awaited", seat=-1)
    rules = rules_of(game)
    randomness = bot_randomness(game, turn_number, seat.index)
    view, options = rules.view_for(state, seat.index), rules.options(state, seat.index)
    return BOTS[seat.bot](rules.deck, view, options, randomness)


def _insert_turn(
    game: Game,
    state: State,
    number: int,
    *,
    events: list[object] | None = None,
    ready: bool = True,
) -> Turn:
    """Insert a turn: open, or with ``events`` one that closed as it opened."""
    now = timezone.now()
    closed = events is not None
    return Turn.objects.create(
        game=game,
        number=number,
        draw=state.draw,
        kind=state.kind,
        state_before=to_json(state),
        events=events or [],
        opened=now,
        due=None if closed else clocks.due(now, game.pace),
        closed=now if closed else None,
        ready=now if ready else None,
    )


def _insert_orders(
    turn: Turn, seats: Sequence[Seat], state: State, choices: Mapping[int, Choice]
) -> list[Order]:
    orders = []
    for index in state.awaited:
        order = Order(turn=turn, seat=seats[index], created=turn.opened)
        if index in choices:
            order.choice, order.source = to_json(choices[index]), Order.Source.BOT
            order.submitted_at = turn.opened
        orders.append(order)
    return Order.objects.bulk_create(orders)


def _store(game: Game, state: State) -> None:
    """Store the position; success gives the game all of its attempts back."""
    game.state, game.draw = to_json(state), state.draw
    game.advance_attempts, game.next_try_at = 0, None
    if state.kind == OVER:
        game.status, game.finished = Game.Status.FINISHED, timezone.now()
    game.save(
        update_fields=[
            "state", "draw", "advance_attempts", "next_try_at", "status", "started", "finished",
        ]
    )  # fmt: skip
