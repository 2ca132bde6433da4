"""A turn moves on exactly once, in one transaction, with bounded queries."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Order, Turn
from games.records import record_of
from games.rules.recordcheck import check_record
from games.rules.state import State
from games.services import advance, clock
from games.services.absence import ABSENT_AFTER
from games.services.table import open_turn, state_of
from tests.games.cast import (
    NAMES,
    awaited,
    choice_for,
    order,
    play_out,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)  # fmt: skip

pytestmark = pytest.mark.django_db


def test_a_turn_with_an_order_missing_does_not_advance() -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    assert not advance.advance_turn(turn_id=turn_of(game).pk)
    assert turn_of(game).number == 1
    assert turn_of(game).closed is None


def test_a_turn_with_all_orders_advances_once_however_often_it_is_tried() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    order(game, "Anna")
    order(game, "Bruno")
    assert [clock.try_advance(turn_id=turn.pk) for _ in range(4)] == [True, False, False, False]
    numbers = Turn.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    assert list(numbers) == [0, 1, 2]
    game.refresh_from_db()
    assert (game.advance_attempts, game.next_try_at) == (0, None)


def test_a_turn_all_of_whose_orders_are_void_does_not_advance() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    Order.objects.filter(turn=turn).update(voided_at=turn.opened)
    assert not advance.advance_turn(turn_id=turn.pk)


def test_a_turn_without_any_order_does_not_advance() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    Order.objects.filter(turn=turn).delete()
    assert not advance.advance_turn(turn_id=turn.pk)


@pytest.mark.parametrize("count", range(2, 7))
def test_a_whole_game_ends_and_its_record_checks(count: int) -> None:
    random = Random(count)
    game = running_game(*NAMES[:count])
    play_out(game, random)
    assert game.status == Game.Status.FINISHED
    assert open_turn(game) is None
    numbers = list(
        Turn.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    )
    assert numbers == list(range(len(numbers)))
    final: State = check_record(record_of(game)).state
    assert final == state_of(game.state)


def test_bots_alone_go_by_ten_turns_a_transaction_and_the_game_wakes_itself() -> None:
    game = running_game("Anna", bots=3)
    turn = turn_of(game)
    Turn.objects.filter(pk=turn.pk).update(due=turn.opened)
    game.seats.filter(name="Anna").update(bot="greedy", player=None)
    assert clock.try_advance(turn_id=turn.pk)
    assert Turn.objects.filter(game=game).count() == 2 + advance.MAX_TURNS + 1
    assert turn_of(game).ready is not None


def test_an_advance_of_four_people_takes_at_most_twelve_queries_whatever_the_length() -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario")
    random, counts = Random(4), set()
    while game.status == Game.Status.RUNNING:
        turn = turn_of(game)
        for seat in awaited(turn):
            clock_choice = choice_for(game, turn, seat, random)
            from games.services import orders

            orders.submit_order(seat_id=seat.pk, turn_number=turn.number, choice=clock_choice)
        with CaptureQueriesContext(connection) as queries:
            clock.try_advance(turn_id=turn.pk)
        counts.add(len([q for q in queries if "SAVEPOINT" not in q["sql"]]))
        game.refresh_from_db()
    assert max(counts) <= 12


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's plans")
def test_the_claim_can_ask_each_table_by_an_index_and_gathers_nothing_for_all_turns() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    order(game, "Anna")
    order(game, "Bruno")
    with CaptureQueriesContext(connection) as queries:
        assert clock.try_advance(turn_id=turn.pk)
    (claim,) = [query["sql"] for query in queries if 'SET "closed"' in query["sql"]]
    with connection.cursor() as cursor:
        # Tables of a test are small, and read whole where that is allowed.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {claim}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "SubPlan" not in plan
    assert {"games_turn_pkey", "order_once"} <= set(re.findall(r"using (\w+)", plan))
    assert "Seq Scan" not in plan


def test_an_advance_reads_nothing_about_people_to_the_end_of_the_game() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    random, found = Random(5), []
    while game.status == Game.Status.RUNNING:
        turn = turn_of(game)
        for seat in awaited(turn):
            order(game, seat.name, choice_for(game, turn, seat, random))
        with CaptureQueriesContext(connection) as queries:
            assert clock.try_advance(turn_id=turn.pk)
        found += [query["sql"] for query in queries if '"games_player"' in query["sql"]]
        game.refresh_from_db()
    assert found == []


def test_nor_does_one_after_which_somebody_is_absent() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=48)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(ABSENT_AFTER):
            turn = turn_of(game)
            assert clock.try_advance(turn_id=turn.pk, now=turn.due)
    assert [query["sql"] for query in queries if '"games_player"' in query["sql"]] == []
    assert seat_of(game, "Bruno").absent_since is not None


def test_what_closing_brought_about_stands_with_the_turn_that_closed() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    events = Turn.objects.get(game=game, number=1).events
    assert [event["type"] for event in events][:2] == ["kept", "kept"]
    assert "token_drawn" in [event["type"] for event in events]


def test_a_joker_brings_the_tokens_back_and_the_next_crier() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    random = Random(3)
    while "J" not in state_of(game.state).drawn:
        play_turn(game, random)
    play_until(game, "mobilize", random)
    while state_of(game.state).token == "J":
        play_turn(game, random)
    state = state_of(game.state)
    assert (len(state.drawn), state.crier) == (1, 1)
