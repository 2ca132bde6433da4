"""Mails as mail programs on a desk and on a phone show them, in light and dark, pictures or not."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from notifications import mails
from notifications.models import Mail
from tests.browser.test_axe import AXE, RUN
from tests.browser.windows import OVERFLOW, Window
from tests.games.browsing import game_at
from tests.games.cast import NAMES, play_out, running_game, turn_of
from tests.rules.builder import ANNA, BRUNO, player

#: How high each button is, what it says, and where it leads.
BUTTONS = """() => [...document.querySelectorAll(".button a, .second a")].map((one) => [
  one.closest("td").getBoundingClientRect().height, one.textContent, one.href])"""

Look = Callable[[Mail], list[tuple[float, str, str]]]


@pytest.fixture
def look(window: Callable[..., Window]) -> Look:
    """Open a mail in each of its looks; gives its buttons."""
    page = window(viewport={"width": 600, "height": 800}).page

    def looked(mail: Mail) -> list[tuple[float, str, str]]:
        for pictures in ("", "hidden"):
            page.set_content(mail.html.replace("cid:", f"data:{pictures},"))
            for width, scheme in ((600, "light"), (360, "dark"), (320, "light")):
                page.set_viewport_size({"width": width, "height": 800})
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                assert page.evaluate(OVERFLOW) <= 0, (mail.kind, width)
                if width > 320 and not pictures:
                    page.evaluate(AXE)
                    found = page.evaluate(RUN)
                    assert found == [], (mail.kind, scheme, json.dumps(found, indent=1))
        buttons: list[tuple[float, str, str]] = page.evaluate(BUTTONS)
        assert all(height >= 44 for height, _text, _url in buttons), buttons
        return buttons

    return looked


def rendered(**filters: object) -> Mail:
    mail = Mail.objects.filter(**filters).order_by("-id")[0]
    mails.fill(mail)
    return mail


def test_six_cards_to_choose_from_are_one_button(look: Look) -> None:
    game = running_game(*NAMES, hours=48)
    buttons = look(rendered(game=game, kind="keep"))
    assert [text for _height, text, _url in buttons] == ["Choose three of the six"]


def test_a_joker_has_a_button_for_every_placement(look: Look) -> None:
    mine = {77: "", 80: "", 24: "", 84: "", 37: ""}
    game = game_at({ANNA: player(mine), BRUNO: player({1: ""})}, token="J")
    mail = rendered(turn=turn_of(game), seat__name="Anna")
    mail.kind = "mobilize"
    mails.fill(mail)
    buttons = look(mail)
    placing = [url for _height, text, url in buttons if text.startswith("Place a legion on the")]
    assert len(placing) == len(set(placing)) > 12
    assert all("?choice=place-" in url for url in placing)
    assert buttons[0][1] == "Open my turn"
    assert buttons[-1][1] == "Pass: place nothing this draw"
    assert len(mail.html.encode()) < 60_000


def test_the_score_sheet_fits_a_phone(look: Look) -> None:
    game = running_game("Anna", "Bruno", "Clara", target=3)
    play_out(game)
    mail = rendered(game=game, kind="game_over")
    look(mail)
    assert "You take place" in mail.html
    assert "(you)" in mail.html
