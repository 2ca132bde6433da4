"""Running SQL that was made once, on the connection of this thread.

Django makes a cursor in two layers for each query: a third of what running one costs that was
worded before (docs/performance.md). Here each thread keeps one for all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from operator import attrgetter, methodcaller
from typing import Any

#: The thread's connection, and the cursor that is kept for it.
_kept = threading.local()

_count = attrgetter("rowcount")
_rows = methodcaller("fetchall")


def fetched(here: Any, sql: str, params: Sequence[Any]) -> Any:
    """Run SQL over Django's connection ``here``; gives the rows. Raises Django's errors."""
    return _run(here, sql, params, _rows)


def changed(here: Any, sql: str, params: Sequence[Any]) -> int:
    """Run SQL over Django's connection ``here``; gives how many rows it changed, or raises."""
    return int(_run(here, sql, params, _count))


def _run(here: Any, sql: str, params: Sequence[Any], read: Any) -> Any:
    """Run SQL; after an error a transaction can only be rolled back, as after Django's own."""
    try:
        if here.queries_logged or here.execute_wrappers:
            # Somebody counts queries, or looks at them, at Django's own cursors.
            with here.cursor() as cursor:
                cursor.execute(sql, params)
                return read(cursor)
        here.validate_no_broken_transaction()
        cursor = _cursor(here)
        with here.wrap_database_errors:
            cursor.execute(sql, params)
            return read(cursor)
    except Exception as error:
        if here.in_atomic_block:
            here.needs_rollback, here.rollback_exc = True, error
        raise


def _cursor(here: Any) -> Any:
    here.close_if_health_check_failed()
    if here.connection is None:
        here.ensure_connection()
    if getattr(_kept, "connection", None) is not here.connection:
        _kept.connection, _kept.cursor = here.connection, here.create_cursor()
    return _kept.cursor
