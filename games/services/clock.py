"""What happens by itself: each try to advance is counted, and a sweep finds what was lost.

The sweep is driven by the database alone. One transaction and one try for each game, so that a
game that cannot go on is set apart alone and the others go on.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from games import signals
from games.models import Game, Turn
from games.prepared import Update, moment, number, value
from games.services.advance import advance_turn
from games.services.wake import ADVANCE, wake
from games.tally_models import Tally

logger = structlog.get_logger(__name__)

#: So many failures of a game's own, and it is set apart.
MAX_ATTEMPTS = 3
BACKOFF = timedelta(seconds=30)

#: While somebody tries a game nobody else does; a killed worker delays its game by no more, and by
#: the time in which another starts.
LEASE = timedelta(seconds=6)
#: A turn that was complete for so long had a message that nobody got, nor came back.
LOST = 2 * LEASE

#: Trouble that is not the game's fault: its attempt is given back.
NOT_THE_GAMES_FAULT = (OperationalError, InterfaceError, BrokerError)


def try_advance(*, turn_id: int, now: datetime | None = None) -> bool:
    """Advance a turn if its time has come, counting the try; gives whether this call did it.

    The try is counted in a commit of its own, so that a game that kills its worker counts too; it
    keeps others from trying the same game for ``LEASE``. Trouble of database or broker is raised
    again and costs nothing; three failures of anything else quarantine the game.
    """
    now = now or timezone.now()
    if not _count_attempt(turn_id, now):
        return False
    try:
        done = advance_turn(turn_id=turn_id, now=now)
    except NOT_THE_GAMES_FAULT:
        _give_back(turn_id)
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it stops this game alone
        _fail(turn_id, error, now)
        return False
    if not done:
        _give_back(turn_id)
    return done


def _games_of(turn_id: int) -> QuerySet[Game]:
    """Give the game of a turn, as a query to filter and update."""
    return Game.objects.filter(pk__in=Turn.objects.filter(pk=turn_id).values("game_id"))


def _going(turn_id: Any) -> QuerySet[Game]:
    """Give the game of an open turn, if it goes on; a value, or a slot for it."""
    open_turn = Turn.objects.filter(pk=turn_id, closed=None)
    return Game.objects.filter(
        pk__in=open_turn.values("game_id"), status=Game.Status.RUNNING, quarantined_at=None
    )


_COUNT = Update(
    lambda: _going(number("turn")).filter(
        Q(next_try_at=None) | Q(next_try_at__lte=moment("now")),
        advance_attempts__lt=MAX_ATTEMPTS,
    ),
    advance_attempts=F("advance_attempts") + 1,
    next_try_at=value(Game, "next_try_at"),
)


def _count_attempt(turn_id: int, now: datetime) -> bool:
    """Count a try, if the game may be tried now; a game out of tries is set apart.

    Where somebody else tries it, they may have been killed: whoever was sent comes back then. A
    game that is put off for longer is found by the sweep.
    """
    if _COUNT(turn=turn_id, now=now, next_try_at=now + LEASE):
        return True
    # None: somebody else tried and advanced it just now.
    game = _going(turn_id).only("next_try_at", "advance_attempts").first()
    if game is None:
        return False
    # Nothing left of the hold: who had it gave it back just now, and may have done nothing.
    left = max((game.next_try_at or now) - now, timedelta())
    if not left and game.advance_attempts >= MAX_ATTEMPTS:
        quarantine(game_id=game.pk, error="killed_its_worker")
    elif left <= LEASE:
        wake(ADVANCE, turn_id, after=left)
    return False


def _give_back(turn_id: int) -> None:
    """Give a game the try back that came to nothing through no fault of its own."""
    try:
        _games_of(turn_id).filter(advance_attempts__gt=0).update(
            advance_attempts=F("advance_attempts") - 1, next_try_at=None
        )
    except NOT_THE_GAMES_FAULT:
        logger.warning("attempt_not_given_back", turn_id=turn_id)


def _fail(turn_id: int, error: Exception, now: datetime) -> None:
    """Put a game off after a failed try, or set it apart after the last."""
    code = getattr(error, "code", type(error).__name__)
    game_id, attempts = _games_of(turn_id).values_list("pk", "advance_attempts").get()
    logger.error("advance_failed", game_id=game_id, error=code, attempts=attempts)
    if attempts >= MAX_ATTEMPTS:
        quarantine(game_id=game_id, error=code)
    else:
        Game.objects.filter(pk=game_id).update(next_try_at=now + BACKOFF * 2 ** (attempts - 1))


@transaction.atomic
def quarantine(*, game_id: int, error: str) -> None:
    """Set a game apart, once, and announce it: nothing advances it until it is released."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.quarantined_at is not None:
        return
    game.quarantined_at = timezone.now()
    game.save(update_fields=["quarantined_at"])
    logger.error("game_quarantined", game_id=game_id, error=error)
    signals.game_quarantined.send(Game, game=game, error=error)


def waiting_turns(now: datetime) -> QuerySet[Turn]:
    """Give the open turns whose time has come, of games that may be tried at ``now``."""
    ready, due = _waiting(now)
    return (ready | due).order_by("opened")


def _waiting(now: datetime) -> tuple[QuerySet[Turn], QuerySet[Turn]]:
    """Give the turns with every order in, and those past their deadline.

    Apart, each is a walk along a small partial index, however many games are stored; asked for
    together, PostgreSQL reads every open turn.
    """
    tryable = Turn.objects.filter(
        Q(game__next_try_at=None) | Q(game__next_try_at__lte=now),
        closed=None,
        game__status=Game.Status.RUNNING,
        game__quarantined_at=None,
    )
    return (
        tryable.filter(ready__isnull=False).order_by("ready"),
        tryable.filter(due__lte=now).order_by("due"),
    )


def sweep(*, now: datetime | None = None, limit: int = 500) -> int:
    """Wake a worker for every turn whose time has come; gives how many were found.

    At most ``limit`` of each kind, the oldest first: the rest comes with the next sweep.
    """
    now = now or timezone.now()
    ready, due = _waiting(now)
    complete = list(ready.values_list("pk", "ready")[:limit])
    found = {pk for pk, _ready in complete} | set(due.values_list("pk", flat=True)[:limit])
    for turn_id in sorted(found):
        wake(ADVANCE, turn_id)
    if found:
        logger.info("sweep_found", turns=len(found))
    lost = sum(since is not None and since <= now - LOST for _pk, since in complete)
    if lost:
        Tally.add(now.astimezone(UTC).date(), "sweep_repairs", lost)
    return len(found)
