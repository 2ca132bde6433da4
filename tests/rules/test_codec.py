"""The exact JSON form of states, choices, events and rulesets."""

import json
from dataclasses import replace

import pytest

from games.rules import Malformed, RefusedState, Ruleset, State, events
from games.rules.choices import (
    Arrange,
    Carried,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Steps,
    Take,
)  # fmt: skip
from games.rules.codec import from_json, read_choice, read_event, to_json
from games.rules.events import EVENTS, Event
from games.rules.state import FORMAT, Resolving
from tests.rules.builder import ANNA, BRUNO, CHANCE, Game, player, position

CARRIED = Carried(
    power=(
        (9, Steps((Place(17, "S"),))),
        (72, Arrange(((1, "S"),))),
        (87, Complete(1)),
        (13, Take(4)),
    ),
    claim=((2, True), (3, False)),
    take=(17, 18),
)

CHOICES = [
    (Keep((1, 2, 3)), {"type": "keep", "cards": [1, 2, 3]}),
    (Keep(()), {"type": "keep", "cards": []}),
    (
        Mobilize(Place(1, "S")),
        {"type": "mobilize", "action": {"type": "place", "card": 1, "symbol": "S"}},
    ),
    (
        Mobilize(Move(1, "S", 2, "H")),
        {
            "type": "mobilize",
            "action": {"type": "move", "card": 1, "symbol": "S", "to_card": 2, "to_symbol": "H"},
        },
    ),
    (Mobilize(Pass()), {"type": "mobilize", "action": {"type": "pass"}}),
    (
        Mobilize(Pass(), Carried()),
        {"type": "mobilize", "action": {"type": "pass"}, "carried": {}},
    ),
    (
        Mobilize(Pass(), CARRIED),
        {
            "type": "mobilize",
            "action": {"type": "pass"},
            "carried": {
                "power": [
                    [9, {"type": "steps", "steps": [{"type": "place", "card": 17, "symbol": "S"}]}],
                    [72, {"type": "arrange", "objectives": [[1, "S"]]}],
                    [87, {"type": "complete", "card": 1}],
                    [13, {"type": "take", "card": 4}],
                ],
                "claim": [[2, True], [3, False]],
                "take": [17, 18],
            },
        },
    ),
    (Steps(), {"type": "steps"}),
    (
        Steps((Place(1, "S"), Move(1, "S", 2, "H"))),
        {
            "type": "steps",
            "steps": [
                {"type": "place", "card": 1, "symbol": "S"},
                {"type": "move", "card": 1, "symbol": "S", "to_card": 2, "to_symbol": "H"},
            ],
        },
    ),
    (
        Arrange(((1, "S"), (2, ""))),
        {"type": "arrange", "objectives": [[1, "S"], [2, ""]]},
    ),
    (Complete(5), {"type": "complete", "card": 5}),
    (Take(5), {"type": "take", "card": 5}),
    (LoseLegions(((1, "S"),)), {"type": "lose_legions", "spaces": [[1, "S"]]}),
    (LoseObjective(5), {"type": "lose_objective", "card": 5}),
    (Claim(True), {"type": "claim", "take": True}),
    (Claim(False), {"type": "claim", "take": False}),
]


@pytest.mark.parametrize(("choice", "data"), CHOICES, ids=lambda value: type(value).__name__)
def test_every_choice_has_its_json_form(choice, data):
    assert to_json(choice) == data
    assert read_choice(json.loads(json.dumps(data))) == choice


EXAMPLES = {
    "int": 3,
    "str": "S",
    "bool": True,
    "int | None": 1,
    "tuple[int, ...]": (1, 2),
    "tuple[tuple[int, str], ...]": ((1, "S"),),
    "Choice": Take(5),
}


def example(kind: type[Event]) -> Event:
    return kind(
        **{
            name: EXAMPLES[hint]
            for name, hint in kind.__annotations__.items()
            if name != "code" and name != "private"
        }
    )


@pytest.mark.parametrize("code", sorted(EVENTS))
def test_every_event_round_trips(code):
    event = example(EVENTS[code])
    data = to_json(event)
    assert data["type"] == code == event.code
    assert read_event(json.loads(json.dumps(data))) == event


def test_there_is_an_example_of_every_event_type():
    assert len(EVENTS) == 30
    for kind in EVENTS.values():
        assert kind.private is (kind is events.Dealt)


def full_state() -> State:
    seats = {
        ANNA: player({1: "S", 58: ""}, [17, 2], ["count:2"], carried=CARRIED),
        BRUNO: player({57: "SH"}, hand=[3, 4]),
    }
    return position(
        seats,
        market=(18, None, 19, None, 21),
        token="SHJ",
        deck=(80, 81),
        discards=(30, 31),
        waiting=((ANNA, 1),),
        resolving=Resolving(BRUNO, 57, "claim"),
        kind="claim",
        awaited=(BRUNO,),
        ended=True,
        crier=1,
        dealt=1,
    )


def test_a_state_round_trips_with_every_field():
    state = full_state()
    data = to_json(state)
    assert from_json(State, json.loads(json.dumps(data))) == state
    assert data["market"] == [18, None, 19, None, 21]
    assert data["resolving"] == {"seat": BRUNO, "card": 57, "step": "claim"}
    assert "key" not in data


def test_the_version_always_stands_in_a_state():
    # Left out as a default, an old state would be read as one of the newest version.
    data = to_json(full_state())
    assert data["version"] == FORMAT
    del data["version"]
    assert place_of(State, data) == ("$.version", "value")


def test_a_state_of_another_version_is_refused():
    game = Game(position({ANNA: player({1: "", 58: ""})}))
    state = replace(game.state, version=FORMAT + 1)
    with pytest.raises(RefusedState) as refused:
        game.rules.advance(state, {ANNA: Mobilize(Pass())}, CHANCE)
    assert refused.value.code == "unknown_version"
    with pytest.raises(RefusedState):
        game.rules.options(state, ANNA)
    with pytest.raises(RefusedState):
        game.rules.verify(state, ANNA, Mobilize(Pass()))


def test_every_switch_always_stands_in_a_stored_ruleset():
    # Left out as a default, a game would change its rules with the default.
    data = to_json(Ruleset())
    assert data == {
        "opening": "choose",
        "shelter": "player",
        "power_moves": "yes",
        "goods_tie": "newcomer",
        "target": 7,
    }
    changed = Ruleset(opening="dealt", target=3)
    assert from_json(Ruleset, to_json(changed)) == changed
    del data["shelter"]
    assert place_of(Ruleset, data) == ("$.shelter", "value")


def test_tuples_of_values_are_lists():
    assert to_json((Take(1), Take(2))) == [to_json(Take(1)), to_json(Take(2))]


# Malformed input, with the place where it stands


def place_of(kind, data):
    with pytest.raises(Malformed) as refused:
        read_choice(data) if kind is None else from_json(kind, data)
    assert refused.value.code == "malformed"
    return refused.value.parameters["place"], refused.value.parameters["expected"]


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
