"""Parts of pages that are rendered once and kept: cards alone, the same for everybody."""

from __future__ import annotations

import re
from pathlib import Path

from django.template import Context, Template
from django.utils import translation
from django.utils.translation import get_language

import games
import notifications
from games.presenting.board import card
from games.presenting.fields import Select, select
from games.presenting.kept import by_language
from games.templatetags import parts
from tests.rules.builder import DECK

LYDIA = 18
#: What a card looks like, and nothing of who holds it or what somebody chose.
PARTS = {"games/parts/card.html", "games/parts/mini.html", "notifications/parts/card.html"}


def templates() -> list[str]:
    folders = [Path(str(app.__file__)).parent / "templates" for app in (games, notifications)]
    return [path.read_text() for folder in folders for path in folder.rglob("*.html")]


def test_nothing_but_cards_is_kept_so_that_no_link_choice_or_name_outlives_its_page() -> None:
    used = [call for text in templates() for call in re.findall(r"{% kept (.*?) %}", text)]
    assert {call.split()[0].strip('"') for call in used} == PARTS
    names = {name for call in used for name in re.findall(r"(\w+)=", call)}
    assert names == {"card", "spaces", "drawn", "lying"}


def test_a_kept_card_is_what_its_template_gives() -> None:
    for filled, matching in (("", ""), ("S", ""), ("", "S"), ("S", "C")):
        lying = card(DECK, LYDIA, filled, matching)
        for name in ("games/parts/card.html", "games/parts/mini.html"):
            whole = f'{{% load i18n %}}{{% include "{name}" with card=card spaces=True only %}}'
            wanted = Template(whole).render(Context({"card": lying}))
            assert parts.kept(name, card=lying, spaces=True) == wanted
            assert parts.kept(name, card=lying, spaces=True) == wanted


def test_two_cards_that_differ_by_one_legion_are_told_apart() -> None:
    shown = {
        parts.kept("games/parts/mini.html", card=card(DECK, LYDIA, filled), spaces=True)
        for filled in ("", DECK[LYDIA].symbols[0], DECK[LYDIA].symbols)
    }
    assert len(shown) == 3


def test_what_is_kept_is_kept_apart_for_each_language() -> None:
    asked = []

    @by_language
    def word(number: int) -> str:
        asked.append(number)
        return f"{number} in {get_language()}"

    for _ in range(2):
        for language in ("en", "de"):
            with translation.override(language):
                assert word(7) == f"7 in {language}"
    assert asked == [7, 7]


def test_a_select_says_what_is_chosen_and_lets_no_text_become_markup() -> None:
    found = select({"wish": ["2"]}, "wish", "A <b>wish</b>", [("1", "One & only"), ("2", "'Two'")])
    assert parts.select_box(found) == (
        '<label class="select"><span>A &lt;b&gt;wish&lt;/b&gt;</span><select name="wish">'
        '<option value="1">One &amp; only</option>'
        '<option value="2" selected>&#x27;Two&#x27;</option></select></label>\n'
    )
    assert parts.select_box(Select("none", "None", ())).count("<option") == 0
