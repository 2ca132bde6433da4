"""Deadlines as arithmetic: daily hours over changes of the clocks, weekends that do not count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import SHORTEST, Pace, counted, due, later

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"
HOUR = timedelta(hours=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def closes(opened: datetime, pace: Pace) -> str:
    """Until when a turn is open, as clocks in the game's zone show it."""
    found = due(opened, pace)
    assert found is not None
    return found.astimezone(ZoneInfo(pace.zone)).strftime("%a %d %b %H:%M %z")


def test_without_a_clock_there_is_no_deadline() -> None:
    assert due(utc("2026-06-01 12:00"), Pace()) is None


def test_hours_are_hours_also_over_a_change_of_the_clocks() -> None:
    opened = local("2027-03-27 12:00", BERLIN)
    assert closes(opened, Pace(hours=24, zone=BERLIN)) == "Sun 28 Mar 13:00 +0200"


@pytest.mark.parametrize(
    ("zone", "opened", "expected"),
    [
        # The nights in which the clocks go forward ...
        (BERLIN, "2027-03-27 08:00", "Sun 28 Mar 19:00 +0200"),
        (BERLIN, "2027-03-28 08:00", "Mon 29 Mar 19:00 +0200"),
        (NEW_YORK, "2027-03-13 08:00", "Sun 14 Mar 19:00 -0400"),
        (NEW_YORK, "2027-03-14 08:00", "Mon 15 Mar 19:00 -0400"),
        # ... and back.
        (BERLIN, "2027-10-30 08:00", "Sun 31 Oct 19:00 +0100"),
        (BERLIN, "2027-10-31 08:00", "Mon 01 Nov 19:00 +0100"),
        (NEW_YORK, "2027-11-06 08:00", "Sun 07 Nov 19:00 -0500"),
        (NEW_YORK, "2027-11-07 08:00", "Mon 08 Nov 19:00 -0500"),
    ],
)
def test_a_daily_hour_is_the_same_hour_before_and_after_the_change(
    zone: str, opened: str, expected: str
) -> None:
    pace = Pace(daily_hour=19, zone=zone)
    # Opened at seven the evening before, so that the next day's hour is meant.
    assert closes(local(opened.replace("08:00", "19:00"), zone), pace) == expected


@pytest.mark.parametrize(
    ("zone", "hour", "opened", "expected"),
    [
        # 2:00 to 3:00 is left out: it closes when the clocks change.
        (BERLIN, 2, "2027-03-27 12:00", "2027-03-28T01:00:00+00:00"),
        (NEW_YORK, 2, "2027-03-13 12:00", "2027-03-14T07:00:00+00:00"),
        # The hour comes twice: it closes at the first.
        (BERLIN, 2, "2027-10-30 12:00", "2027-10-31T00:00:00+00:00"),
        (NEW_YORK, 1, "2027-11-06 12:00", "2027-11-07T05:00:00+00:00"),
        # Midnight is left out (the day begins at one).
        ("Asia/Beirut", 0, "2027-03-27 11:00", "2027-03-27T22:00:00+00:00"),
    ],
)
def test_an_hour_left_out_or_doubled_is_one_instant(
    zone: str, hour: int, opened: str, expected: str
) -> None:
    found = due(local(opened, zone), Pace(daily_hour=hour, zone=zone))
    assert found is not None
    assert found.isoformat() == expected


def test_nobody_is_hurried_by_a_turn_that_opens_shortly_before_the_daily_hour() -> None:
    pace = Pace(daily_hour=20, zone=BERLIN)
    assert closes(local("2027-06-01 08:00", BERLIN), pace) == "Tue 01 Jun 20:00 +0200"
    assert closes(local("2027-06-01 08:01", BERLIN), pace) == "Wed 02 Jun 20:00 +0200"


@pytest.mark.parametrize(
    ("opened", "expected"),
    [
        ("2027-06-03 18:00", "Fri 04 Jun 18:00 +0200"),  # Thursday
        ("2027-06-04 18:00", "Mon 07 Jun 18:00 +0200"),  # Friday
        ("2027-06-05 12:00", "Tue 08 Jun 00:00 +0200"),  # Saturday: it begins on Monday
        ("2027-06-06 23:59", "Tue 08 Jun 00:00 +0200"),
    ],
)
def test_weekends_do_not_count_where_they_pause(opened: str, expected: str) -> None:
    pace = Pace(hours=24, zone=BERLIN, weekend_pause=True)
    assert closes(local(opened, BERLIN), pace) == expected


@pytest.mark.parametrize(
    ("opened", "expected"),
    [
        ("2027-06-04 18:00", "Mon 07 Jun 18:00 +0200"),  # Friday
        ("2027-06-05 12:00", "Mon 07 Jun 18:00 +0200"),  # Saturday
        ("2027-06-07 07:00", "Tue 08 Jun 18:00 +0200"),  # Monday, eleven hours before
    ],
)
def test_no_daily_hour_closes_a_turn_at_a_weekend_that_pauses(opened: str, expected: str) -> None:
    pace = Pace(daily_hour=18, zone=BERLIN, weekend_pause=True)
    assert closes(local(opened, BERLIN), pace) == expected


def test_a_weekend_with_a_change_of_the_clocks_pauses_from_midnight_to_midnight() -> None:
    pace = Pace(hours=2, zone=BERLIN, weekend_pause=True)
    assert closes(local("2027-03-26 23:00", BERLIN), pace) == "Mon 29 Mar 01:00 +0200"


ZONES = st.sampled_from(
    ["UTC", BERLIN, NEW_YORK, "Australia/Lord_Howe", "Asia/Beirut", "Pacific/Apia",
     "Asia/Kathmandu", "America/Havana", "Africa/Casablanca", "Pacific/Kiritimati"]
)  # fmt: skip
MOMENTS = st.datetimes(
    min_value=utc("2024-01-01").replace(tzinfo=None),
    max_value=utc("2035-01-01").replace(tzinfo=None),
    timezones=st.just(UTC),
)


@given(MOMENTS, ZONES, st.integers(0, 23), st.booleans())
def test_a_daily_deadline_is_that_hour_neither_soon_nor_far(
    opened: datetime, zone: str, hour: int, pause: bool
) -> None:
    pace = Pace(daily_hour=hour, zone=zone, weekend_pause=pause)
    found = due(opened, pace)
    assert found is not None
    time = counted(opened, found, pace)
    assert SHORTEST <= time <= SHORTEST + 26 * HOUR
    shown = found.astimezone(ZoneInfo(zone))
    left_out = (
        shown.utcoffset() != (found - timedelta(minutes=1)).astimezone(shown.tzinfo).utcoffset()
    )
    assert (shown.hour, shown.minute) == (hour, 0) or left_out
    assert not (pause and shown.weekday() >= 5)


@given(MOMENTS, ZONES, st.integers(1, 1440), st.booleans())
def test_exactly_the_hours_of_a_turn_count_between_its_opening_and_its_deadline(
    opened: datetime, zone: str, hours: int, pause: bool
) -> None:
    pace = Pace(hours=hours, zone=zone, weekend_pause=pause)
    found = due(opened, pace)
    assert found is not None
    assert counted(opened, found, pace) == hours * HOUR
    assert found.tzinfo is UTC
    assert found - opened >= hours * HOUR
    assert pause or found - opened == hours * HOUR


@given(MOMENTS, st.integers(0, 500), st.integers(0, 500), ZONES)
def test_time_adds_up(opened: datetime, one: int, other: int, zone: str) -> None:
    pace = Pace(hours=1, zone=zone, weekend_pause=True)
    middle = later(opened, one * HOUR, pace)
    assert later(middle, other * HOUR, pace) == later(opened, (one + other) * HOUR, pace)
