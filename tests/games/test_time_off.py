"""Time off: planned, ended, and what it does to turns. The clock is given, not waited for."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction

from games.integrity import faults_of
from games.models import Game, Player, Seat, Turn
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.services import clock, seats, stopping, time_off
from games.services.errors import Refused
from games.time_off_models import DayOff, TimeOff
from tests.games.cast import address, order, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = "Europe/Berlin"


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


#: A Tuesday; turns in these tests open at ten.
NOW = at("2027-06-01T10:00")


def game_of(*names: str, hours: int | None = 48, allowed: bool = True, **options: Any) -> Game:
    """A game whose open turn opened at ``NOW``."""
    game = running_game(*names, hours=hours, **options)
    Game.objects.filter(pk=game.pk).update(time_off=allowed)
    due = NOW + timedelta(hours=hours) if hours else None
    Turn.objects.filter(game=game, closed=None).update(opened=NOW, due=due)
    game.refresh_from_db()
    return game


def person(name: str) -> Player:
    return Player.objects.get(email=address(name))


def plan(name: str, first: str, last: str, now: datetime = NOW) -> TimeOff:
    days = date.fromisoformat(first), date.fromisoformat(last)
    return time_off.plan(player=person(name), first=days[0], last=days[1], now=now)


def end(name: str, found: TimeOff, now: datetime) -> None:
    time_off.end(player=person(name), time_off_id=found.pk, now=now)


def left(year: int) -> int:
    """How many days Anna has left."""
    return time_off.left(person("Anna"), year)[year]


def refusal(deed: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(Refused) as found:
        deed(*arguments, **more)
    return found.value.code


def due_of(game: Game) -> datetime:
    found = turn_of(game).due
    assert found is not None
    return found


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
