"""Running SQL that was made once, on the connection of this thread.

Django makes a cursor in two layers for each query, which costs a good part of running one that was
worded before (docs/performance.md). Here each thread keeps one for all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from operator import attrgetter, methodcaller
from typing import Any

#: The cursor that a thread keeps: it knows its connection, so that nothing else need be kept.
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
    """Run SQL; after an error nothing can follow in a transaction but that it is rolled back.

    So it is on PostgreSQL in any case, and with Django's own changes; here with all, everywhere.
    """
    try:
        if here.queries_logged or here.execute_wrappers:
            # Somebody counts queries, or looks at them, at Django's own cursors.
            with here.cursor() as cursor:
                cursor.execute(sql, params)
                return read(cursor)
        here.validate_no_broken_transaction()
        here.close_if_health_check_failed()
        here.ensure_connection()
        with here.wrap_database_errors:
            cursor = _cursor(here)
            cursor.execute(sql, params)
            return read(cursor)
    except Exception as error:
        if here.in_atomic_block:
            here.needs_rollback, here.rollback_exc = True, error
        raise


def _cursor(here: Any) -> Any:
    cursor = getattr(_kept, "cursor", None)
    if cursor is None or cursor.connection is not here.connection:
        cursor = _kept.cursor = here.create_cursor()
    return cursor
