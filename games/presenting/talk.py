"""Table talk as a seat sees it on its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from games import links, talk
from games.clocks import zone_of
from games.models import Game, Seat
from games.presenting.moments import day_and_time, moment
from games.rules import RulesError
from games.selectors import TurnData
from games.talk_models import TableTalk, TalkReport

#: So many messages are seen at once.
UNFOLDED = 6


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``own``: of the seat that looks. ``exact``: its time with zone and offset.

    ``report_url``: where it can be reported; ``reported``: it was, by the seat's player.
    """

    name: str
    text: str
    iso: str
    at: str
    exact: str
    own: bool
    report_url: str
    reported: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody whose messages can be muted (``value``: for the form)."""

    value: str
    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed and refused, and why; or, without an error, what somebody is about to report.

    ``report``: the number of the message that is reported, with ``why``; 0: one was said.
    """

    text: str = ""
    error: RulesError | None = None
    report: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReportForm:
    """What is asked of whoever reports a message."""

    value: str
    name: str
    text: str
    longest: int
    why: str
    error: str


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
    report: ReportForm | None


def talk_panel(data: TurnData, draft: Draft | None = None) -> TalkPanel | None:
    """Give the table's talk; None where a seat has nobody to talk to, or its link is an old one."""
    seat = data.seat
    if seat.replaced_at is not None or data.game.status == Game.Status.CANCELLED:
        return None
    if seat.player_id is None or not data.newest:
        return None
    found = talk.talk_at(seat)
    if not found and not any(other.player_id not in (None, seat.player_id) for other in data.seats):
        return None
    heard = [said for said in found if seat.hears_talk and not _muted(said)]
    at = links.turn_path(seat, data.turn.number)
    messages = tuple(_message(said, seat, data.zone, at) for said in heard)
    draft = draft or Draft()
    report = _report_form(heard, seat, draft)
    return TalkPanel(
        earlier=messages[:-UNFOLDED],
        messages=messages[-UNFOLDED:],
        speakers=_speakers(seat, found),
        hears=seat.hears_talk,
        is_open=talk.is_open(data.game, timezone.now()),
        longest=TableTalk.LONGEST,
        text=draft.text,
        error=_sentence(draft.error) if not draft.report else "",
        newest=found[-1].pk if found else 0,
        report=report,
    )


def _sentence(error: RulesError | None) -> str:
    from games.sentences import sentence

    return sentence(error) if error else ""


def _report_form(heard: Sequence[TableTalk], seat: Seat, draft: Draft) -> ReportForm | None:
    """Give the form to report a message that stands on the page; None for any other."""
    said = next((one for one in heard if one.pk == draft.report), None)
    if said is None or not _can_report(said, seat):
        return None
    return ReportForm(
        value=str(said.pk),
        name=said.seat.name,
        text=said.text,
        longest=TalkReport.LONGEST,
        why=draft.why,
        error=_sentence(draft.error),
    )


def _can_report(said: TableTalk, viewer: Seat) -> bool:
    return said.seat.player_id != viewer.player_id and not getattr(said, "reported", False)


def _message(said: TableTalk, viewer: Seat, zone: str, at: str) -> Message:
    exact = moment(said.created, zone)
    return Message(
        name=said.seat.name,
        text=said.text,
        iso=exact.iso,
        at=day_and_time(said.created.astimezone(zone_of(zone))),
        exact=exact.text,
        own=said.seat_id == viewer.pk,
        report_url=f"{at}?report={said.pk}#report" if _can_report(said, viewer) else "",
        reported=bool(getattr(said, "reported", False)),
    )


def _muted(said: TableTalk) -> bool:
    return bool(getattr(said, "muted", False))


def _speakers(seat: Seat, found: Sequence[TableTalk]) -> tuple[Speaker, ...]:
    """Give those who said something: nobody else needs muting."""
    said = {message.seat_id: message for message in found if message.seat_id != seat.pk}
    return tuple(
        Speaker(str(number), message.seat.name, _muted(message)) for number, message in said.items()
    )
