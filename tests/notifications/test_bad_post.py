"""A post office on a bad day: everything arrives, nothing more than twice, no reminder twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Turn
from notifications import outbox, reminders
from notifications.models import DECISIONS, Kind, Mail
from tests.games.cast import play_turn, running_game, turn_of
from tests.notifications.post import Post, started

pytestmark = pytest.mark.django_db


#: It hangs seldom, since each time takes as long as we wait for an answer. We wait long enough for
#: a busy machine: a mail that was taken without our hearing of it would come once too often.
MOODS = ("250 OK",) * 5 + ("451 later",) * 2 + ("drop",) * 2 + ("hang",)


class BadPost(Post):
    """Defers, hangs and drops by chance; drops a connection after the data once a message."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = Random(7)
        self.dropped: set[str] = set()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        name = envelope.content.partition(b"Message-ID: <")[2].partition(b">")[0].decode()
        mood = self.chance.choice(MOODS)
        if mood == "drop" and name in self.dropped:
            mood = "250 OK"
        if mood == "drop":
            self.dropped.add(name)
        self.data = [mood]
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def bad_post(settings: Any) -> Iterator[BadPost]:
    found = BadPost()
    controller = started(found)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_TIMEOUT = 1
    yield found
    controller.stop()


def deliver_all() -> None:
    """Sweep until nothing waits any more; between sweeps the backoff passes."""
    for _ in range(60):
        outbox.drain()
        if not Mail.objects.filter(state__in=["queued", "retry"]).exists():
            return
        Mail.objects.filter(state="retry").update(next_try_at=timezone.now())
    raise AssertionError("mails are still waiting")


@pytest.mark.slow
def test_on_a_bad_day_every_turn_mail_arrives_and_no_reminder_twice(bad_post: BadPost) -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=48, target=3)
    for _ in range(6):
        deliver_all()
        Turn.objects.filter(pk=turn_of(game).pk).update(
            opened=timezone.now() - timedelta(hours=30), due=timezone.now() + timedelta(hours=18)
        )
        reminders.queue_due(timezone.now())
        deliver_all()
        play_turn(game)
        if game.status != Game.Status.RUNNING:
            break
    deliver_all()
    arrived = Counter(str(found["Message-ID"]) for found in bad_post.taken)
    assert bad_post.dropped
    assert not Mail.objects.filter(state="skipped", kind__in=DECISIONS).exists()
    assert Mail.objects.filter(state="sent", kind=Kind.REMINDER).exists()
    for mail in Mail.objects.exclude(state="skipped"):
        times = arrived[mail.message_id]
        assert mail.state == "sent"
        if mail.kind == Kind.REMINDER:
            assert times <= 1
        else:
            assert 1 <= times <= 2
