"""Whole recorded games: replayed by the game and by a stranger, and remade byte by byte."""

from __future__ import annotations

import ast
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules import Deck
from games.rules.events import (
    EVENTS,
    Attacked,
    Completed,
    Controlled,
    Event,
    Moved,
    Passed,
    Placed,
    TileTaken,
)
from games.rules.record import Closed, record_text, without_carried
from games.rules.recordcheck import check_record, read_record
from games.rules.ruleset import SWITCHES
from games.rules.words import VOCABULARY
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
    assert {len(record.players) for record in records} == set(range(2, 7))
    for switch, values in SWITCHES.items():
        assert {getattr(record.ruleset, switch) for record in records} == set(values), switch
    answered = {(stop.kind, one.choice.code) for stop in stops for one in stop.decisions}
    assert answered == ANSWERS
    carried = {
        (stop.kind, one.choice.code) for stop in stops for one in stop.decisions if one.carried
    }
    assert carried == {answer for answer in ANSWERS if answer[0] in ("power", "claim", "take")}


#: (kind of decision, type of choice): all that there are.
ANSWERS = {
    ("keep", "keep"),
    ("mobilize", "mobilize"),
    ("power", "steps"),
    ("power", "arrange"),
    ("power", "complete"),
    ("power", "take"),
    ("losses", "lose_legions"),
    ("losses", "lose_objective"),
    ("claim", "claim"),
    ("take", "take"),
}


def test_together_the_games_show_what_is_rare() -> None:
    found: set[str] = set()
    for plan in PLANS:
        record = read_record(plan.file.read_bytes())
        assert record.outcome is not None
        found |= {f"{len(record.outcome.winners)} winners"}
        points = sorted(score.points for score in record.outcome.scores)
        if points[-1] == points[-2]:
            found.add(f"level on points, {len(record.outcome.winners)} winners")
        for event in itertools.chain.from_iterable(stop.events for stop in record.steps):
            found |= set(rare_things(event))
    assert found >= {
        "1 winners",
        "2 winners",
        "level on points, 1 winners",
        "level on points, 2 winners",
        "passed unasked",
        "good won from somebody",
        "placed by a power",
        "moved by a power",
        "filled by a power",
        "one target",
        "five targets",
    }


def rare_things(event: Event) -> Iterator[str]:
    """Name what does not happen in every game."""
    match event:
        case Passed(automatic=True):
            yield "passed unasked"
        case TileTaken(loser=int()):
            yield "good won from somebody"
        case Placed(by=by) if by:
            yield "placed by a power"
        case Moved(by=by) if by:
            yield "moved by a power"
        case Completed(by=by) if by:
            yield "filled by a power"
        case Attacked(targets=targets) if len(targets) in (1, 5):
            yield "one target" if len(targets) == 1 else "five targets"


def test_every_power_is_used_or_scored() -> None:
    found: set[str] = set()
    for plan in PLANS:
        deck = Deck.from_csv(plan.deck.encode())
        record = read_record(plan.file.read_bytes())
        for event in itertools.chain.from_iterable(stop.events for stop in record.steps):
            if isinstance(event, Controlled) and (power := deck[event.card].power) is not None:
                found.add(power.word)
    assert found == set(VOCABULARY)


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan.carried > 6], ids=named)
def test_a_running_game_shows_cards_only_once_they_lie_open_and_no_answer_carried(
    plan: Plan,
) -> None:
    turns = make.turns_of(plan)
    for count in {0, 1, 2, *range(3, len(turns), 5), len(turns) - 1}:
        record = make.record_of(plan, turns[:count])
        assert (record.seed, record.outcome) == (None, None)
        tree: dict[str, Any] = json.loads(record_text(record))
        events = [*tree["opening"], *(event for step in tree["steps"] for event in step["events"])]
        assert not {event["type"] for event in events} & {"dealt", "answer_used", "game_over"}
        open_cards = set(shown(events))
        assert set(cards_in((tree["opening"], tree["steps"]))) <= open_cards
        plain = [
            Closed({s: without_carried(c) for s, c in turn.choices.items()}, turn.events)
            for turn in turns[:count]
        ]
        assert make.record_of(plan, plain) == record


def shown(events: list[dict[str, Any]]) -> Iterator[int]:
    """Give the cards that were laid open."""
    for event in events:
        if event["type"] in ("kept", "market_opened"):
            yield from event["cards"]
        elif event["type"] == "market_refilled":
            yield event["card"]


def cards_in(tree: Any) -> Iterator[int]:
    """Give every card that is named anywhere."""
    if isinstance(tree, (list, tuple)):
        for item in tree:
            yield from cards_in(item)
    elif isinstance(tree, dict):
        for name, value in tree.items():
            if name in ("card", "to_card", "by"):
                yield value
            elif name in ("objectives", "spaces"):
                yield from (card for card, _ in value)
            elif name == "cards" and isinstance(value, list):  # a number of cards, else
                yield from value
            else:
                yield from cards_in(value)


def test_a_stranger_shares_nothing_with_the_game() -> None:
    for file in Path(stranger.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert not name.startswith(("games", "django")), (file.name, name)
