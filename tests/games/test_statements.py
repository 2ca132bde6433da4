"""SQL that was made once is run like any other: counted, in transactions, after errors."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from django.db import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import statements
from games.models import Player
from games.statements import changed, fetched
from notifications.models import Kind, Mail
from tests.backends import backend, end

pytestmark = pytest.mark.django_db

COUNT = f"SELECT COUNT(*) FROM {Mail._meta.db_table}"
RENAME = f"UPDATE {Mail._meta.db_table} SET note = %s WHERE key = %s"


def test_rows_and_numbers_of_changes_are_given() -> None:
    Mail.objects.bulk_create([Mail(key=key, kind=Kind.NOTE) for key in "ab"])
    assert [tuple(row) for row in fetched(connection, COUNT, [])] == [(2,)]
    assert changed(connection, RENAME, ["new", "a"]) == 1
    assert changed(connection, RENAME, ["new", "z"]) == 0
    assert Mail.objects.get(key="a").note == "new"


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


def test_what_an_inner_transaction_rolls_back_leaves_the_outer_one_whole() -> None:
    Mail.objects.bulk_create([Mail(key=key, kind=Kind.NOTE) for key in "ab"])
    with transaction.atomic():
        with pytest.raises(IntegrityError), transaction.atomic():
            changed(connection, f"UPDATE {Mail._meta.db_table} SET key = %s", ["a"])
        assert changed(connection, RENAME, ["new", "a"]) == 1
    assert Mail.objects.get(key="a").note == "new"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kept", [True, False])
def test_a_connection_that_the_server_ended_is_an_error_of_django_once(kept: bool) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server that could end a connection")
    connection.close()
    ours = backend()
    if kept:
        fetched(connection, COUNT, [])
    end(ours)
    with suppress(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    with pytest.raises(OperationalError):
        fetched(connection, COUNT, [])
    close_old_connections()
    assert fetched(connection, COUNT, [])[0][0] == 0


def test_a_percent_sign_is_one_however_it_is_run() -> None:
    Mail.objects.bulk_create([Mail(key=key, kind=Kind.NOTE) for key in ("a%", "b")])
    found = (
        f"SELECT key FROM {Mail._meta.db_table} WHERE key = 'a%%' AND key <> '%%s' AND key <> %s"
    )
    assert [tuple(row) for row in fetched(connection, found, ["b"])] == [("a%",)]
    with CaptureQueriesContext(connection):
        assert [tuple(row) for row in fetched(connection, found, ["b"])] == [("a%",)]


def test_what_a_value_was_before_does_not_matter() -> None:
    anna = Player.objects.create(email="anna@example.org")
    give = f"UPDATE {Player._meta.db_table} SET last_login = %s, name = %s WHERE id = %s"
    moment, ready = timezone.now(), connection.ops.adapt_datetimefield_value
    for seen, name in (
        (moment, "A"),
        (None, "Anna" * 10),
        (moment, ""),
        (None, "%s"),
        (moment, "A"),
    ):
        assert changed(connection, give, [ready(seen), name, anna.pk]) == 1
        anna.refresh_from_db()
        assert (anna.last_login, anna.name) == (seen, name)


def test_a_statement_with_many_values_runs_and_is_not_kept() -> None:
    for count in (301, 302, 301):
        found = (
            f"SELECT COUNT(*) FROM {Mail._meta.db_table} WHERE key IN ({', '.join(['%s'] * count)})"
        )
        assert fetched(connection, found, ["a"] * count)[0][0] == 0
    fetched(connection, COUNT, [])
    kept = statements._kept.statement.cache_info().currsize
    fetched(connection, found, ["a"] * 301)
    assert statements._kept.statement.cache_info().currsize == kept


def test_more_statements_than_are_kept_all_run() -> None:
    for number in (*range(250), *range(250)):
        assert fetched(connection, f"SELECT {number}", [])[0][0] == number
