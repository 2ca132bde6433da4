"""Deeds about what is said at a table."""

from __future__ import annotations

from django.utils import timezone

from games.models import Game
from games.services import reports
from games.services.errors import Refused
from games.services.moderation.case import Action, Case, Changed, statuses
from games.talk_models import TableTalk, TalkReport


def hide(case: Case, *, message: int) -> Changed:
    """Hide a message of the table from everybody; that closes its reports.

    The trace names its number, not its words, and never who reported it.
    """
    shown = TableTalk.objects.filter(pk=message, game=case.game, hidden_at=None)
    if not shown.update(hidden_at=timezone.now()):
        raise Refused("no_such_message")
    closed = reports.close(message=message, outcome=TalkReport.Outcome.HIDDEN)
    return {"message": message, "reports": closed}


def set_aside(case: Case, *, message: int) -> Changed:
    """Close the open reports of a message, to which nothing happens; nobody is told."""
    if not TableTalk.objects.filter(pk=message, game=case.game).exists():
        raise Refused("no_such_message")
    closed = reports.close(message=message, outcome=TalkReport.Outcome.SET_ASIDE)
    if not closed:
        raise Refused("no_open_report")
    return {"message": message, "reports": closed}


#: A table may talk in each of these, and what was said stays.
_ANY = statuses(*Game.Status)

ACTIONS = (
    Action("hide_talk", hide, _ANY, told=True),
    Action("set_aside", set_aside, _ANY),
)
