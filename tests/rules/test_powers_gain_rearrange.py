"""docs/rules.md, *Powers*: ``gain`` (gain:1 5, gain:2 33) and ``rearrange`` (72)."""

import random

import pytest

from games.rules import events
from games.rules.choices import Arrange, Complete, Place
from games.rules.options import ArrangeOptions
from tests.rules.builder import ANNA, Game, completing, player, position

# gain


@pytest.mark.parametrize(("card", "legions"), [(5, 1), (6, 1), (33, 2), (34, 2)])
def test_gain_takes_legions_from_the_common_supply_for_good(card, legions):
    game = completing(card, {17: ""})
    assert game.seat(ANNA).supply == 7 + legions
    assert game.state.supply == 48 - 14 - legions
    assert game.happened(events.Gained) == [events.Gained(ANNA, legions, card)]
    assert game.state.kind == "take"


def test_gain_takes_those_that_are_left():
    state = position({ANNA: player({33: "CK", 17: ""})}, token="T", supply=1)
    game = Game(state).draw({ANNA: Place(33, "T")})
    assert game.happened(events.Gained) == [events.Gained(ANNA, 1, 33)]
    assert game.state.supply == 0


def test_gain_from_an_empty_common_supply_does_nothing_and_says_so():
    state = position({ANNA: player({33: "CK", 17: ""})}, token="T", supply=0)
    game = Game(state).draw({ANNA: Place(33, "T")})
    assert not game.happened(events.Gained)
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, 33)]


# rearrange


def test_rearrange_moves_any_legions_to_any_empty_spaces():
    game = completing(72, {17: "SS", 85: ""})
    game.answer({ANNA: Arrange(((17, "H"), (85, "D")))})
    assert game.objectives(ANNA) == {17: "H", 85: "D"}
    assert game.happened(events.Rearranged) == [
        events.Rearranged(ANNA, ((17, "H"), (85, "D")), by=72)
    ]
    assert game.seat(ANNA).supply == 5


def test_rearrange_can_complete_an_objective():
    game = completing(72, {1: "S", 17: "S"})
    game.answer({ANNA: Arrange(((1, "SH"), (17, "")))})
    assert game.happened(events.Completed)[-1] == events.Completed(ANNA, 1, by=72)


def test_rearrange_is_a_may_leaving_all_as_it_stands_declines():
    game = completing(72, {1: "S", 17: "S"})
    game.answer({ANNA: Arrange(((1, "S"), (17, "S")))})
    assert game.happened(events.PowerDeclined) == [events.PowerDeclined(ANNA, 72)]
    assert not game.happened(events.Rearranged)


def test_rearrange_refusals():
    game = completing(72, {1: "S", 17: "S"})
    assert game.refusal(ANNA, Arrange(((1, "S"), (17, "")))) == {
        "code": "wrong_number",
        "expected": 2,
        "found": 1,
    }
    assert game.refusal(ANNA, Arrange(((1, "SH"), (17, "S"))))["code"] == "wrong_number"
    assert game.refusal(ANNA, Arrange(((1, "SS"), (17, "")))) == {
        "code": "no_such_space",
        "card": 1,
        "symbol": "S",
    }
    assert game.refusal(ANNA, Arrange(((1, "J"), (17, "S"))))["code"] == "no_such_space"
    assert game.refusal(ANNA, Arrange(((1, "HS"), (17, "")))) == {
        "code": "wrong_order",
        "card": 1,
    }
    for objectives in ((), ((1, "SH"),), ((17, "S"), (1, "S")), ((1, "S"), (1, "S"))):
        assert game.refusal(ANNA, Arrange(objectives)) == {
            "code": "wrong_cards",
            "expected": "1, 17",
        }
    for other in (85, 72, 18):
        wrong = Arrange(((1, "S"), (other, "S")))
        assert game.refusal(ANNA, wrong)["code"] == "wrong_cards"
    assert game.refusal(ANNA, Complete(1)) == {"code": "wrong_answer", "expected": "arrange"}


def test_rearrange_without_a_legion_anywhere_does_nothing_and_says_so():
    game = completing(72, {1: "", 17: ""})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, 72)]
    assert game.state.kind == "take"


def test_rearrange_options_and_sampler():
    game = completing(72, {1: "S", 17: "SH"})
    options = game.rules.options(game.state, ANNA)
    assert options == ArrangeOptions(
        card=72, legions=3, cards=((1, "SH"), (17, "SSSH")), now=((1, "S"), (17, "SH"))
    )
    chance = random.Random(7)
    samples = {options.sample(chance) for _ in range(60)}
    for choice in samples:
        game.rules.verify(game.state, ANNA, choice)
    assert len(samples) == 8  # none on card 1: 2; one: 2 times 2; two: 2
