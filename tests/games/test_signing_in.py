"""Getting in by a mailed link: asked for, used once, and telling nobody who is known."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import links
from games.access_models import AccessLink, Allowance
from games.models import Player
from games.services import access, limits
from games.services.errors import Refused
from games.views.site import form_key
from notifications import mails
from notifications.models import Mail
from tests.games.cast import open_game, seat_of
from tests.games.site import Browser, asked_link, link_path, person

pytestmark = pytest.mark.django_db


def test_anna_signs_up_by_asking_for_a_link_and_stays_for_a_month() -> None:
    browser = Browser()
    assert browser.send("sign-in", "/", email="anna@example.org") == 303
    assert browser.location == "/sign-in/sent/"
    assert not Player.objects.exists()
    mail = Mail.objects.get()
    mails.fill(mail)
    path = next(line for line in mail.text.split() if "/s/" in line).partition("8000")[2]

    assert browser.send("enter", path, stay="month", zone="Europe/Rome") == 303

    assert browser.location == "/games/"
    anna = Player.objects.get()
    assert (anna.email, anna.time_zone) == ("anna@example.org", "Europe/Rome")
    assert not anna.has_usable_password()
    assert browser.client.session.get_expiry_age() == 30 * 24 * 3600
    assert "Ave, anna" in (browser.get("/games/"), browser.text)[1]


@pytest.mark.parametrize(("stay", "closes"), [("visit", True), ("month", False), ("year", False)])
def test_how_long_to_stay_is_the_persons_choice(stay: str, closes: bool) -> None:
    browser = Browser()
    browser.send("enter", link_path("anna@example.org"), stay=stay)
    assert browser.client.session.get_expire_at_browser_close() is closes
    assert bool(browser.client.cookies[settings.SESSION_COOKIE_NAME]["expires"]) is not closes


@pytest.mark.parametrize("stay", ["", "for ever", "0"])
def test_without_that_choice_nothing_happens_and_the_link_stays_good(stay: str) -> None:
    browser, path = Browser(), link_path("anna@example.org")
    form = browser.get(path).form("enter")
    assert form is not None
    assert form.control("radio", "stay").now is None

    assert browser.send("enter", path, stay=stay) == 422

    assert not Player.objects.exists()
    assert browser.send("enter", path, stay="visit") == 303


def test_looking_at_a_link_changes_nothing_however_often() -> None:
    path = link_path("anna@example.org")
    for method in ("get", "head", "options"):
        response = getattr(Browser().client, method)(path)
        assert response.status_code == 200
        assert settings.SESSION_COOKIE_NAME not in response.cookies
    assert AccessLink.objects.get().used_at is None
    assert not Player.objects.exists()


def test_a_link_works_once() -> None:
    first, second, path = Browser(), Browser(), link_path("anna@example.org")
    second.get(path)
    assert first.send("enter", path, stay="visit") == 303

    assert second.post(path, stay="year") == 404
    assert settings.SESSION_COOKIE_NAME not in second.client.cookies


def test_two_that_use_a_link_at_the_same_moment_do_not_both_get_in() -> None:
    link = asked_link("anna@example.org")
    access.enter(link=link)
    with pytest.raises(Refused) as caught:
        access.enter(link=link)
    assert caught.value.code == "link_used"


def test_a_link_works_for_twenty_minutes() -> None:
    path, now = link_path("anna@example.org"), timezone.now()
    with time_machine.travel(now + timedelta(minutes=19), tick=False):
        assert Browser().get(path).state == "enter"
    with time_machine.travel(now + timedelta(minutes=21), tick=False):
        assert Browser().get(path).state == "none"


def test_bad_old_used_and_foreign_links_have_one_page() -> None:
    used = asked_link("anna@example.org")
    path = links.access_path(used)
    access.enter(link=used)
    game = open_game("Anna", "Bruno")
    invitation = links.invitation_path(seat_of(game, "Anna")).replace("/i/", "/s/")
    good = link_path("clara@example.org")
    bent = good[:-9] + ("b" if good[-9] == "a" else "a") + good[-8:]
    pages = []
    for one in (path, invitation, bent, "/s/x/", "/s/%00/"):
        browser = Browser()
        browser.get(one)
        assert browser.response.status_code == 404, one
        pages.append(_without_keys(browser.text))
    assert len(set(pages)) == 1


def _without_keys(text: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken|form_key)" value="[^"]*"', r"\1", text)


def test_known_unknown_and_shut_out_addresses_get_the_same_answer_for_the_same_work() -> None:
    person("Anna")
    person("Bruno", is_active=False)
    seen = []
    for email in ("Anna@example.org", "Nobody@example.org", "Bruno@example.org"):
        browser = Browser()
        page = browser.get("/sign-in/")
        form = page.form("sign-in")
        assert form is not None
        with CaptureQueriesContext(connection) as queries:
            key = form.control("hidden", "form_key").now or ""
            status = browser.post("/sign-in/", email=email, form_key=key)
        names = [re.sub(r"'[^']*'|s\d+_x\d+|\d+", "", query["sql"]) for query in queries]
        assert not any("games_player" in query["sql"] for query in queries)
        headers = dict(browser.response.headers.items())
        browser.get(browser.location)
        seen.append((status, headers, browser.response.status_code, browser.text, names))
    assert seen[0] == seen[1] == seen[2]
    assert Mail.objects.count() == 3
    assert len({(mail.kind, mail.player_id, mail.state) for mail in Mail.objects.all()}) == 1


def test_the_same_form_sent_twice_mails_once() -> None:
    browser = Browser()
    browser.get("/sign-in/")
    key = form_key()
    for _ in range(2):
        assert browser.post("/sign-in/", email="anna@example.org", form_key=key) == 303
    assert Mail.objects.count() == 1


def test_one_address_gets_five_mails_an_hour_and_nobody_is_told() -> None:
    browser = Browser()
    for _ in range(7):
        assert browser.send("sign-in", "/sign-in/", email="ANNA@example.org") == 303
        assert browser.location == "/sign-in/sent/"
    assert Mail.objects.count() == 5
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        browser.send("sign-in", "/sign-in/", email="anna@example.org")
    assert Mail.objects.count() == 6


def test_one_network_asks_thirty_times_an_hour() -> None:
    for number in range(30):
        asked_link(f"p{number}@example.org")
    with pytest.raises(Refused) as caught:
        asked_link("one-more@example.org")
    assert caught.value.code == "asked_too_often"
    access.ask_to_sign_in(email="other@example.org", network="198.51.100.1", form_key=form_key())
    assert Mail.objects.count() == 31


def test_a_network_that_asked_too_often_is_told_so() -> None:
    browser = Browser()
    for _time in range(30):
        limits.take(what="access.network", who="127.0.0.1", most=30)
    assert browser.send("sign-in", "/sign-in/", email="anna@example.org") == 429
    assert "within an hour" in browser.text


def test_limits_keep_no_address_and_no_network() -> None:
    asked_link("anna@example.org")
    kept = " ".join(Allowance.objects.values_list("key", flat=True))
    assert "anna" not in kept
    assert "192.0.2" not in kept
