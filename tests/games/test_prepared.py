"""A prepared query gives what the query itself gives, with other values each time it is run."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Order, Seat, Turn
from games.prepared import Insert, Select, Update, UpdateTelling, moment, number, value
from notifications.models import Kind, Mail, Wish
from tests.games.cast import order, running_game, turn_of

pytestmark = pytest.mark.django_db

SEATS = Select(
    lambda: (
        Seat.objects.select_related("game", "player")
        .filter(game=number("game"), accepted_at__lte=moment("now"))
        .order_by("invited")
    )
)
GIVEN = Update(
    lambda: Order.objects.filter(pk=number("order"), submitted_at__isnull=True),
    choice=value(Order, "choice"),
    submitted_at=value(Order, "submitted_at"),
)


def test_rows_come_with_what_they_refer_to_whatever_the_values() -> None:
    games = [running_game("Anna", "Bruno"), running_game("Carla", "Dario", "Elena")]
    for game in [*games, *games]:
        with CaptureQueriesContext(connection) as queries:
            seats = SEATS(game=game.pk, now=timezone.now())
            assert [seat.game.name for seat in seats] == [game.name] * len(seats)
            assert all(seat.player is not None for seat in seats)
        assert len(queries) == 1
        assert seats == list(Seat.objects.filter(game=game).order_by("invited"))
    assert SEATS(game=games[0].pk, now=games[0].created.replace(year=2000)) == []


def test_the_rows_of_one_run_are_not_those_of_the_next() -> None:
    game = running_game("Anna", "Bruno")
    first = SEATS.get(game=game.pk, now=timezone.now())
    first.name = "somebody else"
    assert SEATS.get(game=game.pk, now=timezone.now()).name != "somebody else"


def test_a_row_that_must_be_there_is_missed() -> None:
    with pytest.raises(Seat.DoesNotExist):
        SEATS.get(game=0, now=timezone.now())
    assert SEATS.one(game=0, now=timezone.now()) is None


def test_rows_are_changed_once_and_their_number_is_given() -> None:
    game = running_game("Anna", "Bruno")
    template = order(game, "Anna")
    rest = turn_of(game).orders.exclude(pk=template.pk).get()
    told = {"order": rest.pk, "choice": template.choice, "submitted_at": timezone.now()}
    assert [GIVEN(**told), GIVEN(**told)] == [1, 0]
    rest.refresh_from_db()
    assert (rest.choice, rest.submitted_at) == (template.choice, told["submitted_at"])


TELLING = UpdateTelling(
    lambda: Order.objects.filter(pk=number("order")),
    lambda: Order.objects.filter(turn=number("turn"), submitted_at=None).exclude(
        pk=number("order")
    ),
    choice=value(Order, "choice"),
    submitted_at=value(Order, "submitted_at"),
)


def test_a_row_is_changed_and_others_are_told_of_in_one_query() -> None:
    game = running_game("Anna", "Bruno")
    turn, template = turn_of(game), order(game, "Anna")
    Order.objects.filter(turn=turn).update(choice=None, submitted_at=None)
    told = []
    for row in turn.orders.order_by("pk"):
        given = {"choice": template.choice, "submitted_at": timezone.now()}
        with CaptureQueriesContext(connection) as queries:
            told.append(TELLING(order=row.pk, turn=turn.pk, **given))
        assert len(queries) == 1
        row.refresh_from_db()
        assert (row.choice, row.submitted_at) == (template.choice, given["submitted_at"])
    assert told == [True, False]


def test_values_come_as_the_query_gives_them_and_no_other_shape_is_prepared() -> None:
    game = running_game("Anna", "Bruno")
    seats = Seat.objects.order_by("invited")
    rows: Select[Any] = Select(
        lambda: seats.filter(game=number("game")).values_list("index", "name")
    )
    flat: Select[Any] = Select(
        lambda: seats.filter(game=number("game")).values_list("name", flat=True)
    )
    assert rows(game=game.pk) == list(seats.values_list("index", "name"))
    assert flat(game=game.pk) == list(seats.values_list("name", flat=True))
    other: Select[Any] = Select(lambda: seats.filter(game=number("game")).values("name"))
    with pytest.raises(TypeError, match="cannot be prepared"):
        other(game=game.pk)


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection() -> None:
    game, found = running_game("Anna", "Bruno"), []

    def look() -> None:
        try:
            found.append([seat.pk for seat in SEATS(game=game.pk, now=timezone.now())])
        finally:
            connection.close()

    threads = [Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[seat.pk for seat in Seat.objects.filter(game=game).order_by("invited")]] * 2


NEW_MAILS, MAILS_ONCE = Insert(Mail), Insert(Mail, ignore_conflicts=True)


@pytest.mark.parametrize("keys", ["a", "abc"])
def test_new_rows_are_stored_as_django_stores_them_in_one_query(keys: str) -> None:
    mails = [Mail(key=key, kind=Kind.NOTE, note=f"note {key}") for key in keys]
    with CaptureQueriesContext(connection) as queries:
        assert NEW_MAILS(mails) is mails
    assert len(queries) == 1
    stored = list(Mail.objects.order_by("key"))
    assert stored == mails
    assert [model_to_dict(row) for row in stored] == [model_to_dict(row) for row in mails]
    # They are rows like any other: saving one changes it.
    mails[0].note = "something else"
    mails[0].save()
    assert [row.note for row in Mail.objects.order_by("key")] == [row.note for row in mails]


def test_rows_that_set_something_by_themselves_are_not_prepared() -> None:
    with pytest.raises(TypeError, match="cannot be prepared"):
        Insert(Wish)([Wish()])


def test_of_no_rows_nothing_is_asked() -> None:
    with CaptureQueriesContext(connection) as queries:
        NEW_MAILS([])
    assert len(queries) == 0


def test_a_row_that_is_there_stays_as_it_is_where_that_is_wished() -> None:
    first, other = Mail(key="a", kind=Kind.NOTE, note="first"), Mail(key="b", kind=Kind.NOTE)
    MAILS_ONCE([first])
    MAILS_ONCE([Mail(key="a", kind=Kind.NOTE, note="second"), other])
    notes = Mail.objects.filter(key__in="ab").order_by("key").values_list("key", "note")
    assert list(notes) == [("a", "first"), ("b", "")]


def test_a_row_that_the_database_refuses_is_an_error() -> None:
    with pytest.raises(IntegrityError):
        NEW_MAILS([Mail(key="", kind=Kind.NOTE)])


def test_a_slot_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        SEATS(game=1)
    assert Turn.objects.count() == 0
