"""Wake a worker after the commit. The database decides what to do; a message only hurries it.

With the broker down the request that saved an order still succeeds: the sweep finds the work.
"""

from __future__ import annotations

from functools import partial

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)

#: Names of tasks, kept for as long as messages with them may be on their way.
ADVANCE = "games.tasks.advance"


def wake(task: str, *ids: int) -> None:
    """Send the task with these ids once the current transaction is committed; never raises."""
    transaction.on_commit(partial(_send, task, ids), robust=True)


def _send(task: str, ids: tuple[int, ...]) -> None:
    try:
        current_app.send_task(task, args=ids)
    except (OperationalError, OSError) as error:
        logger.warning("broker_unreachable", task=task, error=type(error).__name__)
