"""Check a record from the outside: its bag, every decision's legality, every event, the scores.

What is checked and in which order stands in docs/record.md; the first thing that is wrong is told,
with its place.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from games.rules.chance import SEED_BYTES, Chance, commitment_of
from games.rules.codec import from_json
from games.rules.deck import Deck
from games.rules.engine import Rules, Step
from games.rules.errors import BadDeck, Malformed, RefusedState, RulesError
from games.rules.events import Event
from games.rules.record import ENVELOPE, NAME, Record, Stop, choices_of
from games.rules.state import OVER, State

#: A record is some 100 KB; whatever is a hundred times that is none.
LARGEST = 10_000_000


class BadRecord(RulesError):  # noqa: N818 - it reads as what it is
    """The first thing that is wrong with a record; parameter ``place`` says where it stands."""


def read_record(data: bytes) -> Record:
    """Read a record file; raises ``BadRecord`` for no JSON, too much, or another version."""
    if len(data) > LARGEST:
        raise BadRecord("record_too_large", place="$", largest=LARGEST)
    try:
        tree: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord("record_not_json", place="$") from None
    if not isinstance(tree, dict):
        raise BadRecord("record_not_a_record", place="$", expected=NAME)
    for key, known in ENVELOPE.items():
        found = tree.pop(key, None)
        if type(found) is not type(known) or found != known:
            raise BadRecord("record_version", place=f"$.{key}", expected=known)
    try:
        return from_json(Record, tree)
    except Malformed as error:
        raise BadRecord("record_malformed", **error.parameters) from None
    except RulesError as error:  # a switch with a value that it does not have
        raise BadRecord(error.code, place="$.ruleset") from None


def check_record(record: Record) -> Step:
    """Check a finished game's record; gives the final position and the last events.

    Raises ``BadRecord`` with the first thing that is wrong and its place, also for a record
    without a seed: the bag of a running game cannot be checked yet.
    """
    rules, chance = Rules(record.ruleset, _deck(record)), _chance(record)
    try:
        step = rules.start(len(record.players), chance, record.seated)
    except RulesError as error:
        raise BadRecord(error.code, place="$.players") from None
    _compare(record.opening, step.events, "$.opening")
    for number, stop in enumerate(record.steps):
        step = _check_stop(rules, step.state, stop, chance, f"$.steps[{number}]")
    if step.state.kind != OVER:
        raise BadRecord("record_cut_short", place="$.steps", awaited=step.state.kind)
    if record.outcome != rules.outcome(step.state):
        raise BadRecord("record_outcome", place="$.outcome")
    return step


def _deck(record: Record) -> Deck:
    data = record.deck.encode()
    if hashlib.sha256(data).hexdigest() != record.deck_sha256:
        raise BadRecord("record_deck_hash", place="$.deck_sha256")
    try:
        return Deck.from_csv(data)
    except BadDeck as error:
        raise BadRecord(error.code, place="$.deck", **error.parameters) from None


def _chance(record: Record) -> Chance:
    if record.seed is None:
        raise BadRecord("record_no_seed", place="$.seed")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise BadRecord("record_bad_seed", place="$.seed")
    if commitment_of(seed) != record.commitment:
        raise BadRecord("record_commitment", place="$.commitment")
    return Chance.of(seed, [player.word for player in record.players])


def _check_stop(rules: Rules, state: State, stop: Stop, chance: Chance, place: str) -> Step:
    if state.kind == OVER:
        raise BadRecord("record_after_the_end", place=place)
    if (stop.kind, stop.draw) != (state.kind, state.draw):
        raise BadRecord("record_wrong_stop", place=place, kind=state.kind, draw=state.draw)
    seats = tuple(decision.seat for decision in stop.decisions)
    if seats != state.awaited:
        raise BadRecord("record_wrong_seats", place=f"{place}.decisions")
    for number, decision in enumerate(stop.decisions):
        try:
            rules.verify(state, decision.seat, decision.choice)
        except RulesError as error:
            raise BadRecord(
                "record_illegal", place=f"{place}.decisions[{number}]", reason=error.code
            ) from None
    try:
        step = rules.advance(state, choices_of(stop.decisions), chance)
    except RefusedState as error:
        raise BadRecord(error.code, place=place) from None
    _compare(stop.events, step.events, f"{place}.events")
    return step


def _compare(found: tuple[Event, ...], expected: tuple[Event, ...], place: str) -> None:
    for number, (left, right) in enumerate(zip(found, expected, strict=False)):
        if left != right:
            raise BadRecord("record_event", place=f"{place}[{number}]", expected=right.code)
    if len(found) != len(expected):
        shorter = min(len(found), len(expected))
        raise BadRecord("record_events_number", place=f"{place}[{shorter}]", expected=len(expected))
