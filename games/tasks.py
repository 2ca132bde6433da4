"""Celery tasks: each takes ids only and calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import clock, practice, stopping, votes


@shared_task(name="games.tasks.advance")
def advance(turn_id: int) -> None:
    """Advance a turn whose time has come; late, doubled or out of order it does nothing."""
    clock.try_advance(turn_id=turn_id)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Find the turns whose time has come and that nobody advanced."""
    clock.sweep()


@shared_task(name="games.tasks.purge_practice")
def purge_practice() -> None:
    """Delete practice games that nobody plays any more."""
    practice.purge_practice()


@shared_task(name="games.tasks.sweep_votes")
def sweep_votes() -> None:
    """Close the votes that time has decided, and end pauses that take too long."""
    votes.sweep()
    stopping.end_long_pauses(timezone.now())
