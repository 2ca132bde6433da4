"""Being absent, back, gone and replaced, at the moment in which a turn closes or another acts."""

from __future__ import annotations

from random import Random

from django.utils import timezone

from games.models import Game, Order, Seat, Turn
from games.pace_models import Happening
from games.rules.codec import to_json
from tests.concurrency import deeds
from tests.concurrency.crew import Crew
from tests.games.cast import running_game, seat_of, turn_of
from tests.games.site import person
from tests.games.waiting import miss

#: Few: until somebody is absent takes two turns.
ROUNDS = 6


def game_without_bruno(number: int) -> Game:
    """A game hosted by Anna from which Bruno has just become absent."""
    game = running_game("Anna", "Bruno", hours=24, seed=Random(number).randbytes(32))
    miss(game, "Bruno")
    game.host = person("Anna")
    game.save(update_fields=["host"])
    return game


def test_coming_back_against_the_deadline(crew: Crew) -> None:
    for number in range(ROUNDS):
        game = game_without_bruno(number)
        turn, bruno = turn_of(game), seat_of(game, "Bruno")
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now())
        back, advanced = crew.together(
            [
                (deeds.come_back, {"seat_id": bruno.pk}),
                (deeds.advance, {"turn_id": turn.pk, "now": timezone.now()}),
            ]
        )
        assert (back.error, advanced.error) == ("", "")
        bruno.refresh_from_db()
        assert (bruno.absent_since, bruno.missed) == (None, 0)
        assert Turn.objects.filter(game=game, number=turn.number + 1).count() == 1


def test_whoever_was_absent_and_orders_twice_at_once_is_back_once(crew: Crew) -> None:
    for number in range(ROUNDS):
        game = game_without_bruno(number)
        turn, bruno = turn_of(game), seat_of(game, "Bruno")
        choice = deeds.choose(game, turn, bruno.index or 0, Random(number))
        job = {"seat_id": bruno.pk, "turn_number": turn.number, "choice": to_json(choice)}

        results = crew.together([(deeds.submit, job)] * 4)

        assert [result.error for result in results] == [""] * 4
        assert Happening.objects.filter(game=game, code="back").count() == 1


def test_offering_a_seat_against_coming_back_to_it(crew: Crew) -> None:
    for number in range(ROUNDS):
        game = game_without_bruno(number)
        bruno = seat_of(game, "Bruno")
        job = {"seat_id": bruno.pk, "host_id": person("Anna").pk, "email": f"e{number}@example.org"}
        back, offered = crew.together(
            [(deeds.come_back, {"seat_id": bruno.pk}), (deeds.offer, job)]
        )
        assert (back.code, offered.code) in (("", "seat_is_played"), ("seat_given_away", ""))
        assert Seat.objects.filter(game=game, index=bruno.index, replaced_at=None).count() == 1


def test_a_seat_is_offered_once_and_given_up_once(crew: Crew) -> None:
    for number in range(ROUNDS):
        game = game_without_bruno(number)
        anna, bruno = seat_of(game, "Anna"), seat_of(game, "Bruno")
        host = {"seat_id": bruno.pk, "host_id": person("Anna").pk}
        results = crew.together(
            [
                (deeds.offer, {**host, "email": f"one{number}@example.org"}),
                (deeds.offer, {**host, "email": f"two{number}@example.org"}),
                (deeds.resign, {"seat_id": anna.pk}),
                (deeds.resign, {"seat_id": anna.pk}),
            ]
        )
        assert sorted(result.code for result in results) == ["", "", *["seat_given_away"] * 2]
        standing = Order.objects.filter(turn=turn_of(game), voided_at=None)
        assert standing.exclude(seat__replaced_at=None).count() == 0
