"""Submitting and changing an order."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Order, Turn
from games.rules import IllegalChoice, RefusedState
from games.rules.choices import Keep, Take
from games.rules.codec import to_json
from games.services import clock, orders, seats
from games.services.errors import Refused, TurnClosed
from games.services.table import state_of
from tests.games.cast import (
    choice_for,
    order,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)  # fmt: skip

pytestmark = pytest.mark.django_db


def hand(game: Game, name: str) -> tuple[int, ...]:
    index = seat_of(game, name).index
    assert index is not None
    return tuple(sorted(state_of(turn_of(game).state_before).seats[index].hand))


def test_an_order_is_stored_with_its_source_and_time() -> None:
    game = running_game("Anna", "Bruno")
    kept = Keep(hand(game, "Anna")[:3])
    order(game, "Anna", kept)
    stored = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna"))
    assert stored.choice == to_json(kept)
    assert stored.source == "link"
    assert stored.submitted_at is not None


def test_an_order_can_be_changed_until_the_turn_closes_and_the_last_counts() -> None:
    game = running_game("Anna", "Bruno")
    cards = hand(game, "Anna")
    order(game, "Anna", Keep(cards[:3]))
    order(game, "Anna", Keep(cards[3:]))
    order(game, "Bruno")
    assert clock.try_advance(turn_id=turn_of(game).pk)
    game.refresh_from_db()
    state = state_of(game.state)
    assert tuple(card for card, _ in state.seats[0].objectives) == cards[3:]


def test_an_order_is_judged_by_the_position_as_it_is_stored_now() -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna", Keep(hand(game, "Anna")[:3]))
    turn, bruno = turn_of(game), Keep(hand(game, "Bruno")[:3])
    for impossible in ({"format": 1}, None):
        Turn.objects.filter(pk=turn.pk).update(state_before=impossible)
        with pytest.raises(RefusedState):
            order(game, "Bruno", bruno)
    Turn.objects.filter(pk=turn.pk).update(state_before=turn.state_before)
    order(game, "Bruno", bruno)
    assert clock.try_advance(turn_id=turn.pk)


def test_an_illegal_order_changes_nothing() -> None:
    game = running_game("Anna", "Bruno")
    kept = Keep(hand(game, "Anna")[:3])
    order(game, "Anna", kept)
    for wrong in (Keep(hand(game, "Bruno")[:3]), Keep(hand(game, "Anna")[:2]), Take(1)):
        with pytest.raises(IllegalChoice):
            order(game, "Anna", wrong)
    stored = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna"))
    assert stored.choice == to_json(kept)


def test_an_order_for_a_turn_that_closed_is_refused_and_the_stored_one_still_a_success() -> None:
    game = running_game("Anna", "Bruno")
    cards, turn = hand(game, "Anna"), turn_of(game)
    order(game, "Anna", Keep(cards[:3]))
    order(game, "Bruno")
    clock.try_advance(turn_id=turn.pk)
    anna = seat_of(game, "Anna")
    with pytest.raises(TurnClosed):
        orders.submit_order(seat_id=anna.pk, turn_number=1, choice=Keep(cards[3:]))
    again = orders.submit_order(seat_id=anna.pk, turn_number=1, choice=Keep(cards[:3]))
    assert again.choice == to_json(Keep(cards[:3]))


def test_nothing_is_asked_of_a_turn_that_does_not_exist() -> None:
    game = running_game("Anna", "Bruno")
    with pytest.raises(Refused) as caught:
        orders.submit_order(seat_id=seat_of(game, "Anna").pk, turn_number=7, choice=Keep(()))
    assert caught.value.code == "nothing_asked"


def test_a_replaced_player_can_order_no_more() -> None:
    game = running_game("Anna", "Bruno")
    anna, cards = seat_of(game, "Anna"), hand(game, "Anna")
    seats.replace_by_bot(seat_id=anna.pk)
    with pytest.raises(Refused) as caught:
        orders.submit_order(seat_id=anna.pk, turn_number=1, choice=Keep(cards[:3]))
    assert caught.value.code == "seat_replaced"


@pytest.mark.parametrize("status", ["paused", "cancelled", "finished"])
def test_a_game_that_does_not_run_takes_no_order(status: str) -> None:
    game = running_game("Anna", "Bruno")
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(Refused) as caught:
        order(game, "Anna")
    assert caught.value.code == f"game_{status}"


def test_the_last_order_makes_the_turn_ready_and_no_other_does() -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    assert turn_of(game).ready is None
    order(game, "Bruno")
    assert turn_of(game).ready is not None


def test_a_submission_takes_at_most_six_queries_at_any_length_of_the_game() -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario")
    counts = set()
    for _ in range(12):
        turn = play_until(game, "mobilize")
        first = (
            turn.orders.filter(submitted_at=None).select_related("seat").order_by("seat__index")[0]
        )
        choice = choice_for(game, turn, first.seat)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            orders.submit_order(seat_id=first.seat_id, turn_number=turn.number, choice=choice)
        counts.add(len([q for q in queries if "SAVEPOINT" not in q["sql"]]))
        play_turn(game)
    assert max(counts) <= 6
