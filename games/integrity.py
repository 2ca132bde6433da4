"""Read what is stored of a game and name everything that cannot be. Nothing is ever repaired here.

Every closed turn is played again from its stored position with the orders that stood when it
closed: the events and the next position must be the stored ones. So an order that was used twice,
not at all, or changed after its turn closed shows, and so does an event told twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game, GameSeed, Order, Seat, Turn
from games.rules import Chance, RulesError
from games.rules.chance import commitment_of
from games.rules.codec import read_choice, to_json
from games.rules.state import OVER
from games.services.table import chance_of, events_json, playing_seats, rules_of, state_of, words_of


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that cannot be: its code, the game, and the turn's number where it is about one."""

    code: str
    game_id: int
    turn: int | None = None

    def __str__(self) -> str:
        """Give it as one line, without anything hidden."""
        where = f", turn {self.turn}" if self.turn is not None else ""
        return f"{self.code}: game {self.game_id}{where}"


def faults_of(game: Game) -> list[Fault]:
    """Give everything that is wrong with a stored game; empty when all is right."""
    seed = GameSeed.objects.filter(pk=game.pk).values_list("seed", flat=True).first()
    if seed is None or commitment_of(bytes(seed)) != game.commitment:
        return [Fault("seed_is_not_the_committed", game.pk)]
    turns = list(Turn.objects.filter(game=game).order_by("number"))
    if game.started is None:
        return [Fault("turn_before_the_start", game.pk)] if turns else []
    return [
        *_numbers(game, turns),
        *_status(game, turns),
        *(fault for turn in turns for fault in _orders(game, turn)),
        *_presence(game),
        *_replay(game, turns),
    ]


def _numbers(game: Game, turns: Sequence[Turn]) -> Iterator[Fault]:
    """Numbers run from 0 without a gap, and every turn but the last is closed."""
    if [turn.number for turn in turns] != list(range(len(turns))):
        yield Fault("numbers_have_a_gap", game.pk)
    for turn in turns[:-1]:
        if turn.closed is None:
            yield Fault("open_turn_is_not_the_last", game.pk, turn.number)


def _status(game: Game, turns: Sequence[Turn]) -> Iterator[Fault]:
    """A game that goes on has one open turn, a finished one none; the draw is the position's."""
    last = turns[-1] if turns else None
    goes_on = game.status in (Game.Status.RUNNING, Game.Status.PAUSED)
    if goes_on and (last is None or last.closed is not None):
        yield Fault("nothing_awaited", game.pk)
    if game.status == Game.Status.FINISHED and last is not None and last.closed is None:
        yield Fault("finished_with_an_open_turn", game.pk, last.number)
    try:
        state = state_of(game.state)
    except RulesError:
        yield Fault("state_unreadable", game.pk)
        return
    if state.draw != game.draw:
        yield Fault("draw_is_not_the_states", game.pk)
    if (state.kind == OVER) != (game.status == Game.Status.FINISHED):
        yield Fault("status_is_not_the_states", game.pk)


def _orders(game: Game, turn: Turn) -> Iterator[Fault]:
    """One order that stands for each awaited seat; none missing, late or by the clock too early."""
    if turn.number == 0:
        return
    orders = list(Order.objects.filter(turn=turn).select_related("seat"))
    standing = [order for order in orders if order.voided_at is None]
    if _taken_back_open(turn):
        if standing:
            yield Fault("taken_back_with_an_order", game.pk, turn.number)
        return
    try:
        awaited = list(state_of(turn.state_before).awaited)
    except RulesError:
        yield Fault("state_unreadable", game.pk, turn.number)
        return
    if (
        sorted(order.seat.index if order.seat.index is not None else -1 for order in standing)
        != awaited
    ):
        yield Fault("orders_are_not_the_awaited", game.pk, turn.number)
    missing = any(order.submitted_at is None for order in standing)
    if turn.closed is None:
        if not missing and turn.ready is None:
            yield Fault("every_order_in_but_not_ready", game.pk, turn.number)
        return
    if missing:
        yield Fault("closed_with_an_order_missing", game.pk, turn.number)
    for order in orders:
        yield from _order(game, turn, order)


def _presence(game: Game) -> Iterator[Fault]:
    """Who gave a seat up does not sit there; nobody who is there waits for somebody who is not."""
    if Seat.objects.filter(game=game, resigned_at__isnull=False, replaced_at=None).exists():
        yield Fault("resigned_but_seated", game.pk)
    if game.status != Game.Status.RUNNING or game.quarantined_at is not None:
        return
    here = Seat.objects.filter(game=game, replaced_at=None, bot="", absent_since=None)
    owed = Order.objects.filter(
        Order.OWED,
        turn__game=game,
        turn__closed=None,
        seat__absent_since__isnull=False,
    )
    number = owed.values_list("turn__number", flat=True).first()
    if number is not None and here.exists():
        yield Fault("absent_but_awaited", game.pk, number)


def _order(game: Game, turn: Turn, order: Order) -> Iterator[Fault]:
    assert turn.closed is not None
    too_early = turn.due is None or turn.closed < turn.due
    if order.source == Order.Source.CLOCK and too_early:
        yield Fault("clock_before_the_deadline", game.pk, turn.number)
    if order.submitted_at is not None and order.submitted_at > turn.closed:
        yield Fault("order_after_the_close", game.pk, turn.number)
    if order.voided_at is not None and order.voided_at > turn.closed:
        yield Fault("voided_after_the_close", game.pk, turn.number)


def _replay(game: Game, turns: Sequence[Turn]) -> Iterator[Fault]:
    """Play every closed turn again; what it led to must be what is stored."""
    seats = playing_seats(game)
    chance = chance_of(game, words_of(seats))
    opening = rules_of(game).start(len(seats), chance, _seated(game, seats))
    if turns and turns[0].events != events_json(opening.events):
        yield Fault("opening_is_not_the_bags", game.pk, 0)
    expected: Any = to_json(opening.state)
    for turn in turns[1:]:
        if turn.restores_id is not None:
            expected = _restored(turns, turn)
        if turn.state_before is not None and turn.state_before != expected:
            yield Fault("position_does_not_follow", game.pk, turn.number)
            return
        if turn.closed is None or _taken_back_open(turn):
            continue
        try:
            happened, expected = _again(game, turn, chance)
        except Exception as error:  # noqa: BLE001 - a position that cannot be may raise anything
            code = getattr(error, "code", type(error).__name__)
            yield Fault(f"replay_refused_{code}", game.pk, turn.number)
            return
        if turn.events != happened:
            yield Fault("events_do_not_follow", game.pk, turn.number)
            return
    if game.state != expected:
        yield Fault("position_does_not_follow", game.pk)


def _taken_back_open(turn: Turn) -> bool:
    """Tell whether going back closed this turn: nothing was decided in it, its orders are void."""
    return turn.closed is not None and turn.closed == turn.superseded_at


def _seated(game: Game, seats: Sequence[Seat]) -> tuple[int, ...] | None:
    return tuple(range(len(seats))) if game.seats_by_host else None


def _restored(turns: Sequence[Turn], turn: Turn) -> Any:
    return next((old.state_before for old in turns if old.pk == turn.restores_id), None)


def _again(game: Game, turn: Turn, chance: Chance) -> tuple[Any, Any]:
    orders = Order.objects.filter(turn=turn, voided_at=None).select_related("seat")
    choices = {order.seat.index: read_choice(order.choice) for order in orders}
    step = rules_of(game).advance(
        state_of(turn.state_before),
        {index: choice for index, choice in choices.items() if index is not None},
        chance,
    )
    return events_json(step.events), to_json(step.state)
