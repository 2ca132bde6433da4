"""What the first page of the desk is made of: kinds of trouble, and the rows of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from augustus_site.desk.deeds import Deed, deed_about_game
from games.models import Game, Player, Seat

#: Rows shown of a kind among the others, and of one that is looked at alone.
SHOWN = 10
ALONE = 100
#: What is more is counted, up to this.
MOST = 1000

Found = TypeVar("Found", bound=Model)


@dataclass(frozen=True, slots=True)
class Look:
    """Who looks at the desk, when, and how many rows of a kind they see.

    ``own``: the games that they have, or had, a seat in.
    """

    now: datetime
    moderator: Player
    own: frozenset[int]
    most: int = SHOWN

    @classmethod
    def of(cls, moderator: Player, now: datetime) -> Look:
        """Give the look of a moderator: one query."""
        own = Seat.objects.filter(player=moderator).values_list("game", flat=True)
        return cls(now, moderator, frozenset(own))

    def without_own(self, rows: QuerySet[Found], game: str = "game") -> QuerySet[Found]:
        """Leave out what belongs to games that the moderator has, or had, a seat in."""
        return rows.exclude(**{f"{game}__in": self.own}) if self.own else rows

    def deeds(self, game: Game, *codes: str, seat: Seat | None = None) -> tuple[Deed, ...]:
        """Give what is most often done about such a row; nothing in a game of their own."""
        if game.pk in self.own:
            return ()
        return tuple(deed_about_game(game, code, seat) for code in codes)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing in trouble: what, why, since when, and details line by line.

    ``game``: the public id of the game that it is about; empty for no game. ``deeds``: what is done
    about this row alone.
    """

    name: str
    url: str
    why: str
    since: datetime | None = None
    details: tuple[str, ...] = ()
    game: str = ""
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A kind of trouble with its rows, the worst first; ``count`` stops at ``MOST``.

    ``found``: the query of all of them, to be counted where there are more than are shown.
    """

    code: str
    title: str
    advice: str
    rows: tuple[Row, ...]
    found: QuerySet[Any] | None = None
    count: int = 0

    @property
    def counted(self) -> str:
        """Give the count as it is read: ``1000+`` where it stops."""
        return f"{MOST}+" if self.count >= MOST else str(self.count)

    @property
    def about_games(self) -> bool:
        """Tell whether one thing can be done to several games of these rows at once."""
        return len({row.game for row in self.rows if row.game}) > 1


def trouble(
    code: str, title: str, advice: str, rows: Sequence[Row], found: QuerySet[Any]
) -> Trouble:
    """Make a kind of trouble of its rows and the query of all of them."""
    return Trouble(code, title, advice, tuple(rows), found)


def public_id(game: Game | None) -> str:
    """Give by which id a row names its game."""
    return game.public_id if game is not None else ""
