"""What cannot be is made by hand, and the checker names it; it never repairs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.integrity import faults_of
from games.models import Game, GameSeed, Order, Seat, Turn
from games.rules.choices import Keep
from games.rules.codec import to_json
from games.services import seats
from games.services.table import state_of
from notifications.integrity import mail_faults_of
from notifications.models import Mail
from tests.games.cast import order, play_out, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db


def played() -> Game:
    """A game of two with one turn closed and one order of the next one in."""
    game = running_game("Anna", "Bruno", hours=24)
    play_turn(game)
    turn = turn_of(game)
    order(game, turn.orders.filter(submitted_at=None).select_related("seat")[0].seat.name)
    game.refresh_from_db()
    return game


def first_turn(game: Game) -> Turn:
    return Turn.objects.get(game=game, number=1)


def other_keep(game: Game, name: str) -> object:
    """Another legal keep than the one that was used."""
    stored = Order.objects.get(turn=first_turn(game), seat=seat_of(game, name))
    kept: list[int] = (stored.choice or {})["cards"]
    hand = state_of(first_turn(game).state_before).seats[stored.seat.index or 0].hand
    return to_json(Keep(tuple(sorted(set(hand) - set(kept)))))


def change_order(game: Game) -> None:
    Order.objects.filter(turn=first_turn(game), seat=seat_of(game, "Anna")).update(
        choice=other_keep(game, "Anna")
    )


FAULTS: dict[str, tuple[Callable[[Game], object], str, int | None]] = {
    "an order changed after its turn closed": (change_order, "events_do_not_follow", 1),
    "an order submitted after its turn closed": (
        lambda game: Order.objects.filter(turn=first_turn(game)).update(
            submitted_at=timezone.now() + timedelta(hours=1)
        ),
        "order_after_the_close",
        1,
    ),
    "an order voided after its turn closed": (
        lambda game: Order.objects.filter(turn=first_turn(game), seat__name="Anna").update(
            voided_at=timezone.now() + timedelta(hours=1)
        ),
        "orders_are_not_the_awaited",
        1,
    ),
    "a turn closed with an order missing": (
        lambda game: Order.objects.filter(turn=first_turn(game), seat__name="Anna").update(
            choice=None, submitted_at=None
        ),
        "closed_with_an_order_missing",
        1,
    ),
    "a default before the deadline": (
        lambda game: Order.objects.filter(turn=first_turn(game)).update(source="clock"),
        "clock_before_the_deadline",
        1,
    ),
    "an event told twice": (
        lambda game: Turn.objects.filter(pk=first_turn(game).pk).update(
            events=[*first_turn(game).events, first_turn(game).events[-1]]
        ),
        "events_do_not_follow",
        1,
    ),
    "a gap in the numbers": (
        lambda game: Turn.objects.filter(game=game, number=2).update(number=F("number") + 1),
        "numbers_have_a_gap",
        None,
    ),
    "another position than the orders led to": (
        lambda game: Turn.objects.filter(game=game, number=2).update(
            state_before={**(turn_of(game).state_before or {}), "supply": 7}
        ),
        "position_does_not_follow",
        2,
    ),
    "an open turn that is not the last": (
        lambda game: (
            Turn.objects.filter(game=game, number=2).update(closed=timezone.now()),
            Turn.objects.filter(game=game, number=1).update(closed=None),
        ),
        "open_turn_is_not_the_last",
        1,
    ),
    "nothing awaited in a running game": (
        lambda game: Turn.objects.filter(game=game, number=2).delete(),
        "nothing_awaited",
        None,
    ),
    "another seed than the committed": (
        lambda game: GameSeed.objects.filter(game=game).update(seed=bytes(32)),
        "seed_is_not_the_committed",
        None,
    ),
    "a word changed after the start": (
        lambda game: game.seats.filter(name="Anna").update(word="another"),
        "opening_is_not_the_bags",
        0,
    ),
    "a position nobody can read": (
        lambda game: Game.objects.filter(pk=game.pk).update(state={"nonsense": 1}),
        "state_unreadable",
        None,
    ),
    "a draw that is not the position's": (
        lambda game: Game.objects.filter(pk=game.pk).update(draw=99),
        "draw_is_not_the_states",
        None,
    ),
    "a seat that was given up and is played all the same": (
        lambda game: game.seats.filter(name="Anna").update(resigned_at=timezone.now()),
        "resigned_but_seated",
        None,
    ),
    "somebody absent who is waited for": (
        lambda game: Seat.objects.filter(
            orders__turn=turn_of(game), orders__submitted_at=None
        ).update(absent_since=timezone.now()),
        "absent_but_awaited",
        2,
    ),
    "a turn with every order in that nobody will find": (
        lambda game: (
            Turn.objects.filter(game=game, number=1).update(ready=None),
            Turn.objects.filter(game=game, number=2).delete(),
            Turn.objects.filter(game=game, number=1).update(closed=None),
        ),
        "every_order_in_but_not_ready",
        1,
    ),
}


def test_a_sound_game_has_no_fault() -> None:
    game = played()
    assert [*faults_of(game), *mail_faults_of(game)] == []
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    assert [*faults_of(game), *mail_faults_of(game)] == []
    play_out(game)
    assert [*faults_of(game), *mail_faults_of(game)] == []


@pytest.mark.parametrize("what", FAULTS)
def test_what_cannot_be_is_named_and_left_as_it_is(what: str) -> None:
    game = played()
    change, code, number = FAULTS[what]
    change(game)
    game.refresh_from_db()
    before = list(Turn.objects.filter(game=game).values())
    assert (code, number) in {(fault.code, fault.turn) for fault in faults_of(game)}
    assert list(Turn.objects.filter(game=game).values()) == before


def test_a_decision_that_nobody_was_mailed_about_and_one_that_nobody_owed() -> None:
    game = played()
    mail = Mail.objects.filter(game=game, kind="keep").first()
    assert mail is not None
    Mail.objects.filter(pk=mail.pk).update(key="turn:0:seat:0:keep")
    assert {fault.code for fault in mail_faults_of(game)} == {
        "nobody_was_mailed",
        "mailed_about_nothing",
    }
