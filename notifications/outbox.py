"""Out of the queue and into the world: claim, look again, render, send, mark.

A mail is claimed in a commit of its own, with a lease; whoever changes the row has it. What is
marked is marked only while the lease is still the one that was claimed, so that a worker that
slept through it undoes nothing. Turn mails go at least once, with the same Message-ID each time;
the kinds in ``relevance.AT_MOST_ONCE`` are marked before they are sent.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.prepared import Update, moment, number, value
from notifications import circuit, mails, message, pauses, queue, relevance, tracking, wishes
from notifications.backoff import backoff
from notifications.models import Mail
from notifications.transport import Line, SendFailed, Trouble, Verdict

logger = structlog.get_logger(__name__)

BATCH = 40
#: A mail is given up after so many tries: spread by the backoff over about three days.
MAX_ATTEMPTS = 20
#: A mail that was leased so often and never came back kills its workers.
MAX_LOST_LEASES = 5
#: So many mails in a row that the server would not take, and it is left alone for a while.
MAX_TROUBLE = 3

_LIVE = (Mail.State.QUEUED, Mail.State.RETRY)
#: What a mail needs of its references; positions and events are read when a mail is rendered.
_UNREAD = ("game__state", "turn__state_before", "turn__events")


def due(now: datetime) -> QuerySet[Mail]:
    """Give the mails whose time has come, the oldest first."""
    return Mail.objects.filter(state__in=_LIVE, next_try_at__lte=now).order_by("next_try_at", "id")


def recover(now: datetime) -> int:
    """Put mails back whose worker never came back; gives how many. They go again at once."""
    lost = Mail.objects.filter(state=Mail.State.SENDING, lease_until__lt=now)
    given_up = lost.filter(lost__gte=MAX_LOST_LEASES - 1).update(
        state=Mail.State.FAILED, lease_until=None, error="killed_its_worker"
    )
    if given_up:
        logger.error("mails_given_up", mails=given_up, error="killed_its_worker")
    return lost.update(
        state=Mail.State.RETRY, lease_until=None, next_try_at=now, lost=F("lost") + 1
    )


@transaction.atomic
def claim(limit: int = BATCH, now: datetime | None = None) -> list[Mail]:
    """Take up to ``limit`` due mails for this worker, with a lease; nobody else gets them.

    A mail with which a worker was lost is taken alone, so that it takes no other with it again.
    """
    now = now or timezone.now()
    lease = now + timedelta(seconds=settings.MAIL_LEASE_SECONDS)
    rows = list(due(now).select_for_update(skip_locked=True).values_list("pk", "lost")[:limit])
    found = [pk for pk, lost in rows[:1] if lost] or [pk for pk, lost in rows if not lost]
    if not found:
        return []
    # On SQLite the select locked nothing: the update asks again, and its writer is alone.
    Mail.objects.filter(pk__in=found, state__in=_LIVE, next_try_at__lte=now).update(
        state=Mail.State.SENDING, lease_until=lease, attempts=F("attempts") + 1
    )
    return list(
        Mail.objects.filter(pk__in=found, state=Mail.State.SENDING, lease_until=lease)
        .select_related("player", "game", "seat", "turn")
        .defer(*_UNREAD)
        .order_by("id")
    )


def release(held: Iterable[Mail]) -> None:
    """Give claimed mails back untried: nothing is counted."""
    for mail in held:
        _mark(mail, state=_state_before(mail), attempts=F("attempts") - 1)


def _state_before(mail: Mail) -> str:
    return Mail.State.RETRY if mail.attempts > 1 else Mail.State.QUEUED


def _mark(mail: Mail, **fields: object) -> bool:
    """Write what became of a claimed mail, if this worker still holds it."""
    changed = Mail.objects.filter(
        pk=mail.pk, state=Mail.State.SENDING, lease_until=mail.lease_until
    ).update(lease_until=None, **fields)
    return _held(mail, changed)


@cache
def _sent_with(names: tuple[str, ...]) -> Update:
    """Give what marks a mail as sent, together with these of its parts: run with every mail."""
    held = Mail.objects.filter(
        pk=number("mail"), state=Mail.State.SENDING, lease_until=moment("lease")
    )
    marks: dict[str, object] = {"state": Mail.State.SENT, "lease_until": None, "error": ""}
    slots = {name: value(Mail, name) for name in ("sent_at", *names)}
    return Update(lambda: held, **marks, **slots)


def _mark_sent(mail: Mail, parts: Mapping[str, str]) -> bool:
    """Mark a claimed mail as sent, if this worker still holds it."""
    mark = _sent_with(tuple(parts))
    now = timezone.now()
    return _held(mail, mark(mail=mail.pk, lease=mail.lease_until, sent_at=now, **parts))


def _held(mail: Mail, changed: int) -> bool:
    if not changed:
        logger.warning("mail_lease_lost", mail=mail.pk)
    return changed == 1


def drain(*, seconds: float = 20.0) -> bool:
    """Send what is due, for about so many seconds; gives whether there may be more."""
    now = timezone.now()
    recover(now)
    pauses.go_on(now)
    if circuit.is_open(now):
        return False
    with Line() as line:
        worker = _Worker(line, seconds)
        while not worker.is_over():
            held = claim()
            if not held:
                return False
            if not worker.send_all(held):
                return False
    return True


class _Worker:
    """One worker's way through a batch, over one line."""

    def __init__(self, line: Line, seconds: float) -> None:
        self.line = line
        self.longest = timedelta(seconds=seconds)
        self.end = time.monotonic() + seconds
        self.trouble = 0
        self.sent = 0
        self.threads = message.Threads(())

    def send_all(self, held: Sequence[Mail]) -> bool:
        """Send a claimed batch; gives False when the way out is blocked and it was given back."""
        left = list(held)
        try:
            reasons, checked = relevance.check(held), timezone.now()
            self.threads = message.Threads(held)
            while left:
                mail, now = left[0], timezone.now()
                if _spare(mail, now) < timedelta():
                    return True  # what is left goes back and is claimed anew
                if relevance.checked_long_ago(checked, now):
                    reasons, checked = relevance.check(_fresh(left)), now
                reason = reasons.get(mail.pk, "deleted")
                if not reason and not self._waited(mail, now):
                    return self.is_over()  # or the rate leaves no slot soon: the sweep comes back
                verdict = self._deliver(mail, reason)
                if verdict is not None and verdict.trouble is Trouble.SETUP:
                    return False
                left.pop(0)
                if verdict is not None and self._blocked(verdict):
                    return False
            return True
        finally:
            release(left)

    def _waited(self, mail: Mail, now: datetime) -> bool:
        """Wait for this mail's turn at the rate that the provider allows; False if too long."""
        if not settings.MAILS_PER_MINUTE:
            return True
        if self.is_over():
            return False
        # No longer than there is time for all, or the task would be ended with its slot taken.
        longest = min(_spare(mail, now), self.longest)
        wait = circuit.take_slot(now, settings.MAILS_PER_MINUTE, longest)
        if wait is None:
            return False
        time.sleep(wait.total_seconds())
        return True

    def is_over(self) -> bool:
        """Tell whether the time that it has is over."""
        return time.monotonic() >= self.end

    def _blocked(self, verdict: Verdict) -> bool:
        if verdict.trouble is not Trouble.AGAIN:
            return False
        self.trouble += 1
        if verdict.retry_after is not None:
            circuit.pause(timezone.now(), verdict.retry_after)
            return True
        return verdict.opening or self.trouble >= MAX_TROUBLE

    def _deliver(self, mail: Mail, reason: str) -> Verdict | None:
        """Send one mail and mark it; gives the verdict where it did not go out."""
        if reason == wishes.QUIET:
            queue.take_back(mail)
            return None
        if reason:
            _mark(mail, state=Mail.State.SKIPPED, error=reason)
            return None
        try:
            self._send(mail)
        except SendFailed as failed:
            return self._failed(mail, failed.verdict)
        except (DatabaseError, SoftTimeLimitExceeded):
            raise
        except Exception as error:  # noqa: BLE001 - a mail that cannot be made stops itself alone
            logger.error("mail_not_made", mail=mail.pk, kind=mail.kind, error=type(error).__name__)
            return self._failed(mail, Verdict(Trouble.AGAIN, f"not made {type(error).__name__}"))
        self.trouble = 0
        return None

    def _send(self, mail: Mail) -> None:
        parts: dict[str, str] = {}
        if not mail.text:
            mails.fill(mail)
            parts = {name: getattr(mail, name) for name in ("subject", "text", "html")}
        made = message.build(mail, self.threads)
        parts["to_address"] = mail.to_address
        if mail.kind in relevance.AT_MOST_ONCE:
            self._send_once(mail, made, parts)
        else:
            parts["provider_id"] = self.line.send(made)[:200]
            _mark_sent(mail, parts)
        if self.sent == 0:
            circuit.close()
        self.sent += 1
        self.threads.add(mail)

    def _send_once(self, mail: Mail, made: EmailMessage, parts: dict[str, str]) -> None:
        """Mark first, then send: whatever happens, this mail comes once at most."""
        if not _mark_sent(mail, parts):
            return
        try:
            provider_id = self.line.send(made)[:200]
        except SendFailed as failed:
            if not failed.verdict.unsure:
                _unmark(mail)
                raise
            Mail.objects.filter(pk=mail.pk).update(error=f"unsure: {failed.verdict.code}")
            return
        if provider_id:
            Mail.objects.filter(pk=mail.pk).update(provider_id=provider_id)

    def _failed(self, mail: Mail, verdict: Verdict) -> Verdict:
        """Mark a mail that did not go out: again later, never, or not its fault."""
        now = timezone.now()
        if verdict.trouble is Trouble.SETUP:
            circuit.trip(verdict.code, now)
            return verdict
        final = verdict.trouble is Trouble.FINAL or mail.attempts >= MAX_ATTEMPTS
        logger.warning("mail_failed", mail=mail.pk, kind=mail.kind, final=final, why=verdict.code)
        if final:
            kept = {name: getattr(mail, name) for name in ("subject", "text", "html", "to_address")}
            _mark(mail, state=Mail.State.FAILED, error=verdict.code, **kept)
            if verdict.refused_recipient:
                tracking.store([tracking.refusal(mail, verdict.code)])
        else:
            later = now + max(backoff(mail.attempts), timedelta(seconds=verdict.retry_after or 0))
            # Rendered anew by the next try: until then a deadline may move, a link be revoked.
            _mark(mail, state=Mail.State.RETRY, error=verdict.code, next_try_at=later)
        return verdict


def _unmark(mail: Mail) -> None:
    """Take back the mark of a mail that is known not to have gone, and hold it again."""
    Mail.objects.filter(pk=mail.pk, state=Mail.State.SENT).update(
        state=Mail.State.SENDING, lease_until=mail.lease_until, sent_at=None
    )


def _fresh(held: Sequence[Mail]) -> list[Mail]:
    """Read claimed mails and what they refer to anew."""
    return list(
        Mail.objects.filter(pk__in=[mail.pk for mail in held])
        .select_related("player", "game", "seat", "turn")
        .defer(*_UNREAD)
    )


def _spare(mail: Mail, now: datetime) -> timedelta:
    """Give how long a mail can be held back before a slow server could outlast its lease."""
    assert mail.lease_until is not None
    return mail.lease_until - now - timedelta(seconds=settings.MAIL_LEASE_SECONDS) / 2
