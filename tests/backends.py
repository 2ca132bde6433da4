"""The process on PostgreSQL's side of our connection, and how a server ends it."""

from __future__ import annotations

from typing import Any

from django.db import connection


def backend() -> int:
    """Give the number of the process on the server that our connection talks to."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def end(number: int) -> None:
    """End a process as a server does that is stopped, and wait until it is gone.

    Who does not wait may still find it there, and lose it under the next query.
    """
    assert ask_aside("SELECT pg_terminate_backend(%s, 5000)", number)


def ask_aside(question: str, number: int) -> Any:
    """Ask a question about a process over a connection of its own; gives the one value."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute(question, [number])
            return cursor.fetchone()[0]
    finally:
        other.close()
