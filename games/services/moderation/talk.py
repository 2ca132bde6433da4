"""Deeds about what is said at a table."""

from __future__ import annotations

from django.utils import timezone

from games.models import Game
from games.services.errors import Refused
from games.services.moderation.case import LIVE, Action, Case, Changed
from games.talk_models import TableTalk


def hide(case: Case, *, message: int) -> Changed:
    """Hide a message of the table from everybody; the trace names its number, not its words."""
    shown = TableTalk.objects.filter(pk=message, game=case.game, hidden_at=None)
    if not shown.update(hidden_at=timezone.now()):
        raise Refused("no_such_message")
    return {"message": message}


ACTIONS = (Action("hide_talk", hide, LIVE | {str(Game.Status.FINISHED)}, told=True),)
