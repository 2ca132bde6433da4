"""The trace as it is read: what was done, by whom, to what, why, and what changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from augustus_site.desk.deeds import LABELS
from augustus_site.desk.following import changes
from augustus_site.desk.ways import game_url
from games.moderation_models import ModeratorAction


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the trace."""

    at: datetime
    what: str
    who: str
    about: str
    url: str
    why: str
    changed: str


def lines(found: Iterable[ModeratorAction]) -> tuple[Line, ...]:
    """Give lines of the trace; game, seat, player and moderator are best loaded."""
    return tuple(_line(action) for action in found)


def _line(action: ModeratorAction) -> Line:
    about = [str(one) for one in (action.game, action.seat, action.player) if one is not None]
    return Line(
        at=action.created,
        what=str(LABELS.get(action.action, action.action)),
        who=str(action.moderator) if action.moderator else gettext("a former moderator"),
        about=", ".join(about),
        url=game_url(action.game) if action.game else "",
        why=action.why,
        changed=", ".join(changes(action.changed)),
    )
