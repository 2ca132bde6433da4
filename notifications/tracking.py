"""Bounces and complaints: stored first, acted on later, each once, and lifted by people alone.

An address that mail cannot reach gets none any more: the moderators are told once, the player is
told on the site, and the game's clock goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from anymail.signals import AnymailTrackingEvent
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Player
from games.prepared import Select, value
from games.services.wake import wake
from notifications import queue
from notifications.address_models import Address, TrackingEvent
from notifications.backoff import backoff
from notifications.bounces import Meaning, meaning
from notifications.models import Mail

logger = structlog.get_logger(__name__)

#: The name of the task that acts, kept for as long as messages with it may be on their way.
ACT = "notifications.tasks.act_on_events"

SOFT_LIMIT = 3
SOFT_WINDOW = timedelta(days=3)
#: An event may overtake the mark that its mail was sent: so long its mail is looked for.
PATIENCE = timedelta(hours=1)
KEPT = timedelta(days=60)
MAX_RAW = 64 * 1024
BATCH = 100


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def _clean(value: Any, longest: int) -> str:
    """Give a text that any database takes: no NUL, no half of a surrogate pair."""
    text = value if isinstance(value, str) else ""
    return text.replace("\0", "").encode("utf-8", "ignore").decode()[:longest]


def _plain(raw: Any) -> Any:
    """Give a raw event without what differs when it is sent again; a form's fields as lists."""
    if hasattr(raw, "lists"):
        raw = dict(raw.lists())
    if isinstance(raw, dict):  # Mailgun signs each delivery anew
        return {
            name: value
            for name, value in raw.items()
            if name not in ("signature", "token", "timestamp") or not isinstance(value, dict | list)
        }
    return raw


def row_of(provider: str, event: AnymailTrackingEvent) -> TrackingEvent:
    """Give the row for an event that anymail has read."""
    raw = json.dumps(
        {"event": _plain(event.esp_event), "reply": _clean(event.mta_response, 500)},
        sort_keys=True,
        default=str,
    )
    now, happened = timezone.now(), event.timestamp
    if not isinstance(happened, datetime):
        happened = now
    if timezone.is_naive(happened):
        happened = happened.replace(tzinfo=UTC)
    address = _clean(event.recipient, 254).strip().lower()
    return TrackingEvent(
        digest=_digest(provider, address, raw),
        provider=provider[:30],
        kind=_clean(event.event_type, 20),
        address=address,
        message_id=_clean(event.message_id, 255),
        raw=raw,
        happened=min(happened, now),
    )


def refusal(mail: Mail, code: str) -> TrackingEvent:
    """Give the row for an address that a server refused when a mail was handed over.

    It counts as soft: servers say the same of strangers' mail when it is us they do not like.
    """
    now = timezone.now()
    return TrackingEvent(
        digest=_digest("server", str(mail.pk)),
        provider="server",
        kind="bounced",
        address=mail.to_address.lower(),
        message_id=mail.message_id,
        raw=json.dumps({"event": {"code": code}, "reply": "4.0.0"}),
        happened=now,
    )


def store(rows: Sequence[TrackingEvent]) -> None:
    """Store events, those that are there already not again, and wake a worker to act on them."""
    TrackingEvent.objects.bulk_create(rows, ignore_conflicts=True)
    wake(ACT)


def store_malformed(provider: str, body: bytes) -> None:
    """Keep a body that nobody could read, so that it can be looked at; nothing is done about it."""
    raw, now = _clean(body[:MAX_RAW].decode("utf-8", "replace"), MAX_RAW), timezone.now()
    row = TrackingEvent(
        digest=_digest(provider, "malformed", raw),
        provider=provider[:30],
        raw=raw,
        happened=now,
        acted=now,
        outcome="malformed",
    )
    TrackingEvent.objects.bulk_create([row], ignore_conflicts=True)


def act_on_events(now: datetime | None = None) -> int:
    """Act on what is stored and due, each in a transaction of its own; gives how many were."""
    now = now or timezone.now()
    due = TrackingEvent.objects.filter(acted=None, next_try_at__lte=now).order_by("happened", "id")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
        # Counted before the try: what kills its worker is tried less and less often.
        tried = TrackingEvent.objects.filter(pk=pk, acted=None, next_try_at__lte=now)
        event = TrackingEvent.objects.get(pk=pk)
        later = now + backoff(event.attempts + 1)
        if not tried.update(attempts=F("attempts") + 1, next_try_at=later):
            continue
        try:
            done += _act_once(pk)
        except Exception as error:  # noqa: BLE001 - the event stays, and is tried again
            logger.error("tracking_failed", event_id=pk, error=type(error).__name__)
    TrackingEvent.objects.filter(received__lt=now - KEPT, acted__isnull=False).delete()
    return done


@transaction.atomic
def _act_once(pk: int) -> bool:
    event = TrackingEvent.objects.select_for_update().get(pk=pk)
    if event.acted is not None:
        return False
    outcome = _outcome(event)
    if not outcome:
        return False
    event.outcome, event.acted = outcome, timezone.now()
    event.save(update_fields=["outcome", "acted", "mail"])
    return True


def _outcome(event: TrackingEvent) -> str:
    """Do what an event asks for, and say what that was; empty: its mail may still turn up."""
    stored = json.loads(event.raw)
    what = meaning(event.provider, stored["event"], event.kind, stored["reply"])
    if what is Meaning.NOTHING:
        return "nothing"
    mail = _mail_of(event, stored["event"])
    if mail is None:
        waits = timezone.now() - event.received < PATIENCE
        return "" if waits else _ignored(event, "no_such_mail")
    event.mail = mail
    if mail.to_address.lower() != event.address:
        return _ignored(event, "other_address")
    row = _locked(event.address)
    if row.lifted is not None and (mail.sent_at or mail.created) <= row.lifted:
        return _ignored(event, "before_lifted")
    if what is Meaning.SOFT:
        event.outcome = Meaning.SOFT.value
        event.save(update_fields=["outcome", "mail"])
        if not _too_many(event.address, row.lifted):
            return Meaning.SOFT.value
    stop(row, Address.Reason(what.value), mail)
    return what.value


def _ignored(event: TrackingEvent, why: str) -> str:
    logger.warning("tracking_ignored", event_id=event.pk, provider=event.provider, why=why)
    return why


def _mail_of(event: TrackingEvent, raw: Any) -> Mail | None:
    """Find the mail by the provider's id, or by our own Message-ID where the event has it."""
    names = {event.message_id, *_own_ids(raw)} - {""}
    bare = {name.strip("<> ") for name in names}
    named = bare | {f"<{name}>" for name in bare}
    found = Mail.objects.filter(Q(provider_id__in=named) | Q(message_id__in=named))
    return found.only("to_address", "sent_at", "created").first()


def _own_ids(raw: Any) -> Iterable[str]:
    """Give the Message-IDs that a raw event repeats: SendGrid's and SES's, sent by SMTP."""
    if not isinstance(raw, dict):
        return
    yield _clean(raw.get("smtp-id"), 255)
    mail = raw.get("mail")
    headers = mail.get("headers") if isinstance(mail, dict) else None
    for header in headers if isinstance(headers, list) else ():
        if isinstance(header, dict) and str(header.get("name")).lower() == "message-id":
            yield _clean(header.get("value"), 255)


def _locked(address: str) -> Address:
    """Give an address's row, locked: two events about it are judged one after the other."""
    Address.objects.get_or_create(address=address)
    return Address.objects.select_for_update().get(address=address)


def _too_many(address: str, lifted: datetime | None) -> bool:
    """Tell whether three mails bounced softly within three days, in whatever order it was told.

    Mails are counted, not events: a provider tells of each of its own tries with one mail.
    """
    soft = TrackingEvent.objects.filter(address=address, outcome=Meaning.SOFT, mail__isnull=False)
    if lifted is not None:
        soft = soft.filter(happened__gt=lifted)
    found = list(soft.order_by("happened").values_list("happened", "mail_id"))
    return any(
        len({mail for when, mail in found if start <= when <= start + SOFT_WINDOW}) >= SOFT_LIMIT
        for start, _mail in found
    )


def stop(row: Address, reason: Address.Reason, mail: Mail | None = None) -> bool:
    """Send no more mail to a locked address, and tell the moderators; False if that was so."""
    if row.stopped is not None:
        return False
    row.stopped, row.reason = timezone.now(), reason
    row.save(update_fields=["stopped", "reason"])
    logger.warning("address_stopped", address_id=row.pk, reason=row.reason)
    player = Player.objects.filter(email__iexact=row.address).first()
    note = f"address_stopped {row.reason} {player.pk if player else 0}"
    game = mail.game if mail is not None else None
    queue.put(queue.notes(f"address:{row.pk}:{int(row.stopped.timestamp())}", note, game))
    return True


@transaction.atomic
def stop_by_hand(address: str) -> None:
    """Send no mail to an address any more, as a moderator wishes; its owner sees it on the site."""
    row, _made = Address.objects.get_or_create(address=address.strip().lower())
    if row.stopped is None:
        row.stopped, row.reason = timezone.now(), Address.Reason.MODERATOR
        row.save(update_fields=["stopped", "reason"])


@transaction.atomic
def lift(address: str, by: Player | None = None) -> bool:
    """Allow mail to an address again: a moderator says so, or its owner confirmed it."""
    found = Address.objects.filter(address=address.strip().lower(), stopped__isnull=False)
    if not found.update(stopped=None, reason="", lifted=timezone.now(), lifted_by=by):
        return False
    queue.ask_again(Player.objects.filter(email__iexact=address.strip()))
    return True


#: One address, asked with every page of a player's turn.
_DEAD = Select(
    lambda: Address.objects.filter(address=value(Address, "address"), stopped__isnull=False)
)


def dead(addresses: Iterable[str]) -> set[str]:
    """Give those of some addresses, in lower case, that get no mail: one query."""
    wanted = {address.lower() for address in addresses if address}
    found = Address.objects.filter(address__in=wanted, stopped__isnull=False)
    return set(found.values_list("address", flat=True)) if wanted else set()


def address_is_dead(player: Player) -> bool:
    """Tell whether no mail is sent to a player because it does not arrive or is not wanted."""
    return bool(_DEAD(address=player.email.lower()))


def told_on_site(player: Player) -> str:
    """Give what a player should read on the site about their address; nothing if all is well."""
    return dead_sentence() if address_is_dead(player) else ""


def dead_sentence() -> str:
    """Say on the site what it means that mail does not arrive."""
    return gettext(
        "Our mails to you did not arrive, so we send you none any more. The game goes on and its"
        " deadlines hold: play here, and ask a moderator to try your address again."
    )
