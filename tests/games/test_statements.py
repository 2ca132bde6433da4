"""SQL that was made once is run like any other: counted, in transactions, after errors."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from games.statements import changed, fetched
from notifications.models import Kind, Mail

pytestmark = pytest.mark.django_db

COUNT = f"SELECT COUNT(*) FROM {Mail._meta.db_table}"
RENAME = f"UPDATE {Mail._meta.db_table} SET note = %s WHERE key = %s"


def test_rows_and_numbers_of_changes_are_given() -> None:
    Mail.objects.bulk_create([Mail(key=key, kind=Kind.NOTE) for key in "ab"])
    assert [tuple(row) for row in fetched(connection, COUNT, [])] == [(2,)]
    assert changed(connection, RENAME, ["new", "a"]) == 1
    assert changed(connection, RENAME, ["new", "z"]) == 0
    assert Mail.objects.get(key="a").note == "new"


def test_one_answer_does_not_disturb_the_next() -> None:
    first = fetched(connection, "SELECT %s + 1", [1])
    second = fetched(connection, "SELECT %s + 1", [2])
    assert (first[0][0], second[0][0]) == (2, 3)


def test_whoever_counts_queries_or_looks_at_them_sees_them() -> None:
    with CaptureQueriesContext(connection) as queries:
        fetched(connection, COUNT, [])
    assert [query["sql"] for query in queries] == [COUNT]
    seen: list[str] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        fetched(connection, COUNT, [])
    assert seen == [COUNT]


@pytest.mark.parametrize("counted", [True, False])
def test_after_an_error_a_transaction_can_only_be_rolled_back(counted: bool) -> None:
    Mail.objects.bulk_create([Mail(key=key, kind=Kind.NOTE) for key in "ab"])
    connection.force_debug_cursor = counted
    try:
        with transaction.atomic():
            with pytest.raises(IntegrityError):
                changed(connection, f"UPDATE {Mail._meta.db_table} SET key = %s", ["a"])
            with pytest.raises(TransactionManagementError):
                fetched(connection, COUNT, [])
            transaction.set_rollback(True)
        # PostgreSQL and SQLite call it by different names.
        with pytest.raises(DatabaseError), transaction.atomic():
            fetched(connection, "SELECT nothing FROM nowhere", [])
        assert fetched(connection, COUNT, [])[0][0] == 2
    finally:
        connection.force_debug_cursor = False


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_is_made_anew() -> None:
    assert fetched(connection, COUNT, [])[0][0] == 0
    connection.close()
    Mail.objects.create(key="a", kind=Kind.NOTE)
    assert fetched(connection, COUNT, [])[0][0] == 1
    connection.close()
    assert changed(connection, RENAME, ["new", "a"]) == 1
