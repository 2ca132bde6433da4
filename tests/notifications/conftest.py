"""What the tests of the mails share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.models import Game
from notifications import outbox
from notifications.models import Mail
from tests.games.cast import running_game
from tests.notifications.post import Post, started
from tests.notifications.reports import SECRET, SIGNING_KEY


@pytest.fixture
def post(settings: Any) -> Iterator[Post]:
    """A mail server that Django sends to."""
    found = Post()
    controller = started(found)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = controller.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 10  # for a machine that is busy; who lets it hang sets another
    yield found
    controller.stop()


@pytest.fixture(autouse=True)
def morning(one_morning: None) -> None:
    """Mails tell days and hours."""


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    """A site with a name of 30 letters, as long as links in mails may make it."""
    settings.SITE_URL = "https://augustus.games.example.org"
    settings.SITE_HOST = "augustus.games.example.org"
    settings.DEFAULT_FROM_EMAIL = "Augustus by mail <augustus@games.example.org>"


@pytest.fixture
def game(post: Post, settings: Any) -> Game:
    """A game whose first mails are out, through a provider that gave them ids and reports."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
    found = running_game("Anna", "Bruno", hours=48)
    outbox.drain()
    for mail in Mail.objects.filter(state="sent"):
        Mail.objects.filter(pk=mail.pk).update(provider_id=f"id-of-{mail.pk}")
    return found
