"""Playing without a mouse: Tab, Space, arrow keys and Enter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games import links
from games.models import Game
from games.rules.choices import Keep, Mobilize, Move
from tests.browser.windows import DESKTOP, Window
from tests.games.browsing import game_at, stored, turn_path
from tests.games.cast import open_game, play_until, running_game, seat_of
from tests.rules.builder import ANNA, BRUNO, player

#: No page of ours has more to tab through than this.
STOPS = 120
FOCUSED = "(css) => document.activeElement.matches(css)"
OUTLINED = """() => {
  const here = document.activeElement, box = here.closest("label.option") || here;
  return [here, box].some((one) => getComputedStyle(one).outlineStyle !== "none");
}"""


def tab_to(window: Window, css: str) -> None:
    """Press Tab until something is focused; it can be seen where that is."""
    for _ in range(STOPS):
        window.page.keyboard.press("Tab")
        if window.page.evaluate(FOCUSED, css):
            assert window.page.evaluate(OUTLINED), css
            return
    raise AssertionError(f"Tab never comes to {css}")


def press_enter(window: Window) -> None:
    with window.page.expect_navigation():
        window.page.keyboard.press("Enter")
    window.look()


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def desk(request: pytest.FixtureRequest, window: Callable[..., Window]) -> Window:
    return window(**DESKTOP, java_script_enabled=request.param)


def test_an_invitation_is_accepted_by_keys(desk: Window) -> None:
    game = open_game("Anna", "Bruno")
    desk.open(links.invitation_path(seat_of(game, "Anna")))
    tab_to(desk, "[name=accept]")
    desk.page.keyboard.press("Space")
    tab_to(desk, "[name=word]")
    desk.page.keyboard.type("Rubicon")
    tab_to(desk, "form[data-form=accept] button")
    press_enter(desk)
    assert seat_of(game, "Anna").word == "Rubicon"


def test_three_cards_are_kept_by_keys(desk: Window) -> None:
    game = running_game("Anna", "Bruno")
    desk.open(turn_path(game, "Anna"))
    for _ in range(3):
        tab_to(desk, "#order-form [name=card]")
        desk.page.keyboard.press("Space")
    tab_to(desk, "#order-form .submit-bar button")
    press_enter(desk)
    assert desk.state == "played"
    assert isinstance(stored(game, "Anna"), Keep)


def placement(game: Game, desk: Window) -> str:
    """Go to the choices, step on to the second by an arrow key, and submit; what was chosen."""
    tab_to(desk, "#order-form [name=choice]")
    desk.page.keyboard.press("Space")
    desk.page.keyboard.press("ArrowDown")
    chosen = desk.page.locator("#order-form [name=choice]:checked").get_attribute("value")
    tab_to(desk, "#order-form .submit-bar button")
    press_enter(desk)
    return chosen or ""


def test_a_legion_is_placed_and_the_order_changed_by_keys(desk: Window) -> None:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    desk.open(turn_path(game, "Anna"))
    chosen = placement(game, desk)
    assert desk.state == "played"
    order = stored(game, "Anna")
    assert isinstance(order, Mobilize)
    assert chosen.split("-")[0] in ("place", "move", "pass")

    tab_to(desk, "details.change > summary")
    desk.page.keyboard.press("Enter")
    tab_to(desk, "#order-form [name=choice]:checked")
    desk.page.keyboard.press("ArrowUp")
    tab_to(desk, "#order-form .submit-bar button")
    press_enter(desk)
    assert stored(game, "Anna") != order


def test_a_legion_is_lifted_and_set_down_by_keys(window: Callable[..., Window]) -> None:
    game = game_at({ANNA: player({20: "S", 9: ""}), BRUNO: player({1: ""})}, token="H")
    desk = window(**DESKTOP)
    desk.open(turn_path(game, "Anna"))
    tab_to(desk, "#order-form .space[data-lift] > button")
    desk.page.keyboard.press("Enter")
    tab_to(desk, "#order-form .space.is-landing > button")
    desk.page.keyboard.press("Enter")
    tab_to(desk, "#order-form .submit-bar button")
    press_enter(desk)
    assert stored(game, "Anna") == Mobilize(Move(20, "S", 9, "H"))
