"""The form of a record: docs/record.md, *The file*, and the tables of decisions and events."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.recorded.stranger.wrong import Wrong

LARGEST = 10_000_000


@dataclass(frozen=True)
class Or:
    """A field that is left out when it has this value."""

    value: Any
    spec: Any


@dataclass(frozen=True)
class OneOf:
    """An object of a ``type``: its fields by type."""

    types: dict[str, Any]


NUMBERS = [int]
SPACES = [(int, str)]
SEAT, CARD, SEAT_CARD = {"seat": int}, {"card": int}, {"seat": int, "card": int}
SPACE = {"card": int, "symbol": str}
MOVE = {**SPACE, "to_card": int, "to_symbol": str}
BY = {"by": Or(0, int)}
STEP = {"place": SPACE, "move": MOVE}
POWER_ANSWERS = {
    "steps": {"steps": Or([], [OneOf(STEP)])},
    "arrange": {"objectives": SPACES},
    "complete": CARD,
    "take": CARD,
}
CARRIED = {
    "power": Or([], [(int, OneOf(POWER_ANSWERS))]),
    "claim": Or([], [(int, bool)]),
    "take": Or([], NUMBERS),
}
CHOICES = OneOf(
    {
        "keep": {"cards": NUMBERS},
        "mobilize": {"action": OneOf({**STEP, "pass": {}}), "carried": Or(None, CARRIED)},
        **POWER_ANSWERS,
        "lose_legions": {"spaces": SPACES},
        "lose_objective": CARD,
        "claim": {"take": bool},
    }
)
EVENTS = OneOf(
    {
        "seated": {"order": NUMBERS},
        "dealt": {"seat": int, "cards": NUMBERS},
        "market_opened": {"cards": NUMBERS},
        "kept": {"seat": int, "cards": NUMBERS},
        "token_drawn": {"draw": int, "token": str, "crier": int},
        "placed": {"seat": int, **SPACE, **BY},
        "moved": {"seat": int, **MOVE, **BY},
        "passed": {"seat": int, "automatic": Or(False, bool)},
        "completed": {**SEAT_CARD, **BY},
        "legions_returned": {**SEAT_CARD, "legions": int},
        "answer_used": {**SEAT_CARD, "kind": str, "choice": CHOICES},
        "power_idle": SEAT_CARD,
        "power_declined": SEAT_CARD,
        "gained": {"seat": int, "legions": int, "by": int},
        "rearranged": {"seat": int, "objectives": SPACES, "by": int},
        "attacked": {**SEAT_CARD, "targets": NUMBERS},
        "sheltered": {"seat": int, "by": int},
        "legion_lost": {"seat": int, **SPACE, "by": int},
        "objective_cleared": {**SEAT_CARD, "legions": int, "by": int},
        "objective_discarded": {**SEAT_CARD, "by": int},
        "controlled": {**SEAT_CARD, "count": int},
        "end_set": SEAT,
        "tile_taken": {"seat": int, "tile": str, "loser": Or(None, int)},
        "tile_declined": {"seat": int, "tile": str},
        "objective_taken": {**SEAT_CARD, **BY},
        "nothing_to_take": SEAT,
        "market_refilled": {"place": int, "card": int},
        "deck_reshuffled": {"cards": int},
        "tokens_returned": {"crier": int},
        "game_over": {"points": NUMBERS, "winners": NUMBERS},
    }
)
LINE = {"what": str, "points": int, "card": Or(0, int), "tile": Or("", str)}
SCORE = {"seat": int, "lines": [LINE], "points": int, "senators": int, "rank": int}
DECISION = {"seat": int, "choice": CHOICES, "carried": Or(False, bool)}
RECORD = {
    "game": str,
    "ruleset": {
        "opening": str,
        "shelter": str,
        "power_moves": str,
        "goods_tie": str,
        "target": int,
    },
    "deck": str,
    "deck_sha256": str,
    "players": [{"name": str, "word": Or("", str)}],
    "commitment": str,
    "opening": [EVENTS],
    "steps": [{"kind": str, "draw": int, "decisions": [DECISION], "events": [EVENTS]}],
    "seated": Or(None, NUMBERS),
    "seed": Or(None, str),
    "outcome": Or(None, {"scores": [SCORE], "winners": NUMBERS}),
    "cancelled": Or(False, bool),
}
ENVELOPE = {"format": "augustus-record", "version": 1, "rules_version": 1}
SWITCHES: dict[str, tuple[Any, ...]] = {
    "opening": ("choose", "dealt"),
    "shelter": ("player", "none"),
    "power_moves": ("yes", "no"),
    "goods_tie": ("newcomer", "holder"),
    "target": (7, 3, 4, 5, 6),
}


def read(data: bytes) -> dict[str, Any]:
    """Give the record with everything that was left out filled in."""
    if len(data) > LARGEST:
        raise Wrong("$", "too large")
    try:
        tree = json.loads(
            data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no, parse_int=_number
        )
        json.dumps(tree, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise Wrong("$", "no plain JSON") from None
    if not isinstance(tree, dict):
        raise Wrong("$", "no object")
    for key, expected in ENVELOPE.items():
        found = tree.pop(key, None)
        if type(found) is not type(expected) or found != expected:
            raise Wrong(f"$.{key}", f"not {expected}")
    record: dict[str, Any] = fit(RECORD, tree, "$")
    for switch, values in SWITCHES.items():
        if record["ruleset"][switch] not in values:
            raise Wrong(f"$.ruleset.{switch}", "no value of this switch")
    return record


def fit(spec: Any, value: Any, place: str) -> Any:
    """Give the value as the spec has it, with what was left out; refuses what does not fit."""
    if isinstance(spec, Or):
        return None if value is None and spec.value is None else fit(spec.spec, value, place)
    if isinstance(spec, OneOf):
        code = value.get("type") if isinstance(value, dict) else None
        if not isinstance(code, str) or code not in spec.types:
            raise Wrong(place if not isinstance(value, dict) else f"{place}.type", "no such type")
        return fit({"type": str, **spec.types[code]}, value, place)
    if isinstance(spec, dict):
        return _fit_object(spec, value, place)
    if isinstance(spec, (list, tuple)):
        if not isinstance(value, list) or (isinstance(spec, tuple) and len(value) != len(spec)):
            raise Wrong(place, "no such array")
        specs = spec if isinstance(spec, tuple) else spec * len(value)
        pairs = enumerate(zip(specs, value, strict=True))
        return [fit(inner, item, f"{place}[{i}]") for i, (inner, item) in pairs]
    if type(value) is not spec or (spec is int and abs(value) > 2**53):
        raise Wrong(place, f"no {spec.__name__}")
    return value


def _fit_object(spec: dict[str, Any], value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(place, "no object")
    for key in sorted(value.keys() - spec.keys()):
        raise Wrong(f"{place}.{key}", "unknown")
    optional = {key: inner.value for key, inner in spec.items() if isinstance(inner, Or)}
    for key in sorted(spec.keys() - optional.keys() - value.keys()):
        raise Wrong(f"{place}.{key}", "missing")
    found = {key: fit(spec[key], item, f"{place}.{key}") for key, item in value.items()}
    return {**optional, **found}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key twice")
    return result


def _number(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError("too long")
    return int(digits)


def _no(constant: str) -> None:
    raise ValueError(constant)
