"""docs/record.md tells today's truth: every type, field, default and code, and its example."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.record_sentences import RECORD_SENTENCES, record_sentence
from games.rules import RulesError, choices
from games.rules import recordcheck as checking
from games.rules import recordread as reading
from games.rules.events import EVENTS
from games.rules.record import ENVELOPE, Decision, Player, Record, Stop
from games.rules.recordread import LARGEST
from games.rules.rewards import TILES
from games.rules.ruleset import SWITCHES
from games.rules.scoring import Line, Outcome, Score
from games.rules.words import VOCABULARY
from games.sentences import SENTENCES
from tests.rules.record_example import example

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
CHOICES = {
    found.code: found
    for found in vars(choices).values()
    if isinstance(found, type) and hasattr(found, "code")
}


def table(heading: str, first: str) -> list[list[str]]:
    """Give the rows of the table in a section whose first column is so named."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.split(f"| {first} |")[1].splitlines() if line.strip()]
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[1:])
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in rows]
    return cells[1:] if set(cells[0][0]) == {"-"} else cells


def by_name(heading: str, first: str) -> dict[str, list[str]]:
    """Give the rows by the name in the first column, which is there once."""
    rows = table(heading, first)
    result = {row[0].strip("`"): row[1:] for row in rows}
    assert len(result) == len(rows)
    return result


def codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


EVENT_ROWS = by_name("Events", "`type`")
CHOICE_ROWS = by_name("Decisions", "`type`")
FIELD_ROWS = by_name("The file", "field")
FAULT_ROWS = table("What a check does", "code")


def written(value: Any) -> str:
    """Give a default as the page writes it."""
    return json.dumps(value) if value != "" else ""


def left_out(kind: type) -> dict[str, str]:
    """Give the fields of a type that are left out, with the value that they then have."""
    always = getattr(kind, "always", ())
    return {
        field.name: written(field.default)
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING and field.name not in always
    }


def test_the_page_has_no_event_and_no_choice_too_many() -> None:
    assert EVENT_ROWS.keys() == EVENTS.keys()
    assert CHOICE_ROWS.keys() == CHOICES.keys()


@pytest.mark.parametrize("code", EVENTS)
def test_every_event_has_a_row_with_its_fields_and_who_sees_it(code: str) -> None:
    fields, omitted, seen, meaning = EVENT_ROWS[code]
    assert codes(fields) == [field.name for field in dataclasses.fields(EVENTS[code])]
    assert seen == ("its seat" if EVENTS[code].private else "all")
    found = re.fullmatch(r"`(\w+)` is `?(\w+)`?", omitted)
    assert ({found[1]: found[2]} if found else {}) == left_out(EVENTS[code])
    assert bool(found) or not omitted
    assert meaning


@pytest.mark.parametrize("code", CHOICES)
def test_every_choice_has_a_row_with_its_fields(code: str) -> None:
    fields, answers, legal = CHOICE_ROWS[code]
    named = re.sub(r"\(.*?\)", "", fields)
    assert codes(named) == [field.name for field in dataclasses.fields(CHOICES[code])]
    omitted = dict(re.findall(r"`(\w+)` \(left out when `([^`]+)`\)", fields))
    assert omitted == left_out(CHOICES[code])
    assert answers
    assert legal


def test_every_field_of_the_file_has_a_row() -> None:
    names = [*ENVELOPE, *(field.name for field in dataclasses.fields(Record))]
    assert list(FIELD_ROWS) == names
    omitted = {name: cells[1].strip("`") for name, cells in FIELD_ROWS.items() if cells[1]}
    assert omitted == left_out(Record)
    for name, value in ENVELOPE.items():
        assert str(value) in FIELD_ROWS[name][2]
    assert codes(FIELD_ROWS["ruleset"][2]) == list(SWITCHES)
    assert f"{LARGEST:,} bytes" in PAGE


@pytest.mark.parametrize("kind", [Stop, Decision, Player, Score, Line, Outcome], ids=str)
def test_every_other_field_is_named_with_what_it_is_when_left_out(kind: type) -> None:
    omitted = left_out(kind)
    for field in dataclasses.fields(kind):
        assert f"`{field.name}`" in PAGE, field.name
        if field.name in omitted:
            value = re.escape(omitted[field.name] or '""')
            assert re.search(rf"`{field.name}` \([^)]*left out when `?{value}`?\)", PAGE), (
                field.name
            )


@pytest.mark.parametrize(("tile", "points"), TILES.items())
def test_every_tile_stands_there_with_its_points(tile: str, points: int) -> None:
    assert f"`{tile}` {points}" in PAGE


@pytest.mark.parametrize("word", VOCABULARY)
def test_every_power_stands_in_the_rules(word: str) -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"`{word}" in rules


def test_the_worked_example_is_what_the_game_computes() -> None:
    block = PAGE.split("```\n")[1].strip().splitlines()
    assert block == [f"{name} = {value}" for name, value in example().items()]


# The codes of a check


def refusals() -> Iterator[tuple[str, frozenset[str]]]:
    """Give every code that reading and checking raise themselves, with its parameters."""
    for module in (checking, reading):
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "BadRecord":
                continue
            if isinstance(node.args[0], ast.Constant):
                names = frozenset(keyword.arg or "" for keyword in node.keywords)
                yield str(node.args[0].value), names


REFUSALS = dict(refusals()) | {
    "record_not_a_record": frozenset({"place", "expected"}),
    "record_version": frozenset({"place", "expected"}),
    "record_malformed": frozenset({"place", "expected"}),
}


def test_every_code_of_a_check_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert REFUSALS.keys() == RECORD_SENTENCES.keys()


@pytest.mark.parametrize("code", REFUSALS)
def test_a_sentence_takes_only_the_parameters_that_there_are(code: str) -> None:
    text = record_sentence(RulesError(code, **dict.fromkeys(REFUSALS[code], "x")))
    assert text.endswith(".")


def test_the_page_names_every_code_with_its_place_and_no_other() -> None:
    named = {code for row in FAULT_ROWS for code in codes(row[0])}
    assert named >= RECORD_SENTENCES.keys()
    assert named <= RECORD_SENTENCES.keys() | SENTENCES.keys()
    places = [place for row in FAULT_ROWS for place in codes(row[1])]
    assert all(place.startswith("$") for place in places)
