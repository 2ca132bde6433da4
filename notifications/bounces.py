"""Hard or soft: read in a provider's raw event, since anymail's ``bounced`` mixes the two.

Hard: this address will never take our mail. Soft: this mail did not arrive, the next one may. What
a provider still tries again (deferred) is neither. Each reader takes the raw event and gives a
``Meaning``; what it does not know means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

Raw = Mapping[str, Any]


class Meaning(StrEnum):
    """What an event says of the address that it names."""

    HARD = "hard"
    SOFT = "soft"
    COMPLAINT = "complaint"
    NOTHING = "nothing"


#: An SMTP reply or an enhanced status code (RFC 3463) at the beginning of what a server said.
_REPLY = re.compile(r"^\D{0,20}?([45])(?:\d\d\b|\.\d{1,3}\.\d{1,3})")


def _text(raw: Any, *path: str) -> str:
    """Give the text at the end of a path of names, in lower case; empty where there is none."""
    for name in path:
        raw = raw.get(name) if isinstance(raw, Mapping) else None
    return str(raw).strip().lower() if isinstance(raw, str | int) else ""


def _by_reply(said: str) -> Meaning:
    """Judge by a server's reply: 5yz stays, 4yz passes, none at all may pass."""
    found = _REPLY.match(said)
    return Meaning.HARD if found and found[1] == "5" else Meaning.SOFT


_POSTMARK = {
    "hardbounce": Meaning.HARD,
    "bademailaddress": Meaning.HARD,
    "manuallydeactivated": Meaning.HARD,
    "spamcomplaint": Meaning.COMPLAINT,
    "manualsuppression": Meaning.HARD,
    "softbounce": Meaning.SOFT,
    "transient": Meaning.SOFT,
    "dnserror": Meaning.SOFT,
    "blocked": Meaning.SOFT,
    "spamnotification": Meaning.SOFT,
    "virusnotification": Meaning.SOFT,
    "unknown": Meaning.SOFT,
}


def _postmark(raw: Raw) -> Meaning:
    record = _text(raw, "RecordType")
    if record == "spamcomplaint":
        return Meaning.COMPLAINT
    if record == "bounce":
        return _POSTMARK.get(_text(raw, "Type"), Meaning.NOTHING)
    if record == "subscriptionchange" and raw.get("SuppressSending") is True:
        return _POSTMARK.get(_text(raw, "SuppressionReason"), Meaning.NOTHING)
    return Meaning.NOTHING


def _amazon_ses(raw: Raw) -> Meaning:
    kind = _text(raw, "eventType") or _text(raw, "notificationType")
    if kind == "complaint":
        mistaken = _text(raw, "complaint", "complaintFeedbackType") == "not-spam"
        return Meaning.NOTHING if mistaken else Meaning.COMPLAINT
    if kind != "bounce":
        return Meaning.NOTHING
    permanent = _text(raw, "bounce", "bounceType") == "permanent"
    return Meaning.HARD if permanent else Meaning.SOFT


#: Mailgun's own codes beside those of SMTP: 605 an earlier bounce, 607 an earlier complaint.
_MAILGUN_COMPLAINT = frozenset({"suppress-complaint"})
_MAILGUN_HARD = frozenset({"bounce", "suppress-bounce", "suppress-unsubscribe"})


def _mailgun(raw: Raw) -> Meaning:
    event, reason = _text(raw, "event-data", "event"), _text(raw, "event-data", "reason")
    if event == "complained" or (event == "failed" and reason in _MAILGUN_COMPLAINT):
        return Meaning.COMPLAINT
    if event != "failed":
        return Meaning.NOTHING
    if _text(raw, "event-data", "severity") != "permanent":
        return Meaning.SOFT
    code = _text(raw, "event-data", "delivery-status", "code")
    if code == "607":
        return Meaning.COMPLAINT
    # Given up after a day of deferrals, it is called permanent with a code of 4yz.
    if code.startswith("4"):
        return Meaning.SOFT
    return Meaning.HARD if reason in _MAILGUN_HARD or code in ("550", "605") else Meaning.SOFT


_BREVO = {
    "hard_bounce": Meaning.HARD,
    "invalid_email": Meaning.HARD,
    "blocked": Meaning.HARD,
    "soft_bounce": Meaning.SOFT,
    "spam": Meaning.COMPLAINT,
    "complaint": Meaning.COMPLAINT,
}


def _brevo(raw: Raw) -> Meaning:
    return _BREVO.get(_text(raw, "event"), Meaning.NOTHING)


_SENDGRID_DROPPED = {
    "bounced address": Meaning.HARD,
    "invalid": Meaning.HARD,
    "unsubscribed address": Meaning.HARD,
    "spam reporting address": Meaning.COMPLAINT,
}


def _sendgrid(raw: Raw) -> Meaning:
    event = _text(raw, "event")
    if event == "spamreport":
        return Meaning.COMPLAINT
    if event == "dropped":
        return _SENDGRID_DROPPED.get(_text(raw, "reason"), Meaning.NOTHING)
    if event != "bounce":
        return Meaning.NOTHING
    if _text(raw, "type") in ("blocked", "expired"):
        return Meaning.SOFT
    return _by_reply(_text(raw, "status") or _text(raw, "reason") or "5.0.0")


#: Provider, as in the webhook's address -> its reader.
_READERS: Mapping[str, Callable[[Raw], Meaning]] = {
    "postmark": _postmark,
    "amazon_ses": _amazon_ses,
    "mailgun": _mailgun,
    "brevo": _brevo,
    "sendinblue": _brevo,
    "sendgrid": _sendgrid,
}


def meaning(provider: str, raw: Any, kind: str, reply: str = "") -> Meaning:
    """Give what a raw event means; ``kind`` and ``reply``: what anymail read in it.

    They are asked only for providers that have no reader here.
    """
    reader = _READERS.get(provider)
    if reader is not None:
        return reader(raw) if isinstance(raw, Mapping) else Meaning.NOTHING
    if kind == "complained":
        return Meaning.COMPLAINT
    return _by_reply(reply.strip().lower()) if kind == "bounced" else Meaning.NOTHING
