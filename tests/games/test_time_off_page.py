"""Time off on the profile, and the switch of a new game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import time_machine

from games.models import Game, Player
from games.time_off_models import DayOff, TimeOff
from tests.games.cast import address
from tests.games.site import Browser, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stopped_clock() -> Iterator[None]:
    with time_machine.travel(datetime(2027, 12, 20, 12, 0, tzinfo=UTC), tick=False):
        yield


def plan(browser: Browser, first: str, last: str) -> int:
    return browser.send("time-off", "/profile/", first=first, last=last)


def test_time_off_is_planned_shown_and_ended_on_the_profile() -> None:
    anna = signed_in("Anna")
    Player.objects.update(time_zone="Europe/Berlin")
    assert plan(anna, "2027-12-20", "2028-01-02") == 303
    page = anna.get(anna.location)
    assert "Your tables are told." in anna.text
    assert "Mon 20 Dec 2027 to Sun 2 Jan 2028" in anna.text
    assert "18 days left in 2027, 28 days left in 2028." in anna.text
    assert page.form("end-time-off") is not None
    assert anna.send("end-time-off", "/profile/", sure="") == 422
    assert anna.send("end-time-off", "/profile/", sure="yes") == 303
    anna.get(anna.location)
    assert "29 days left in 2027, 30 days left in 2028." in anna.text
    assert TimeOff.objects.get().last == date(2027, 12, 20)


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        ("2027-12-19", "2027-12-22", "the first possible one is 2027-12-20"),
        ("2027-12-24", "2027-12-23", "The last day comes before the first."),
        ("2027-12-20", "2029-01-01", "and not further ahead"),
        ("2028-01-01", "2028-01-31", "You have 30 days off left in 2028."),
        ("24.12.2027", "2027-12-26", "Give both days"),
        ("", "", "Give both days"),
        ("2027-02-30", "9" * 400, "Give both days"),
    ],
)
def test_bad_days_are_told_and_nothing_is_lost(first: str, last: str, says: str) -> None:
    anna = signed_in("Anna")
    assert plan(anna, first, last) == 422
    assert says in anna.text
    assert f'name="first" value="{first[:10]}"' in anna.text
    assert DayOff.objects.count() == 0


def test_looking_changes_nothing_and_the_form_is_for_who_is_signed_in() -> None:
    anna = signed_in("Anna")
    plan(anna, "2027-12-24", "2027-12-26")
    for path in ("/profile/", "/profile/time-off/"):
        anna.get(path)
    assert DayOff.objects.count() == 3
    stranger = Browser()
    stranger.get("/")
    posted = {"do": "plan", "first": "2027-12-28", "last": "2027-12-28"}
    assert stranger.post("/profile/time-off/", **posted) in (303, 403)
    assert DayOff.objects.count() == 3


def test_somebody_elses_time_off_is_not_to_be_ended() -> None:
    plan(signed_in("Anna"), "2027-12-24", "2027-12-26")
    bruno = signed_in("Bruno")
    bruno.get("/profile/")
    number = str(TimeOff.objects.get().pk)
    assert bruno.post("/profile/time-off/", do="end", sure="yes", number=number) == 403
    assert bruno.post("/profile/time-off/", do="end", sure="yes", number="x") == 403
    assert bruno.post("/profile/time-off/", do="x") == 422
    assert DayOff.objects.count() == 3


def test_it_is_among_what_is_stored_about_a_player_and_goes_with_them() -> None:
    anna = signed_in("Anna")
    plan(anna, "2027-12-24", "2027-12-26")
    anna.get("/profile/export/")
    assert '"first": "2027-12-24"' in anna.text
    assert anna.send("delete", "/profile/", delete="yes", typed="delete") == 303
    assert (TimeOff.objects.count(), DayOff.objects.count()) == (0, 0)


@pytest.mark.parametrize(("chosen", "allowed"), [("yes", True), ("no", False)])
def test_the_host_says_whether_time_off_stops_the_clock(chosen: str, allowed: bool) -> None:
    anna = signed_in("Anna")
    fields = {"name": "Via Appia", "addresses": address("Bruno"), "time_off": chosen, "hours": "24"}
    assert anna.send("new", "/games/new/", **fields) == 303
    game = Game.objects.get()
    assert (game.host, game.time_off) == (person("Anna"), allowed)
    anna.get(f"/g/{game.public_id}/")
    assert ("turns that wait for them stand still" in anna.text) == allowed


def test_a_switch_that_is_none_is_refused() -> None:
    fields = {"name": "Via Appia", "addresses": address("Bruno"), "time_off": "perhaps"}
    assert signed_in("Anna").send("new", "/games/new/", **fields) == 422
    assert not Game.objects.exists()
