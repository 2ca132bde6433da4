"""The record of a stored game: read from its closed turns, decision by decision."""

from __future__ import annotations

from games.models import Game, GameSeed, Order, StoredDeck, Turn
from games.rules.codec import read_choice, read_event
from games.rules.record import Closed, Player, Record, make_record
from games.services.errors import Refused
from games.services.table import playing_seats, rules_of


def record_of(game: Game) -> Record:
    """Give the record of a started game; nothing hidden is in it while the game runs.

    Raises ``Refused`` for a game that has not started, ``RulesError`` for one whose stored turns
    the engine refuses.
    """
    if game.started is None:
        raise Refused("game_not_started", name=game.name)
    seats = playing_seats(game)
    return make_record(
        game=game.public_id,
        rules=rules_of(game),
        csv=StoredDeck.objects.values_list("csv", flat=True).get(pk=game.deck_id),
        players=[Player(seat.name, seat.word) for seat in seats],
        seed=bytes(GameSeed.objects.values_list("seed", flat=True).get(pk=game.pk)),
        turns=closed_turns(game),
        seated=tuple(range(len(seats))) if game.seats_by_host else None,
        cancelled=game.status == Game.Status.CANCELLED,
    )


def closed_turns(game: Game) -> list[Closed]:
    """Give the closed turns that count, oldest first, without the set-up."""
    turns = Turn.objects.filter(
        game=game, number__gt=0, closed__isnull=False, superseded_at=None
    ).order_by("number")
    orders = (
        Order.objects.filter(turn__in=turns, voided_at=None, choice__isnull=False)
        .select_related("seat")
        .order_by("seat__index")
    )
    choices: dict[int, dict[int, object]] = {}
    for order in orders:
        assert order.seat.index is not None
        choices.setdefault(order.turn_id, {})[order.seat.index] = order.choice
    return [
        Closed(
            {index: read_choice(choice) for index, choice in choices.get(turn.pk, {}).items()},
            tuple(read_event(event) for event in turn.events),
        )
        for turn in turns
    ]
