"""An open page renews itself, and never at the cost of what somebody has begun on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from games import links
from games.models import Game
from games.services import votes
from games.services.talk import say
from games.talk_models import TableTalk
from tests.browser.windows import DESKTOP, Window
from tests.games.browsing import turn_path
from tests.games.cast import order, play_turn, running_game, seat_of, turn_of

#: Longer than the page ever waits before it asks again.
LATER = 300_000


@pytest.fixture
def game() -> Game:
    return running_game("Anna", "Bruno", "Clara")


@pytest.fixture
def desk(window: Callable[..., Window]) -> Window:
    found = window(**DESKTOP)
    found.page.clock.install()
    return found


def wait(window: Window) -> None:
    """Let the page's clock go on until it has asked once more."""
    with window.page.expect_response(lambda answer: answer.url.endswith("/now/")):
        window.page.clock.fast_forward(LATER)


def begin(window: Window) -> None:
    """Choose one card of three."""
    card = window.page.locator("[name=card]").first.get_attribute("value") or ""
    window.choose(window.page.locator("#order-form"), "card", card)


def test_a_page_in_which_nothing_is_begun_goes_on_with_the_game(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    assert desk.state == "open"
    play_turn(game)
    with desk.page.expect_navigation():
        desk.page.clock.fast_forward(LATER)
    assert desk.state == "closed"
    assert "Now at draw 1" in desk.text


def test_a_watchers_page_goes_on_too(desk: Window, game: Game) -> None:
    desk.open(links.game_path(game))
    order(game, "Bruno")
    wait(desk)
    desk.page.get_by_text("Awaited to", exact=False).filter(has_not_text="Bruno").wait_for()
    play_turn(game)
    with desk.page.expect_navigation():
        desk.page.clock.fast_forward(LATER)


def test_a_half_made_order_stays_and_the_page_says_what_happened(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    begin(desk)
    play_turn(game)
    wait(desk)
    desk.page.locator("#now").wait_for()
    assert desk.page.locator("[name=card]").first.is_checked()
    assert "The game has gone on" in desk.page.locator("#now").inner_text()
    with desk.page.expect_navigation():
        desk.page.get_by_text("Show how things stand now").click()
    assert desk.state == "closed"


def test_an_order_on_its_way_is_not_called_back(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    play_turn(game)
    desk.page.evaluate("() => { window.dispatchEvent(new Event('beforeunload')); }")
    with desk.page.expect_response(lambda answer: answer.url.endswith("/now/")):
        desk.page.clock.fast_forward(15_000)
    assert desk.page.evaluate("() => document.body.dataset.state") == "open"
    with desk.page.expect_navigation():
        desk.page.clock.fast_forward(LATER)  # it came to nothing: the page goes on after all


def test_who_is_awaited_and_what_is_said_change_in_place(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    begin(desk)
    order(game, "Bruno")
    say(seat_id=seat_of(game, "Bruno").pk, turn_number=turn_of(game).number, text="I am done")
    wait(desk)
    desk.page.locator("#said").get_by_text("I am done").wait_for()
    assert "I am done" in desk.page.locator("#heard").inner_text()
    assert "Bruno" not in desk.page.locator("#awaited-all").inner_text()
    assert "Clara" in desk.page.locator("#awaited-all").inner_text()
    assert desk.page.locator("[name=card]").first.is_checked()


def test_what_is_proposed_and_answered_shows_and_can_be_answered(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    begin(desk)
    vote = votes.propose(seat_id=seat_of(game, "Bruno").pk, kind="pause")
    wait(desk)
    decide = desk.page.locator("#decide")
    decide.get_by_text("Bruno proposes: pause the game").wait_for()
    assert "Bruno proposes" in (desk.page.locator("#proposed").text_content() or "")
    assert desk.page.locator('#ask-all [value="pause"]').count() == 0, "it is proposed already"
    assert desk.page.locator("[name=card]").first.is_checked()

    votes.cast(seat_id=seat_of(game, "Clara").pk, vote_id=vote.pk, yes=True)
    wait(desk)
    decide.get_by_text("Yes: Bruno and Clara.").wait_for()
    desk.send("vote", answer="yes")
    assert desk.state == "paused"


def test_a_message_is_sent_without_losing_the_order(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    begin(desk)
    talk = desk.page.locator("form[data-form=talk]")
    talk.locator("textarea").fill("Wait for me")
    talk.locator("button").click()
    desk.page.locator("#said").get_by_text("Wait for me").wait_for()
    assert talk.locator("textarea").input_value() == ""
    assert desk.page.locator("[name=card]").first.is_checked()

    talk.locator("textarea").fill("\u200b")
    talk.locator("button").click()
    talk.locator(".error").wait_for()
    desk.faults = [fault for fault in desk.faults if "422" not in fault]
    assert talk.locator("textarea").input_value() == "\u200b"
    assert TableTalk.objects.count() == 1


def test_without_scripts_a_message_is_sent_by_its_form(
    window: Callable[..., Window], game: Game
) -> None:
    desk = window(**DESKTOP, java_script_enabled=False)
    desk.open(turn_path(game, "Anna"))
    talk = desk.page.locator("form[data-form=talk]")
    talk.locator("textarea").fill("Wait for me")
    desk.submit(talk)
    assert "Wait for me" in desk.page.locator("#said").inner_text()
    desk.page.locator("#hear summary").click()
    desk.choose(desk.page.locator("form[data-form=hear]"), "mute", "all")
    desk.submit(desk.page.locator("form[data-form=hear]"))
    assert "You chose to hear nothing" in desk.text


def test_a_server_that_is_away_is_asked_ever_more_seldom(desk: Window, game: Game) -> None:
    desk.open(turn_path(game, "Anna"))
    asked: list[str] = []

    def away(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    desk.page.route("**/now/", away)
    for _ in range(60):
        desk.page.clock.run_for(60_000)
    assert 10 <= len(asked) <= 24
    desk.faults.clear()
