"""docs/rules.md, *Decisions, and what a missing one becomes*."""

import random
from typing import Any

import pytest

from games.rules import RefusedState
from games.rules.bots import default_choice, greedy_bot
from games.rules.choices import Claim, LoseLegions, Mobilize, Pass, Place, Steps, Take
from games.rules.codec import from_json, to_json
from games.rules.state import Resolving, State
from tests.rules.builder import ANNA, BRUNO, CLARA, DECK, Game, player, position


def at_keep() -> Game:
    return Game.start(3)


def at_mobilize() -> Game:
    seats = {ANNA: player({1: "", 58: ""}), BRUNO: player({57: ""}), CLARA: player({85: ""})}
    return Game(position(seats, token="S"))


def at_power() -> Game:
    anna = player({35: "SHC", 17: "", 58: ""})
    return Game(position({ANNA: anna}, token="T")).draw({ANNA: Place(35, "T")})


def at_losses() -> Game:
    seats = {
        ANNA: player({37: "SSH", 58: ""}),
        BRUNO: player({57: "SH"}),
        CLARA: player({19: "SH"}),
    }
    state = position(seats, token="D", market=(17, 18, 21, 22, 23))
    return Game(state).draw({ANNA: Place(37, "D")})


def at_claim() -> Game:
    anna = player({1: "S", 58: ""}, controlled=[2])
    return Game(position({ANNA: anna}, token="H")).draw({ANNA: Place(1, "H")})


def at_take() -> Game:
    return Game(position({ANNA: player({1: "S", 58: ""})}, token="H")).draw({ANNA: Place(1, "H")})


MOMENTS = {
    "keep": (at_keep, (ANNA, BRUNO, CLARA)),
    "mobilize": (at_mobilize, (ANNA, BRUNO)),
    "power": (at_power, (ANNA,)),
    "losses": (at_losses, (BRUNO, CLARA)),
    "claim": (at_claim, (ANNA,)),
    "take": (at_take, (ANNA,)),
}


@pytest.mark.parametrize("kind", MOMENTS)
def test_each_kind_of_decision_is_asked_of_whom_it_concerns(kind):
    moment, seats = MOMENTS[kind]
    game = moment()
    assert game.state.awaiting == dict.fromkeys(seats, kind)


@pytest.mark.parametrize("kind", MOMENTS)
def test_every_option_listed_is_legal(kind):
    moment, seats = MOMENTS[kind]
    game = moment()
    for seat in seats:
        options = game.rules.options(game.state, seat)
        choices = options if isinstance(options, tuple) else [options.sample(random.Random(1))]
        assert choices
        for choice in choices:
            game.rules.verify(game.state, seat, choice)


@pytest.mark.parametrize("kind", MOMENTS)
def test_an_answer_to_another_kind_is_refused(kind):
    moment, seats = MOMENTS[kind]
    game = moment()
    answers: dict[str, Any] = {
        "mobilize": Mobilize(Pass()),
        "power": Steps(),
        "losses": LoseLegions(()),
        "claim": Claim(True),
        "take": Take(17),
    }
    answers.pop(kind, None)
    for answer in answers.values():
        assert game.refusal(seats[0], answer)["code"] == "wrong_answer"


@pytest.mark.parametrize("kind", MOMENTS)
def test_if_the_clock_runs_out_a_draw_is_passed_and_else_it_is_the_greedy_bots_choice(kind):
    moment, seats = MOMENTS[kind]
    game = moment()
    for seat in seats:
        choice = default_choice(game.rules, game.state, seat, random.Random(1))
        if kind == "mobilize":
            assert choice == Mobilize(Pass())
        else:
            view = game.rules.view_for(game.state, seat)
            options = game.rules.options(game.state, seat)
            assert choice == greedy_bot(DECK, view, options, random.Random(2))
        game.rules.verify(game.state, seat, choice)


@pytest.mark.parametrize("kind", MOMENTS)
def test_a_game_stored_at_a_decision_goes_on_as_if_nothing_had_been(kind):
    moment, seats = MOMENTS[kind]
    game, again = moment(), moment()
    again.state = from_json(State, to_json(game.state))
    choices = {
        seat: default_choice(game.rules, game.state, seat, random.Random(1)) for seat in seats
    }
    game.answer(choices)
    again.answer(choices)
    assert again.state == game.state
    assert again.events == game.events


@pytest.mark.parametrize("kind", ["power", "losses", "claim", "take"])
def test_a_state_that_awaits_a_decision_of_no_resolution_is_refused(kind):
    game = Game(position({ANNA: player({1: ""})}, kind=kind, awaited=(ANNA,)))
    with pytest.raises(RefusedState) as refused:
        game.answer({ANNA: Claim(True)})
    assert refused.value.code == "nothing_resolving"
    if kind in ("power", "losses"):
        with pytest.raises(RefusedState):
            game.rules.options(game.state, ANNA)


def test_a_state_that_asks_for_a_power_that_the_card_does_not_have_is_refused():
    for card, kind, code in ((17, "power", "no_power"), (9, "losses", "no_attack")):
        state = position(
            {ANNA: player({card: ""})},
            kind=kind,
            awaited=(ANNA,),
            resolving=Resolving(ANNA, card, "power"),
        )
        with pytest.raises(RefusedState) as refused:
            Game(state).answer({ANNA: Steps()})
        assert refused.value.code == code


def test_a_state_that_awaits_an_unknown_kind_is_refused():
    game = Game(position({ANNA: player({1: ""})}, kind="dance", awaited=(ANNA,)))
    game.state = position(
        {ANNA: player({1: ""})},
        kind="dance",
        awaited=(ANNA,),
        resolving=Resolving(ANNA, 1, "take"),
    )
    assert game.refusal(ANNA, Take(17)) == {"code": "wrong_kind", "kind": "dance"}
