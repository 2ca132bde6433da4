"""How long to wait before something is tried again."""

from __future__ import annotations

import random
from datetime import timedelta

FIRST = timedelta(seconds=30)
LONGEST = timedelta(hours=6)


def backoff(attempts: int) -> timedelta:
    """Give how long to wait after so many tries: 30 s doubled, some jitter, at most 6 h."""
    doubled = FIRST.total_seconds() * 2 ** min(max(attempts - 1, 0), 20)
    jitter = random.uniform(1.0, 1.25)  # noqa: S311
    return min(timedelta(seconds=doubled * jitter), LONGEST)
