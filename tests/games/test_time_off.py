"""Time off: planned, ended, and what it does to turns. The clock is given, not waited for."""

from __future__ import annotations

from datetime import datetime
from unittest.mock import patch

import pytest

from games.integrity import faults_of
from games.models import Game, Player, Turn
from games.pace_models import Happening
from games.services import clock, seats, stopping
from tests.games.cast import address, order, play_turn, seat_of, turn_of
from tests.games.resting import (
    BERLIN,
    DAY,
    HOUR,
    NOW,
    at,
    due_of,
    game_of,
    plan,
)

pytestmark = pytest.mark.django_db


# -- what it does to a turn ------------------------------------------------------------------------


def test_the_turn_of_somebody_on_time_off_closes_later_by_the_part_that_overlaps() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-02", "2027-06-04")
    assert due_of(game) == NOW + 48 * HOUR + 3 * DAY
    assert not clock.try_advance(turn_id=turn_of(game).pk, now=NOW + 72 * HOUR)


def test_time_off_at_once_begins_at_once_and_the_rest_of_the_day_is_given_back() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-01", "2027-06-01")
    assert due_of(game) == NOW + 48 * HOUR + 14 * HOUR


def test_a_turn_that_waits_for_others_alone_is_not_delayed() -> None:
    game = game_of("Anna", "Bruno")
    order(game, "Anna")
    plan("Anna", "2027-06-01", "2027-06-09")
    assert due_of(game) == NOW + 48 * HOUR
    elsewhere = game_of("Bruno", "Clara")
    assert due_of(elsewhere) == NOW + 48 * HOUR


def test_only_where_the_host_allows_it() -> None:
    game = game_of("Anna", "Bruno", allowed=False)
    plan("Anna", "2027-06-01", "2027-06-09")
    assert due_of(game) == NOW + 48 * HOUR
    assert not Happening.objects.filter(game=game).exists()


def test_a_turn_that_opens_within_time_off_is_open_until_after_it() -> None:
    game = game_of("Anna", "Bruno")
    with patch("django.utils.timezone.now", return_value=NOW + HOUR):
        plan("Anna", "2027-06-01", "2027-06-05", now=NOW + HOUR)
        play_turn(game)
    turn = turn_of(game)
    assert (turn.opened, turn.due) == (NOW + HOUR, at("2027-06-08T00:00"))
    assert turn.moved_at is None


def test_who_submits_within_their_time_off_delays_nobody_any_more_but_nobody_is_hurried() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-01", "2027-06-20")
    with patch("django.utils.timezone.now", return_value=NOW + HOUR):
        order(game, "Anna")
    assert due_of(game) == NOW + 48 * HOUR
    late = game_of("Clara", "Dario")
    plan("Clara", "2027-06-01", "2027-06-20")
    with patch("django.utils.timezone.now", return_value=NOW + 9 * DAY):
        order(late, "Clara")
    assert due_of(late) == NOW + 9 * DAY + 12 * HOUR
    assert turn_of(late).undelayed == NOW + 48 * HOUR


def test_two_on_time_off_are_waited_for_each_for_themselves() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-02", "2027-06-02")
    plan("Bruno", "2027-06-02", "2027-06-03")
    assert due_of(game) == NOW + 48 * HOUR + 2 * DAY


def test_a_deadline_that_has_passed_is_not_moved() -> None:
    game = game_of("Anna", "Bruno")
    due = due_of(game)
    plan("Anna", "2027-06-03", "2027-06-09", now=due)
    assert due_of(game) == due
    assert clock.try_advance(turn_id=turn_of(game).pk, now=due)


def test_time_off_that_begins_after_the_deadline_moves_nothing() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-04", "2027-06-09")
    assert due_of(game) == NOW + 48 * HOUR


def test_without_deadlines_there_is_nothing_to_move() -> None:
    game = game_of("Anna", "Bruno", hours=None)
    plan("Anna", "2027-06-01", "2027-06-09")
    assert turn_of(game).due is None


def test_a_turn_closes_at_the_daily_hour_also_after_time_off_over_a_change_of_the_clocks() -> None:
    game = game_of("Anna", "Bruno")
    Game.objects.filter(pk=game.pk).update(hours=None, daily_hour=19, zone=BERLIN)
    opened = datetime.fromisoformat("2027-10-29T06:00+02:00")
    due = datetime.fromisoformat("2027-10-29T19:00+02:00")
    Turn.objects.filter(game=game, closed=None).update(opened=opened, due=due)
    Player.objects.filter(email=address("Anna")).update(time_zone=BERLIN)
    plan("Anna", "2027-10-29", "2027-10-31", now=opened)
    assert due_of(game) == datetime.fromisoformat("2027-11-01T19:00+01:00")


def test_a_paused_turn_has_its_time_and_the_time_off_that_is_left() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-02", "2027-06-04")
    turn = turn_of(game)
    stopping.pause(game, turn, None, at("2027-06-03T00:00"))
    assert turn.left == 34 * HOUR  # ten to midnight of the first day are gone
    stopping.resume(game, turn, None, at("2027-06-04T12:00"))
    assert due_of(game) == at("2027-06-05T00:00") + 34 * HOUR


def test_who_is_replaced_delays_nobody_any_more() -> None:
    game = game_of("Anna", "Bruno")
    plan("Anna", "2027-06-01", "2027-06-20")
    with patch("django.utils.timezone.now", return_value=NOW + HOUR):
        seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    assert due_of(game) == NOW + 48 * HOUR


def test_after_a_stop_of_two_days_within_time_off_nothing_is_missed() -> None:
    game = game_of("Anna", "Bruno", hours=12)
    order(game, "Bruno")
    plan("Anna", "2027-06-01", "2027-06-03")
    assert not clock.waiting_turns(NOW + 2 * DAY).exists()
    assert clock.waiting_turns(NOW + 4 * DAY).count() == 1
    assert faults_of(game) == []
