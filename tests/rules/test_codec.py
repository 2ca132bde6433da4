"""The exact JSON form of states, choices, events and rulesets."""

import json
from dataclasses import replace

import pytest

from games.rules import RefusedState, Ruleset, State, events
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
from games.rules.state import FORMAT
from tests.rules.builder import ANNA, BRUNO, CHANCE, Game, player, position
from tests.rules.stored import CARRIED, full_state, place_of

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
    (
        Mobilize(Pass(), Carried(take=(17,), seen=(17, 18))),
        {
            "type": "mobilize",
            "action": {"type": "pass"},
            "carried": {"take": [17], "seen": [17, 18]},
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
