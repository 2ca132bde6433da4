"""What a table decides together: a proposal passes when everybody who may vote has said yes.

Who may vote: the people who play, without those who are absent or on time off, as they are at that
moment; somebody must be left. A single no declines a proposal; one that is not decided within
``LASTS`` has expired. Locked in the order in which orders and draws lock: game, turn, then the
vote. So a proposal passes before a draw or after it, never in its middle.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games import signals
from games.clocks import Pace
from games.models import Game, Seat, Turn
from games.rules import RulesError
from games.services import absence, stopping
from games.services.errors import Refused
from games.services.paces import check_pace
from games.services.table import lock_game, open_turn
from games.time_off_models import TimeOff
from games.vote_models import Ballot, Vote

logger = structlog.get_logger(__name__)

#: A proposal that is not decided by then has expired.
LASTS = timedelta(days=3)
#: After one that was declined or has expired, the same is not proposed again for so long.
AGAIN_AFTER = timedelta(days=1)

Kind: TypeAlias = Vote.Kind
Outcome: TypeAlias = Vote.Outcome
_RUNNING = (Kind.PAUSE, Kind.EXTEND, Kind.CLOCK, Kind.CANCEL)
_PAUSED = (Kind.RESUME, Kind.CANCEL)
#: What can be decided in a game that goes on, by its status.
FITTING = {Game.Status.RUNNING: _RUNNING, Game.Status.PAUSED: _PAUSED}
_FAILED = (Outcome.DECLINED, Outcome.EXPIRED)


def possible(game: Game, turn: Turn | None) -> tuple[Kind, ...]:
    """Give what can be proposed in a game as it stands; nothing before its start and after it."""
    if game.quarantined_at is not None or turn is None:
        return ()
    if game.status == Game.Status.PAUSED:
        return _PAUSED
    if game.status != Game.Status.RUNNING:
        return ()
    return tuple(kind for kind in _RUNNING if kind != Kind.EXTEND or turn.due is not None)


def voters(now: datetime) -> QuerySet[Seat]:
    """Give the seats, of all games, that may vote: of people who are there, not on time off."""
    off = TimeOff.objects.filter(player=OuterRef("player"), begins__lte=now, ends__gt=now)
    return Seat.objects.filter(
        ~Exists(off) | Q(game__time_off=False),
        replaced_at=None,
        player__isnull=False,
        absent_since=None,
        resigned_at=None,
        accepted_at__isnull=False,
    )


@transaction.atomic
def propose(
    *, seat_id: int, kind: str, pace: Pace | None = None, now: datetime | None = None
) -> Vote:
    """Propose something to the table and say yes to it; the same again is a success.

    Raises ``Refused`` for who may not vote, for what cannot be proposed now, for what is proposed
    already, and for what was declined a moment ago.
    """
    now = now or timezone.now()
    game, turn, seat = _locked(seat_id, now)
    if kind not in possible(game, turn):
        raise Refused("vote_not_possible")
    settings = _settings(game, kind, pace)
    found = _current(game, kind, now)
    if found is not None:
        if found.seat_id == seat.pk and found.settings == settings:
            return found
        raise Refused("vote_open_already", name=found.seat.name)
    about = turn if kind == Kind.EXTEND else None
    failed = Vote.objects.filter(game=game, kind=kind, turn=about, outcome__in=_FAILED)
    if failed.filter(closed__gt=now - AGAIN_AFTER).exists():
        raise Refused("vote_too_soon")
    vote = Vote.objects.create(
        game=game, kind=kind, seat=seat, turn=about, settings=settings, opened=now,
        expires=now + LASTS,
    )  # fmt: skip
    Ballot.objects.create(vote=vote, seat=seat, yes=True, cast=now)
    if not _decide(game, turn, vote, seat, now):
        asked = voters(now).filter(game=game).exclude(pk=seat.pk).select_related("player")
        signals.vote_opened.send(Game, game=game, vote=vote, seats=list(asked))
    return vote


def _settings(game: Game, kind: str, pace: Pace | None) -> dict[str, object] | None:
    if kind != Kind.CLOCK:
        return None
    if pace is None or pace == game.pace:
        raise Refused("vote_same_clock")
    check_pace(pace)
    return stopping.pace_json(pace)


def _current(game: Game, kind: str, now: datetime) -> Vote | None:
    """Give the open vote of a kind; one that is over by now is closed on the way."""
    found = Vote.objects.select_related("seat").filter(game=game, kind=kind, closed=None).first()
    if found is None or (found.expires > now and not _pointless(game, found)):
        return found
    _close(game, None, found, Outcome.EXPIRED if found.expires <= now else Outcome.VOID, None, now)
    return None


@transaction.atomic
def cast(*, seat_id: int, vote_id: int, yes: bool, now: datetime | None = None) -> Vote:
    """Say yes or no to a proposal; what was said already, said again, is a success.

    Raises ``Refused`` for who may not vote, and for a proposal that is decided or has expired.
    """
    now = now or timezone.now()
    game, turn, seat = _locked(seat_id, now)
    vote = Vote.objects.select_for_update().filter(game=game, pk=vote_id).first()
    if vote is None:
        raise Refused("no_such_vote")
    if Ballot.objects.filter(vote=vote, seat=seat, yes=yes).exists():
        return vote
    if vote.closed is not None or _pointless(game, vote) or vote.kind not in possible(game, turn):
        raise Refused("vote_closed")
    if vote.expires <= now:
        raise Refused("vote_expired")
    Ballot.objects.update_or_create(vote=vote, seat=seat, defaults={"yes": yes, "cast": now})
    _decide(game, turn, vote, seat, now)
    return vote


def _locked(seat_id: int, now: datetime) -> tuple[Game, Turn | None, Seat]:
    """Lock the game of a seat and its open turn; raises ``Refused`` for who may not vote."""
    found = Seat.objects.filter(pk=seat_id).values_list("game_id", flat=True).first()
    if found is None:
        raise Refused("no_such_seat")
    game = lock_game(found)
    turn = open_turn(game, lock=True)
    seat = Seat.objects.get(pk=seat_id)
    if seat.replaced_at is not None or seat.player_id is None:
        raise Refused("seat_given_away")
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise Refused(f"game_{game.status}")
    if game.quarantined_at is not None:
        raise Refused("game_quarantined")
    if not voters(now).filter(pk=seat_id).exists():
        if seat.absent_since is not None:
            raise Refused("vote_absent")
        raise Refused("vote_time_off")
    return game, turn, seat


def _pointless(game: Game, vote: Vote) -> bool:
    """Tell whether a proposal has nothing to decide any more: its turn has closed, or the game."""
    if vote.turn is not None and vote.turn.closed is not None:
        return True
    return vote.kind not in FITTING.get(Game.Status(game.status), ())


def _decide(game: Game, turn: Turn | None, vote: Vote, by: Seat | None, now: datetime) -> bool:
    """Close a vote that is decided and do what it says; gives whether it was."""
    able = voters(now).filter(game=game)
    said = dict(Ballot.objects.filter(vote=vote).values_list("seat_id", "yes"))
    answers = [said.get(pk) for pk in able.values_list("pk", flat=True)]
    if False in answers:
        _close(game, turn, vote, Outcome.DECLINED, by, now)
        return True
    if not answers or None in answers or turn is None:
        return False
    stopping.EFFECTS[Kind(vote.kind)](game, turn, vote, now)
    _close(game, turn, vote, Outcome.PASSED, by, now)
    for other in Vote.objects.filter(game=game, closed=None).select_related("turn"):
        if _pointless(game, other):
            _close(game, turn, other, Outcome.VOID, None, now)
    return True


def _close(
    game: Game, turn: Turn | None, vote: Vote, outcome: Outcome, by: Seat | None, now: datetime
) -> None:
    """Close a vote and announce it; ``by``: whose answer did it.

    What came to nothing is told neutrally: neither who proposed it nor who said no.
    """
    vote.closed, vote.outcome = now, outcome
    vote.save(update_fields=["closed", "outcome"])
    if outcome in _FAILED:
        absence.tell(game, f"vote_{outcome.value}", what=vote.kind, vote=vote.pk)
    signals.vote_closed.send(Game, game=game, turn=turn, vote=vote, by=by)


def sweep(*, now: datetime | None = None, limit: int = 200) -> int:
    """Close the votes that time has decided; gives how many were looked at.

    Those that have expired or become pointless, and those whose missing answers nobody owes any
    more since somebody is absent or away. One transaction each, so that none stops the others.
    """
    now = now or timezone.now()
    found = list(_ripe(now).order_by("expires").values_list("pk", "game_id")[:limit])
    for vote_id, game_id in found:
        try:
            _settle(vote_id, game_id, now)
        except (RulesError, DatabaseError) as error:
            logger.warning("vote_not_settled", vote_id=vote_id, error=type(error).__name__)
    return len(found)


def _ripe(now: datetime) -> QuerySet[Vote]:
    yes = Ballot.objects.filter(vote=OuterRef(OuterRef("pk")), seat=OuterRef("pk"), yes=True)
    able = voters(now).filter(game=OuterRef("game"))
    decided = Exists(able) & ~Exists(able.filter(~Exists(yes)))
    over = Q(game__status__in=[Game.Status.FINISHED, Game.Status.CANCELLED])
    gone = Q(expires__lte=now) | Q(turn__closed__isnull=False) | over
    return Vote.objects.filter(gone | Q(decided), closed=None, game__quarantined_at=None)


@transaction.atomic
def _settle(vote_id: int, game_id: int, now: datetime) -> None:
    game = lock_game(game_id)
    turn = open_turn(game, lock=True)
    vote = (
        Vote.objects.select_for_update(of=("self",)).select_related("turn", "seat").get(pk=vote_id)
    )
    if vote.closed is not None:
        return
    if _pointless(game, vote):
        _close(game, turn, vote, Outcome.VOID, None, now)
    elif vote.expires <= now:
        _close(game, turn, vote, Outcome.EXPIRED, None, now)
    else:
        _decide(game, turn, vote, None, now)
