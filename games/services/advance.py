"""The turn moves on: claim it, run the engine, store, open the next; all in one transaction.

Exactly once: one conditional update claims the turn, in the same transaction in which its
successor is inserted under a full unique (game, number). Running it twice, late or in parallel
does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from games import clocks, signals
from games.models import Game, Order, Seat, Turn
from games.prepared import Insert, Select, Update, moment, number, value
from games.rules import Chance, State, Step
from games.rules.bots import default_choice
from games.rules.choices import Choice
from games.rules.codec import read_choice, to_json
from games.rules.standing import IN_A_ROW
from games.rules.state import OVER
from games.services import absence, bots, dues, standing
from games.services.table import (
    bot_randomness,
    by_index,
    chance_of,
    events_json,
    playing_seats,
    rules_of,
    state_of,
    words_of,
)
from games.services.wake import ADVANCE, wake

#: While nobody is to be asked, so many turns go by in one transaction; then it commits and wakes
#: itself, or asks, if anything went by what people had said beforehand.
MAX_TURNS = IN_A_ROW

_LOCKED = Select(
    lambda: (
        Turn.objects.select_related("game__secret")
        .defer("game__state", "events")
        .select_for_update(of=("game",))
        .filter(pk=number("turn"))
    )
)


def _claimable() -> QuerySet[Turn]:
    """Give the turn, if its time has come.

    All is asked of the turn's own row and by its number, so that each part is found by an index
    and no plan gathers the orders of all turns, or joins all open ones, to find one.
    """
    orders = Order.objects.filter(turn=number("turn"))
    running = Game.objects.filter(status=Game.Status.RUNNING, quarantined_at=None)
    return Turn.objects.filter(
        Q(due__lte=moment("now")) | ~Exists(orders.filter(Order.OWED)),
        Exists(orders.filter(voided_at=None)),
        pk=number("turn"),
        closed=None,
        game__in=running,
    )


#: The claim. Of two that want the same turn one changes its row and the other none.
_CLAIM = Update(_claimable, closed=value(Turn, "closed"))
_ORDERS = Select(lambda: Order.objects.filter(turn=number("turn"), voided_at=None))
_NEW_TURN, _NEW_ORDERS = Insert(Turn), Insert(Order)
_TELL = Update(lambda: Turn.objects.filter(pk=number("turn")), events=value(Turn, "events"))
_STORED = (
    *("state", "draw", "advance_attempts", "next_try_at"),
    *("status", "started", "finished"),
)
_STORE = Update(
    lambda: Game.objects.filter(pk=number("game")), **{name: value(Game, name) for name in _STORED}
)


@transaction.atomic
def advance_turn(*, turn_id: int, now: datetime | None = None) -> bool:
    """Advance a turn if its time has come: every order in, or its deadline past at ``now`` (UTC).

    Gives whether this call did it. Raises ``RulesError`` when the engine refuses the stored game.
    """
    now = now or timezone.now()
    turn = _LOCKED.one(turn=turn_id)
    if turn is None or not claim(turn, now):
        return False
    game, seats = turn.game, by_index(playing_seats(turn.game, players=False))
    state = state_of(turn.state_before)
    choices = _choices(_close_orders(turn, seats, state, now), seats)
    chance = chance_of(game, words_of(seats))
    step = rules_of(game).advance(state, choices, chance)
    turn.events = events_json(step.events)
    _TELL(turn=turn.pk, events=turn.events)
    open_next(game, seats, turn, step, chance, [turn])
    return True


def claim(turn: Turn, now: datetime) -> bool:
    """Close the turn if it is this call's to close: one conditional update, one row or none."""
    # ``now`` was read before the wait for the lock; an order may have come in since.
    turn.closed = max(now, timezone.now())
    return _CLAIM(turn=turn.pk, now=now, closed=turn.closed) == 1


def _close_orders(turn: Turn, seats: Sequence[Seat], state: State, now: datetime) -> list[Order]:
    """Give the orders of a claimed turn; missing ones get the default by the clock.

    For whoever is absent it is a bot that orders, also where nobody was there to wait for it.
    """
    seat_of = {seat.pk: seat for seat in seats}
    orders = _ORDERS(turn=turn.pk)
    missing = [order for order in orders if order.choice is None]
    for order in missing:
        order.turn, order.seat = turn, seat_of[order.seat_id]
        if order.seat.absent_since is not None:
            bots.order_for(turn.game, order, state, now)
            continue
        index = seats.index(order.seat)
        randomness = bot_randomness(turn.game, turn.number, index)
        choice = default_choice(rules_of(turn.game), state, index, randomness)
        order.choice, order.source, order.submitted_at = to_json(choice), Order.Source.CLOCK, now
    if missing:
        Order.objects.bulk_update(missing, ["choice", "source", "submitted_at"])
    absence.count(turn.game, seats, orders)
    return orders


def _choices(orders: Sequence[Order], seats: Sequence[Seat]) -> Mapping[int, Choice]:
    index_of = {seat.pk: index for index, seat in enumerate(seats)}
    return {index_of[order.seat_id]: read_choice(order.choice) for order in orders}


def open_next(
    game: Game,
    seats: Sequence[Seat],
    last: Turn,
    step: Step,
    chance: Chance,
    passed: list[Turn],
) -> None:
    """Open the turn after ``last``, or finish the game; turns that ask nobody go by on the way.

    ``seats`` in seat order, with what they said beforehand; ``step`` is where the engine stopped;
    ``passed`` are the turns already closed in this transaction.
    """
    rules, number, heard = rules_of(game), last.number + 1, standing.heard(seats)
    given = _given(game, seats, step.state, number, heard)
    while step.state.kind != OVER and len(given) == len(step.state.awaited):
        if number > last.number + MAX_TURNS:
            break
        following = rules.advance(step.state, given, chance)
        position = to_json(step.state)
        turn = _insert_turn(
            game, step.state, position, number, events=events_json(following.events)
        )
        _insert_orders(turn, seats, step.state, given, heard)
        passed.append(turn)
        step, number = following, number + 1
        if number > last.number + MAX_TURNS and heard.used:
            heard = standing.Heard({})
        given = _given(game, seats, step.state, number, heard)
    heard.forget_dropped()
    _store(game, step.state)
    if step.state.kind == OVER:
        standing.forget(seat for seat in seats if standing.spoke(seat))
        signals.game_over.send(Game, game=game, seats=seats, passed=passed)
        return
    _open(game, step.state, number, given, heard, seats, passed)


def reopen(game: Game, old: Turn, *, number: int) -> Turn:
    """Open a turn anew, under a new number, as it stood before anything was decided in it.

    The game is locked and has no open turn. Chance is derived from the position, so the same
    tokens come again. Only bots order at once: people are asked, whatever they said beforehand.
    Raises ``RefusedState`` for a position that cannot be read.
    """
    state, seats = state_of(old.state_before), by_index(playing_seats(game, players=False))
    nothing = standing.Heard({})
    _store(game, state)
    given = _given(game, seats, state, number, nothing)
    return _open(game, state, number, given, nothing, seats, [], restores=old)


def _open(
    game: Game,
    state: State,
    number: int,
    given: Mapping[int, Choice],
    heard: standing.Heard,
    seats: Sequence[Seat],
    passed: list[Turn],
    restores: Turn | None = None,
) -> Turn:
    ready = len(given) == len(state.awaited)
    # The position as ``_store`` has just put it there.
    turn = _insert_turn(game, state, game.state, number, ready=ready, restores=restores)
    orders = _insert_orders(turn, seats, state, given, heard)
    dues.stand_still(game, turn, turn.opened)
    if ready:
        wake(ADVANCE, turn.pk)
    signals.turn_opened.send(Game, game=game, turn=turn, orders=orders, passed=passed)
    return turn


def _given(
    game: Game, seats: Sequence[Seat], state: State, number: int, heard: standing.Heard
) -> Mapping[int, Choice]:
    """Give what is decided as the turn opens: by what people said beforehand, and by bots."""
    said = heard.choices(game, seats, state, number)
    places = bots.by_bots(seats) - said.keys()
    return {**said, **bots.bot_choices(game, seats, state, number, places)}


def _insert_turn(
    game: Game,
    state: State,
    position: object,
    number: int,
    *,
    events: list[object] | None = None,
    ready: bool = True,
    restores: Turn | None = None,
) -> Turn:
    """Insert a turn: open, or with ``events`` one that closed as it opened.

    ``position`` is the state as it is stored.
    """
    now = timezone.now()
    closed = events is not None
    turn = Turn(
        game=game,
        number=number,
        draw=state.draw,
        kind=state.kind,
        state_before=position,
        events=events or [],
        opened=now,
        due=None if closed else clocks.due(now, game.pace),
        closed=now if closed else None,
        ready=now if ready else None,
        restores=restores,
    )
    _NEW_TURN([turn])
    return turn


def _insert_orders(
    turn: Turn,
    seats: Sequence[Seat],
    state: State,
    choices: Mapping[int, Choice],
    heard: standing.Heard,
) -> list[Order]:
    orders = []
    for index in state.awaited:
        seat, given = seats[index], index in choices
        # Where nobody is there, nobody is asked and nothing is given: a bot does it by the clock.
        asked = not given and seat.absent_since is None
        order = Order(turn=turn, seat=seat, asked=asked, created=turn.opened)
        if given:
            said = index in heard.now
            order.source = Order.Source.STANDING if said else Order.Source.BOT
            order.choice, order.submitted_at = to_json(choices[index]), turn.opened
        orders.append(order)
    _NEW_ORDERS(orders)
    return orders


def _store(game: Game, state: State) -> None:
    """Store the position; success gives the game all of its attempts back."""
    game.state, game.draw = to_json(state), state.draw
    game.advance_attempts, game.next_try_at = 0, None
    if state.kind == OVER:
        game.status, game.finished = Game.Status.FINISHED, timezone.now()
    _STORE(game=game.pk, **{name: getattr(game, name) for name in _STORED})
