"""Workers that never came back: their mails go out all the same, and each bad one stays alone."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import outbox
from notifications.models import Mail
from notifications.transport import Line
from tests.games.cast import open_game, seat_of
from tests.notifications.post import Post
from tests.notifications.test_outbox import states

pytestmark = pytest.mark.django_db


def test_a_dead_workers_lease_runs_out_and_the_mail_goes_under_the_same_id(post: Post) -> None:
    open_game("Anna", bots=1)
    (held,) = outbox.claim()
    outbox.drain()
    assert post.taken == []
    Mail.objects.filter(pk=held.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    outbox.drain()
    assert [str(found["Message-ID"]) for found in post.taken] == [held.message_id]


def test_a_mail_that_kills_its_workers_is_given_up(post: Post) -> None:
    open_game("Anna", bots=1)
    for _ in range(outbox.MAX_LOST_LEASES):
        assert outbox.claim()
        Mail.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        outbox.recover(timezone.now())
    assert Mail.objects.get().error == "killed_its_worker"


def test_one_lost_worker_is_not_held_against_a_mail_that_was_often_deferred(post: Post) -> None:
    open_game("Anna", bots=1)
    Mail.objects.update(state="retry", attempts=outbox.MAX_LOST_LEASES)
    assert outbox.claim()
    Mail.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    outbox.drain()
    assert Mail.objects.get().state == "sent"


def test_a_mail_that_kills_its_workers_takes_no_other_with_it(post: Post) -> None:
    """Whoever shared a batch with it goes alone from then on, and so does it."""
    game = open_game("Anna", "Bruno", "Clara")
    poison = Mail.objects.get(seat=seat_of(game, "Bruno"))
    for _ in range(outbox.MAX_LOST_LEASES):
        while poison not in (held := outbox.claim()):
            with Line() as line:
                outbox._Worker(line, time.monotonic() + 20).send_all(held)
        Mail.objects.filter(state="sending").update(
            lease_until=timezone.now() - timedelta(seconds=1)
        )
        outbox.recover(timezone.now())
    outbox.drain()
    assert states(game) == ["sent", "failed", "sent"]


def test_a_worker_that_slept_through_its_lease_undoes_nothing(post: Post) -> None:
    open_game("Anna", bots=1)
    (slow,) = outbox.claim()
    Mail.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    outbox.drain()
    outbox.release([slow])
    assert Mail.objects.get().state == "sent"
