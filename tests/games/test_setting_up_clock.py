"""The clock that a host chooses, and how everybody reads the deadlines that it makes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games import links
from games.clocks import Pace
from games.models import Game, Player, Seat
from games.services import lobby, tables
from games.services.errors import Refused
from tests.games.browsing import BROWSER, text, turn_path
from tests.games.cast import address, play_turn, running_game, turn_of
from tests.games.site import person, signed_in

pytestmark = pytest.mark.django_db

NEW = "/games/new/"
BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def daily_game(hour: int, zone: str) -> Game:
    """A running game of Anna in Berlin and Bruno in New York whose turns close at this hour."""
    people = [lobby.Invitee(email=address(name), name=name) for name in ("Anna", "Bruno")]
    game = lobby.create_game(
        name="Via Appia", invitees=people, pace=Pace(daily_hour=hour, zone=zone)
    )
    for seat in Seat.objects.filter(game=game):
        lobby.accept(seat_id=seat.pk)
    for name, at in (("Anna", BERLIN), ("Bruno", NEW_YORK)):
        Player.objects.filter(email=address(name)).update(time_zone=at)
    game.refresh_from_db()
    return game


def test_the_host_chooses_an_hour_of_the_day_in_a_zone_and_a_pause_at_weekends() -> None:
    person("Anna", time_zone=BERLIN)
    anna = signed_in("Anna")
    form = anna.get(NEW).form("new")
    assert form is not None
    assert form.control("select", "zone").now == BERLIN
    anna.send("new", NEW, name="Via Appia", hours="daily", daily_hour="21", weekend="yes")
    game = Game.objects.get()
    assert game.pace == Pace(None, 21, BERLIN, weekend_pause=True)
    anna.get(anna.location)
    assert (
        "A turn closes at 21:00 (Europe/Berlin), but is open for 12 hours at least. Saturdays and"
        " Sundays (Europe/Berlin) do not count. Whoever is late passes, or a bot decides."
    ) in anna.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"zone": "Europe/Atlantis"}, "There is no such time zone."),
        ({"zone": ""}, "There is no such time zone."),
        ({"hours": "daily", "daily_hour": "24"}, "The hour of the day is 0 to 23, not 24."),
        ({"hours": "daily", "daily_hour": "-1"}, "This is none of the choices on the page."),
        ({"hours": "daily", "daily_hour": "noon"}, "This is none of the choices on the page."),
        ({"hours": "5"}, "This is none of the choices on the page."),
        ({"weekend": "perhaps"}, "This is none of the choices on the page."),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_a_sentence(
    fields: dict[str, str], sentence: str
) -> None:
    anna = signed_in("Anna")
    assert anna.send("new", NEW, name="Via Appia", addresses="b@example.org", **fields) == 422
    assert sentence in anna.text
    assert "b@example.org" in anna.text  # what was filled in is still there
    assert not Game.objects.exists()


def test_the_command_takes_the_same_clocks_and_refuses_the_same() -> None:
    said = ["Via Appia", "anna@example.org", "bruno@example.org", "--zone", BERLIN]
    call_command("start_game", *said, "--daily-hour", "7", "--weekend-pause")
    assert Game.objects.get().pace == Pace(None, 7, BERLIN, weekend_pause=True)
    for wrong in (["--daily-hour", "24"], ["--hours", "0"], ["--daily-hour", "7", "--hours", "24"]):
        with pytest.raises(CommandError):
            call_command("start_game", *said, *wrong)
    assert Game.objects.count() == 1


def test_no_game_has_two_clocks() -> None:
    with pytest.raises(Refused) as caught:
        lobby.create_game(
            name="Via Appia", invitees=[lobby.Invitee(email="a@example.org")] * 2,
            pace=Pace(24, 20),
        )  # fmt: skip
    assert caught.value.code == "two_clocks"


def test_a_rematch_has_the_same_clock() -> None:
    game = daily_game(20, BERLIN)
    own = Seat.objects.get(game=game, name="Anna")
    assert tables.same_again(game=game, own=own, name="Again", word="").pace == game.pace


def test_everybody_reads_the_deadline_in_their_own_zone_with_its_offset() -> None:
    with time_machine.travel(datetime(2027, 1, 15, 18, 0, tzinfo=UTC), tick=False):
        game = daily_game(20, BERLIN)
        shown = {name: text(BROWSER.get(turn_path(game, name))) for name in ("Anna", "Bruno")}
        assert "Sat 16 Jan 2027, 20:00 (Europe/Berlin, UTC+01:00)" in shown["Anna"]
        assert "Sat 16 Jan 2027, 14:00 (America/New_York, UTC-05:00)" in shown["Bruno"]
        bruno = signed_in("Bruno")
        bruno.get("/games/")
        assert "14:00 (America/New_York, UTC-05:00)" in bruno.text
        # Whoever only watches has no zone that we know.
        assert "Sat 16 Jan 2027, 19:00 (UTC)" in text(BROWSER.get(links.game_path(game)))


@pytest.mark.parametrize(
    ("zone", "opened", "closes"),
    [
        (BERLIN, datetime(2027, 3, 27, 19, 30, tzinfo=UTC), "2027-03-28 18:00"),
        (BERLIN, datetime(2027, 10, 30, 18, 30, tzinfo=UTC), "2027-10-31 19:00"),
        (NEW_YORK, datetime(2027, 3, 14, 1, 30, tzinfo=UTC), "2027-03-15 00:00"),
        (NEW_YORK, datetime(2027, 11, 7, 0, 30, tzinfo=UTC), "2027-11-08 01:00"),
    ],
)
def test_a_game_keeps_its_hour_over_both_changes_of_the_clocks(
    zone: str, opened: datetime, closes: str
) -> None:
    with time_machine.travel(opened, tick=False):
        game = daily_game(20, zone)
        due = turn_of(game).due
        assert due is not None
        assert due.astimezone(UTC).strftime("%Y-%m-%d %H:%M") == closes


def test_a_turn_opened_shortly_before_the_hour_closes_a_day_later() -> None:
    with time_machine.travel(datetime(2027, 6, 1, 17, 50, tzinfo=UTC), tick=False):
        game = daily_game(20, BERLIN)
        play_turn(game)
        assert turn_of(game).due == datetime(2027, 6, 2, 18, 0, tzinfo=UTC)


def test_the_clock_of_a_running_game_has_no_form() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    game.host = person("Anna")
    game.save(update_fields=["host"])
    anna = signed_in("Anna")
    for path in (f"/g/{game.public_id}/seats/", f"/g/{game.public_id}/"):
        anna.get(path)
        assert 'name="hours"' not in anna.text
    anna.post(f"/g/{game.public_id}/table/", do="clock", hours="1")
    game.refresh_from_db()
    assert game.hours == 24
