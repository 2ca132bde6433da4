"""Every way of tampering with a record that we could think of, and where a check must find it.

Each function changes a recorded game, given as plain objects, and says the place of the fault.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.recorded.plan import FOLDER

Tree = dict[str, Any]
Change = Callable[[Tree], str]


@dataclass(frozen=True, slots=True)
class Tampering:
    """A change of one recorded game: what a check must say of it (a code), and where."""

    name: str
    game: str
    code: str
    change: Change

    def made(self) -> tuple[bytes, str]:
        """Give the changed file, and the place of the fault."""
        tree = load(self.game)
        place = self.change(tree)
        data = json.dumps(tree, ensure_ascii=False).encode()
        # As text: to Python true is 1 and 1.0 is 1.
        assert data != json.dumps(load(self.game), ensure_ascii=False).encode(), "nothing changed"
        return data, place


TAMPERINGS: list[Tampering] = []


def tampering(code: str, game: str = "four") -> Callable[[Change], Change]:
    """Enter a change of a game under its function's name."""

    def enter(change: Change) -> Change:
        TAMPERINGS.append(Tampering(change.__name__, game, code, change))
        return change

    return enter


@cache
def _text(game: str) -> str:
    return (FOLDER / f"{game}.json").read_text(encoding="utf-8")


def load(game: str) -> Tree:
    """Give a recorded game as plain objects, to be changed."""
    tree: Tree = json.loads(_text(game))
    return tree


def step_of(tree: Tree, kind: str, answer: str = "", after: int = 0) -> int:
    """Give the first step of a kind (whose first decision is of a type), from step ``after``."""
    return next(
        number
        for number, step in enumerate(tree["steps"])
        if number >= after
        and step["kind"] == kind
        and answer in ("", step["decisions"][0]["choice"]["type"])
    )


def choice_of(tree: Tree, kind: str, answer: str = "") -> tuple[Tree, str]:
    """Give the first such decision's choice, to be changed, and its place."""
    number = step_of(tree, kind, answer)
    choice: Tree = tree["steps"][number]["decisions"][0]["choice"]
    return choice, f"$.steps[{number}].decisions[0].choice"


def event_of(tree: Tree, code: str) -> tuple[list[Tree], int, str]:
    """Give the events among which the first of a type stands, which one it is, and its place."""
    return next(
        (events, number, f"{place}[{number}]")
        for events, place in all_events(tree)
        for number, event in enumerate(events)
        if event["type"] == code
    )


def all_events(tree: Tree) -> Iterator[tuple[list[Tree], str]]:
    """Give every list of events, and its place."""
    yield tree["opening"], "$.opening"
    for number, step in enumerate(tree["steps"]):
        yield step["events"], f"$.steps[{number}].events"


def with_hash(tree: Tree) -> None:
    """Make the hash fit the changed deck."""
    tree["deck_sha256"] = hashlib.sha256(tree["deck"].encode()).hexdigest()
