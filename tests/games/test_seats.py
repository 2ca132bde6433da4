"""Replacing a seat's player, asking for a link, revoking links."""

from __future__ import annotations

import pytest

from games.models import Game, Order, Seat
from games.records import record_of
from games.rules.recordcheck import check_record
from games.services import clock, seats
from games.services.errors import Refused
from tests.games.cast import open_game, order, play_out, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db


def test_a_bot_takes_a_seat_over_with_its_place_word_and_open_order() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    bruno = seat_of(game, "Bruno")
    order(game, "Bruno")
    bot = seats.replace_by_bot(seat_id=bruno.pk)
    bruno.refresh_from_db()
    assert (bruno.replaced_by, bruno.replaced_at is not None) == (bot, True)
    assert (bot.index, bot.invited, bot.word) == (bruno.index, bruno.invited, bruno.word)
    old, new = (Order.objects.get(turn=turn_of(game), seat=seat) for seat in (bruno, bot))
    assert old.voided_at is not None
    assert (new.source, new.choice is not None) == ("bot", True)


def test_the_game_goes_on_when_the_bot_was_the_last_one_awaited() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    order(game, "Anna")
    seats.replace_by_bot(seat_id=seat_of(game, "Bruno").pk)
    turn.refresh_from_db()
    assert turn.ready is not None
    assert clock.try_advance(turn_id=turn.pk)


def test_another_person_owes_the_order_anew() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    order(game, "Anna")
    order(game, "Bruno")
    elena = seats.replace_by_player(
        seat_id=seat_of(game, "Bruno").pk, email="elena@example.org", name="Elena"
    )
    turn.refresh_from_db()
    assert turn.ready is None
    assert not clock.try_advance(turn_id=turn.pk)
    assert Order.objects.get(turn=turn, seat=elena).choice is None
    order(game, "Elena")
    assert clock.try_advance(turn_id=turn.pk)


def test_a_game_with_a_replaced_seat_ends_and_its_record_checks() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    play_out(game)
    assert game.status == Game.Status.FINISHED
    check_record(record_of(game))


def test_a_bot_for_the_last_missing_acceptance_starts_the_game() -> None:
    game = open_game("Anna", "Bruno")
    from games.services import lobby

    lobby.accept(seat_id=seat_of(game, "Anna").pk)
    seats.replace_by_bot(seat_id=seat_of(game, "Bruno").pk)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_a_seat_is_replaced_once() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    seats.replace_by_bot(seat_id=anna.pk)
    with pytest.raises(Refused) as caught:
        seats.replace_by_bot(seat_id=anna.pk)
    assert caught.value.code == "seat_replaced"
    assert Seat.objects.filter(game=game, index=anna.index).count() == 2


def test_nobody_sits_twice_at_one_table() -> None:
    game = running_game("Anna", "Bruno")
    with pytest.raises(Refused) as caught:
        seats.replace_by_player(seat_id=seat_of(game, "Bruno").pk, email="ANNA@example.org")
    assert caught.value.code == "address_twice"


def test_the_current_link_is_mailed_once_for_each_old_link() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    anna = seat_of(game, "Anna")
    assert seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    assert not seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    # The open turn's own link is the current one: nothing to mail.
    assert not seats.ask_for_link(seat_id=anna.pk, turn_number=turn_of(game).number)


def test_revoking_raises_the_epoch_that_links_are_signed_with() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    seats.revoke_links(seat_id=anna.pk)
    assert seat_of(game, "Anna").link_epoch == anna.link_epoch + 1
