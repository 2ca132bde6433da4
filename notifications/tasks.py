"""Celery tasks of the queue ``mail``: ids at most, and one service called."""

from contextlib import ExitStack

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.services.wake import wake
from notifications import circuit, digests, numbers, outbox, reminders, tracking
from notifications.queue import DRAIN
from notifications.tracking import ACT


def _send_due() -> None:
    if outbox.drain(seconds=min(20.0, settings.VISIBILITY_SECONDS / 6)):
        wake(DRAIN)


@shared_task(name=DRAIN)
def drain() -> None:
    """Send the mails whose time has come; late, doubled or in parallel it does no harm."""
    _send_due()


@shared_task(name=ACT)
def act_on_events() -> None:
    """Act on what providers reported; late, doubled or in parallel it does no harm."""
    tracking.act_on_events()


@shared_task(name="notifications.tasks.sweep")
def sweep() -> None:
    """Act on what was reported, find the reminders that are due and the mails nobody sent."""
    now = timezone.now()
    circuit.beat(now)
    # From the last to the first; whatever is wrong with one of them, the others are done.
    with ExitStack() as stack:
        stack.callback(_send_due)
        stack.callback(digests.queue_due, now)
        stack.callback(reminders.queue_due, now)
        stack.callback(tracking.act_on_events, now)


@shared_task(name="notifications.tasks.count_days")
def count_days() -> None:
    """Count the days that are over."""
    numbers.count_days()
