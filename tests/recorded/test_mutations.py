"""Recorded games changed in one place by chance: both checkers refuse them, and name one place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from games.rules.recordcheck import BadRecord, check_record, read_record
from tests.recorded import stranger
from tests.recorded.plan import PLANS, Plan
from tests.recorded.tampering import load

Path = tuple[Any, ...]
#: What a record binds to nothing: docs/record.md, *What a record cannot show*.
UNBOUND = ({"game"}, {"players", "name"}, {"steps", "decisions", "carried"})


def places_in(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Give the way to everything in a record."""
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in pairs:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from places_in(value, (*path, key))


@cache
def places_of(game: str) -> list[Path]:
    return list(places_in(load(game)))


def change(tree: Any, path: Path, dice: Random) -> None:
    """Take something away, double it, exchange it, or make another value of it."""
    *way, last = path
    for key in way:
        tree = tree[key]
    value, deed = tree[last], dice.randrange(6)
    if deed == 0:
        del tree[last]
    elif deed == 1 and isinstance(tree, list):
        tree.insert(last, copy.deepcopy(value))
    elif deed == 2 and isinstance(tree, list):
        other = dice.randrange(len(tree))
        tree[last], tree[other] = tree[other], value
    else:
        tree[last] = another(value, dice)


def another(value: Any, dice: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice((-30, -1, 1, 5))
    if isinstance(value, str):
        return dice.choice((value[:-1], value + "S", value[::-1], "S", "DC", ""))
    if isinstance(value, list):
        return dice.choice((value[:-1], value[::-1], value[1:]))
    return dice.choice((None, 1, "x", [], {}))


def place_by_the_game(data: bytes) -> str:
    try:
        check_record(read_record(data))
    except BadRecord as error:
        return str(error.parameters["place"])
    return ""


def place_by_a_stranger(data: bytes) -> str:
    try:
        stranger.check(data)
    except stranger.Wrong as wrong:
        return wrong.place
    return ""


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_whatever_is_changed_is_found_at_the_same_place_by_both(plan: Plan) -> None:
    dice = Random(plan.name)
    for _ in range(15):
        tree, path = load(plan.name), dice.choice(places_of(plan.name))
        change(tree, path, dice)
        data = json.dumps(tree, ensure_ascii=False).encode()
        place = place_by_the_game(data)
        assert place == place_by_a_stranger(data), path
        unbound = {key for key in path if isinstance(key, str)} in UNBOUND
        assert place or unbound or tree == load(plan.name), path
