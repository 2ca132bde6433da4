"""Positions, events and choices are stored as compact text and come back as they were."""

from __future__ import annotations

import json

import pytest
from django.core import serializers
from django.db import connection

from games.models import Game, Order, Turn
from tests.games.cast import order, running_game, turn_of

pytestmark = pytest.mark.django_db


def stored(table: str, column: str, pk: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE id = %s", [pk])
        found: str | None = cursor.fetchone()[0]
        return found


def test_what_is_stored_has_no_space_too_many_and_is_read_back() -> None:
    game = running_game("Anna", "Bruno")
    text = stored("games_game", "state", game.pk)
    assert text == json.dumps(game.state, separators=(",", ":"), ensure_ascii=False)
    assert Game.objects.get(pk=game.pk).state == game.state


def test_an_order_that_is_not_given_is_null_and_no_json_null() -> None:
    game = running_game("Anna", "Bruno")
    given = order(game, "Anna")
    rest = turn_of(game).orders.exclude(pk=given.pk).get()
    assert stored("games_order", "choice", rest.pk) is None
    assert Order.objects.filter(choice__isnull=True, turn=turn_of(game)).get() == rest


def test_a_turn_goes_through_a_fixture_unchanged() -> None:
    turn = Turn.objects.get(game=running_game("Anna", "Bruno"), number=0)
    back = next(iter(serializers.deserialize("json", serializers.serialize("json", [turn]))))
    assert isinstance(back.object, Turn)
    assert back.object.events == turn.events
