"""A connection that is kept is looked over before it is used again, without a query."""

from __future__ import annotations

import select

import pytest
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.backends import ask_aside, backend, end

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL"),
]


def test_a_good_connection_is_asked_nothing() -> None:
    ours = backend()
    assert connection.is_usable()
    asked = ask_aside("SELECT query FROM pg_stat_activity WHERE pid = %s", ours)
    assert asked == "SELECT pg_backend_pid()"


def test_a_connection_that_the_server_ended_is_found_and_made_anew() -> None:
    before = backend()
    end(before)
    assert not connection.is_usable()
    connection.close_if_unusable_or_obsolete()
    vars(connection)["health_check_enabled"] = True
    assert backend() != before


def test_a_connection_left_in_a_broken_transaction_cannot_be_used() -> None:
    transaction.set_autocommit(False)
    try:
        with connection.cursor() as cursor, pytest.raises(DataError):
            cursor.execute("SELECT 1 / 0")
        assert not connection.is_usable()
    finally:
        transaction.rollback()
        transaction.set_autocommit(True)
    assert connection.is_usable()


def test_what_the_server_says_unasked_is_no_reason_to_give_a_connection_up() -> None:
    ours = backend()
    other = connection.copy()
    try:
        with connection.cursor() as cursor:
            cursor.execute("LISTEN augustus_test")
        with other.cursor() as cursor:
            cursor.execute("NOTIFY augustus_test")
        told = select.poll()
        told.register(connection.connection.pgconn.socket, select.POLLIN)
        assert told.poll(60_000)
        with CaptureQueriesContext(connection) as queries:
            assert connection.is_usable()
        assert (len(queries), backend()) == (0, ours)
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("UNLISTEN augustus_test")
