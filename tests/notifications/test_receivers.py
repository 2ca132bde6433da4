"""Which rows are written in the transaction of what they tell about."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import signals
from games.models import Game, Player
from games.services import clock, seats
from notifications.models import Kind, Mail
from tests.games.cast import NAMES, open_game, play_out, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db


def kinds(**filters: object) -> list[str]:
    return list(Mail.objects.filter(**filters).order_by("id").values_list("kind", flat=True))


def test_everybody_invited_gets_an_invitation_and_bots_get_none() -> None:
    game = open_game("Anna", "Bruno", bots=2)
    assert kinds(game=game) == ["invitation", "invitation"]


def test_an_opened_turn_mails_those_who_owe_an_order_and_nobody_else() -> None:
    game = running_game("Anna", "Bruno", bots=1)
    turn = turn_of(game)
    found = Mail.objects.filter(turn=turn)
    assert {mail.key for mail in found} == {
        f"turn:{turn.pk}:seat:{seat_of(game, name).pk}:keep" for name in ("Anna", "Bruno")
    }
    assert not any(mail.text or mail.html or mail.subject for mail in found)


def test_the_mails_of_a_turn_cost_one_query_whatever_the_number_of_players() -> None:
    game = running_game(*NAMES)
    turn = turn_of(game)
    orders = list(turn.orders.select_related("seat__player"))
    Mail.objects.all().delete()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        signals.turn_opened.send(Game, game=game, turn=turn, orders=orders, passed=[])
    assert len(queries) == 1
    assert Mail.objects.count() == 6


def test_the_same_signal_twice_inserts_nothing_the_second_time() -> None:
    game = running_game("Anna", "Bruno")
    turn, before = turn_of(game), Mail.objects.count()
    orders = list(turn.orders.select_related("seat__player"))
    signals.turn_opened.send(Game, game=game, turn=turn, orders=orders, passed=[])
    assert Mail.objects.count() == before


def test_the_score_sheet_goes_to_every_person_once() -> None:
    game = running_game("Anna", "Bruno", bots=1, target=3)
    play_out(game)
    assert kinds(game=game, kind=Kind.GAME_OVER) == ["game_over", "game_over"]


def test_a_replaced_person_is_told_and_a_newcomer_is_asked() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    old = seat_of(game, "Bruno")
    new = seats.replace_by_player(seat_id=old.pk, email="carla@example.org", name="Carla")
    assert kinds(seat=old, kind=Kind.TAKEN_OVER) == ["taken_over"]
    asked = Mail.objects.get(seat=new)
    assert asked.turn == turn_of(game)
    assert asked.player == Player.objects.get(email="carla@example.org")


def test_a_bot_that_takes_a_seat_over_gets_no_mail() -> None:
    game = running_game("Anna", "Bruno")
    new = seats.replace_by_bot(seat_id=seat_of(game, "Bruno").pk)
    assert kinds(seat=new) == []


def test_somebody_who_takes_a_seat_before_the_start_is_invited() -> None:
    game = open_game("Anna", "Bruno")
    new = seats.replace_by_player(seat_id=seat_of(game, "Bruno").pk, email="carla@example.org")
    assert kinds(seat=new) == ["invitation"]


def test_asking_for_the_link_mails_it_once_for_each_old_link() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    play_turn(game)
    assert seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    assert not seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    assert kinds(seat=anna, kind=Kind.RESEND) == ["resend"]


def test_a_game_set_apart_is_told_to_moderators_or_else_to_the_admins(settings: object) -> None:
    game = running_game("Anna", "Bruno")
    settings.ADMINS = [("Olga", "olga@example.org")]  # type: ignore[attr-defined]
    clock.quarantine(game_id=game.pk, error="state_unreadable")
    assert Mail.objects.get(kind=Kind.NOTE).to_address == "olga@example.org"
    Player.objects.create_user("mona@example.org", is_staff=True)
    Game.objects.filter(pk=game.pk).update(quarantined_at=None)
    clock.quarantine(game_id=game.pk, error="state_unreadable")
    assert Mail.objects.filter(kind=Kind.NOTE, player__email="mona@example.org").exists()


def test_mails_outlive_what_they_were_about() -> None:
    game = open_game("Anna", "Bruno")
    game.delete()
    assert list(Mail.objects.values_list("game", "seat")) == [(None, None)] * 2
