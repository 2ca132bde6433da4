"""A breaker for the whole way out: while our set-up is wrong, no mail is burned on trying."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction

from notifications import queue
from notifications.models import Circuit

logger = structlog.get_logger(__name__)

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(minutes=15)


def current() -> Circuit:
    """Give the one row, made if it is not there yet."""
    return Circuit.objects.get_or_create(pk=1)[0]


def beat(now: datetime) -> None:
    """Note that a worker looked for mails."""
    if not Circuit.objects.filter(pk=1).update(beat=now):
        Circuit.objects.get_or_create(pk=1, defaults={"beat": now})


def is_open(now: datetime) -> bool:
    """Tell whether mail has to wait at ``now``."""
    return Circuit.objects.filter(pk=1, until__gt=now).exists()


@transaction.atomic
def trip(reason: str, now: datetime) -> None:
    """Stop sending for a while, longer each time; the moderators are told once for each outage."""
    current()
    row = Circuit.objects.select_for_update().get(pk=1)
    fresh = row.opened is None
    row.until = now + min(FIRST_WAIT * 2 ** min(row.failures, 10), LONGEST_WAIT)
    row.failures = min(row.failures + 1, 1000)
    row.opened, row.reason = row.opened or now, reason
    row.save()
    if fresh:
        logger.error("mail_setup_wrong", reason=reason)
        queue.put(queue.notes(f"circuit:{int(now.timestamp())}", f"mail_stopped {reason}"[:80]))


def pause(now: datetime, seconds: int) -> None:
    """Wait as long as the provider asks; nobody needs to be told."""
    current()
    Circuit.objects.filter(pk=1).update(until=now + timedelta(seconds=seconds))


def close() -> None:
    """Note that a mail went out: whatever was wrong is mended."""
    closed = Circuit.objects.filter(pk=1, opened__isnull=False).update(
        until=None, opened=None, reason="", failures=0
    )
    if closed:
        logger.warning("mail_setup_mended")


@transaction.atomic
def take_slot(now: datetime, a_minute: int, longest: timedelta) -> timedelta | None:
    """Give how long to wait before the next mail, so that all workers together keep the rate.

    None where that would be longer than ``longest``: nothing is taken then, or looking for a slot
    again and again would move it out of everybody's reach.
    """
    current()
    row = Circuit.objects.select_for_update().get(pk=1)
    slot = max(row.next_slot or now, now)
    if slot - now > longest:
        return None
    Circuit.objects.filter(pk=1).update(next_slot=slot + timedelta(minutes=1) / a_minute)
    return slot - now
