"""Check a record from the outside: its bag, every decision's legality, every event, the scores.

What is checked and in which order stands in docs/record.md; the first thing that is wrong is told,
with its place.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from games.rules.chance import Chance, commitment_of
from games.rules.choices import Mobilize
from games.rules.codec import Json, to_json
from games.rules.deck import Deck
from games.rules.engine import Rules, Step
from games.rules.errors import BadDeck, IllegalChoice, RulesError
from games.rules.events import Event
from games.rules.record import Decision, Record, Stop, choices_of
from games.rules.recordread import LARGEST, BadRecord, read_record
from games.rules.scoring import Outcome
from games.rules.state import CLAIM, MOBILIZE, OVER, POWER, TAKE, State

__all__ = ["LARGEST", "BadRecord", "check_record", "read_record"]

_SEED = re.compile("[0-9a-f]{64}")
_MISSING = object()


def check_record(record: Record) -> Step:
    """Check a finished game's record; gives the final position and the last events.

    Raises ``BadRecord`` with the first thing that is wrong and its place, also for a record
    without a seed: the bag of a running game cannot be checked yet.
    """
    rules, chance = Rules(record.ruleset, _deck(record)), _chance(record)
    step = _start(rules, record, chance)
    _compare(record.opening, step.events, "$.opening")
    beforehand = Beforehand()
    for number, stop in enumerate(record.steps):
        place = f"$.steps[{number}]"
        _check_stop(rules, step.state, stop, place)
        beforehand.check(step.state, stop, place)
        step = _advance(rules, step.state, stop, chance, place)
        _compare(stop.events, step.events, f"{place}.events")
    if step.state.kind != OVER:
        raise BadRecord("record_cut_short", place="$.steps", awaited=step.state.kind)
    _check_outcome(record.outcome, rules.outcome(step.state))
    if record.cancelled:
        raise BadRecord("record_cancelled", place="$.cancelled")
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
    if not _SEED.fullmatch(record.seed):
        raise BadRecord("record_bad_seed", place="$.seed")
    seed = bytes.fromhex(record.seed)
    if commitment_of(seed) != record.commitment:
        raise BadRecord("record_commitment", place="$.commitment")
    return Chance.of(seed, [player.word for player in record.players])


def _start(rules: Rules, record: Record, chance: Chance) -> Step:
    places = {"bad_seats": "$.players", "bad_order": "$.seated", "deck_too_small": "$.deck"}
    try:
        return rules.start(len(record.players), chance, record.seated)
    except RulesError as error:
        place = places.get(error.code, "$.opening")
        raise BadRecord(error.code, place=place, **error.parameters) from None


def _check_stop(rules: Rules, state: State, stop: Stop, place: str) -> None:
    if state.kind == OVER:
        raise BadRecord("record_after_the_end", place=place)
    if stop.kind != state.kind:
        raise BadRecord("record_wrong_kind", place=f"{place}.kind", expected=state.kind)
    if stop.draw != state.draw:
        raise BadRecord("record_wrong_draw", place=f"{place}.draw", expected=state.draw)
    if tuple(decision.seat for decision in stop.decisions) != state.awaited:
        awaited = ", ".join(map(str, state.awaited))
        raise BadRecord("record_wrong_seats", place=f"{place}.decisions", expected=awaited)
    for number, decision in enumerate(stop.decisions):
        where = f"{place}.decisions[{number}].choice"
        if isinstance(decision.choice, Mobilize) and decision.choice.carried is not None:
            raise BadRecord("record_carrying", place=f"{where}.carried")
        try:
            rules.verify(state, decision.seat, decision.choice)
        except IllegalChoice as error:
            raise BadRecord("record_illegal", place=where, reason=error.code) from None


def _advance(rules: Rules, state: State, stop: Stop, chance: Chance, place: str) -> Step:
    try:
        return rules.advance(state, choices_of(stop.decisions), chance)
    except RulesError as error:  # only a made deck leads to a position without a way on
        raise BadRecord(error.code, place=f"{place}.events", **error.parameters) from None


class Beforehand:
    """Which answers may be marked ``carried``: each seat's, one for each thing, in each draw.

    A carried answer is used when what it answers is asked for the first time in the draw, else it
    is gone; and an answer about a power is about a card that the seat had when it gave its order.
    """

    def __init__(self) -> None:
        self._cards: Mapping[int, frozenset[int]] = {}
        self._asked: set[tuple[int, str, int]] = set()

    def check(self, state: State, stop: Stop, place: str) -> None:
        """Raise ``BadRecord`` for a decision marked that cannot have been carried."""
        if stop.kind == MOBILIZE:
            self._asked = set()
            self._cards = {
                seat: frozenset(card for card, _ in state.seats[seat].objectives)
                for seat in state.awaited
            }
        for number, decision in enumerate(stop.decisions):
            if not self._is_first(state, decision) and decision.carried:
                raise BadRecord("record_carried", place=f"{place}.decisions[{number}].carried")

    def _is_first(self, state: State, decision: Decision) -> bool:
        """Note what is asked; tells whether a carried answer could have been there for it."""
        if state.kind not in (POWER, CLAIM, TAKE) or state.resolving is None:
            return False
        subject = {
            POWER: state.resolving.card,
            CLAIM: len(state.seats[decision.seat].controlled),
            TAKE: 0,
        }[state.kind]
        known = self._cards.get(decision.seat, frozenset())
        asked = (decision.seat, state.kind, subject)
        possible = asked not in self._asked and (state.kind != POWER or subject in known)
        self._asked.add(asked)
        return possible


def _compare(found: tuple[Event, ...], expected: tuple[Event, ...], place: str) -> None:
    for number, (left, right) in enumerate(zip_longest(found, expected)):
        where = f"{place}[{number}]"
        if right is None:
            raise BadRecord("record_event_too_many", place=where)
        if left is None:
            raise BadRecord("record_event_missing", place=where, expected=_plain(to_json(right)))
        if left != right:
            raise BadRecord("record_event", place=where, expected=_plain(to_json(right)))


def _check_outcome(found: Outcome | None, expected: Outcome | None) -> None:
    difference = _difference(to_json(found), to_json(expected), "$.outcome")
    if difference is not None:
        place, right = difference
        raise BadRecord("record_outcome", place=place, expected=right)


def _difference(found: Any, expected: Any, place: str) -> tuple[str, str] | None:
    """Give the place of the first difference and what should stand there, or None."""
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(found, dict) and isinstance(expected, dict):
        pairs = [
            (f".{name}", found.get(name, _MISSING), expected.get(name, _MISSING))
            for name in {**expected, **found}
        ]
    elif isinstance(found, list) and isinstance(expected, list):
        both = zip_longest(found, expected, fillvalue=_MISSING)
        pairs = [(f"[{number}]", left, right) for number, (left, right) in enumerate(both)]
    elif found != expected:
        return place, "nothing" if expected is _MISSING else _plain(expected)
    return next(
        (
            difference
            for name, left, right in pairs
            if (difference := _difference(left, right, place + name)) is not None
        ),
        None,
    )


def _plain(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
