"""Time off as arithmetic: over the end of a year, over changes of the clocks, never for nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Pace, counted, due
from games.days_off import (
    ALLOWANCE,
    Period,
    a_day_more,
    by_year,
    days,
    overdrawn,
    period,
    standing_still,
)

BERLIN, NEW_YORK, AUCKLAND = "Europe/Berlin", "America/New_York", "Pacific/Auckland"
ZONES = (BERLIN, NEW_YORK, AUCKLAND, "UTC", "Australia/Lord_Howe")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def shown(instant: datetime, zone: str) -> str:
    return instant.astimezone(ZoneInfo(zone)).strftime("%a %d %b %Y %H:%M %z")


def test_days_count_whole_from_midnight_to_midnight_of_the_players_zone() -> None:
    begin, end = period(date(2027, 7, 1), date(2027, 7, 3), BERLIN, LONG_AGO)
    assert shown(begin, BERLIN) == "Thu 01 Jul 2027 00:00 +0200"
    assert shown(end, BERLIN) == "Sun 04 Jul 2027 00:00 +0200"


def test_time_off_that_starts_today_starts_now() -> None:
    now = local("2027-07-01 15:30", BERLIN)
    assert period(date(2027, 7, 1), date(2027, 7, 1), BERLIN, now) == (
        now,
        local("2027-07-02 00:00", BERLIN),
    )


@pytest.mark.parametrize(
    ("zone", "first", "last", "hours"),
    [
        (BERLIN, date(2027, 3, 27), date(2027, 3, 28), 47),
        (BERLIN, date(2027, 10, 30), date(2027, 10, 31), 49),
        (NEW_YORK, date(2027, 3, 13), date(2027, 3, 14), 47),
        (NEW_YORK, date(2027, 11, 6), date(2027, 11, 7), 49),
    ],
)
def test_a_day_is_as_long_as_it_is_where_the_clocks_change(
    zone: str, first: date, last: date, hours: int
) -> None:
    begin, end = period(first, last, zone, LONG_AGO)
    assert end - begin == HOUR * hours


def test_each_day_is_taken_from_the_year_it_falls_into() -> None:
    turn_of_the_year = days(date(2027, 12, 30), date(2028, 1, 2))
    assert by_year(turn_of_the_year) == {2027: 2, 2028: 2}
    assert overdrawn(turn_of_the_year, days(date(2027, 2, 1), date(2027, 2, 28))) is None
    assert overdrawn(turn_of_the_year, days(date(2027, 1, 1), date(2027, 1, 29))) == (2027, 1)
    assert overdrawn(turn_of_the_year, days(date(2028, 3, 1), date(2028, 3, 30))) == (2028, 0)


def test_thirty_days_can_be_taken_and_not_one_more() -> None:
    first = date(2027, 6, 1)
    assert overdrawn(days(first, first + DAY * (ALLOWANCE - 1)), ()) is None
    assert overdrawn(days(first, first + DAY * ALLOWANCE), ()) == (2027, ALLOWANCE)


def test_the_part_that_overlaps_is_given_back_and_no_more() -> None:
    opened, closes = local("2027-07-01 12:00", "UTC"), local("2027-07-03 12:00", "UTC")
    pace = Pace(hours=48)

    def off(first: int, last: int) -> datetime:
        whole = period(date(2027, 7, first), date(2027, 7, last), "UTC", LONG_AGO)
        return standing_still(opened, closes, [whole], pace)

    assert off(2, 2) == closes + DAY
    assert off(3, 9) == closes + 7 * DAY  # it begins before the deadline: all of it
    assert off(4, 9) == closes  # it begins after: nothing
    assert (
        standing_still(opened, closes, [(opened - 9 * DAY, opened + HOUR)], pace) == closes + HOUR
    )


def test_a_turn_at_a_daily_hour_closes_at_that_hour_after_time_off() -> None:
    pace = Pace(daily_hour=20, zone=BERLIN)
    opened = local("2027-03-25 07:00", BERLIN)
    closes = due(opened, pace)
    assert closes is not None
    at_once = period(
        date(2027, 3, 25), date(2027, 3, 28), BERLIN, local("2027-03-25 13:00", BERLIN)
    )
    found = standing_still(opened, closes, [at_once], pace)
    assert shown(found, BERLIN) == "Mon 29 Mar 2027 20:00 +0200"


def test_a_weekend_that_does_not_count_is_not_given_back_again() -> None:
    pace = Pace(hours=24, weekend_pause=True)
    friday = local("2027-07-02 12:00", "UTC")
    closes = due(friday, pace)
    assert closes is not None
    off = period(date(2027, 7, 3), date(2027, 7, 5), "UTC", LONG_AGO)  # Saturday to Monday
    assert standing_still(friday, closes, [off], pace) == local("2027-07-06 12:00", "UTC")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sat 27 Mar 2027 19:00 +0100", "Sun 28 Mar 2027 19:00 +0200"),
        ("Sat 30 Oct 2027 19:00 +0200", "Sun 31 Oct 2027 19:00 +0100"),
    ],
)
def test_a_day_more_is_the_same_hour_of_the_next_day(before: str, after: str) -> None:
    closes = datetime.strptime(before, "%a %d %b %Y %H:%M %z")
    pace = Pace(daily_hour=19, zone=BERLIN)
    assert shown(a_day_more(closes, pace), BERLIN) == after
    assert a_day_more(closes, Pace(hours=24, zone=BERLIN)) == closes + DAY


def test_a_day_more_on_a_friday_ends_on_monday_where_weekends_pause() -> None:
    friday = local("2027-07-02 12:00", "UTC")
    assert a_day_more(friday, Pace(hours=24, weekend_pause=True)) == friday + 3 * DAY
    daily = Pace(daily_hour=12, weekend_pause=True)
    assert a_day_more(friday, daily) == friday + 3 * DAY


# -- whatever is planned ---------------------------------------------------------------------------

MOMENTS = st.integers(0, 570 * 24 * 60).map(
    lambda minutes: datetime(2026, 10, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@st.composite
def paces(draw: st.DrawFn) -> Pace:
    zone, weekend = draw(st.sampled_from(ZONES)), draw(st.booleans())
    if draw(st.booleans()):
        return Pace(hours=draw(st.integers(1, 168)), zone=zone, weekend_pause=weekend)
    return Pace(daily_hour=draw(st.integers(0, 23)), zone=zone, weekend_pause=weekend)


@st.composite
def periods_near(draw: st.DrawFn, opened: datetime) -> list[Period]:
    found = []
    for _ in range(draw(st.integers(0, 4))):
        first = (opened + draw(st.integers(-4, 12)) * DAY).date()
        last = first + draw(st.integers(0, 5)) * DAY
        now = opened + draw(st.integers(-100, 200)) * HOUR
        begin, end = period(first, last, draw(st.sampled_from(ZONES)), now)
        if begin < end:
            found.append((begin, end))
    return found


@st.composite
def turns(draw: st.DrawFn) -> tuple[datetime, datetime, list[Period], Pace]:
    opened, pace = draw(MOMENTS), draw(paces())
    closes = due(opened, pace)
    assert closes is not None
    return opened, closes, draw(periods_near(opened)), pace


@given(turns())
def test_a_deadline_never_comes_earlier_and_never_within_time_off(
    turn: tuple[datetime, datetime, list[Period], Pace],
) -> None:
    opened, closes, off, pace = turn
    found = standing_still(opened, closes, off, pace)
    assert found >= closes
    for begin, end in off:
        assert not max(begin, opened) < found < end
    assert standing_still(opened, found, [], pace) == found


@given(turns())
def test_nobody_gains_more_of_a_games_time_than_the_time_off_they_take(
    turn: tuple[datetime, datetime, list[Period], Pace],
) -> None:
    opened, closes, off, pace = turn
    found = standing_still(opened, closes, off, pace)
    gained = counted(opened, found, pace) - counted(opened, closes, pace)
    paid = sum((counted(max(begin, opened), end, pace) for begin, end in off), timedelta(0))
    # Up to the next daily hour, for each period that moves the deadline.
    rounding = 25 * HOUR * len(off) if pace.daily_hour is not None else timedelta(0)
    assert gained <= paid + rounding
    if not off:
        assert found == closes


@given(turns(), st.data())
def test_time_off_planned_in_two_parts_is_the_same_as_in_one(
    turn: tuple[datetime, datetime, list[Period], Pace], data: st.DataObject
) -> None:
    opened, closes, off, pace = turn
    parts: list[Period] = []
    for begin, end in off:
        cut = (
            begin + (end - begin) * data.draw(st.fractions(0, 1)).limit_denominator(24).__float__()
        )
        parts += [(begin, cut), (cut, end)]
    whole = standing_still(opened, closes, off, pace)
    assert standing_still(opened, closes, parts, pace) == whole
    assert standing_still(opened, closes, [*off, *off], pace) == whole


@given(MOMENTS, st.integers(0, 40), st.integers(0, 40), st.sampled_from(ZONES))
def test_days_are_all_there_and_counted_once(
    moment: datetime, ahead: int, length: int, zone: str
) -> None:
    first = (moment + ahead * DAY).date()
    wanted = days(first, first + length * DAY)
    assert len(set(wanted)) == length + 1 == sum(by_year(wanted).values())
    begin, end = period(wanted[0], wanted[-1], zone, LONG_AGO)
    assert abs((end - begin) - (length + 1) * DAY) <= HOUR
