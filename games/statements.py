"""Running SQL that was made once, on the connection of this thread.

Django makes a cursor in two layers for each query, and with a new one psycopg finds out anew how
its values are sent and its columns read: a good part of running what was worded before
(docs/performance.md). Here each thread keeps a cursor for each statement.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from operator import attrgetter, methodcaller
from typing import Any

from psycopg import RawCursor

#: So many statements have a cursor on each connection; psycopg prepares as many by itself.
_MOST = 100
#: With more values than this a statement is run once and forgotten: it is an insert of ever other
#: numbers of rows, and a cursor keeps its words and the values of its last run.
_MOST_VALUES = 300


class _Kept(threading.local):
    """What a thread keeps: of which connection, and what gives a statement's cursor there."""

    connection: Any = None
    statement: Any = None


_kept = _Kept()

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
            find = _statement if len(params) <= _MOST_VALUES else _make
            cursor, words = find(here, sql)
            cursor.execute(words, params)
            return read(cursor)
    except Exception as error:
        if here.in_atomic_block:
            here.needs_rollback, here.rollback_exc = True, error
        raise


def _statement(here: Any, sql: str) -> tuple[Any, str | bytes]:
    """Give the cursor that runs SQL and nothing else, and the words by which it knows it."""
    if _kept.connection is not here.connection:
        _kept.connection = here.connection
        _kept.statement = lru_cache(maxsize=_MOST)(partial(_make, here))
    found: tuple[Any, str | bytes] = _kept.statement(sql)
    return found


def _make(here: Any, sql: str) -> tuple[Any, str | bytes]:
    if not getattr(here.features, "uses_server_side_binding", False):
        return here.create_cursor(), sql
    # PostgreSQL's own words, which psycopg sends as they stand.
    slots = range(1, sql.replace("%%", "").count("%s") + 1)
    return RawCursor(here.connection), (sql % tuple(f"${slot}" for slot in slots)).encode()
