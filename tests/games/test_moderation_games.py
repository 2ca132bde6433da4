"""Moderators and a whole game: set apart, let go, taken back, ended."""

from __future__ import annotations

import pytest
from django.test import Client

from games import integrity, links
from games.models import Game, Order, Turn
from games.services import clock
from tests.games.cast import (
    choice_for,
    order,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.moderating import do, moderator, refused

pytestmark = pytest.mark.django_db


def test_a_game_is_set_apart_and_let_go():
    game = running_game("Anna", "Bruno")

    do(game, "quarantine")
    assert refused(game, "quarantine") == "game_quarantined"
    assert refused(game, "advance_now") == "game_quarantined"
    do(game, "release")
    game.refresh_from_db()
    assert game.quarantined_at is None
    assert refused(game, "release") == "not_quarantined"


def test_going_back_opens_the_turn_again_and_the_same_tokens_come():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    back_to = turn_of(game)
    tokens = []
    for _ in range(3):
        play_turn(game)
        tokens.append(Turn.objects.filter(game=game, closed__isnull=False).latest("number").events)
    newest = turn_of(game).number

    done = do(game, "go_back", number=back_to.number)

    game.refresh_from_db()
    again = turn_of(game)
    assert done.changed["new_turn"] == again.number == newest + 1
    assert again.restores == back_to
    assert again.state_before == back_to.state_before == game.state
    taken_back = Turn.objects.filter(game=game, superseded_at__isnull=False)
    assert [turn.number for turn in taken_back.order_by("number")] == list(
        range(back_to.number, newest + 1)
    )
    for seat in ("Anna", "Bruno"):
        choice = choice_for(game, back_to, seat_of(game, seat))
        order(game, seat, choice)
    assert clock.try_advance(turn_id=again.pk)
    again.refresh_from_db()
    assert again.events == tokens[0]
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_nobody_goes_back_to_what_never_was():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    number = turn_of(game).number
    play_turn(game)
    do(game, "go_back", number=number)

    for wrong in (0, number, 999):
        assert refused(game, "go_back", number=wrong) == "no_such_turn"


def test_a_game_that_the_engine_refuses_can_still_be_mended():
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    good = turn_of(game).number
    play_turn(game)
    bad = {"format": 1}
    Turn.objects.filter(game=game, closed=None).update(state_before=bad)
    Game.objects.filter(pk=game.pk).update(state=bad)

    do(game, "quarantine")
    do(game, "replace_by_bot", seat_id=seat_of(game, "Bruno").pk)
    do(game, "extend", hours=5)
    do(game, "go_back", number=good)
    do(game, "release")
    order(game, "Anna")
    assert clock.try_advance(turn_id=turn_of(game).pk)

    Game.objects.filter(pk=game.pk).update(state=bad)
    do(game, "close", by=moderator("Livia", "Leads"))
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_the_link_of_a_turn_that_was_taken_back_only_says_so():
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    old = turn_of(game)
    path = links.turn_path(seat_of(game, "Anna"), old.number)

    do(game, "go_back", number=old.number)

    assert "A moderator took this turn back" in Client().get(path).content.decode()
    assert Client().post(path, {"form": "order", "choice": "pass"}).status_code in (409, 422)
    assert not Order.objects.filter(turn=old, voided_at=None).exists()
