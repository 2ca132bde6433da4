"""Tampering with steps, events and the score."""

from __future__ import annotations

import copy

from tests.recorded.tampering import Tree, event_of, step_of, tampering


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
