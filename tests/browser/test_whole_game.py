"""A whole game from the invitation to the score sheet, at a desk and on a phone without scripts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games import links
from games.forms import data_of
from games.models import Game
from games.rules.choices import Keep
from games.services import clock
from tests.browser.windows import DESKTOP, PHONE, Window, best
from tests.games.browsing import stored, turn_path
from tests.games.cast import awaited, open_game, running_game, seat_of, turn_of

Windows = Callable[..., Window]


def advance(game: Game) -> None:
    """What a worker does when the last order is in."""
    assert clock.try_advance(turn_id=turn_of(game).pk)
    game.refresh_from_db()


def test_anna_and_bruno_play_from_the_invitation_to_the_score_sheet(window: Windows) -> None:
    sitting = {"Anna": window(**DESKTOP), "Bruno": window(**PHONE)}
    game = open_game("Anna", "Bruno", target=3)
    for name, at in sitting.items():
        at.accept(links.invitation_path(seat_of(game, name)), f"{name}'s word")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING

    kinds = set()
    while game.status == Game.Status.RUNNING:
        kinds.add(turn_of(game).kind)
        for seat in awaited(turn_of(game)):
            sitting[seat.name].play(game, seat.name)
            assert sitting[seat.name].state == "played"
        advance(game)
    assert {"keep", "mobilize"} < kinds

    for name, at in sitting.items():
        last = game.turns.exclude(orders=None).filter(orders__seat__name=name).latest("number")
        at.open(turn_path(game, name, last))
        assert at.state == "over"
        sheet = at.page.locator(".sheets")
        expect(sheet.get_by_text(f"{name} (you)")).to_be_visible()
        assert sheet.locator("tfoot td").count() == 2
        for link in ("#watch a", 'nav.ways a[href$="/turns/"]'):
            with at.page.expect_navigation():
                at.page.locator(link).click()
            at.look()
        expect(at.page.locator(".scrubber")).to_be_visible()
        assert at.context.cookies() == []


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
