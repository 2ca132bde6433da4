"""Doing something to see what follows from it, and undoing all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Seen = TypeVar("Seen")


class _UndoneError(Exception):
    """Carries what was seen out of a transaction that is rolled back."""


def undone(look: Callable[[], Seen]) -> Seen:
    """Give what is seen when something is done, and undo it; raises what doing it raises."""
    try:
        with transaction.atomic():
            raise _UndoneError(look())
    except _UndoneError as error:
        seen: Seen = error.args[0]
        return seen
