"""What the standard says of providers' events: repeated, out of order, malformed, forged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import Game
from notifications import tasks, tracking
from notifications.address_models import Address, TrackingEvent
from notifications.models import Mail
from tests.notifications.reports import (
    ANNA,
    PROVIDERS,
    SECRET,
    annas,
    dead,
    filled,
    named,
    outcomes,
    payloads,
    post,
    report,
)

pytestmark = pytest.mark.django_db


# The standard: duplicate and out-of-order events are normal; without an id, go by a hash.


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_repeated_event_is_stored_and_counted_once(game: Game, provider: str) -> None:
    name = next(case["name"] for case in payloads(provider) if case["means"] == "soft")
    when = timezone.now()
    for _ in range(3):
        report(provider, name, annas(game), when=when)
    assert outcomes() == ["soft"]


def test_an_event_without_any_id_is_deduplicated(game: Game) -> None:
    mail, when = annas(game), timezone.now()
    body = filled(named("brevo", "soft bounce")["body"], mail.provider_id, ANNA, when)
    del body["id"]
    assert [post("brevo", body).status_code for _ in range(2)] == [200, 200]
    assert TrackingEvent.objects.count() == 1


def test_two_events_that_differ_are_two(game: Game) -> None:
    report("brevo", "soft bounce", annas(game), when=timezone.now())
    report("brevo", "soft bounce", annas(game), when=timezone.now() - timedelta(hours=1))
    assert TrackingEvent.objects.count() == 2


def test_a_delivery_told_after_the_bounce_changes_nothing(game: Game) -> None:
    report("postmark", "hard bounce", annas(game))
    report("postmark", "delivery", annas(game), when=timezone.now() - timedelta(minutes=5))
    report("postmark", "suppression lifted", annas(game))
    assert dead()


def test_an_event_that_overtakes_the_mark_of_its_mail_waits_for_it(game: Game) -> None:
    mail = annas(game)
    Mail.objects.filter(pk=mail.pk).update(provider_id="")
    report("postmark", "hard bounce", mail)
    assert outcomes() == [""]
    Mail.objects.filter(pk=mail.pk).update(provider_id=mail.provider_id)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        tasks.sweep()
    assert outcomes() == ["hard"]


def test_an_event_about_no_mail_of_ours_is_given_up(game: Game) -> None:
    mail = annas(game)
    mail.provider_id = "never-heard-of"
    report("postmark", "hard bounce", mail)
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        tracking.act_on_events()
    assert outcomes() == ["no_such_mail"]
    assert not dead()


def test_what_is_told_late_of_mails_before_a_lifting_counts_no_more(game: Game) -> None:
    report("postmark", "hard bounce", annas(game))
    assert tracking.lift(ANNA)
    report("brevo", "hard bounce", annas(game))
    assert outcomes() == ["hard", "before_lifted"]
    assert not dead()


# The standard: a webhook without the secret is refused.


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("secret", [None, "", "provider:wrong", "provider", SECRET + "x"])
def test_a_webhook_without_the_secret_is_refused_and_nothing_stored(
    game: Game, provider: str, secret: str | None
) -> None:
    case = payloads(provider)[0]
    body = filled(case["body"], annas(game).provider_id, ANNA)
    answer = post(provider, body, secret)
    assert 400 <= answer.status_code < 500
    assert post(provider, b"{", secret).status_code == answer.status_code
    assert TrackingEvent.objects.count() == 0


def test_without_a_secret_in_the_settings_there_is_no_webhook(game: Game, settings: Any) -> None:
    settings.ANYMAIL = {}
    assert post("postmark", payloads("postmark")[0]["body"]).status_code == 404
    assert post("pigeon", {}).status_code == 404
    assert TrackingEvent.objects.count() == 0


def test_a_wrong_signature_is_refused(game: Game, settings: Any) -> None:
    body = filled(named("mailgun", "complaint")["body"], annas(game).provider_id, ANNA)
    assert post("mailgun", body, key="another key").status_code == 403
    assert TrackingEvent.objects.count() == 0
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}  # no key known: our own secret has to do
    assert post("mailgun", body, key="another key").status_code == 200
    assert TrackingEvent.objects.count() == 1


# The standard: an exception in a receiver becomes a 500 and a re-delivery: store first, act later.


def test_the_webhook_stores_and_does_nothing_else(game: Game) -> None:
    case = named("postmark", "hard bounce")
    answer = post("postmark", filled(case["body"], annas(game).provider_id, ANNA))
    assert answer.status_code == 200
    assert outcomes() == [""]
    assert not dead()


def test_an_exception_in_acting_loses_no_event_and_answers_200(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bool:
        raise KeyError("a bug of ours")

    with monkeypatch.context() as patch:
        patch.setattr(tracking, "stop", broken)
        report("postmark", "hard bounce", annas(game))
    assert outcomes() == [""]
    assert not dead()
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        tracking.act_on_events()
    assert outcomes() == ["hard"]
    assert dead()


def test_what_cannot_be_stored_is_an_error_so_that_it_is_sent_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(tracking, "store", full)
    assert post("postmark", payloads("postmark")[0]["body"]).status_code == 500


MALFORMED = [
    b"",
    b"{",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b"[null]",
    b'"text"',
    b"{}",
    b'{"event-data": []}',
    b'[{"event": ["bounce"]}]',
    b'{"RecordType": ["Bounce"], "Email": {"a": 1}, "BouncedAt": 7}',
    b'{"event": "hard_bounce", "email": "a\\u0000b\\ud800@example.org", "ts_epoch": "soon"}',
    b'{"signature": 7}',
    b'{"Type": "Notification", "Message": 7}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("provider", [*PROVIDERS, "sparkpost", "mailjet", "resend", "mandrill"])
def test_malformed_events_are_answered_200_and_do_nothing(
    game: Game, provider: str, settings: Any
) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}
    for body in MALFORMED:
        assert post(provider, body).status_code == 200, body[:40]
        assert post(provider, body).status_code == 200, body[:40]
    tracking.act_on_events(timezone.now() + timedelta(hours=2))
    assert set(outcomes()) <= {"malformed", "nothing", "no_such_mail", ""}
    assert not Address.objects.filter(stopped__isnull=False).exists()


# The standard: the address of the event must be the one that the mail went to.


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("other", ["Bruno@example.org", "stranger@example.net", ""])
def test_an_event_for_another_address_than_the_mails_is_ignored_and_logged_without_it(
    game: Game, provider: str, other: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = next(case["name"] for case in payloads(provider) if case["means"] == "hard")
    report(provider, name, annas(game), other)
    assert outcomes() == ["other_address"]
    assert not Address.objects.exists()
    assert "other_address" in caplog.text
    assert not other or other not in caplog.text


def test_the_addresses_case_does_not_matter(game: Game) -> None:
    report("postmark", "hard bounce", annas(game), "anna@EXAMPLE.org")
    assert dead()
