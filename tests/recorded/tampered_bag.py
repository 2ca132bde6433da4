"""Tampering with the file, the bag, the deck and the set-up."""

from __future__ import annotations

import hashlib

from tests.recorded.tampering import Tree, event_of, tampering, with_hash

OTHER_SEED = bytes(32)


@tampering("record_not_a_record")
def other_format(tree: Tree) -> str:
    tree["format"] = "augustus-score"
    return "$.format"


@tampering("record_version")
def unknown_version(tree: Tree) -> str:
    tree["version"] = 2
    return "$.version"


@tampering("record_version")
def version_as_boolean(tree: Tree) -> str:
    tree["version"] = True
    return "$.version"


@tampering("record_version")
def version_of_the_rules_missing(tree: Tree) -> str:
    del tree["rules_version"]
    return "$.rules_version"


@tampering("record_malformed")
def unknown_key(tree: Tree) -> str:
    tree["steps"][3]["events"][0]["why"] = 1
    return "$.steps[3].events[0].why"


@tampering("record_malformed")
def missing_key(tree: Tree) -> str:
    del tree["steps"][3]["draw"]
    return "$.steps[3].draw"


@tampering("record_malformed")
def number_with_a_point(tree: Tree) -> str:
    tree["steps"][3]["draw"] = 3.0
    return "$.steps[3].draw"


@tampering("record_malformed")
def boolean_as_a_number(tree: Tree) -> str:
    tree["steps"][3]["decisions"][0]["seat"] = False
    return "$.steps[3].decisions[0].seat"


@tampering("record_malformed")
def number_as_a_string(tree: Tree) -> str:
    tree["opening"][1]["cards"][2] = "12"
    return "$.opening[1].cards[2]"


@tampering("record_malformed")
def endless_number(tree: Tree) -> str:
    tree["opening"][1]["cards"][2] = 2**54
    return "$.opening[1].cards[2]"


@tampering("record_malformed")
def unknown_event(tree: Tree) -> str:
    tree["opening"][2]["type"] = "dealt_again"
    return "$.opening[2].type"


@tampering("record_malformed")
def unknown_choice(tree: Tree) -> str:
    tree["steps"][0]["decisions"][1]["choice"]["type"] = "keep_all"
    return "$.steps[0].decisions[1].choice.type"


@tampering("record_malformed")
def event_that_is_no_object(tree: Tree) -> str:
    tree["opening"][2] = ["dealt"]
    return "$.opening[2]"


@tampering("record_malformed")
def switch_missing(tree: Tree) -> str:
    del tree["ruleset"]["shelter"]
    return "$.ruleset.shelter"


@tampering("bad_switch")
def switch_without_such_a_value(tree: Tree) -> str:
    tree["ruleset"]["target"] = 8
    return "$.ruleset.target"


@tampering("record_deck_hash")
def deck_byte(tree: Tree) -> str:
    tree["deck"] = tree["deck"].replace("Samnium", "Samnien")
    return "$.deck_sha256"


@tampering("record_deck_hash")
def deck_hash(tree: Tree) -> str:
    tree["deck_sha256"] = hashlib.sha256(b"another deck").hexdigest()
    return "$.deck_sha256"


@tampering("record_deck_hash")
def deck_hash_in_upper_case(tree: Tree) -> str:
    tree["deck_sha256"] = tree["deck_sha256"].upper()
    return "$.deck_sha256"


@tampering("deck_columns")
def deck_without_a_column(tree: Tree) -> str:
    tree["deck"] = tree["deck"].replace("wheat,gold", "wheat", 1)
    with_hash(tree)
    return "$.deck"


@tampering("deck_power")
def deck_with_an_unknown_power(tree: Tree) -> str:
    tree["deck"] = tree["deck"].replace("rearrange", "rearrange:2", 1)
    with_hash(tree)
    return "$.deck"


@tampering("deck_number_twice")
def deck_with_a_card_twice(tree: Tree) -> str:
    tree["deck"] += tree["deck"].splitlines(keepends=True)[-1]
    with_hash(tree)
    return "$.deck"


@tampering("deck_too_small")
def deck_too_small(tree: Tree) -> str:
    tree["deck"] = "".join(tree["deck"].splitlines(keepends=True)[:29])
    with_hash(tree)
    return "$.deck"


@tampering("record_event")
def deck_with_other_points(tree: Tree) -> str:
    lines = tree["deck"].splitlines(keepends=True)
    scored = next(line for line in tree["outcome"]["scores"][0]["lines"] if line["points"])
    fields = lines[scored["card"]].split(",")
    fields[4] = str(scored["points"] + 1)
    lines[scored["card"]] = ",".join(fields)
    tree["deck"] = "".join(lines)
    with_hash(tree)
    return event_of(tree, "game_over")[2]


@tampering("record_no_seed")
def seed_left_out(tree: Tree) -> str:
    del tree["seed"]
    return "$.seed"


@tampering("record_cancelled")
def called_cancelled(tree: Tree) -> str:
    tree["cancelled"] = True
    return "$.cancelled"


@tampering("record_bad_seed")
def seed_too_short(tree: Tree) -> str:
    tree["seed"] = tree["seed"][:-2]
    return "$.seed"


@tampering("record_bad_seed")
def seed_in_upper_case(tree: Tree) -> str:
    tree["seed"] = "AB" + tree["seed"][2:]
    return "$.seed"


@tampering("record_bad_seed")
def seed_with_spaces(tree: Tree) -> str:
    tree["seed"] = tree["seed"][:-2] + "  "
    return "$.seed"


@tampering("record_commitment")
def other_seed(tree: Tree) -> str:
    tree["seed"] = OTHER_SEED.hex()
    return "$.commitment"


@tampering("record_commitment")
def other_commitment(tree: Tree) -> str:
    tree["commitment"] = hashlib.sha256(OTHER_SEED).hexdigest()
    return "$.commitment"


@tampering("record_event")
def other_seed_with_its_commitment(tree: Tree) -> str:
    tree["seed"] = OTHER_SEED.hex()
    tree["commitment"] = hashlib.sha256(OTHER_SEED).hexdigest()
    return "$.opening[0]"


@tampering("record_event")
def other_word(tree: Tree) -> str:
    tree["players"][0]["word"] = "vale"
    return "$.opening[0]"


@tampering("record_event")
def words_exchanged(tree: Tree) -> str:
    first, second = tree["players"][:2]
    first["word"], second["word"] = second["word"], first["word"]
    return "$.opening[0]"


@tampering("bad_seats")
def nobody_plays(tree: Tree) -> str:
    tree["players"] = []
    return "$.players"


@tampering("bad_seats")
def seven_play(tree: Tree) -> str:
    tree["players"] += [{"name": "one more"}] * 3
    return "$.players"


@tampering("record_event")
def a_player_more(tree: Tree) -> str:
    tree["players"].append({"name": "one more"})
    return "$.opening[0]"


@tampering("bad_order", "four-seated")
def seated_twice(tree: Tree) -> str:
    tree["seated"] = [0, 1, 2, 2]
    return "$.seated"


@tampering("record_event", "four-seated")
def seated_otherwise(tree: Tree) -> str:
    tree["seated"].reverse()
    return "$.opening[0]"


@tampering("record_event", "four-seated")
def seated_by_chance(tree: Tree) -> str:
    del tree["seated"]
    return "$.opening[0]"


@tampering("record_event")
def seats_exchanged(tree: Tree) -> str:
    tree["opening"][0]["order"].reverse()
    return "$.opening[0]"


@tampering("record_event")
def dealt_cards_exchanged(tree: Tree) -> str:
    first, second = tree["opening"][1]["cards"], tree["opening"][2]["cards"]
    first[0], second[0] = second[0], first[0]
    return "$.opening[1]"


@tampering("record_event")
def market_cards_exchanged(tree: Tree) -> str:
    events, number, place = event_of(tree, "market_opened")
    events[number]["cards"].reverse()
    return place


@tampering("record_event_missing")
def set_up_cut_short(tree: Tree) -> str:
    tree["opening"].pop()
    return f"$.opening[{len(tree['opening'])}]"


@tampering("record_event")
def private_events_left_out(tree: Tree) -> str:
    tree["opening"] = [event for event in tree["opening"] if event["type"] != "dealt"]
    return "$.opening[1]"


@tampering("record_event_missing")
def other_opening(tree: Tree) -> str:
    tree["ruleset"]["opening"] = "dealt"
    return f"$.opening[{len(tree['opening'])}]"
