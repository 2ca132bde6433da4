"""A whole game from signing up to the score sheet, at a desk and on a phone, scripts or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from playwright.sync_api import expect

from games.forms import data_of
from games.models import Game
from games.rules.choices import Keep
from games.services import clock
from notifications import outbox
from tests.browser.windows import BARE, DESKTOP, PHONE, TOUCH, Window, best
from tests.games.browsing import stored
from tests.games.cast import awaited, running_game, turn_of

pytestmark = pytest.mark.slow

Windows = Callable[..., Window]
ANNA, BRUNO = "anna@example.org", "bruno@example.org"


def advance(game: Game) -> None:
    """What a worker does when the last order is in."""
    assert clock.try_advance(turn_id=turn_of(game).pk)
    game.refresh_from_db()


def mailed(address: str, purpose: str) -> str:
    """Send what is to be mailed, and give the newest link of this purpose that somebody got."""
    outbox.drain()
    texts = [str(found.body) for found in reversed(mail.outbox) if address in found.to[0]]
    links = (re.search(rf"https?://[^/\s]+(/{purpose}/[a-z2-7]{{16,30}}/)", text) for text in texts)
    return next(link[1] for link in links if link)


def sign_up(at: Window, address: str) -> None:
    """Ask on this page for a link, open the one that comes by mail, and say how long to stay."""
    at.send("sign-in", email=address)
    assert "mail" in at.text
    at.open(mailed(address, "s"))
    at.send("enter", stay="month")


def sit_down(anna: Window, bruno: Window, by: str) -> Game:
    """Anna signs up and sets a table up; Bruno is invited, or comes by the link she hands out."""
    anna.open("/")
    sign_up(anna, ANNA)
    anna.follow('main a[href="/games/new/"]')
    asked = BRUNO if by == "address" else ""
    anna.send("new", name="Via Appia", seats="2", addresses=asked, target="3", word="Rubicon")
    assert anna.state == "table"
    if by == "address":
        bruno.accept(mailed(BRUNO, "i"), "basilica")
    else:
        handed_out = anna.page.locator('input[readonly][value*="/j/"]').input_value()
        bruno.open(urlsplit(handed_out).path)
        bruno.follow('main a[href^="/sign-in/"]')
        sign_up(bruno, BRUNO)
        bruno.send("join", word="basilica")
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert [seat.word for seat in game.seats.order_by("invited")] == ["Rubicon", "basilica"]
    return game


def look_back(at: Window) -> None:
    """From the score sheet to the first turn, one on, and to the end."""
    sheet = at.page.locator(".sheets")
    expect(sheet.locator("tfoot td")).to_have_count(2)
    at.follow('nav.ways a[href$="/turns/"]')
    for key, turn in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        at.page.locator(f"[data-key={key}]").click()
        expect(at.page).to_have_url(re.compile(rf"turn={turn}\b"))
        at.look()
    at.page.locator("[data-key=End]").click()
    expect(sheet).to_be_visible()
    at.follow('nav.ways a[href$="/bag/"]')


@pytest.mark.parametrize(
    ("annas", "brunos", "by"),
    [
        pytest.param(DESKTOP, PHONE, "address", id="scripts-at-the-desk"),
        pytest.param(TOUCH, BARE, "link", id="scripts-on-the-phone"),
    ],
)
def test_a_whole_game_from_signing_up_to_the_score_sheet(
    window: Windows, annas: Mapping[str, Any], brunos: Mapping[str, Any], by: str
) -> None:
    anna, bruno = window(**annas), window(**brunos)
    game, kinds = sit_down(anna, bruno, by), set()
    while game.status == Game.Status.RUNNING:
        kinds.add(turn_of(game).kind)
        for seat in awaited(turn_of(game)):
            at = anna if seat.name == "anna" else bruno
            if at is anna:  # by the site, signed in
                at.open("/games/")
                at.follow("#mine a.button")
            else:  # by the newest mail
                at.open(mailed(BRUNO, "t"))
            at.order(best(game, seat.name))
            assert at.state == "played"
        advance(game)
    assert {"keep", "mobilize"} < kinds

    anna.open("/games/")
    anna.follow("#over a")
    look_back(anna)
    bruno.open(mailed(BRUNO, "g"))  # the mail that says how it ended
    look_back(bruno)


def test_an_order_is_confirmed_and_can_be_changed(window: Windows) -> None:
    game = running_game("Anna", "Bruno")
    for name, at in (("Anna", window(**DESKTOP)), ("Bruno", window(**PHONE))):
        first = best(game, name)
        at.play(game, name, first)
        assert "Your order: Keep" in at.text
        expect(at.page.locator("#order")).to_be_in_viewport()
        assert stored(game, name) == first

        form = at.page.locator("#order-form")
        cards = form.locator("input[name=card]")
        values = [cards.nth(at_).get_attribute("value") or "" for at_ in range(cards.count())]
        kept = {str(number) for number in first.cards}  # type: ignore[union-attr]
        leave, take = min(kept), min(set(values) - kept)
        at.page.locator("details.change > summary").click()
        for value in (leave, take):
            form.locator("label").filter(has=at.page.locator(f'input[value="{value}"]')).click()
        at.submit(form)

        changed = Keep(tuple(sorted(int(number) for number in kept - {leave} | {take})))
        assert stored(game, name) == changed
        assert data_of(changed) == data_of(stored(game, name))
        assert f"({take})" in at.page.locator("#order").inner_text()
        assert at.context.cookies() == []
