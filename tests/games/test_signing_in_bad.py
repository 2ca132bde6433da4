"""Getting in with bad input, forged forms and odd links; and what the mail says."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from augustus_site.redaction import redact
from games.access_models import AccessLink, Allowance
from games.services import access
from notifications import mails, outbox, relevance
from notifications.models import Mail
from tests.games.site import Browser, asked_link, link_path, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "email",
    ["", "anna", "a@b", "anna@example.org\nBcc: x@example.org", "x" * 300 + "@example.org",
     "<script>@example.org", "an\u202ena@example.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused_and_shown_harmless(email: str) -> None:
    browser = Browser()
    assert browser.send("sign-in", "/sign-in/", email=email) == 422
    assert "<script>" not in browser.text.replace('<script src="', "")
    assert not Mail.objects.exists()


@pytest.mark.parametrize("key", ["", "x", "0" * 31, "'; DROP TABLE"])
def test_a_damaged_form_is_refused(key: str) -> None:
    browser = Browser()
    browser.get("/sign-in/")
    assert browser.post("/sign-in/", email="anna@example.org", form_key=key) == 422


def test_a_forged_form_signs_nobody_in() -> None:
    path = link_path("mallory@example.org")
    browser = Browser()
    browser.get(path)
    browser.client.cookies.clear()
    assert browser.post(path, stay="year") == 403
    assert "This form was not taken" in browser.text
    foreign = browser.client.post(path, {"stay": "year"}, headers={"Origin": "https://evil.test"})
    assert foreign.status_code == 403
    assert AccessLink.objects.get().used_at is None


def test_the_page_of_a_link_sends_an_origin_and_keeps_its_token_to_itself() -> None:
    browser = Browser()
    browser.get(link_path("anna@example.org"))
    headers = browser.response.headers
    assert headers["Referrer-Policy"] == "strict-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_token_reaches_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser, path = Browser(), link_path("anna@example.org")
    browser.send("enter", path, stay="visit")
    said = redact(caplog.text)
    assert path.split("/")[2] not in said
    assert "anna@example.org" not in said


@pytest.mark.parametrize(
    ("then", "leads"),
    [("/games/open/", "/games/open/"), ("//evil.test/", "/games/"),
     ("https://evil.test/", "/games/"), ("/\\evil.test", "/games/"), ("", "/games/"),
     ("/j/" + "a" * 200, "/games/")],
)  # fmt: skip
def test_after_signing_in_one_gets_where_one_wanted_but_never_off_the_site(
    then: str, leads: str
) -> None:
    browser = Browser()
    browser.send("enter", link_path("anna@example.org", then), stay="visit")
    assert browser.location == leads


def test_somebody_shut_out_gets_the_page_of_a_dead_link() -> None:
    person("Bruno", is_active=False)
    browser = Browser()
    assert browser.send("enter", link_path("Bruno@example.org"), stay="visit") == 404
    assert settings.SESSION_COOKIE_NAME not in browser.client.cookies


def test_signing_out_takes_a_post_and_ends_the_session() -> None:
    browser = signed_in("Anna")
    browser.get("/sign-out/")
    assert browser.get("/games/").state == "mine"
    assert browser.post("/sign-out/") == 303
    browser.get("/games/")
    assert browser.location == "/sign-in/?then=%2Fgames%2F"


def test_the_mail_goes_once_at_most_and_not_when_the_link_is_dead() -> None:
    link = asked_link("anna@example.org")
    mail = Mail.objects.get()
    assert mail.kind in relevance.AT_MOST_ONCE
    assert relevance.check([mail]) == {mail.pk: ""}
    access.enter(link=link)
    assert relevance.check([mail]) == {mail.pk: "link_too_old"}


def test_the_mail_is_complete_as_text_and_its_link_stands_alone_on_a_short_line() -> None:
    asked_link("anna@example.org")
    (mail,) = outbox.claim()
    mails.fill(mail)
    assert mail.subject == "[Augustus] Your link to sign in"
    (line,) = [line for line in mail.text.splitlines() if "/s/" in line]
    assert line.startswith("http")
    assert len(line) <= 72
    assert "20 minutes" in mail.text
    assert mail.html.count(line) == 1


def test_old_links_and_counts_are_forgotten() -> None:
    asked_link("anna@example.org")
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        asked_link("bruno@example.org")
    assert list(AccessLink.objects.values_list("email", flat=True)) == ["bruno@example.org"]
    assert Allowance.objects.count() == 2
