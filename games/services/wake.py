"""Wake a worker after the commit. The database decides what to do; a message only hurries it.

With the broker down the request that saved an order still succeeds: the sweep finds the work.
"""

from __future__ import annotations

import time
from datetime import timedelta

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)

#: Names of tasks, kept for as long as messages with them may be on their way.
ADVANCE = "games.tasks.advance"


def wake(task: str, *ids: int, after: timedelta = timedelta()) -> None:
    """Send the task with these ids once the current transaction is committed; never raises.

    ``after``: a task with ids is not to run earlier than so long after that.
    """
    assert ids or not after
    wait = after.total_seconds()

    def send() -> None:  # not a partial: Django names what failed, and that has no name
        _send(task, ids, wait)

    transaction.on_commit(send, robust=True)


#: A task without ids finds its work by itself; each process asks for it so often (seconds).
GAP = 0.2

#: Task -> when the newest message of this process takes effect, by the monotonic clock.
_effect: dict[str, float] = {}


def _send(task: str, ids: tuple[int, ...], after: float) -> None:
    wait = after if ids else _wait(task, time.monotonic())
    if wait is None:
        return
    try:
        # Told how it reads, Celery need not go through it: there are but ids in it. Nor need it
        # look each time whether the queue is declared: on Redis its first message makes it.
        current_app.send_task(
            task,
            args=ids,
            countdown=wait or None,
            argsrepr=repr(ids),
            kwargsrepr="{}",
            declare=(),
        )
    except (OperationalError, OSError) as error:
        _effect.pop(task, None)
        logger.warning("broker_unreachable", task=task, error=type(error).__name__)


def _wait(task: str, now: float) -> float | None:
    """Give in how many seconds a task that finds its work by itself is to run.

    None: a message is on its way that takes effect later than now, and does what is asked for now.
    The first one runs at once, so that nobody waits where little goes on; those that follow within
    ``GAP`` share one at the end of it.
    """
    effect = _effect.get(task, 0.0)
    if effect > now:
        return None
    wait = GAP if now < effect + GAP else 0.0
    _effect[task] = now + wait
    return wait
