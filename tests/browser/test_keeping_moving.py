"""What keeps a game moving, by hand: said beforehand, votes, time off, absence, a seat given up.

Each at a desk with scripts, and on a phone without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import links
from games.models import Game
from games.rules.standing import DRAWS
from games.services import clock
from tests.browser.windows import DESKTOP, PHONE, Window
from tests.games.beforehand import said
from tests.games.browsing import turn_path
from tests.games.cast import awaited, order, play_until, running_game, seat_of, turn_of
from tests.games.site import link_path, person
from tests.games.waiting import game_without

Windows = Callable[..., Window]

both = pytest.mark.parametrize(
    "how", [pytest.param(DESKTOP, id="desk"), pytest.param(PHONE, id="phone-without-scripts")]
)


def sign_in(at: Window, name: str) -> None:
    """Come in by a mailed link."""
    at.open(link_path(person(name).email))
    at.send("enter", stay="month")


def refused(at: Window, path: str) -> None:
    """A form came back with a sentence; that its page was no success is noted by the browser."""
    assert at.page.locator('[role="alert"]').is_visible()
    at.faults = [fault for fault in at.faults if path not in fault]


@both
def test_passing_at_every_draw_is_said_once_and_done_without_a_wait(
    window: Windows, how: Mapping[str, Any]
) -> None:
    game, anna = running_game("Anna", "Bruno"), window(**how)
    play_until(game, "mobilize")
    anna.open(turn_path(game, "Anna"))
    anna.page.locator(".beforehand > summary").click()
    orders = {f"do-{symbol}": "pass" for symbol in DRAWS}
    anna.send("beforehand", **orders, **{"claim-from": "2", "market-1": market(game)})
    assert "You have said what to do for 7 symbols." in anna.text
    assert set(said(game, "Anna").orders) == set(DRAWS)
    assert said(game, "Anna").wishes.claim_from == 2

    anna.send("beforehand", **{"claim-from": "3", "leave-to": "4"})
    refused(anna, turn_path(game, "Anna"))
    assert anna.page.locator('[name="leave-to"]').input_value() == "4", "nothing typed is lost"

    for seat in awaited(turn_of(game)):
        order(game, seat.name)
    assert clock.try_advance(turn_id=turn_of(game).pk)
    if turn_of(game).kind == "mobilize":
        assert [seat.name for seat in awaited(turn_of(game))] == ["Bruno"]
        anna.open(turn_path(game, "Anna"))
        assert "As you had said beforehand: Pass" in anna.text


def market(game: Game) -> str:
    """A card that lies in the market."""
    return str(next(card for card in game.state["market"] if card))


def test_a_table_pauses_goes_on_takes_a_day_more_and_ends(window: Windows) -> None:
    game, anna, bruno = running_game("Anna", "Bruno", hours=24), window(**DESKTOP), window(**PHONE)
    due = turn_of(game).due
    anna.open(turn_path(game, "Anna"))
    anna.page.get_by_text("Ask the table").click()
    anna.send("propose", kind="pause")
    assert "You propose: Pause the game" in anna.text

    bruno.open(links.votes_path(seat_of(game, "Bruno")))
    assert "Anna proposes: pause the game" in bruno.text
    bruno.send("vote", answer="yes")
    assert (status(game), bruno.state) == ("paused", "paused")
    assert "Your answer is kept." in bruno.text

    bruno.send("propose", kind="resume")
    anna.open(turn_path(game, "Anna"))
    assert anna.state == "paused"
    anna.send("vote", answer="yes")
    assert status(game) == "running"

    anna.page.get_by_text("Ask the table").click()
    anna.send("propose", kind="extend")
    bruno.open(turn_path(game, "Bruno"))
    bruno.send("vote", answer="yes")
    left = turn_of(game).due
    assert due
    assert left
    assert left >= due + timedelta(hours=23)

    bruno.open(links.votes_path(seat_of(game, "Bruno")))
    bruno.send("propose", kind="clock")
    refused(bruno, links.votes_path(seat_of(game, "Bruno")))
    assert "Choose also which other clock" in bruno.text
    assert bruno.page.locator('[name=kind][value="clock"]').is_checked(), "nothing chosen is lost"
    bruno.send("propose", kind="cancel")
    sign_in(anna, "Anna")
    anna.open(f"/g/{game.public_id}/votes/")
    anna.send("vote", answer="yes")
    assert (status(game), anna.state) == ("cancelled", "cancelled")
    bruno.open(turn_path(game, "Bruno"))
    assert bruno.state == "cancelled"


def status(game: Game) -> str:
    game.refresh_from_db()
    return str(game.status)


@both
def test_time_off_is_planned_told_and_given_back(window: Windows, how: Mapping[str, Any]) -> None:
    game, anna = running_game("Anna", "Bruno", hours=24), window(**how)
    Game.objects.filter(pk=game.pk).update(time_off=True)
    sign_in(anna, "Anna")
    anna.open("/profile/")
    first, last = (timezone.now().date() + timedelta(days=days) for days in (5, 9))
    anna.send("time-off", first=first.isoformat(), last=last.isoformat())
    assert "You have time off. Your tables are told." in anna.text
    anna.send("end-time-off", sure="yes")
    assert "It has ended." in anna.text
    assert anna.page.locator("form[data-form=end-time-off]").count() == 0


@both
def test_whoever_was_absent_is_back_and_another_gives_the_seat_up(
    window: Windows, how: Mapping[str, Any]
) -> None:
    game, anna, bruno = game_without("Anna", "Bruno", "Clara"), window(**how), window(**how)
    anna.open(turn_path(game, "Anna"))
    assert "You are absent" in anna.text
    anna.open(links.seat_path(seat_of(game, "Anna")))
    anna.send("back", back="yes")
    assert anna.state == "present"
    assert "You are back." in anna.text

    sign_in(bruno, "Bruno")
    bruno.open(turn_path(game, "Bruno"))
    bruno.follow('main a[href$="/seat/"]')
    bruno.page.get_by_text("Give up my seat").first.click()
    bruno.send("resign", heir="person")
    refused(bruno, links.seat_path(seat_of(game, "Bruno")))
    assert "Give the address of the person who is to play your seat on." in bruno.text
    assert bruno.page.locator('[name=heir][value="person"]').is_checked()
    path = turn_path(game, "Bruno")
    bruno.send("resign", heir="bot", email="")
    assert bruno.state == "replaced"
    assert "You have given up the seat." in bruno.text
    bruno.open(path)
    assert bruno.state == "replaced"
    bruno.open(links.game_path(game))
    assert "Bruno has given up the seat." in bruno.text
