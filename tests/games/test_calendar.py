"""A player's deadlines as a calendar under a secret address: what is in it, and who gets at it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from icalendar import Calendar

from augustus_site.redaction import redact
from games import links
from games.models import Game, Player
from games.services import account
from games.services.account import set_calendar
from tests.games.browsing import BROWSER
from tests.games.cast import order, play_until, running_game, seat_of, turn_of
from tests.games.site import asked_link, person, signed_in
from tests.games.waiting import game_without

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def address_of(name: str) -> str:
    """Switch somebody's calendar on, and give its path."""
    set_calendar(player=person(name), on=True)
    url = links.calendar_url(person(name))
    return url[url.index("/c/") :]


def events(path: str) -> list[Any]:
    response = BROWSER.get(path)
    assert response.status_code == 200
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def test_it_holds_my_open_deadlines_and_leads_by_signing_in() -> None:
    with time_machine.travel(NOON, tick=False):
        game = running_game("Anna", "Bruno", hours=24)
        turn = play_until(game, "mobilize")
        found = events(address_of("Anna"))
    assert len(found) == 1
    event = found[0]
    assert event.decoded("dtstart") == datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
    assert str(event["summary"]).startswith(f"Via Appia: Draw {turn.draw}: ")
    assert str(event["url"]).endswith(f"/g/{game.public_id}/play/")


def test_it_is_a_calendar_as_programs_want_it() -> None:
    running_game("Anna", "Bruno", hours=24)
    response = BROWSER.get(address_of("Anna"))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    lines = response.content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert all(len(line) <= 75 for line in lines)
    again = BROWSER.get(address_of("Anna"))
    assert uids(again) == uids(response)  # so that programs replace what they have


def uids(response: Any) -> list[str]:
    return [str(one["uid"]) for one in Calendar.from_ical(response.content).walk("VEVENT")]


def test_what_is_not_owed_is_not_in_it() -> None:
    path = address_of("Anna")
    answered = running_game("Anna", "Bruno", hours=24)
    order(answered, "Anna")
    running_game("Anna", "Clara")  # without deadlines
    paused = running_game("Anna", "Dario", hours=24)
    Game.objects.filter(pk=paused.pk).update(status="paused")
    game_without("Anna", "Elena")  # a bot orders there
    running_game("Fabio", "Bruno", hours=24)
    assert events(path) == []


def test_nothing_hidden_is_in_it_and_no_link_that_plays() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    content = BROWSER.get(address_of("Anna")).content.decode().replace("\r\n ", "")
    for seat in (seat_of(game, "Anna"), seat_of(game, "Bruno")):
        for link in (links.turn_path(seat, turn_of(game).number), links.seat_path(seat)):
            assert link not in content
    assert "@example.org" not in content
    assert "Bruno" not in content


def test_a_name_cannot_break_out_of_its_line() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Game.objects.filter(pk=game.pk).update(name="A;B,C\\n\r\nATTENDEE:mailto:x@y.org")
    found = events(address_of("Anna"))
    assert len(found) == 1
    assert "attendee" not in found[0]
    assert str(found[0]["summary"]).startswith("A;B,C")


def test_the_address_is_made_renewed_and_withdrawn_on_the_profile() -> None:
    person("Anna")
    anna = signed_in("Anna")
    assert anna.send("calendar-new", "/profile/") == 303
    first = links.calendar_url(person("Anna"))
    anna.get("/profile/")
    assert first in anna.text
    assert anna.send("calendar-new", "/profile/") == 303
    second = links.calendar_url(person("Anna"))
    assert second != first
    assert BROWSER.get(first[first.index("/c/") :]).status_code == 404
    assert BROWSER.get(second[second.index("/c/") :]).status_code == 200
    assert anna.send("calendar-off", "/profile/") == 303
    assert BROWSER.get(second[second.index("/c/") :]).status_code == 404
    anna.get("/profile/calendar/")
    assert Player.objects.get(pk=person("Anna").pk).calendar_nonce is None  # a look makes none
    assert anna.post("/profile/calendar/", do="nonsense") == 303
    assert Player.objects.get(pk=person("Anna").pk).calendar_nonce is None


def test_nobody_else_and_nothing_else_gets_at_it() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    path, other = address_of("Anna"), address_of("Bruno")
    assert path != other
    assert BROWSER.post(path).status_code == 405
    assert BROWSER.head(path).status_code == 200
    for bad in (
        path.replace("/c/", "/t/"), path.replace("/c/", "/b/"), "/c/" + "a" * 30 + "/",
        links.seat_path(seat_of(game, "Anna")).replace("/b/", "/c/"),
    ):  # fmt: skip
        assert BROWSER.get(bad).status_code == 404
    Player.objects.filter(pk=person("Anna").pk).update(is_active=False)
    assert BROWSER.get(path).status_code == 404


def test_a_new_mail_address_makes_the_calendars_worthless() -> None:
    path = address_of("Anna")
    anna = person("Anna")
    from games.services import access
    from games.views.site import form_key

    key = form_key()
    access.ask_for_address(player=anna, email="new@example.org", network="192.0.2.1", form_key=key)
    account.confirm_address(link=type(asked_link("x@example.org")).objects.get(form_key=key))
    assert BROWSER.get(path).status_code == 404


def test_the_secret_is_in_no_log() -> None:
    path = address_of("Anna")
    token = path.split("/")[2]
    for line in (f"GET {path} 200", f"404: %2Fc%2F{token}%2F", f"args=({token},)", path.upper()):
        assert token not in redact(line).lower()


def test_few_queries_for_any_number_of_games(django_assert_max_num_queries: Any) -> None:
    for _ in range(4):
        running_game("Anna", "Bruno", hours=24)
    path = address_of("Anna")
    with django_assert_max_num_queries(2):
        assert len(events(path)) == 4
