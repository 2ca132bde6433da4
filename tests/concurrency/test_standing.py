"""What is said at the moment of the draw is used in it, or from the next one on; never lost."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Game, Order
from games.rules.choices import Mobilize, Pass
from games.rules.codec import to_json
from games.services import standing
from games.services.table import state_of
from games.standing_models import StandingOrder
from tests.concurrency import deeds, sayings
from tests.concurrency.crew import Crew
from tests.games.beforehand import PASSES, first_places, say
from tests.games.cast import running_game, seat_of, turn_of


def before_the_draw(dice: Random) -> Game:
    """A game of three with all orders in; Anna passes at every draw, as she has said."""
    game = running_game("Anna", "Bruno", "Clara", seed=dice.randbytes(32))
    for wish in deeds.wishes(game, dice):
        deeds.submit(**wish)
    say(game, "Anna", PASSES)
    return game


def test_what_is_said_against_the_advance_is_the_old_or_the_new(crew: Crew) -> None:
    outcomes = set()
    for number in range(30):
        game = before_the_draw(Random(number))
        turn, anna = turn_of(game), seat_of(game, "Anna")
        new = first_places(game, "Anna")
        words = {
            "seat_id": anna.pk,
            "turn_number": turn.number,
            "version": 1,
            "orders": {symbol: to_json(Mobilize(action)) for symbol, action in new.items()},
            "wishes": {},
        }
        said, advanced = crew.together(
            [(sayings.say, words), (deeds.advance, {"turn_id": turn.pk})]
        )
        assert advanced.value is True
        assert (said.error, said.code) in (("", ""), ("TurnClosed", "said_too_late"))
        kept = new if said.value else PASSES
        assert standing.said_by(seat_of(game, "Anna")).said.orders == kept
        turn = turn_of(game)
        token = state_of(turn.state_before).token
        for order in Order.objects.filter(turn=turn, seat=anna):
            assert order.choice == to_json(Mobilize(kept[token] if said.value else Pass()))
            assert order.source == "standing"
        outcomes.add(said.error)
    assert outcomes, "nothing was tried"


@pytest.mark.parametrize("email", ["", "elena@example.org"])
def test_what_is_said_against_a_replacement_is_nobodys(crew: Crew, email: str) -> None:
    for number in range(10):
        dice = Random(number)
        game = before_the_draw(dice)
        anna = seat_of(game, "Anna")
        words = sayings.saying(game, turn_of(game), anna, dice)
        said, replaced = crew.together(
            [(sayings.say, words), (deeds.replace, {"seat_id": anna.pk, "email": email})]
        )
        assert replaced.error == ""
        assert said.code in ("", "seat_replaced")
        assert not StandingOrder.objects.filter(seat__game=game).exists()


def test_two_forms_at_the_same_moment_are_one_after_the_other(crew: Crew) -> None:
    for number in range(10):
        dice = Random(number)
        game = before_the_draw(dice)
        anna, turn = seat_of(game, "Anna"), turn_of(game)
        words = [sayings.saying(game, turn, anna, dice) for _ in range(4)]
        results = crew.together([(sayings.say, one) for one in words])
        assert sorted(result.code for result in results) == ["", *["said_meanwhile"] * 3]
