"""Orders that are given by way of the site, and the ways on from a game that is over."""

from __future__ import annotations

import pytest

from games import links
from games.models import Order
from tests.games.browsing import BROWSER, get, text, turn_path, values
from tests.games.cast import play_out, play_turn, running_game, seat_of, turn_of
from tests.games.site import signed_in

pytestmark = pytest.mark.django_db


def source(name: str) -> str:
    return Order.objects.get(seat__name=name, turn__number=1).source


def test_an_order_says_whether_it_came_by_the_site_or_by_the_mailed_link() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    anna.get(f"/g/{game.public_id}/play/")
    way = anna.location
    form = get(way).form("order")
    assert form is not None
    cards = values(form, "checkbox", "card")
    action = f'action="{way}"'
    assert action in text(BROWSER.get(way))
    assert BROWSER.post(way, {"form": "order", "card": cards[:2]}).status_code == 422
    response = BROWSER.post(way, {"form": "order", "card": cards[:3]})
    assert response.headers["Location"] == f"{way}#order"
    assert source("Anna") == "site"

    mailed = turn_path(game, "Anna")
    BROWSER.post(mailed, {"form": "order", "card": cards[1:4]})
    assert source("Anna") == "link"
    assert text(BROWSER.get(mailed)).count("by=site") == 0


def test_being_signed_out_in_the_middle_of_an_order_loses_nothing() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    anna.get(f"/g/{game.public_id}/play/")
    way = anna.location
    form = get(way).form("order")
    assert form is not None
    cards = values(form, "checkbox", "card")
    anna.post("/sign-out/")
    anna.client.cookies.clear()
    assert anna.client.post(way, {"form": "order", "card": cards[:3]}).status_code == 303
    assert source("Anna") == "site"


def test_a_game_that_is_over_leads_on_from_the_page_of_its_last_turn() -> None:
    game = running_game("Anna", "Bruno", target=3)
    path, other = turn_path(game, "Anna"), links.game_path(game)
    assert f'href="{other}turns/"' not in text(BROWSER.get(path))
    play_out(game)
    page = text(BROWSER.get(path))
    for way in ("turns/", "bag/", "again/"):
        assert f'href="{other}{way}"' in page


def test_a_stale_form_is_told_what_changed_and_records_nothing() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    form = get(path).form("order")
    assert form is not None
    cards = values(form, "checkbox", "card")
    play_turn(game)
    before = Order.objects.get(seat=seat_of(game, "Anna"), turn__number=1).choice
    others = [list(found) for found in (cards[:3], cards[3:]) if sorted(found) != before["cards"]]
    late = BROWSER.post(path, {"form": "order", "card": others[0]})
    assert late.status_code == 409
    page = text(late)
    assert "Turn 1 has closed: this order came too late and is not recorded." in page
    assert "You keep" in page  # what happened meanwhile
    assert f"Now at draw {turn_of(game).draw}" in page
    assert Order.objects.get(seat=seat_of(game, "Anna"), turn__number=1).choice == before


def test_of_a_game_that_is_over_nothing_is_to_be_had_any_more() -> None:
    game = running_game("Anna", "Bruno", target=3)
    assert "still to be had" in text(BROWSER.get(links.game_path(game)))
    play_out(game)
    for path in (links.game_path(game), turn_path(game, "Anna", game.turns.order_by("-number")[0])):
        page = text(BROWSER.get(path))
        assert "went to nobody" in page
        for said in ("still to be had", "needs one more", "need one more"):
            assert said not in page
