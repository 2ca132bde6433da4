"""Mails that fell due while their game was paused: when it goes on, they go out after all.

The database decides, as everywhere: a paused game's mails are skipped with a reason of their own,
and whoever looks for mails to send puts those of games that run again back. So a mail that was
being skipped in the moment in which its game went on is found the next time, and a mail that was
sent before the pause never comes again.
"""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from notifications.models import Kind, Mail

#: Why a mail of a paused game is skipped, as ``relevance`` writes it.
PAUSED = f"game_{Game.Status.PAUSED}"


def go_on(now: datetime) -> int:
    """Queue what a pause kept back, of games that run again; gives how many mails.

    Reminders are not kept: the time that is left is another, and the sweep finds them anew.
    """
    kept = Mail.objects.filter(
        state=Mail.State.SKIPPED, error=PAUSED, game__status=Game.Status.RUNNING
    )
    kept.filter(kind=Kind.REMINDER).delete()
    return kept.update(state=Mail.State.QUEUED, attempts=0, next_try_at=now, error="")
