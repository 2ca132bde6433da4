"""Mails about what a table decides, and about who takes time off.

What a decision mail says as well does not come twice: of these, only a proposal's outcome that
nobody else tells, and what is asked, go out beside one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext

from games import links, prepared, signals
from games.models import Game, Order, Seat, Turn
from games.pace_models import Happening
from games.prepared import Select
from games.presenting import proposals
from games.presenting.happenings import happening_text
from games.presenting.moments import moment
from games.services import votes
from games.services.table import open_turn
from games.time_off_models import TimeOff
from games.vote_models import Ballot, Vote
from notifications import facts, plain, queue
from notifications.models import Kind, Mail
from notifications.names import clean, isolated
from notifications.visual import Button

Context = dict[str, Any]

_FOLDER = "together"
_LASTING = (Game.Status.RUNNING, Game.Status.PAUSED)

_UNANSWERED = Select(
    lambda: (
        Vote.objects.filter(
            game=prepared.number("game"), closed=None, expires__gt=prepared.moment("now")
        )
        .exclude(ballots__seat=prepared.number("seat"))
        .select_related("seat")
        .order_by("pk")
    )
)


@receiver(signals.vote_opened)
def on_vote_opened(*, game: Game, vote: Vote, seats: Sequence[Seat], **_: Any) -> None:
    """Ask everybody who may vote."""
    queue.put(_mail(f"vote:{vote.pk}", Kind.VOTE, game, seat, str(vote.pk)) for seat in seats)


@receiver(signals.vote_closed)
def on_vote_closed(*, game: Game, vote: Vote, by: Seat | None, **_: Any) -> None:
    """Tell how it came out: all people if it passed, else those who had said something."""
    if vote.outcome == Vote.Outcome.VOID:
        return
    told = _people(game)
    if vote.outcome != Vote.Outcome.PASSED:
        said = set(Ballot.objects.filter(vote=vote).values_list("seat", flat=True))
        told = [seat for seat in told if seat.pk in said]
    queue.put(
        _mail(f"vote:{vote.pk}:closed", Kind.VOTED, game, seat, str(vote.pk))
        for seat in told
        if by is None or seat.pk != by.pk
    )


@receiver(signals.time_off_announced)
def on_time_off_announced(
    *, game: Game, turn: Turn | None, seat: Seat, time_off: TimeOff, code: str, **_: Any
) -> None:
    """Tell the table; that it ended early, those who play in the turn whose deadline it moved."""
    others = [other for other in _people(game) if other.pk != seat.pk and not other.absent_since]
    if code != "time_off":
        owed = Order.objects.filter(Order.OWED, turn=turn)
        awaited = set(owed.values_list("seat", flat=True))
        others = [other for other in others if other.pk in awaited]
    note = f"{code} {time_off.first} {time_off.last} {seat.pk}"
    key = f"time_off:{time_off.pk}:{code}"
    queue.put(_mail(key, Kind.TIME_OFF, game, other, note) for other in others)


def _people(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game, player__isnull=False, replaced_at=None))


def _mail(key: str, kind: Kind, game: Game, seat: Seat, note: str) -> Mail:
    mail = queue.for_seat(f"{key}:seat:{seat.pk}", kind, game, seat)
    mail.note = note
    return mail


def reason(mail: Mail) -> str:
    """Say why a mail of these kinds makes no sense any more, an empty string if it does."""
    assert mail.game is not None
    if mail.kind == Kind.VOTED:
        return ""
    if mail.game.status not in _LASTING:
        return f"game_{mail.game.status}"
    if mail.kind == Kind.TIME_OFF:
        return ""
    assert mail.seat is not None
    vote = _vote(mail)
    if vote.closed is not None or vote.expires <= timezone.now():
        return "decided"
    if Ballot.objects.filter(vote=vote, seat=mail.seat).exists():
        return "answered"
    able = votes.voters(timezone.now()).filter(pk=mail.seat.pk)
    return "" if able.exists() else "no_vote"


def asked_anyway(mail: Mail, unsent: Iterable[int | None]) -> bool:
    """Tell whether a mail says that a game goes on to whom another one asks for an order."""
    if mail.kind != Kind.VOTED or mail.seat_id not in unsent:
        return False
    vote = _vote(mail)
    return (vote.kind, vote.outcome) == (Vote.Kind.RESUME, Vote.Outcome.PASSED)


def _vote(mail: Mail) -> Vote:
    return Vote.objects.select_related("seat", "turn").get(pk=int(mail.note))


def open_proposals(seat: Seat) -> list[str]:
    """Give what is proposed to the table and this seat has not answered, for a decision mail."""
    asked = _UNANSWERED(game=seat.game_id, seat=seat.pk, now=timezone.now())
    if not asked or not votes.voters(timezone.now()).filter(pk=seat.pk).exists():
        return []
    return [
        gettext("%(proposal)s. The page of this turn takes your yes or no.")
        % {"proposal": proposals.proposal(vote, _name(vote.seat))}
        for vote in asked
    ]


def _name(seat: Seat) -> str:
    return isolated(clean(seat.name))


def vote(mail: Mail) -> Context:
    """Say who proposes what, what that means, and where to say yes or no."""
    assert mail.seat is not None
    found = _vote(mail)
    url = links.votes_url(mail.seat)
    zone = mail.player.time_zone if mail.player is not None else "UTC"
    return {
        "folder": _FOLDER,
        "headline": proposals.proposal(found, _name(found.seat)),
        "task": f"{proposals.meaning(found)} {proposals.rule()}",
        "preheader": gettext("The table decides together. Say yes or no."),
        "deadline": gettext("It expires: %(moment)s.")
        % {"moment": moment(found.expires, zone).text},
        "url": url,
        "button": Button(gettext("Say yes or no"), url),
        "plain": plain,
    }


def voted(mail: Mail) -> Context:
    """Say how a proposal came out, and what that changes for this seat."""
    found = _vote(mail)
    headline, task = _outcome(found)
    return _where_it_stands(mail) | {
        "folder": _FOLDER,
        "headline": headline,
        "task": task,
        "preheader": headline,
        "plain": plain,
    }


def _outcome(found: Vote) -> tuple[str, str]:
    values = {"what": proposals.label(found.kind), "name": _name(found.seat)}
    if found.outcome == Vote.Outcome.PASSED:
        asked = proposals.proposal(found, _name(found.seat))
        said = gettext("%(asked)s. Everybody who was asked has said yes.") % {"asked": asked}
        return proposals.passed(found.kind), f"{said} {proposals.meaning(found)}"
    if found.outcome == Vote.Outcome.DECLINED:
        return (
            gettext("Not everybody agreed: %(what)s") % values,
            gettext("Nothing changes. The same can be proposed again after a day."),
        )
    return (
        gettext("Not everybody answered: %(what)s") % values,
        gettext("The proposal has expired, and nothing changes."),
    )


def _where_it_stands(mail: Mail) -> Context:
    """Give the deadline and the way to an open turn that asks this seat, or to the game."""
    game, seat = mail.game, mail.seat
    assert game is not None
    assert seat is not None
    turn = open_turn(game) if game.status == Game.Status.RUNNING else None
    owed = Order.objects.filter(Order.OWED, turn=turn, seat=seat)
    if turn is None or not owed.exists():
        url = links.game_url(game)
        return {"url": url, "button": Button(gettext("Look at the game"), url), "deadline": ""}
    url = links.turn_url(seat, turn.number)
    until = facts.deadline(turn, mail.player)
    return {
        "url": url,
        "button": Button(gettext("Open my turn"), url),
        "deadline": f"{until.text} {until.otherwise}",
    }


def time_off(mail: Mail) -> Context:
    """Say who takes time off, or ends it early, and until when the open turn is open."""
    code, first, last, number = mail.note.split(" ")
    seat = Seat.objects.get(pk=int(number))
    told = Happening(code=code, seat=seat, parameters={"first": first, "last": last})
    headline = happening_text(told, lambda name: isolated(clean(name))).removesuffix(".")
    task = (
        gettext("Turns that wait for them stay open that much longer; no others do.")
        if code == "time_off"
        else gettext("A turn that waited for them closes earlier again, but in no hurry.")
    )
    return _where_it_stands(mail) | {
        "folder": _FOLDER,
        "headline": headline,
        "task": task,
        "preheader": headline,
        "plain": plain,
    }
