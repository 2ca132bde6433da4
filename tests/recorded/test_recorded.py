"""Whole recorded games: replayed by the game and by a stranger, and remade byte by byte."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

from games.rules.events import EVENTS
from games.rules.record import record_text
from games.rules.recordcheck import check_record, read_record
from games.rules.ruleset import SWITCHES
from games.rules.words import END_WORDS, PERMANENT_WORDS, VOCABULARY, read_word
from tests.recorded import make, stranger
from tests.recorded.plan import FOLDER, PLANS, Plan


def named(plan: Plan) -> str:
    return plan.name


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_a_recorded_game_replays_to_its_end(plan: Plan) -> None:
    record = read_record(plan.file.read_bytes())
    step = check_record(record)
    assert step.state.awaited == ()
    assert record.outcome is not None


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_a_stranger_finds_it_right_too(plan: Plan) -> None:
    stranger.check(plan.file.read_bytes())


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_playing_it_again_gives_the_same_bytes(plan: Plan) -> None:
    assert record_text(make.play(plan)).encode() == plan.file.read_bytes(), (
        "a rule, an event or a bot has changed; if that was meant: python -m tests.recorded.make"
    )


def test_every_recorded_file_is_planned_and_they_are_small() -> None:
    files = sorted(FOLDER.glob("*.json"))
    assert files == sorted(plan.file for plan in PLANS)
    assert sum(file.stat().st_size for file in files) < 2_000_000


def test_together_the_games_show_everything() -> None:
    records = [read_record(plan.file.read_bytes()) for plan in PLANS]
    stops = [stop for record in records for stop in record.steps]
    events = [event for stop in stops for event in stop.events]
    opening = [event for record in records for event in record.opening]
    # What a carried answer became is a decision of its own in a record, marked so.
    assert {event.code for event in (*events, *opening)} == EVENTS.keys() - {"answer_used"}
    assert any(decision.carried for stop in stops for decision in stop.decisions)
    assert {len(record.players) for record in records} == set(range(2, 7))
    for switch, values in SWITCHES.items():
        assert {getattr(record.ruleset, switch) for record in records} >= set(values), switch
    assert used_powers() == set(VOCABULARY) - END_WORDS - PERMANENT_WORDS


def used_powers() -> set[str]:
    """Give the words of the immediate powers whose cards somebody controlled."""
    found = set()
    for plan in PLANS:
        rows = [line.split(",") for line in plan.deck.splitlines()[1:]]
        powers = {int(row[0]): row[7] for row in rows if row[7]}
        record = read_record(plan.file.read_bytes())
        for event in itertools.chain.from_iterable(stop.events for stop in record.steps):
            if event.code == "controlled" and (word := powers.get(event.card)):  # type: ignore[attr-defined]
                power = read_word(word)
                found |= {power.word} if power.immediate else set()
    return found


def test_a_stranger_shares_nothing_with_the_game() -> None:
    for file in Path(stranger.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert not name.startswith(("games", "django")), (file.name, name)
