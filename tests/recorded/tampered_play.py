"""Tampering with steps, decisions, events and the score."""

from __future__ import annotations

import copy

from tests.recorded.tampering import Tree, choice_of, event_of, step_of, tampering

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


@tampering("record_wrong_kind")
def wrong_kind(tree: Tree) -> str:
    number = step_of(tree, "take")
    tree["steps"][number]["kind"] = "power"
    return f"$.steps[{number}].kind"


@tampering("record_wrong_kind")
def unknown_kind(tree: Tree) -> str:
    tree["steps"][4]["kind"] = "dance"
    return "$.steps[4].kind"


@tampering("record_wrong_draw")
def wrong_draw(tree: Tree) -> str:
    tree["steps"][4]["draw"] += 1
    return "$.steps[4].draw"


@tampering("record_wrong_draw")
def step_removed(tree: Tree) -> str:
    del tree["steps"][2]
    return "$.steps[2].draw"


@tampering("record_wrong_draw")
def step_doubled(tree: Tree) -> str:
    tree["steps"].insert(2, tree["steps"][2])
    return "$.steps[3].draw"


@tampering("record_wrong_draw")
def steps_exchanged(tree: Tree) -> str:
    steps = tree["steps"]
    steps[2], steps[3] = steps[3], steps[2]
    return "$.steps[2].draw"


@tampering("record_cut_short")
def steps_cut_short(tree: Tree) -> str:
    tree["steps"].pop()
    return "$.steps"


@tampering("record_cut_short")
def no_steps(tree: Tree) -> str:
    tree["steps"] = []
    return "$.steps"


@tampering("record_after_the_end")
def steps_after_the_end(tree: Tree) -> str:
    tree["steps"].append(tree["steps"][-1])
    return f"$.steps[{len(tree['steps']) - 1}]"


@tampering("record_event")
def token_exchanged(tree: Tree) -> str:
    events, number, place = event_of(tree, "token_drawn")
    events[number]["token"] = "S" if events[number]["token"] != "S" else "H"
    return place


@tampering("record_event")
def market_card_exchanged(tree: Tree) -> str:
    events, number, place = event_of(tree, "market_refilled")
    events[number]["card"] += 1
    return place


@tampering("record_event")
def event_changed(tree: Tree) -> str:
    events, number, place = event_of(tree, "legions_returned")
    events[number]["legions"] += 1
    return place


@tampering("record_event")
def event_of_another_type(tree: Tree) -> str:
    events, number, place = event_of(tree, "power_idle")
    events[number]["type"] = "power_declined"
    return place


@tampering("record_event")
def event_removed(tree: Tree) -> str:
    events, number, place = event_of(tree, "completed")
    del events[number]
    return place


@tampering("record_event_missing")
def last_event_removed(tree: Tree) -> str:
    events = tree["steps"][3]["events"]
    events.pop()
    return f"$.steps[3].events[{len(events)}]"


@tampering("record_event")
def event_added(tree: Tree) -> str:
    events, number, place = event_of(tree, "controlled")
    events.insert(number, {"type": "gained", "seat": 0, "legions": 1, "by": 5})
    return place


@tampering("record_event_too_many")
def event_added_at_the_end(tree: Tree) -> str:
    events = tree["steps"][3]["events"]
    events.append({"type": "end_set", "seat": 0})
    return f"$.steps[3].events[{len(events) - 1}]"


@tampering("record_event")
def events_exchanged(tree: Tree) -> str:
    events = tree["steps"][1]["events"]
    events[0], events[1] = events[1], events[0]
    return "$.steps[1].events[0]"


@tampering("record_event")
def tile_of_another_seat(tree: Tree) -> str:
    events, number, place = event_of(tree, "tile_taken")
    events[number]["seat"] = (events[number]["seat"] + 1) % 4
    return place


@tampering("record_event")
def other_winner_in_the_last_event(tree: Tree) -> str:
    events, number, place = event_of(tree, "game_over")
    events[number]["winners"] = [0]
    return place


@tampering("record_event_missing")
def lower_target(tree: Tree) -> str:
    tree["ruleset"]["target"] = 6
    for number, step in enumerate(tree["steps"]):
        for place, event in enumerate(step["events"]):
            if event["type"] == "controlled" and event["count"] == 6:
                return f"$.steps[{number}].events[{place + 1}]"
    raise AssertionError("nobody controls six")


@tampering("record_outcome")
def outcome_missing(tree: Tree) -> str:
    del tree["outcome"]
    return "$.outcome"


@tampering("record_outcome")
def other_winner(tree: Tree) -> str:
    tree["outcome"]["winners"] = [0]
    return "$.outcome.winners[0]"


@tampering("record_outcome")
def one_winner_less(tree: Tree) -> str:
    tree["outcome"]["winners"].pop()
    return f"$.outcome.winners[{len(tree['outcome']['winners'])}]"


@tampering("record_outcome")
def score_line_changed(tree: Tree) -> str:
    tree["outcome"]["scores"][1]["lines"][2]["points"] += 1
    return "$.outcome.scores[1].lines[2].points"


@tampering("record_outcome")
def score_line_missing(tree: Tree) -> str:
    lines = tree["outcome"]["scores"][1]["lines"]
    lines.pop()
    return f"$.outcome.scores[1].lines[{len(lines)}]"


@tampering("record_outcome")
def score_line_too_many(tree: Tree) -> str:
    lines = tree["outcome"]["scores"][1]["lines"]
    lines.append(copy.copy(lines[-1]))
    return f"$.outcome.scores[1].lines[{len(lines) - 1}]"


@tampering("record_outcome")
def points_changed(tree: Tree) -> str:
    tree["outcome"]["scores"][3]["points"] += 1
    return "$.outcome.scores[3].points"


@tampering("record_outcome")
def senators_changed(tree: Tree) -> str:
    tree["outcome"]["scores"][3]["senators"] += 1
    return "$.outcome.scores[3].senators"


@tampering("record_outcome")
def rank_changed(tree: Tree) -> str:
    tree["outcome"]["scores"][3]["rank"] += 1
    return "$.outcome.scores[3].rank"


@tampering("record_outcome")
def a_score_missing(tree: Tree) -> str:
    tree["outcome"]["scores"].pop()
    return "$.outcome.scores[3]"
