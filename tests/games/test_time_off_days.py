"""The days of a year that time off takes: planned, ended, given back, never for nothing."""

from __future__ import annotations

from datetime import date, timedelta
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction

from games.models import Game, Player, Seat
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.services import time_off
from games.time_off_models import DayOff, TimeOff
from tests.games.cast import address, turn_of
from tests.games.resting import (
    DAY,
    HOUR,
    NOW,
    at,
    due_of,
    end,
    game_of,
    left,
    plan,
    refusal,
)

pytestmark = pytest.mark.django_db


# -- the days of a year ----------------------------------------------------------------------------


def test_thirty_days_a_year_and_each_year_its_own() -> None:
    game_of("Anna", "Bruno")
    plan("Anna", "2027-12-15", "2028-01-03")
    assert (left(2027), left(2028)) == (13, 27)
    assert refusal(plan, "Anna", "2027-07-01", "2027-07-14") == "time_off_used_up"
    plan("Anna", "2027-07-01", "2027-07-13")
    assert left(2027) == 0


def test_ended_early_only_days_that_have_not_begun_come_back() -> None:
    game = game_of("Anna", "Bruno")
    found = plan("Anna", "2027-06-01", "2027-06-10")
    end("Anna", found, NOW + DAY)
    found.refresh_from_db()
    assert (found.last, found.ends) == (date(2027, 6, 2), NOW + DAY)
    assert left(2027) == 28
    assert due_of(game) == NOW + 48 * HOUR + DAY


def test_planning_and_ending_at_once_costs_the_day_and_gains_no_more_than_half_of_it() -> None:
    game = game_of("Anna", "Bruno")
    for day in range(1, 4):
        now = at(f"2027-06-0{day}T11:00")
        found = plan("Anna", f"2027-06-0{day}", "2027-06-10", now=now)
        end("Anna", found, now + timedelta(seconds=1))
        assert (
            refusal(plan, "Anna", f"2027-06-0{day}", "2027-06-10", now=now) == "time_off_overlaps"
        )
        assert left(2027) == 30 - day
    assert due_of(game) <= NOW + 48 * HOUR + 3 * 12 * HOUR


def test_what_has_not_begun_is_given_up_whole() -> None:
    game = game_of("Anna", "Bruno")
    found = plan("Anna", "2027-06-02", "2027-06-10")
    end("Anna", found, NOW + HOUR)
    assert left(2027) == 30
    assert (due_of(game), TimeOff.objects.count()) == (NOW + 48 * HOUR, 0)


def test_ending_early_hurries_nobody() -> None:
    game = game_of("Anna", "Bruno")
    found = plan("Anna", "2027-06-01", "2027-06-20")
    end("Anna", found, NOW + 5 * DAY)
    turn = turn_of(game)
    assert turn.due == NOW + 48 * HOUR + 5 * DAY
    late = game_of("Clara", "Dario", hours=2)
    found = plan("Clara", "2027-06-01", "2027-06-20")
    Seat.objects.filter(game=late, name="Clara").update(absent_since=NOW)
    end("Clara", found, NOW + 5 * DAY)
    assert due_of(late) >= NOW + 5 * DAY + 2 * HOUR


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2027-05-31", "2027-06-02", "time_off_past"),
        ("2027-06-05", "2027-06-04", "time_off_backwards"),
        ("2028-05-30", "2028-06-03", "time_off_too_far"),
        ("2027-06-01", "2027-07-01", "time_off_used_up"),
        ("0001-01-01", "9999-12-31", "time_off_past"),
        ("2027-06-02", "9999-12-31", "time_off_too_far"),
    ],
)
def test_days_that_cannot_be_are_refused_and_nothing_is_kept(
    first: str, last: str, code: str
) -> None:
    game_of("Anna", "Bruno")
    assert refusal(plan, "Anna", first, last) == code
    assert (TimeOff.objects.count(), DayOff.objects.count()) == (0, 0)


def test_no_day_is_used_twice_and_the_database_keeps_that() -> None:
    game_of("Anna", "Bruno")
    found = plan("Anna", "2027-07-01", "2027-07-03")
    assert plan("Anna", "2027-07-01", "2027-07-03") == found
    assert refusal(plan, "Anna", "2027-07-03", "2027-07-05") == "time_off_overlaps"
    plan("Bruno", "2027-07-03", "2027-07-05")
    with pytest.raises(IntegrityError), transaction.atomic():
        DayOff.objects.create(time_off=found, player=found.player, day=date(2027, 7, 2))


def test_the_day_is_the_one_of_the_players_zone_also_when_they_move() -> None:
    game_of("Anna", "Bruno")
    Player.objects.filter(email=address("Anna")).update(time_zone="Pacific/Auckland")
    assert refusal(plan, "Anna", "2027-06-01", "2027-06-02", at("2027-06-01T12:30")) == (
        "time_off_past"
    )
    found = plan("Anna", "2027-06-02", "2027-06-03", at("2027-06-01T12:30"))
    Player.objects.filter(email=address("Anna")).update(time_zone="America/New_York")
    end("Anna", found, at("2027-06-02T13:00"))
    found.refresh_from_db()
    assert found.last == date(2027, 6, 3)
    assert left(2027) == 28


def test_of_somebody_else_it_cannot_be_ended() -> None:
    game_of("Anna", "Bruno")
    found = plan("Anna", "2027-06-02", "2027-06-10")
    assert refusal(end, "Bruno", found, NOW) == "no_such_time_off"


def test_nobody_announces_time_off_all_day_long() -> None:
    game = game_of("Anna", "Bruno")
    for day in range(2, 5):
        end("Anna", plan("Anna", f"2027-06-0{day}", f"2027-06-0{day}"), NOW)
    assert refusal(plan, "Anna", "2027-06-08", "2027-06-08") == "time_off_too_often"
    assert Happening.objects.filter(game=game).count() == time_off.MOST


def test_every_table_is_told_once() -> None:
    one, other, over = game_of("Anna", "Bruno"), game_of("Anna", "Clara"), game_of("Anna", "Dora")
    Game.objects.filter(pk=over.pk).update(status="finished")
    with patch("games.services.time_off.signals.time_off_announced.send") as announced:
        plan("Anna", "2027-06-02", "2027-06-10")
        plan("Anna", "2027-06-02", "2027-06-10")
    assert [found.kwargs["game"] for found in announced.call_args_list] == [one, other]
    told = Happening.objects.values_list("game", "code", "parameters")
    named = {"first": "2027-06-02", "last": "2027-06-10"}
    assert list(told) == [(one.pk, "time_off", named), (other.pk, "time_off", named)]
    sentence = happening_text(Happening.objects.filter(game=one).get())
    assert sentence == "Anna takes time off from 2 June 2027 to 10 June 2027."
