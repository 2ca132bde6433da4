"""What others said at the table since a player's last mail, as their next one tells it.

Each mail tells of the time from the last one that went out to its own making, so that of two mails
one after the other nothing is told twice and nothing is left out, whenever they are rendered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games import talk
from games.models import Player, Seat
from games.talk_models import TableTalk
from notifications.models import DECISIONS, Kind, Mail
from notifications.names import clean, isolated


@dataclass(frozen=True, slots=True)
class Said:
    """One message, safe to stand among other text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said at one table; ``more``: there was more than is told."""

    messages: tuple[Said, ...]
    more: bool


def talk_of(mail: Mail, seat: Seat) -> Talk | None:
    """Give what others said at a seat's table since it was last told; None for nothing."""
    found = talk.talk_until(seat, mail.created)
    if not found:
        return None
    since = _last_told(mail, seat)
    new = [said for said in found if since is None or said.created > since]
    told = tuple(
        Said(isolated(clean(said.seat.name)), isolated(clean(said.text, 2 * TableTalk.LONGEST)))
        for said in new[-talk.MAILED :]
    )
    return Talk(told, more=len(new) > talk.MAILED) if told else None


def talk_of_all(mail: Mail, player: Player) -> Mapping[Seat, Talk]:
    """Give what was said at every table of a player since they were last told, for a digest."""
    said = TableTalk.objects.filter(game=OuterRef("game"), hidden_at=None)
    before = _before(mail).filter(player=player, kind=Kind.DIGEST)
    if since := before.aggregate(found=Max("created"))["found"]:
        said = said.filter(created__gt=since)
    seats = Seat.objects.filter(Exists(said), player=player, replaced_at=None)
    rows = seats.select_related("game").defer("game__state").order_by("pk")
    found = {seat: talk_of(mail, seat) for seat in rows}
    return {seat: told for seat, told in found.items() if told is not None}


def _before(mail: Mail) -> QuerySet[Mail]:
    return Mail.objects.filter(state=Mail.State.SENT, pk__lt=mail.pk)


def _last_told(mail: Mail, seat: Seat) -> datetime | None:
    """Give when the last mail was made that told this seat what was said."""
    told = Q(seat=seat, kind__in=DECISIONS) | Q(player=seat.player_id, kind=Kind.DIGEST)
    found: datetime | None = _before(mail).filter(told).aggregate(at=Max("created"))["at"]
    return found
