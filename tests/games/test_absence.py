"""Turns that somebody misses, a bot for whoever missed two in a row, and coming back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.integrity import faults_of
from games.models import Game, Order, Seat
from games.pace_models import Happening
from games.rules.choices import Mobilize
from games.rules.codec import read_choice
from games.services import clock, orders, presence
from games.services.errors import Refused
from notifications.integrity import mail_faults_of
from tests.games.cast import order, play_turn, play_until, running_game, seat_of, turn_of
from tests.games.waiting import game_without, miss, order_of, pass_deadline

pytestmark = pytest.mark.django_db


def told(game: Game) -> list[tuple[str, str]]:
    found = Happening.objects.filter(game=game).order_by("pk")
    return [(one.code, one.seat.name if one.seat else "") for one in found]


def test_one_missed_turn_is_forgiven_by_the_next_order() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    order(game, "Anna")
    pass_deadline(game)
    assert (seat_of(game, "Anna").missed, seat_of(game, "Bruno").missed) == (0, 1)
    play_turn(game)
    assert seat_of(game, "Bruno").missed == 0
    order(game, "Anna")
    pass_deadline(game)
    assert (seat_of(game, "Bruno").missed, seat_of(game, "Bruno").absent_since) == (1, None)


def test_after_two_missed_turns_in_a_row_a_bot_orders_at_once_and_nobody_waits() -> None:
    game = game_without("Bruno", "Anna")
    turn = turn_of(game)
    assert told(game) == [("absent", "Bruno")]
    found = order_of(turn, "Bruno")
    assert (found.source, found.submitted_at) == ("bot", turn.opened)
    order(game, "Anna")
    turn.refresh_from_db()
    assert turn.ready is not None
    assert clock.try_advance(turn_id=turn.pk)


def test_a_turn_with_nothing_to_choose_is_not_missed() -> None:
    game = running_game("Bruno", "Anna", "Clara", hours=24)
    order(game, "Anna")
    order(game, "Clara")
    pass_deadline(game)
    unasked = turn_of(game)
    assert not Order.objects.filter(turn=unasked, seat__name="Bruno").exists()  # no matching space
    pass_deadline(game)
    assert (seat_of(game, "Bruno").missed, seat_of(game, "Clara").missed) == (1, 1)


def test_the_bot_orders_like_a_player_and_does_not_pass() -> None:
    game = game_without("Bruno", "Anna")
    turn = play_until(game, "mobilize")
    choice = read_choice(order_of(turn, "Bruno").choice)
    assert isinstance(choice, Mobilize)
    assert choice.action.code == "place"


def test_submitting_in_an_open_turn_is_being_back() -> None:
    game = game_without("Bruno", "Anna")
    play_until(game, "mobilize")
    order(game, "Bruno")
    bruno = seat_of(game, "Bruno")
    assert (bruno.absent_since, bruno.missed) == (None, 0)
    assert order_of(turn_of(game), "Bruno").source == "link"
    assert told(game) == [("absent", "Bruno"), ("back", "Bruno")]
    play_turn(game)
    assert order_of(turn_of(game), "Bruno").submitted_at is None


def test_submitting_what_the_bot_chose_is_being_back_too() -> None:
    game = game_without("Bruno", "Anna")
    turn = turn_of(game)
    choice = read_choice(order_of(turn, "Bruno").choice)
    orders.submit_order(
        seat_id=seat_of(game, "Bruno").pk, turn_number=turn.number, choice=choice, source="site"
    )
    assert seat_of(game, "Bruno").absent_since is None
    assert order_of(turn, "Bruno").source == "site"


def test_an_old_order_sent_again_when_its_turn_has_closed_is_not_being_back() -> None:
    game = running_game("Bruno", "Anna", hours=24)
    first = order(game, "Bruno")
    order(game, "Anna")
    clock.try_advance(turn_id=first.turn_id)
    miss(game, "Bruno")
    choice = read_choice(first.choice)
    orders.submit_order(seat_id=first.seat_id, turn_number=first.turn.number, choice=choice)
    assert seat_of(game, "Bruno").absent_since is not None


def test_who_is_back_keeps_the_bots_order_and_is_waited_for_from_the_next_turn_on() -> None:
    game = game_without("Bruno", "Anna")
    turn = turn_of(game)
    presence.come_back(seat_id=seat_of(game, "Bruno").pk)
    presence.come_back(seat_id=seat_of(game, "Bruno").pk)  # once is enough
    assert order_of(turn, "Bruno").source == "bot"
    assert told(game) == [("absent", "Bruno"), ("back", "Bruno")]
    order(game, "Anna")
    clock.try_advance(turn_id=turn.pk)
    assert order_of(turn_of(game), "Bruno").submitted_at is None


def test_who_is_back_can_be_absent_again_and_all_are_told_again() -> None:
    game = game_without("Bruno", "Anna")
    presence.come_back(seat_id=seat_of(game, "Bruno").pk)
    order(game, "Anna")
    clock.try_advance(turn_id=turn_of(game).pk)
    miss(game, "Bruno")
    assert [code for code, _ in told(game)] == ["absent", "back", "absent"]


def test_nobody_comes_back_to_a_seat_that_somebody_else_has_or_to_a_game_that_is_over() -> None:
    from games.services import seats

    game = game_without("Bruno", "Anna")
    bruno = seat_of(game, "Bruno")
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    with pytest.raises(Refused) as caught:
        presence.come_back(seat_id=bruno.pk)
    assert caught.value.code == "game_cancelled"
    Game.objects.filter(pk=game.pk).update(status="running")
    seats.replace_by_bot(seat_id=bruno.pk)
    with pytest.raises(Refused) as caught:
        presence.come_back(seat_id=bruno.pk)
    assert caught.value.code == "seat_given_away"


def test_where_nobody_is_there_bots_do_not_play_the_game_to_its_end() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    pass_deadline(game)
    pass_deadline(game)
    turn = turn_of(game)
    assert not Order.objects.filter(turn=turn, submitted_at__isnull=False).exists()
    assert turn.ready is None
    assert not clock.try_advance(turn_id=turn.pk)
    # At its deadline the bot orders: the game goes on, a turn at a time.
    pass_deadline(game)
    assert {found.source for found in Order.objects.filter(turn=turn)} == {"bot"}
    assert turn_of(game).due == turn_of(game).opened + timedelta(hours=24)
    assert [*faults_of(game), *mail_faults_of(game)] == []


def test_the_first_who_is_back_finds_bots_ordering_for_the_others() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    pass_deadline(game)
    pass_deadline(game)
    order(game, "Anna")
    turn = turn_of(game)
    assert {order_of(turn, name).source for name in ("Bruno", "Clara")} == {"bot"}
    assert turn.ready is not None


def test_turns_of_absent_people_and_bots_go_by_at_once() -> None:
    game = game_without("Bruno", "Anna", bots=1)
    for _ in range(60):
        if game.status != Game.Status.RUNNING:
            break
        owed = Order.objects.filter(turn=turn_of(game), submitted_at=None, voided_at=None)
        assert {found.seat.name for found in owed} == {"Anna"}
        play_turn(game)
    assert game.status == Game.Status.FINISHED


def test_a_stop_of_two_days_costs_each_seat_one_turn() -> None:
    """The sweep finds the turn once; the next one has its full length from then on."""
    import time_machine

    game = running_game("Anna", "Bruno", hours=6)
    turn = turn_of(game)
    with time_machine.travel(turn.opened + timedelta(days=2), tick=False):
        for _ in range(10):
            for late in clock.waiting_turns(turn.opened + timedelta(days=2)):
                clock.try_advance(turn_id=late.pk)
        now_open = turn_of(game)
        assert now_open.number == turn.number + 1
        assert now_open.due == now_open.opened + timedelta(hours=6)
        assert now_open.opened == turn.opened + timedelta(days=2)
    seats = Seat.objects.filter(game=game).values_list("missed", "absent_since")
    assert list(seats) == [(1, None), (1, None)]


def test_coming_back_wins_nobody_any_time() -> None:
    game = game_without("Bruno", "Anna")
    due = turn_of(game).due
    presence.come_back(seat_id=seat_of(game, "Bruno").pk)
    assert turn_of(game).due == due


def test_somebody_new_who_is_there_at_once_does_not_wait_for_the_absent() -> None:
    from games.services import seats

    game = running_game("Anna", "Bruno", "Clara", hours=24)
    miss(game, "Anna")
    miss(game, "Bruno")
    miss(game, "Clara")
    assert not Order.objects.filter(turn=turn_of(game), submitted_at__isnull=False).exists()
    assert faults_of(game) == []
    asked = Order.objects.filter(turn=turn_of(game)).select_related("seat")[0].seat
    seats.replace_by_player(seat_id=asked.pk, email="elena@example.org", name="Elena")
    owed = Order.objects.filter(turn=turn_of(game), submitted_at=None, voided_at=None)
    assert [found.seat.name for found in owed.select_related("seat")] == ["Elena"]
    assert faults_of(game) == []


def test_the_checker_names_somebody_absent_who_is_waited_for() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    assert faults_of(game) == []
    Seat.objects.filter(game=game, name="Bruno").update(absent_since=game.started)
    assert [fault.code for fault in faults_of(game)] == ["absent_but_awaited"]
