"""docs/rules.md, *Powers*: ``place``.

place:S:2 9, place:H:2 31, place:C:2 55, place:K:2 60, place:T:2 43, place:D:2 45, place:any:1 20,
place:any:2 35.
"""

import random
from dataclasses import replace

import pytest

from games.rules import events
from games.rules.choices import Move, Place, Steps, Take
from games.rules.options import StepsOptions
from games.rules.state import Resolving
from tests.rules.builder import ANNA, Game, completing, player, position

# place


@pytest.mark.parametrize(
    ("card", "symbol"), [(9, "S"), (31, "H"), (55, "C"), (60, "K"), (43, "T"), (45, "D")]
)
def test_place_up_to_two_legions_on_empty_spaces_of_one_symbol(card, symbol):
    game = completing(card, {81: "", 82: ""})
    assert game.state.awaiting == {ANNA: "power"}
    game.answer({ANNA: Steps((Place(81, symbol), Place(82, symbol)))})
    assert game.objectives(ANNA) == {81: symbol, 82: symbol}
    assert game.happened(events.Placed)[1:] == [
        events.Placed(ANNA, 81, symbol, by=card),
        events.Placed(ANNA, 82, symbol, by=card),
    ]


def test_place_any_goes_on_every_symbol():
    for symbol in "SHCKTD":
        game = completing(20, {81: ""})
        game.answer({ANNA: Steps((Place(81, symbol),))})
        assert game.objectives(ANNA) == {81: symbol}


def test_place_any_1_places_one_and_place_any_2_two():
    two = Steps((Place(81, "S"), Place(81, "D")))
    assert completing(20, {81: ""}).refusal(ANNA, two) == {
        "code": "too_many_steps",
        "allowed": 1,
        "found": 2,
    }
    game = completing(35, {81: ""})
    game.answer({ANNA: two})
    assert game.objectives(ANNA) == {81: "SD"}


def test_place_is_a_may_none_and_fewer_are_allowed():
    game = completing(9, {17: ""})
    game.answer({ANNA: Steps()})
    assert game.happened(events.PowerDeclined) == [events.PowerDeclined(ANNA, 9)]
    game = completing(9, {17: ""})
    game.answer({ANNA: Steps((Place(17, "S"),))})
    assert game.objectives(ANNA) == {17: "S"}
    assert not game.happened(events.PowerDeclined)


def test_place_more_than_its_number_is_refused():
    three = Steps((Place(17, "S"),) * 3)
    assert completing(9, {17: ""}).refusal(ANNA, three)["code"] == "too_many_steps"


def test_place_on_another_symbol_is_refused():
    assert completing(9, {17: ""}).refusal(ANNA, Steps((Place(17, "H"),))) == {
        "code": "no_match",
        "card": 17,
        "symbol": "H",
        "symbols": "S",
    }


def test_swaps_do_not_apply_to_place():
    anna = player({9: "HH", 17: ""}, controlled=[15])
    game = Game(position({ANNA: anna}, token="H")).draw({ANNA: Place(9, "H")})
    assert game.refusal(ANNA, Steps((Place(17, "H"),)))["code"] == "no_match"


def test_each_step_is_judged_on_the_position_that_the_step_before_left():
    # One empty S: a second legion finds it full, unless the first is moved on in between.
    game = completing(9, {17: "SS", 1: ""})
    assert game.refusal(ANNA, Steps((Place(17, "S"), Place(17, "S")))) == {
        "code": "space_full",
        "card": 17,
        "symbol": "S",
    }
    game.rules.verify(game.state, ANNA, Steps((Place(17, "S"), Move(17, "S", 1, "S"))))
    # The space that the first step emptied can be filled by the second.
    game = completing(35, {1: "S", 17: ""})
    game.rules.verify(game.state, ANNA, Steps((Move(1, "S", 17, "H"), Place(1, "S"))))
    # A legion that the first step placed can be moved by the second; none before.
    game = completing(35, {1: "", 17: ""})
    game.rules.verify(game.state, ANNA, Steps((Place(1, "S"), Move(1, "S", 17, "H"))))
    assert game.refusal(ANNA, Steps((Move(1, "S", 17, "H"), Place(1, "S"))))["code"] == "no_legion"


def test_the_supply_can_run_out_between_two_steps():
    game = completing(9, {17: "H", 18: ""}, supply=1)
    board = game.seat(ANNA)
    assert board.supply == 3
    game.state = replace(game.state, seats=(replace(board, supply=1), *game.state.seats[1:]))
    two = Steps((Place(17, "S"), Place(18, "S")))
    assert game.refusal(ANNA, two) == {"code": "supply_empty"}
    game.rules.verify(game.state, ANNA, Steps((Place(17, "S"), Move(17, "H", 18, "S"))))


def test_place_may_move_as_at_a_draw():
    game = completing(9, {17: "H", 1: "H"})
    game.answer({ANNA: Steps((Move(1, "H", 17, "S"),))})
    assert game.objectives(ANNA) == {17: "SH", 1: ""}
    assert game.happened(events.Moved) == [events.Moved(ANNA, 1, "H", 17, "S", by=9)]


def test_switch_power_moves_no_allows_only_legions_from_the_supply():
    game = completing(9, {17: "H", 1: "H"}, power_moves="no")
    assert game.refusal(ANNA, Steps((Move(1, "H", 17, "S"),))) == {"code": "no_moves_by_powers"}
    options = game.rules.options(game.state, ANNA)
    assert isinstance(options, StepsOptions)
    assert (options.moves, options.sources) == (False, ())
    game.rules.verify(game.state, ANNA, Steps((Place(17, "S"),)))


def test_switch_power_moves_no_leaves_moves_at_a_draw():
    game = Game(position({ANNA: player({17: "H", 1: ""})}, token="S"), power_moves="no")
    game.draw({ANNA: Move(17, "H", 1, "S")})
    assert game.objectives(ANNA) == {17: "", 1: "S"}


def test_place_with_nothing_to_act_on_does_nothing_and_says_so():
    game = completing(60, {1: "", 17: ""})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, 60)]
    assert game.state.kind == "take"


def test_place_without_supply_and_moves_is_idle():
    state = position({ANNA: player({9: "HH", 17: "H"}, supply=1)}, token="H")
    game = Game(state, power_moves="no")
    # The three of the completed card come back, so the supply is never empty in play.
    game.draw({ANNA: Place(9, "H")})
    assert game.state.kind == "power"
    board = replace(game.seat(ANNA), supply=0)
    game.state = replace(game.state, seats=(board, *game.state.seats[1:]))
    assert game.refusal(ANNA, Steps((Place(17, "S"),)))["code"] == "supply_empty"


def test_place_options_describe_sources_targets_and_limits():
    game = completing(9, {17: "SH", 1: ""})
    assert game.rules.options(game.state, ANNA) == StepsOptions(
        card=9,
        symbols="S",
        limit=2,
        supply=5,
        targets=(((1, "S"), 1), ((17, "S"), 2)),
        sources=(((17, "S"), 1), ((17, "H"), 1)),
        moves=True,
    )


@pytest.mark.parametrize("moves", ["yes", "no"])
def test_the_sampler_of_place_gives_legal_answers(moves):
    chance = random.Random(7)
    for card in (9, 35, 43, 60):
        game = completing(card, {81: "SHC", 72: "K", 17: ""}, power_moves=moves)
        options = game.rules.options(game.state, ANNA)
        seen = set()
        for _ in range(50):
            choice = options.sample(chance)  # type: ignore[union-attr]
            game.rules.verify(game.state, ANNA, choice)
            seen.add(choice)
        assert len(seen) > 2


def test_another_answer_to_place_is_refused():
    game = completing(9, {17: ""})
    assert game.refusal(ANNA, Take(17)) == {"code": "wrong_answer", "expected": "steps"}


def test_with_an_empty_supply_the_sampler_of_place_moves():
    # Play hardly comes here: the completed card's own legions are back in the supply by then.
    state = position(
        {ANNA: player({35: "", 82: "SHC", 17: "S", 19: ""}, supply=0)},
        token="S",
        kind="power",
        awaited=(ANNA,),
        resolving=Resolving(ANNA, 35, "power"),
    )
    game, chance = Game(state), random.Random(7)
    options = game.rules.options(state, ANNA)
    assert isinstance(options, StepsOptions)
    samples = {options.sample(chance) for _ in range(200)}
    for choice in samples:
        game.rules.verify(state, ANNA, choice)
        assert all(isinstance(step, Move) for step in choice.steps)
    assert max(len(choice.steps) for choice in samples) == 2
    still = Game(state, power_moves="no")
    options = still.rules.options(state, ANNA)
    assert isinstance(options, StepsOptions)
    assert {options.sample(chance) for _ in range(50)} == {Steps()}
