"""docs/record.md tells today's truth: every type, every field, every number of its example."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from games.rules import choices
from games.rules.events import EVENTS
from games.rules.record import Decision, Player, Record, Stop
from games.rules.scoring import Line, Score
from games.rules.words import VOCABULARY
from tests.rules.record_example import example

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
ROWS = {found[1]: line for line in PAGE.splitlines() if (found := re.match(r"\| `(\w+)` \|", line))}
CHOICES = {
    found.code: found
    for found in vars(choices).values()
    if isinstance(found, type) and hasattr(found, "code")
}


@pytest.mark.parametrize("code", EVENTS)
def test_every_event_has_a_row_with_its_fields_and_who_sees_it(code: str) -> None:
    _, _, fields, _, seen, _ = ROWS[code].split("|", 5)
    expected = [field.name for field in dataclasses.fields(EVENTS[code])]
    assert re.findall(r"`(\w+)`", fields) == expected
    assert seen.strip() == ("its seat" if EVENTS[code].private else "all")


@pytest.mark.parametrize("code", CHOICES)
def test_every_choice_has_a_row_with_its_fields(code: str) -> None:
    row = next(
        line
        for line in PAGE.split("## Decisions")[1].splitlines()
        if line.startswith(f"| `{code}`")
    )
    expected = [field.name for field in dataclasses.fields(CHOICES[code])]
    named = re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", row.split("|")[2]))
    assert named == expected


@pytest.mark.parametrize("kind", [Record, Stop, Decision, Player, Score, Line], ids=str)
def test_every_other_field_is_named(kind: type) -> None:
    for field in dataclasses.fields(kind):
        assert f"`{field.name}`" in PAGE, field.name


@pytest.mark.parametrize("word", VOCABULARY)
def test_every_power_stands_in_the_rules(word: str) -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"`{word}" in rules


@pytest.mark.parametrize(("name", "value"), example().items())
def test_the_worked_example_is_what_the_game_computes(name: str, value: str) -> None:
    assert value in PAGE, name
