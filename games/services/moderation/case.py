"""What a deed works on, and what an action of the desk is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Game, Player, Seat, Turn
from games.services.errors import Refused
from games.services.moderation.roles import Role

#: What was changed: names of fields and numbers of turns, never a position, choice or event.
Changed = Mapping[str, str | int | bool | None]


@dataclass(frozen=True, slots=True)
class Case:
    """A locked game, its open turn (locked), the seat that it is about, and who acts."""

    moderator: Player
    game: Game
    turn: Turn | None
    seat: Seat | None

    @property
    def open_turn(self) -> Turn:
        """Give the open turn; raises ``Refused`` where none is open."""
        if self.turn is None:
            raise Refused("nothing_open")
        return self.turn

    @property
    def the_seat(self) -> Seat:
        """Give the seat; raises ``Refused`` where none was named."""
        if self.seat is None:
            raise Refused("no_such_seat")
        return self.seat


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done at the desk.

    ``do`` is given the case and the values of the action's form, gives what was changed, and
    raises ``Refused`` (or the engine's error) where it does not fit. ``statuses``: in which games
    it is possible at all. ``told``: whether the players see a line about it in their story.
    """

    code: str
    do: Callable[..., Changed]
    statuses: frozenset[str]
    role: Role = Role.MODERATOR
    about_seat: bool = False
    told: bool = False
    #: Runs the engine: of what it leads to, a preview shows nothing but whether it passes.
    runs_engine: bool = False


def statuses(*names: Any) -> frozenset[str]:
    """Give statuses of games as a set of their codes."""
    return frozenset(str(name) for name in names)


S = Game.Status
GOING = statuses(S.RUNNING, S.PAUSED)
LIVE = GOING | {str(S.OPEN)}
