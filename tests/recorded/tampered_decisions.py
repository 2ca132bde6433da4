"""Tampering with decisions."""

from __future__ import annotations

from tests.recorded.tampering import Tree, choice_of, step_of, tampering

PASS = {"type": "mobilize", "action": {"type": "pass"}}


@tampering("record_illegal")
def keeping_a_card_that_was_not_dealt(tree: Tree) -> str:
    choice, place = choice_of(tree, "keep")
    choice["cards"][2] = 88
    return place


@tampering("record_illegal")
def keeping_in_another_order(tree: Tree) -> str:
    choice, place = choice_of(tree, "keep")
    choice["cards"].reverse()
    return place


@tampering("record_illegal")
def keeping_four(tree: Tree) -> str:
    choice, place = choice_of(tree, "keep")
    choice["cards"] = sorted(tree["opening"][1]["cards"][:4])
    return place


@tampering("record_illegal")
def placing_without_a_match(tree: Tree) -> str:
    choice, place = choice_of(tree, "mobilize")
    choice["action"]["symbol"] = "X"
    return place


@tampering("record_illegal")
def placing_on_a_strange_card(tree: Tree) -> str:
    choice, place = choice_of(tree, "mobilize")
    choice["action"]["card"] = 1000
    return place


@tampering("record_illegal")
def moving_to_the_same_space(tree: Tree) -> str:
    number = next(
        number
        for number, step in enumerate(tree["steps"])
        if any(e["type"] == "moved" and e["seat"] == 0 and "by" not in e for e in step["events"])
    )
    action = tree["steps"][number]["decisions"][0]["choice"]["action"]
    action["card"], action["symbol"] = action["to_card"], action["to_symbol"]
    return f"$.steps[{number}].decisions[0].choice"


@tampering("record_illegal")
def answering_another_question(tree: Tree) -> str:
    number = step_of(tree, "mobilize")
    tree["steps"][number]["decisions"][0]["choice"] = {"type": "claim", "take": True}
    return f"$.steps[{number}].decisions[0].choice"


@tampering("record_illegal")
def taking_what_does_not_lie_there(tree: Tree) -> str:
    choice, place = choice_of(tree, "take")
    choice["card"] = 1000
    return place


@tampering("record_illegal")
def too_many_steps(tree: Tree) -> str:
    choice, place = choice_of(tree, "power", "steps")
    choice["steps"] *= 7
    return place


@tampering("record_illegal", "six")
def arranging_more_legions(tree: Tree) -> str:
    choice, place = choice_of(tree, "power", "arrange")
    entry = next(entry for entry in choice["objectives"] if entry[1])
    entry[1] += entry[1]
    return place


@tampering("record_illegal", "six")
def arranging_a_card_less(tree: Tree) -> str:
    choice, place = choice_of(tree, "power", "arrange")
    choice["objectives"].pop()
    return place


@tampering("record_illegal", "three")
def completing_a_strange_card(tree: Tree) -> str:
    choice, place = choice_of(tree, "power", "complete")
    choice["card"] = 1000
    return place


@tampering("record_illegal", "six")
def losing_a_legion_less(tree: Tree) -> str:
    choice, place = choice_of(tree, "losses", "lose_legions")
    choice["spaces"].pop()
    return place


@tampering("record_illegal", "six")
def losing_a_strange_objective(tree: Tree) -> str:
    choice, place = choice_of(tree, "losses", "lose_objective")
    choice["card"] = 1000
    return place


@tampering("record_event")
def passing_instead(tree: Tree) -> str:
    number = step_of(tree, "mobilize")
    tree["steps"][number]["decisions"][0]["choice"] = PASS
    return f"$.steps[{number}].events[0]"


@tampering("record_event")
def claiming_otherwise(tree: Tree) -> str:
    number = step_of(tree, "claim")
    choice = tree["steps"][number]["decisions"][0]["choice"]
    choice["take"] = not choice["take"]
    return f"$.steps[{number}].events[0]"


@tampering("record_wrong_seats")
def decision_of_another_seat(tree: Tree) -> str:
    number = step_of(tree, "take")
    decision = tree["steps"][number]["decisions"][0]
    decision["seat"] = (decision["seat"] + 1) % 4
    return f"$.steps[{number}].decisions"


@tampering("record_wrong_seats")
def decision_missing(tree: Tree) -> str:
    number = step_of(tree, "mobilize")
    tree["steps"][number]["decisions"].pop()
    return f"$.steps[{number}].decisions"


@tampering("record_wrong_seats")
def decision_too_many(tree: Tree) -> str:
    number = step_of(tree, "take")
    tree["steps"][number]["decisions"] *= 2
    return f"$.steps[{number}].decisions"


@tampering("record_wrong_seats")
def decisions_in_another_order(tree: Tree) -> str:
    number = step_of(tree, "mobilize")
    tree["steps"][number]["decisions"].reverse()
    return f"$.steps[{number}].decisions"


@tampering("record_carrying")
def order_that_carries_answers(tree: Tree) -> str:
    choice, place = choice_of(tree, "mobilize")
    choice["carried"] = {"claim": [[2, True]]}
    return f"{place}.carried"


@tampering("record_carried")
def order_marked_carried(tree: Tree) -> str:
    number = step_of(tree, "mobilize")
    tree["steps"][number]["decisions"][1]["carried"] = True
    return f"$.steps[{number}].decisions[1].carried"


@tampering("record_carried", "six")
def loss_marked_carried(tree: Tree) -> str:
    number = step_of(tree, "losses")
    tree["steps"][number]["decisions"][0]["carried"] = True
    return f"$.steps[{number}].decisions[0].carried"


@tampering("record_carried", "three")
def second_take_of_a_draw_marked_carried(tree: Tree) -> str:
    seen: set[tuple[int, int]] = set()
    for number, step in enumerate(tree["steps"]):
        for decision in step["decisions"] if step["kind"] == "take" else []:
            taken = (step["draw"], decision["seat"])
            if taken in seen:
                decision["carried"] = True
                return f"$.steps[{number}].decisions[0].carried"
            seen.add(taken)
    raise AssertionError("no seat takes two cards in one draw")
