"""Moderators and the open turn: its deadline, an order for who gives none, closing it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import integrity
from games.models import Game, Order, Turn
from games.services import clock
from games.services.table import open_turn
from tests.games.cast import (
    choice_for,
    order,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.moderating import do, refused

pytestmark = pytest.mark.django_db


def test_deadlines_are_moved_set_and_taken_away():
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due
    assert due is not None

    do(game, "extend", hours=24)
    assert turn_of(game).due == due + timedelta(hours=24)
    wanted = timezone.now() + timedelta(days=9)
    do(game, "set_due", due=wanted)
    assert turn_of(game).due == wanted
    do(game, "suspend")
    assert turn_of(game).due is None

    assert refused(game, "suspend") == "no_deadline"
    assert refused(game, "extend", hours=1) == "no_deadline"
    assert refused(game, "set_due", due=timezone.now()) == "due_is_past"


def test_an_order_is_given_only_for_who_has_given_none():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    order(game, "Anna")
    given = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna")).choice

    assert refused(game, "order_default", seat_id=seat_of(game, "Anna").pk) == "order_is_in"
    bruno = seat_of(game, "Bruno")
    choice = choice_for(game, turn_of(game), bruno)
    do(game, "order_given", seat_id=bruno.pk, choice=choice)

    turn = turn_of(game)
    stored = {row.seat.name: row for row in Order.objects.filter(turn=turn)}
    assert stored["Anna"].choice == given
    assert stored["Bruno"].source == Order.Source.MODERATOR
    assert clock.try_advance(turn_id=turn.pk)
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_which_cards_somebody_keeps_is_not_for_moderators_to_choose():
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    choice = choice_for(game, turn_of(game), anna)

    assert refused(game, "order_given", seat_id=anna.pk, choice=choice) == "keep_is_secret"
    do(game, "order_default", seat_id=anna.pk)
    assert Order.objects.get(turn=turn_of(game), seat=anna).source == Order.Source.MODERATOR


def test_a_turn_is_closed_now_with_defaults_for_who_gave_none():
    game = running_game("Anna", "Bruno", hours=24)
    turn = turn_of(game)
    order(game, "Anna")

    do(game, "advance_now")

    turn.refresh_from_db()
    assert turn.closed is not None
    sources = set(Order.objects.filter(turn=turn).values_list("source", flat=True))
    assert sources == {"link", "clock"}
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_a_dry_run_tells_only_whether_it_passes():
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)

    done = do(game, "dry_run")
    assert set(done.changed) == {"turn", "result", "milliseconds"}
    assert done.changed["result"] == "passes"
    assert open_turn(game) == turn

    Turn.objects.filter(pk=turn.pk).update(state_before={"format": 1})
    assert do(game, "dry_run").changed["result"] == "state_unreadable"
