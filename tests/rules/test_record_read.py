"""Reading a record file: whatever is none is refused, with a code, at its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.rules import Ruleset
from games.rules.choices import Claim, Complete, Mobilize, Pass, Take
from games.rules.events import Passed
from games.rules.record import Decision, Player, Record, Stop, record_json, record_text
from games.rules.recordcheck import Beforehand
from games.rules.recordread import LARGEST, BadRecord, read_record
from games.rules.state import Resolving
from tests.rules.builder import ANNA, BRUNO, player, position

RECORD = Record(
    game="g",
    ruleset=Ruleset(),
    deck="a deck, “quoted”\nwith two lines\n",
    deck_sha256="0" * 64,
    players=(Player("Anna", "十二"), Player("Bruno")),
    commitment="1" * 64,
    opening=(Passed(0), Passed(1, automatic=True)),
    steps=(Stop("mobilize", 1, (Decision(0, Mobilize(Pass())),), ()),),
)


def encoded(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode()


def refused(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as found:
        read_record(data)
    return found.value


def test_a_record_is_read_as_it_was_written() -> None:
    assert read_record(record_text(RECORD).encode()) == RECORD
    assert read_record(json.dumps(record_json(RECORD)).encode()) == RECORD


def test_whitespace_and_the_order_of_keys_mean_nothing() -> None:
    tree = dict(reversed(record_json(RECORD).items()))
    assert read_record(json.dumps(tree, indent=8).encode()) == RECORD


def test_what_could_be_left_out_may_be_written() -> None:
    tree = record_json(RECORD)
    tree |= {"seed": None, "seated": None, "outcome": None}
    tree["players"][1]["word"] = ""
    tree["opening"][0]["automatic"] = False
    assert read_record(encoded(tree)) == RECORD


def test_each_decision_and_event_has_a_line_of_its_own() -> None:
    lines = record_text(RECORD).splitlines()
    for tree in (*record_json(RECORD)["opening"], *record_json(RECORD)["players"]):
        assert json.dumps(tree, ensure_ascii=False) in {line.strip().rstrip(",") for line in lines}
    decision = '{"seat": 0, "choice": {"type": "mobilize", "action": {"type": "pass"}}}'
    assert decision in {line.strip() for line in lines}


TEXT = record_text(RECORD).encode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "record_not_json"),
        (b" ", "record_not_json"),
        (TEXT[:-3], "record_not_json"),
        (TEXT + b"{}", "record_not_json"),
        (b"\xef\xbb\xbf" + TEXT, "record_not_json"),
        (TEXT.decode().encode("utf-16"), "record_not_utf8"),
        (TEXT.decode().replace("十二", "é").encode("latin-1", "ignore"), "record_not_utf8"),
        (b'{"a": "\\ud800"}', "record_not_plain"),
        (b'{"\\uDFFF": 1}', "record_not_plain"),
        (b'{"a": NaN}', "record_not_plain"),
        (b'{"a": -Infinity}', "record_not_plain"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "record_not_plain"),
        (b'{"a": 1, "b": {"c": 1, "c": 1}}', "record_key_twice"),
        (b"[" * 200_000, "record_too_deep"),
        (b'{"a":' * 200_000, "record_too_deep"),
        (b" " * (LARGEST + 1), "record_too_large"),
        (b"[]", "record_not_a_record"),
        (b"null", "record_not_a_record"),
        (b"7", "record_not_a_record"),
        (b"{}", "record_not_a_record"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_plain_json_is_refused(data: bytes, code: str) -> None:
    assert refused(data).code == code


def test_whole_surrogate_pairs_are_text() -> None:
    tree = record_json(replace(RECORD, players=(Player("😀"), Player("B"))))
    assert read_record(json.dumps(tree).encode()).players[0].name == "😀"


@pytest.mark.parametrize("digits", [b"1.0", b"1e0", b"9007199254740993", b"true", b'"1"', b"null"])
def test_a_number_is_a_whole_number(digits: bytes) -> None:
    error = refused(TEXT.replace(b'"draw": 1', b'"draw": ' + digits))
    assert (error.code, error.parameters["place"]) == ("record_malformed", "$.steps[0].draw")


Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda tree: tree.pop("deck"), "$.deck"),
        (lambda tree: tree.update(extra=1), "$.extra"),
        (lambda tree: tree["players"].append("Clara"), "$.players[2]"),
        (lambda tree: tree["players"][0].pop("name"), "$.players[0].name"),
        (lambda tree: tree.update(steps={}), "$.steps"),
        (lambda tree: tree.update(seated=[0, "1"]), "$.seated[1]"),
        (lambda tree: tree.update(seed=5), "$.seed"),
        (lambda tree: tree["opening"][0].pop("type"), "$.opening[0].type"),
        (lambda tree: tree["opening"][0].update(type=3), "$.opening[0].type"),
    ],
)
def test_a_wrong_form_is_refused_at_its_place(change: Change, place: str) -> None:
    tree = record_json(RECORD)
    change(tree)
    error = refused(encoded(tree))
    assert (error.code, error.parameters["place"]) == ("record_malformed", place)


def test_a_switch_with_a_value_that_it_does_not_have_is_named() -> None:
    tree = record_json(RECORD)
    tree["ruleset"]["goods_tie"] = "nobody"
    error = refused(encoded(tree))
    assert (error.code, error.parameters["place"]) == ("bad_switch", "$.ruleset.goods_tie")
    assert error.parameters["value"] == "nobody"


# Marks that no recorded game is likely to hold


def marked(state: Any, decision: Decision, before: Stop | None = None) -> str:
    """Give what is said of a decision marked ``carried``, after another stop of the same draw."""
    check, draw = Beforehand(), position({ANNA: player({88: "", 1: ""})})
    check.check(draw, Stop("mobilize", 1, (Decision(ANNA, Mobilize(Pass())),), ()), "$")
    if before is not None:
        check.check(state, before, "$")
    try:
        check.check(state, Stop(state.kind, 1, (decision,), ()), "$.steps[9]")
    except BadRecord as error:
        return f"{error.code} {error.parameters['place']}"
    return ""


def resolving(kind: str, card: int) -> Any:
    return position(
        {ANNA: player({88: ""}), BRUNO: player()},
        kind=kind,
        awaited=(ANNA,),
        resolving=Resolving(ANNA, card, kind),
    )


WRONG = "record_carried $.steps[9].decisions[0].carried"


def test_an_answer_about_a_power_is_about_a_card_that_one_had() -> None:
    decision = Decision(ANNA, Complete(1), carried=True)
    assert marked(resolving("power", 88), decision) == ""
    assert marked(resolving("power", 87), decision) == WRONG


@pytest.mark.parametrize(("kind", "choice"), [("claim", Claim(True)), ("take", Take(17))])
def test_what_was_asked_in_this_draw_was_not_answered_beforehand(kind: str, choice: Any) -> None:
    state, plain = resolving(kind, 88), Decision(ANNA, choice)
    again = replace(plain, carried=True)
    assert marked(state, again) == ""
    assert marked(state, again, Stop(kind, 1, (plain,), ())) == WRONG
    assert marked(state, again, Stop(kind, 1, (again,), ())) == WRONG
