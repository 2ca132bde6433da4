"""One deed for many games: each in a transaction of its own, and what came of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from games.models import Game, Player, Seat
from games.moderation_models import ModeratorAction
from games.rules import RulesError
from games.services.errors import Refused
from games.services.moderation import roles
from games.services.moderation.acting import ACTIONS, act, preview
from games.services.moderation.roles import Role
from games.services.moderation.why import check_why

logger = structlog.get_logger(__name__)

#: What makes sense for many games at once, in the order in which the desk offers it.
FOR_MANY: tuple[str, ...] = (
    "nudge", "resend", "extend", "set_due", "suspend", "pause", "resume", "advance_now", "dry_run",
    "release", "quarantine", "cancel", "close",
)  # fmt: skip
#: What only a lead does to more than one game.
_LEADS = frozenset(("cancel", "close"))

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done to each game: by whom, what, why, and the values of the deed.

    ``seat``: the name at the table that it is about, if any. ``seen``: public id -> number of the
    open turn that the moderator had before them.
    """

    moderator: Player
    code: str
    why: str
    values: Mapping[str, Any]
    seat: str = ""
    seen: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Found]):
    """What came of one game: what was found of the deed, or why nothing was done."""

    public_id: str
    found: Found | None
    error: RulesError | None


def role_for(code: str, number: int) -> Role:
    """Give the role that a deed asks for, done to so many games."""
    return Role.LEAD if code in _LEADS and number > 1 else ACTIONS[code].role


def act_on_many(
    asked: Asked, public_ids: Sequence[str], look: Callable[[ModeratorAction], Found]
) -> Iterator[Outcome[Found]]:
    """Do it to each game, and give what ``look`` finds in its line of the trace, or why not.

    Raises ``Refused``, before anything is done, where it cannot be done to any: without a reason or
    the role, and for values that the deed does not take.
    """
    _check(asked, len(public_ids))
    return (_one(asked, public_id, lambda what: look(act(**what))) for public_id in public_ids)


def preview_many(
    asked: Asked, public_ids: Sequence[str], look: Callable[[ModeratorAction], Found]
) -> Iterator[Outcome[Found]]:
    """Give the same as ``act_on_many`` and undo everything; ``look`` sees it before that."""
    _check(asked, len(public_ids))
    return (_one(asked, public_id, lambda what: preview(look, **what)) for public_id in public_ids)


def _check(asked: Asked, number: int) -> None:
    action = ACTIONS.get(asked.code)
    if action is None:
        raise Refused("no_such_action", found=asked.code[:40], allowed=", ".join(ACTIONS))
    roles.check(asked.moderator, role_for(asked.code, number))
    check_why(asked.why)
    try:
        inspect.signature(action.do).bind(None, **asked.values)
    except TypeError:
        raise Refused("values_unfit", action=asked.code) from None


def _one(asked: Asked, public_id: str, do: Callable[[dict[str, Any]], Found]) -> Outcome[Found]:
    """Do it to one game; whatever goes wrong there concerns no other."""
    try:
        return Outcome(public_id, do(_about(asked, public_id)), None)
    except RulesError as error:
        return Outcome(public_id, None, error)
    except Exception as error:
        logger.exception("moderating_failed", game=public_id, action=asked.code)
        return Outcome(public_id, None, Refused("failed_here", kind=type(error).__name__))


def _about(asked: Asked, public_id: str) -> dict[str, Any]:
    game = Game.objects.filter(public_id=public_id).only("pk").first()
    seat = None
    if game is not None and asked.seat:
        seat = Seat.objects.filter(game=game, name=asked.seat, replaced_at=None).first()
    return {
        "moderator": asked.moderator,
        "code": asked.code,
        "game_id": game.pk if game is not None else 0,
        "why": asked.why,
        "seat_id": (seat.pk if seat is not None else 0) if asked.seat else None,
        "seen": (asked.seen or {}).get(public_id),
        **asked.values,
    }
