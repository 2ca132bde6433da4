"""axe finds nothing serious or critical, whatever is asked, in light and dark, wide and narrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from games import links
from games.models import Game
from games.rules.choices import Mobilize, Place
from games.rules.state import Resolving
from tests.browser.windows import DESKTOP, Window
from tests.games.browsing import game_at, turn_path
from tests.games.cast import (
    open_game,
    order,
    play_out,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.rules.builder import ANNA, BRUNO, player

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.help, one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160) +
      " " + node.any.map((why) => why.message).join(" ").slice(0, 240))]);
}"""
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def judge(window: Callable[..., Window]) -> Callable[..., None]:
    """Let axe judge a page; our own rules for scripts would keep it out, so they are put aside."""
    at = window(**DESKTOP, bypass_csp=True)

    def judged(path: str, *, status: int = 200) -> None:
        found = {}
        for scheme in ("light", "dark"):
            at.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            at.page.set_viewport_size(NARROW if scheme == "dark" else DESKTOP["viewport"])  # type: ignore[arg-type]
            answer = at.page.goto(path)
            assert answer is not None
            assert answer.status == status
            at.look()
            at.page.evaluate(AXE)
            found[scheme] = at.page.evaluate(RUN)
            at.look()
        if status != 200:
            at.faults.clear()  # the browser notes every such answer as an error
        assert not any(found.values()), json.dumps(found, indent=1)

    return judged


Judge = Callable[..., None]


def resolving(card: int, kind: str, **anna: Any) -> Game:
    """Anna's objective is being resolved, and she, or Bruno for losses, is asked."""
    asked = BRUNO if kind == "losses" else ANNA
    step = "power" if kind in ("power", "losses") else kind
    return game_at(
        {ANNA: player({9: "H", 18: "SS", card: ""}, **anna), BRUNO: player({1: "", 21: "SC"})},
        kind=kind,
        awaited=(asked,),
        resolving=Resolving(ANNA, card, step),
    )


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        pytest.param(35, "power", id="steps"),
        pytest.param(73, "power", id="arrange"),
        pytest.param(87, "power", id="complete"),
        pytest.param(13, "power", id="take-extra"),
        pytest.param(3, "claim", id="claim"),
        pytest.param(3, "take", id="take"),
        pytest.param(37, "losses", id="losses"),
    ],
)
def test_what_is_asked_in_a_resolution(judge: Judge, card: int, kind: str) -> None:
    game = resolving(card, kind, controlled=(1, 2)) if kind == "claim" else resolving(card, kind)
    name = "Bruno" if kind == "losses" else "Anna"
    judge(turn_path(game, name))
    order(game, name)
    judge(turn_path(game, name))


def test_keeping_and_placing(judge: Judge) -> None:
    game = running_game("Anna", "Bruno")
    first = turn_of(game)
    judge(turn_path(game, "Anna"))
    play_until(game, "mobilize")
    judge(turn_path(game, "Anna", first))
    for _ in range(3):
        play_turn(game)
    judge(turn_path(game, "Anna"))
    order(game, "Anna")
    judge(turn_path(game, "Anna"))


def test_what_follows_a_placement_is_asked_beforehand(judge: Judge) -> None:
    seats = {ANNA: player({20: "SSC", 9: "H"}, controlled=(3,)), BRUNO: player({1: ""})}
    game = game_at(seats, token="T")
    order(game, "Anna", Mobilize(Place(20, "T")))
    judge(turn_path(game, "Anna"))


def test_an_invitation_taken_and_a_game_not_begun(judge: Judge) -> None:
    game = open_game("Anna", "Bruno")
    judge(links.invitation_path(seat_of(game, "Bruno")))
    judge(links.game_path(game))


def test_a_running_game_seen_by_all(judge: Judge) -> None:
    game = running_game("Anna", "Bruno", "Clara")
    for _ in range(12):
        play_turn(game, Random(2))
    for path in (links.game_path(game), f"/g/{game.public_id}/turns/", f"/g/{game.public_id}/bag/"):
        judge(path)
    judge(links.invitation_path(seat_of(game, "Anna")))


def test_a_game_that_is_over(judge: Judge) -> None:
    game = running_game("Anna", "Bruno", target=3)
    first = turn_of(game)
    play_out(game, Random(1))
    for path in ("", "turns/", "turns/?turn=5", "bag/"):
        judge(f"/g/{game.public_id}/{path}")
    judge(turn_path(game, "Anna", first))


@pytest.mark.parametrize("path", ["/", "/rules/", "/objectives/", "/practice/", "/sign-in/"])
def test_pages_for_everybody(judge: Judge, path: str) -> None:
    judge(path)


def test_a_link_that_leads_nowhere(judge: Judge) -> None:
    judge("/t/" + "a" * 30 + "/", status=404)
    judge("/no/such/page/", status=404)


def test_axe_does_find_what_is_wrong(window: Callable[..., Window]) -> None:
    page = window(**DESKTOP, bypass_csp=True).page
    page.set_content('<p style="color:#aaa;background:#fff">Pale</p><input>')
    page.evaluate(AXE)
    assert {"color-contrast", "label"} <= {found[0] for found in page.evaluate(RUN)}
