"""Pages that say no: each in the house, what was wrong and what is possible, and a way on."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.views.defaults import server_error

from games.models import Order
from games.services import access
from games.views.http import MAX_BODY
from games.views.site import form_key
from tests.games.browsing import BROWSER, turn_path
from tests.games.cast import running_game
from tests.games.site import Browser, signed_in

FAR_TOO_LONG = {"form": "order", "choice": "x" * MAX_BODY}


def said(response: Any, status: int) -> str:
    """The page, once it is seen to stand in the house and to lead on."""
    page = unescape(" ".join(response.content.decode().split()))
    assert response.status_code == status
    assert 'class="site-name"' in page
    assert '<a href="/">' in page or 'class="button"' in page or "<form" in page
    return page


def test_a_fault_of_ours_is_told_without_the_database() -> None:
    # No database here: whatever asked it would fail.
    page = said(server_error(RequestFactory().get("/")), 500)
    assert "The fault is ours, and it has been noted." in page
    assert "go back, reload the page" in page


@pytest.mark.django_db
def test_an_address_that_is_none_and_a_link_that_is_dead_lead_to_the_first_page() -> None:
    for path in ("/nowhere/", "/t/" + "a" * 30 + "/", "/g/" + "a" * 16 + "/"):
        page = said(BROWSER.get(path), 404)
        assert "This link leads nowhere" in page
        assert "Open the newest mail of your game" in page


@pytest.mark.django_db
def test_what_is_not_there_on_the_site_leads_to_ones_games_or_the_first_page() -> None:
    anna = signed_in("Anna")
    anna.get("/g/aaaaaaaaaaaaaaaa/table/")
    assert 'class="button" href="/games/"' in said(anna.response, 404)
    guest = Browser()
    guest.get("/g/aaaaaaaaaaaaaaaa/table/")
    assert 'class="button" href="/"' in said(guest.response, 404)


@pytest.mark.django_db
def test_who_has_no_seat_is_led_to_watching() -> None:
    game, clara = running_game("Anna", "Bruno"), signed_in("Clara")
    for page in ("seat", "votes"):
        clara.get(f"/g/{game.public_id}/{page}/")
        found = said(clara.response, 403)
        assert "You have no seat in this game" in found
        assert f'class="button" href="/g/{game.public_id}/"' in found


@pytest.mark.django_db
def test_what_is_far_too_long_is_not_taken_and_told_so() -> None:
    game, anna = running_game("Anna", "Bruno"), signed_in("Anna")
    asked = "Nothing of it was taken. Go back, shorten what you wrote, and send it once more."
    assert asked in said(BROWSER.post(turn_path(game, "Anna"), FAR_TOO_LONG), 413)
    anna.post("/profile/", name="x" * MAX_BODY)
    assert asked in said(anna.response, 413)
    assert not Order.objects.filter(submitted_at__isnull=False).exists()


@pytest.mark.django_db
def test_a_form_with_thousands_of_fields_cannot_be_read_and_does_nothing() -> None:
    path = turn_path(running_game("Anna", "Bruno"), "Anna")
    body = "&".join(["card=1"] * 2000)
    for client in (BROWSER, Client(raise_request_exception=False)):
        answer = client.post(path, body, content_type="application/x-www-form-urlencoded")
        assert "Nothing was done. What your browser sent" in said(answer, 400)
    assert not Order.objects.filter(submitted_at__isnull=False).exists()


@pytest.mark.django_db
def test_a_form_without_its_secret_is_not_taken_and_says_how_it_would_be() -> None:
    anna = signed_in("Anna")
    anna.client.cookies.pop("csrftoken")
    anna.post("/profile/", name="Livia")
    page = said(anna.response, 403)
    assert "Nothing was done." in page
    assert "Go back, reload the page, and send the form once more." in page


@pytest.mark.django_db
def test_who_asks_too_often_reads_how_often_is_the_most_and_what_to_do() -> None:
    for number in range(access.MOST_BY_NETWORK):
        access.ask_to_sign_in(
            email=f"a{number}@example.org", network="127.0.0.1", form_key=form_key()
        )
    browser = Browser()
    browser.send("sign-in", "/sign-in/", email="anna@example.org")
    page = said(browser.response, 429)
    assert f"asked for {access.MOST_BY_NETWORK} links within an hour" in page
    assert "Wait a while, or use the newest mail that came." in page
    assert 'value="anna@example.org"' in page, "nothing typed is lost"
