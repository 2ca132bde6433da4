"""What bots choose: for their own seats, and for people who are absent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from games.models import Game, Order, Seat, Turn
from games.rules import IllegalChoice, State
from games.rules.bots import BOTS
from games.rules.choices import Choice
from games.rules.codec import to_json
from games.services.table import bot_randomness, by_index, playing_seats, rules_of, state_of


def by_bots(seats: Sequence[Seat]) -> frozenset[int]:
    """Give the places for which a bot orders at once: its own, and those of who is absent.

    ``seats`` in seat order. Where nobody is there at all nobody waits either: then the turns keep
    their clock, lest bots play a game to its end before anybody can come back.
    """
    present = any(not seat.bot and seat.absent_since is None for seat in seats)
    return frozenset(
        index
        for index, seat in enumerate(seats)
        if seat.bot or (present and seat.absent_since is not None)
    )


def bot_choices(
    game: Game, seats: Sequence[Seat], state: State, number: int, places: Iterable[int]
) -> Mapping[int, Choice]:
    """Give what bots choose for those of these places that are awaited."""
    wanted = frozenset(places)
    return {
        index: bot_choice(game, seats[index], state, number)
        for index in state.awaited
        if index in wanted
    }


def bot_choice(game: Game, seat: Seat, state: State, turn_number: int) -> Choice:
    """Give what a bot chooses for a seat, from what that seat may see and choose, nothing else."""
    if seat.index is None:
        raise IllegalChoice("not_awaited", seat=-1)
    rules = rules_of(game)
    randomness = bot_randomness(game, turn_number, seat.index)
    view, options = rules.view_for(state, seat.index), rules.options(state, seat.index)
    return BOTS[seat.bot or Seat.Bot.GREEDY](rules.deck, view, options, randomness)


def order_for(game: Game, order: Order, state: State, now: datetime) -> None:
    """Fill an open order in with what a bot chooses for its seat; the row is not saved."""
    choice = bot_choice(game, order.seat, state, order.turn.number)
    order.choice, order.source = to_json(choice), Order.Source.BOT
    order.submitted_at = now


def order_for_absent(game: Game, turn: Turn) -> None:
    """Let bots order for whoever is absent in a locked open turn, now that somebody is there."""
    places = by_bots(by_index(playing_seats(game)))
    owed = Order.objects.filter(Order.OWED, turn=turn, seat__index__in=places).select_related(
        "seat", "turn"
    )
    if not owed:
        return
    state = state_of(turn.state_before)
    for order in owed:
        order_for(game, order, state, timezone.now())
    Order.objects.bulk_update(owed, ["choice", "source", "submitted_at"])
