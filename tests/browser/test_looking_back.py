"""The scrubber over the turns of a game that is over, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.windows import DESKTOP, PHONE, Window
from tests.games.cast import play_out, running_game

Windows = Callable[..., Window]


@pytest.fixture
def game(db: None) -> Game:
    found = running_game("Anna", "Bruno", target=3)
    play_out(found, Random(1))
    return found


def test_without_scripts_every_turn_is_a_page(window: Windows, game: Game) -> None:
    phone = window(**PHONE)
    phone.open(f"/g/{game.public_id}/turns/")
    page, seen = phone.page, []
    with page.expect_navigation():
        page.locator("[data-key=Home]").click()
    while page.locator("[data-key=ArrowRight]").count():
        seen.append(page.locator("h1").inner_text())
        phone.look()
        with page.expect_navigation():
            page.locator("[data-key=ArrowRight]").click()
    assert len(seen) >= game.turns.count() - 1
    expect(page.locator(".sheets")).to_be_visible()
    with page.expect_navigation():
        page.locator("[data-key=ArrowLeft]").click()
    assert page.locator("h1").inner_text() == seen[-1]
    page.locator("details.in-figures summary").click()
    expect(page.locator("details.in-figures table")).to_be_visible()
    phone.look()
    with page.expect_navigation():
        page.locator(".scrub-form button").click()
    assert page.locator("h1").inner_text() == seen[-1]
    assert phone.context.cookies() == []


def test_with_scripts_keys_range_and_play_move_through_one_page(
    window: Windows, game: Game
) -> None:
    desk = window(**DESKTOP)
    desk.open(f"/g/{game.public_id}/turns/")
    page = desk.page
    page.evaluate("() => { window.sameDocument = true; }")
    pull = page.locator(".scrub-form [name=turn]")
    expect(page.locator(".scrub-form button")).to_be_hidden()
    page.keyboard.press("Home")
    expect(pull).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(pull).to_have_value("1")
    expect(page).to_have_url(re.compile(r"turn=1\b"))
    page.keyboard.press("ArrowLeft")
    expect(pull).to_have_value("0")
    pull.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"turn=1\b"))
    expect(page.locator(".scrub-form [name=turn]")).to_be_focused()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(pull).not_to_have_value("1")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    stop.click()
    page.locator("[data-key=End]").click()
    expect(page.locator(".sheets")).to_be_visible()
    assert page.evaluate("() => window.sameDocument") is True
    assert desk.context.cookies() == []
    desk.look()


SLOWER_THAN_A_STEP = """() => {
  const fetched = window.fetch;
  window.fetch = async (address) => {
    await new Promise((go) => setTimeout(go, 1700));
    return fetched(address);
  };
}"""
UNREACHABLE = """() => {
  window.fetch = () => new Promise((_, no) => setTimeout(() => no(new TypeError("no way")), 5000));
}"""


def playing(desk: Window, game: Game, line: str) -> Page:
    """Press Play on the first turn, over a line that is what this script makes of it."""
    desk.open(f"/g/{game.public_id}/turns/?turn=1")
    desk.page.evaluate(line)
    desk.page.get_by_role("button", name="Play").click()
    return desk.page


def test_play_moves_on_where_a_page_takes_longer_than_a_step(window: Windows, game: Game) -> None:
    page = playing(window(**DESKTOP), game, SLOWER_THAN_A_STEP)
    pull = page.locator(".scrub-form [name=turn]")
    expect(pull).to_have_value("2", timeout=10_000)
    page.get_by_role("button", name="Stop").click()
    # What was on its way when it was stopped may still come, and nothing after it.
    page.wait_for_timeout(2_000)
    stopped_at = pull.input_value()
    page.wait_for_timeout(4_000)
    expect(pull).to_have_value(stopped_at)


def test_play_stops_where_the_site_cannot_be_reached(window: Windows, game: Game) -> None:
    desk = window(**DESKTOP)
    page = playing(desk, game, UNREACHABLE)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator(".scrub-form [name=turn]")).to_have_value("1")
    desk.look()
