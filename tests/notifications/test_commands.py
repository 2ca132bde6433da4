"""The two commands for people who set mail up."""

from __future__ import annotations

import contextlib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Player
from notifications.models import Kind, Mail
from tests.notifications.post import Post

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_samples_of_every_kind_are_written_and_leave_no_trace(tmp_path: Path) -> None:
    call_command("mail_samples", str(tmp_path / "new"), stdout=StringIO())
    names = {path.name for path in (tmp_path / "new").iterdir()}
    for kind in Kind.values:
        assert any(name.split("-", 1)[1].startswith(kind) for name in names), kind
    assert {"6-mobilize-joker.eml", "6-mobilize-chain.html", "6-mobilize-joker.txt"} <= names
    assert not (Game.objects.exists())
    assert not (Player.objects.exists())
    assert not (Mail.objects.exists())
    for path in (tmp_path / "new").glob("*.html"):
        assert path.stat().st_size < 60_000, path.name
    for path in (tmp_path / "new").glob("*.eml"):
        assert path.stat().st_size < 100_000, path.name


def test_a_directory_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="no directory that can be written to"):
        call_command("mail_samples", str(tmp_path / "file"))


def test_a_test_mail_goes_out_and_says_what_to_look_at(post: Post) -> None:
    said = StringIO()
    call_command("send_test_mail", "olga@example.org", stdout=said)
    (taken,) = post.taken
    assert str(taken["Message-ID"]) in said.getvalue()
    assert "!" not in said.getvalue()


def test_what_a_set_up_lacks_is_named(post: Post, settings: Any) -> None:
    settings.SITE_URL, settings.SITE_HOST = "http://127.0.0.1:8000", "127.0.0.1"
    settings.DEFAULT_FROM_EMAIL = "augustus@localhost"
    said = StringIO()
    call_command("send_test_mail", "olga@example.org", stdout=said)
    for fault in ("public domain", "not https", "has no name"):
        assert fault in said.getvalue()


def test_a_refused_test_mail_says_why(post: Post) -> None:
    post.rcpt = ["550 no such person"]
    with pytest.raises(CommandError, match="smtp 550 recipient"):
        call_command("send_test_mail", "olga@example.org", stdout=StringIO())


def test_the_operator_reads_which_server_said_what(post: Post, settings: Any) -> None:
    post.rcpt = ["550 5.7.1 we do not know you"]
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("send_test_mail", "olga@example.org", stdout=said)
    assert f"127.0.0.1:{settings.EMAIL_PORT} said: " in said.getvalue()
    assert "we do not know you" in said.getvalue()


def test_a_server_that_is_away_is_named(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    said = StringIO()
    with pytest.raises(CommandError, match="It may pass"):
        call_command("send_test_mail", "olga@example.org", stdout=said)
    assert "127.0.0.1:9 said: " in said.getvalue()


def test_a_sender_without_an_address_is_named(post: Post, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Augustus"
    said = StringIO()
    with contextlib.suppress(CommandError):
        call_command("send_test_mail", "olga@example.org", stdout=said)
    assert "DEFAULT_FROM_EMAIL has no address" in said.getvalue()


def test_no_address_is_refused() -> None:
    with pytest.raises(CommandError, match="is no address"):
        call_command("send_test_mail", "olga")


@pytest.mark.parametrize(
    ("anymail", "named"),
    [
        ({}, {"tracking off", "WEBHOOK_SECRET"}),
        ({"SEND_DEFAULTS": {"track_clicks": False}, "WEBHOOK_SECRET": ["a:b"]}, set()),
    ],
)
def test_what_a_provider_lacks_is_named(
    settings: Any, anymail: dict[str, Any], named: set[str]
) -> None:
    settings.EMAIL_BACKEND, settings.ANYMAIL = "anymail.backends.test.EmailBackend", anymail
    said = StringIO()
    call_command("send_test_mail", "olga@example.org", stdout=said)
    assert {word for word in ("tracking off", "WEBHOOK_SECRET") if word in said.getvalue()} == named
