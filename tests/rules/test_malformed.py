"""Malformed input is refused with the place where it stands."""

import pytest

from games.rules import Malformed, State
from games.rules.codec import read_choice, read_event, to_json
from tests.rules.builder import ANNA, Game, player, position
from tests.rules.stored import full_state, place_of

PLACE = {"type": "place", "card": 1, "symbol": "S"}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (None, "$"),
        ([], "$"),
        ("keep", "$"),
        (3, "$"),
        (True, "$"),
        ({}, "$.type"),
        ({"type": "win"}, "$.type"),
        ({"type": None}, "$.type"),
        ({"type": ["keep"]}, "$.type"),
        ({"type": {}}, "$.type"),
        ({"type": "place", "card": 1, "symbol": "S"}, "$.type"),  # an action, no choice by itself
        ({"type": "keep"}, "$.cards"),
        ({"type": "keep", "cards": None}, "$.cards"),
        ({"type": "keep", "cards": {"0": 1}}, "$.cards"),
        ({"type": "keep", "cards": "123"}, "$.cards"),
        ({"type": "keep", "cards": [1, "2", 3]}, "$.cards[1]"),
        ({"type": "keep", "cards": [1, 2, True]}, "$.cards[2]"),
        ({"type": "keep", "cards": [1.0, 2, 3]}, "$.cards[0]"),
        ({"type": "keep", "cards": [1, 2, None]}, "$.cards[2]"),
        ({"type": "keep", "cards": [1, 2, 3], "more": 1}, "$.more"),
        ({"type": "take", "card": 10**30}, "$.card"),
        ({"type": "take", "card": -(10**30)}, "$.card"),
        ({"type": "take", "card": "5"}, "$.card"),
        ({"type": "claim", "take": 1}, "$.take"),
        ({"type": "claim", "take": "true"}, "$.take"),
        ({"type": "mobilize"}, "$.action"),
        ({"type": "mobilize", "action": None}, "$.action"),
        ({"type": "mobilize", "action": {"type": "keep", "cards": []}}, "$.action.type"),
        ({"type": "mobilize", "action": {**PLACE, "card": "1"}}, "$.action.card"),
        ({"type": "mobilize", "action": {**PLACE, "to_card": 1}}, "$.action.to_card"),
        ({"type": "mobilize", "action": {"type": "pass", "x": 1}}, "$.action.x"),
        ({"type": "mobilize", "action": PLACE, "carried": []}, "$.carried"),
        ({"type": "mobilize", "action": PLACE, "carried": {"x": []}}, "$.carried.x"),
        ({"type": "mobilize", "action": PLACE, "carried": {"type": "carried"}}, "$.carried.type"),
        ({"type": "mobilize", "action": PLACE, "carried": {"claim": [[2]]}}, "$.carried.claim[0]"),
        (
            {"type": "mobilize", "action": PLACE, "carried": {"claim": [[2, 1]]}},
            "$.carried.claim[0][1]",
        ),
        (
            {"type": "mobilize", "action": PLACE, "carried": {"power": [[9, {"type": "claim"}]]}},
            "$.carried.power[0][1].type",
        ),
        ({"type": "steps", "steps": [PLACE, {"type": "pass"}]}, "$.steps[1].type"),
        ({"type": "arrange", "objectives": [[1, "S", 2]]}, "$.objectives[0]"),
        ({"type": "lose_legions", "spaces": [[1, "S"], ["1", "S"]]}, "$.spaces[1][0]"),
    ],
    ids=str,
)
def test_a_malformed_choice_is_refused_with_its_place(data, where):
    assert place_of(None, data)[0] == where


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seats": None}, "$.seats"),
        ({"seats": [{"supply": True}]}, "$.seats[0].supply"),
        ({"seats": [{}]}, "$.seats[0].supply"),
        ({"seats": [{"supply": 1, "cards": []}]}, "$.seats[0].cards"),
        ({"market": [1, 2, "3", 4, 5]}, "$.market[2]"),
        ({"ended": 0}, "$.ended"),
        ({"resolving": {"seat": 0, "card": 1}}, "$.resolving.step"),
        ({"waiting": [[0]]}, "$.waiting[0]"),
        ({"key": "secret"}, "$.key"),
        ({"version": "1"}, "$.version"),
        ({"supply": 2**60}, "$.supply"),
    ],
    ids=str,
)
def test_a_malformed_state_is_refused_with_its_place(change, where):
    assert place_of(State, to_json(full_state()) | change)[0] == where


def test_a_malformed_event_is_refused():
    for data in ({"type": "event"}, {"type": "placed", "seat": 0}, [], None):
        with pytest.raises(Malformed):
            read_event(data)


def test_a_very_long_list_is_read_in_no_time_and_refused_by_the_rules():
    game = Game(position({ANNA: player({1: "", 58: ""})}))
    huge = read_choice({"type": "lose_legions", "spaces": [[1, "S"]] * 100_000})
    assert game.refusal(ANNA, huge)["code"] == "wrong_answer"
