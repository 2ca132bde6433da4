"""What became of the mails to some seats: sent, delivered, bounced; never what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.presenting import symbols
from notifications.address_models import TrackingEvent
from notifications.models import DECISIONS, Mail

#: What is read of a mail: no text, no address.
_FIELDS = (
    "id", "kind", "state", "error", "note", "created", "sent_at", "message_id", "provider_id",
    "seat", "turn", "game", "attempts", "next_try_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sent:
    """One mail: its kind, what became of it as a code and in words, and when."""

    seat_id: int | None
    turn_id: int | None
    kind: str
    state: str
    text: str
    at: datetime


def mails(found: Iterable[Mail]) -> list[Sent]:
    """Give some mails with what their providers reported: one query more."""
    listed = list(found)
    reports = _reports(listed)
    return [_sent(mail, reports.get(mail.pk, "")) for mail in listed]


def of_turns(turns: Iterable[int]) -> Mapping[tuple[int, int], Sequence[Sent]]:
    """Give the mails about some turns by (turn, seat), the newest first: two queries."""
    rows = Mail.objects.filter(turn_id__in=list(turns)).only(*_FIELDS).order_by("-id")
    by_seat: dict[tuple[int, int], list[Sent]] = defaultdict(list)
    for sent in mails(rows):
        if sent.turn_id is not None and sent.seat_id is not None:
            by_seat[sent.turn_id, sent.seat_id].append(sent)
    return by_seat


def of_game(game_id: int, most: int = 60) -> list[Sent]:
    """Give the newest mails of a game: two queries."""
    return mails(Mail.objects.filter(game=game_id).only(*_FIELDS).order_by("-id")[:most])


def of_player(player_id: int, without: QuerySet[Any], most: int = 30) -> list[Sent]:
    """Give the newest mails to a person, none about the games in ``without``: two queries."""
    found = Mail.objects.filter(player=player_id).exclude(game__in=without).only(*_FIELDS)
    return mails(found.order_by("-id")[:most])


def _reports(listed: Sequence[Mail]) -> Mapping[int, str]:
    """Give what providers said of each mail: the worst that they said."""
    ids = {name: mail.pk for mail in listed for name in _names(mail)}
    if not ids:
        return {}
    told = TrackingEvent.objects.filter(message_id__in=ids).values_list("message_id", "kind")
    worst: dict[int, str] = {}
    for name, kind in told:
        pk = ids[name]
        if _RANK.get(kind, 0) > _RANK.get(worst.get(pk, ""), 0):
            worst[pk] = kind
    return worst


def _names(mail: Mail) -> Iterable[str]:
    yield from (name for name in (mail.provider_id, mail.provider_id.strip("<>")) if name)
    yield from (mail.message_id, mail.message_id.strip("<>"))


_RANK = {"delivered": 1, "deferred": 2, "rejected": 3, "bounced": 3, "complained": 4}


def _sent(mail: Mail, report: str) -> Sent:
    state = report if mail.state == Mail.State.SENT and report in _RANK else mail.state
    return Sent(
        mail.seat_id,
        mail.turn_id,
        kind_of(mail),
        state,
        _in_words(state, mail.error),
        mail.sent_at or mail.created,
    )


def kind_of(mail: Mail) -> str:
    """Say what a mail is about: of a turn's mail, what it asks."""
    if mail.kind in DECISIONS:
        return gettext("turn mail (%(decision)s)") % {"decision": symbols.decision_name(mail.kind)}
    return str(mail.get_kind_display())


def _in_words(state: str, error: str) -> str:
    said = {
        "queued": gettext("waits to be sent"),
        "sending": gettext("is being sent"),
        "retry": gettext("could not be sent yet"),
        "failed": gettext("could not be sent"),
        "skipped": gettext("was not needed any more"),
        "sent": gettext("was sent"),
        "delivered": gettext("was delivered"),
        "deferred": gettext("is held up at the provider"),
        "rejected": gettext("was rejected by the provider"),
        "bounced": gettext("came back"),
        "complained": gettext("was called spam"),
    }[state]
    return f"{said} ({error})" if error and state in ("failed", "retry", "skipped") else said
