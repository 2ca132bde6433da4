"""Table talk as a seat sees it on its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from games import talk
from games.clocks import zone_of
from games.models import Game, Seat
from games.presenting.moments import moment
from games.rules import RulesError
from games.selectors import TurnData
from games.talk_models import TableTalk

#: So many messages are seen at once.
UNFOLDED = 6


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``own``: of the seat that looks. ``exact``: its time with zone and offset."""

    name: str
    text: str
    iso: str
    at: str
    exact: str
    own: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody whose messages can be muted (``value``: for the form)."""

    value: str
    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that was refused, as it was typed, and why."""

    text: str
    error: RulesError


@dataclass(frozen=True, slots=True)
class TalkPanel:
    """What is said, a form to say something, and one to choose whom to hear.

    ``earlier``: messages before the newest few, which stand folded.
    ``hears`` False: the seat wants nothing of its table's talk. ``is_open`` False: the game has
    been over for too long to talk about it.
    """

    earlier: tuple[Message, ...]
    messages: tuple[Message, ...]
    speakers: tuple[Speaker, ...]
    hears: bool
    is_open: bool
    longest: int
    text: str
    error: str
    newest: int


def talk_panel(data: TurnData, draft: Draft | None = None) -> TalkPanel | None:
    """Give the table's talk; None where a seat has nobody to talk to, or its link is an old one."""
    from games.sentences import sentence

    seat = data.seat
    if seat.replaced_at is not None or data.game.status == Game.Status.CANCELLED:
        return None
    if seat.player_id is None or not data.newest:
        return None
    found = talk.talk_at(seat)
    if not found and not any(other.player_id not in (None, seat.player_id) for other in data.seats):
        return None
    heard = [said for said in found if seat.hears_talk and not _muted(said)]
    messages = tuple(_message(said, seat, data.zone) for said in heard)
    return TalkPanel(
        earlier=messages[:-UNFOLDED],
        messages=messages[-UNFOLDED:],
        speakers=_speakers(seat, found),
        hears=seat.hears_talk,
        is_open=talk.is_open(data.game, timezone.now()),
        longest=TableTalk.LONGEST,
        text=draft.text if draft else "",
        error=sentence(draft.error) if draft else "",
        newest=found[-1].pk if found else 0,
    )


def _message(said: TableTalk, viewer: Seat, zone: str) -> Message:
    exact = moment(said.created, zone)
    return Message(
        name=said.seat.name,
        text=said.text,
        iso=exact.iso,
        at=_short(said.created, zone),
        exact=exact.text,
        own=said.seat_id == viewer.pk,
    )


def _short(instant: datetime, zone: str) -> str:
    return date_format(instant.astimezone(zone_of(zone)), "D j M, H:i")


def _muted(said: TableTalk) -> bool:
    return bool(getattr(said, "muted", False))


def _speakers(seat: Seat, found: Sequence[TableTalk]) -> tuple[Speaker, ...]:
    """Give those who said something: nobody else needs muting."""
    said = {message.seat_id: message for message in found if message.seat_id != seat.pk}
    return tuple(
        Speaker(str(number), message.seat.name, _muted(message)) for number, message in said.items()
    )
