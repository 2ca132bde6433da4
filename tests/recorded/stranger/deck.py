"""The deck: docs/record.md, *The deck*."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from tests.recorded.stranger.wrong import Wrong

COLUMNS = {"number", "name", "kind", "symbols", "vp", "wheat", "gold", "power", "provenance"}
KINDS = ("senator", "green", "pink", "orange")
SYMBOLS = "SHCKTD"

_V, _N = "[1-9][0-9]?", "[1-6]"
POWERS = re.compile(
    rf"|score_symbol:[SHCKTD]:{_V}:{_V}|score_kind:(senator|green|pink|orange):{_V}"
    rf"|score_attack:{_V}|swap:[SHCKTD]:[SHCKTD]|attack:legions:{_N}|attack:clear_objective"
    rf"|attack:controlled_objective|place:([SHCKTD]|any):{_N}|gain:{_N}|extra_objective"
    rf"|rearrange|complete"
)


@dataclass(frozen=True)
class Card:
    """An objective. ``power``: its word and values, an empty list where it has none."""

    number: int
    kind: str
    spaces: Counter[str]
    points: int
    goods: tuple[str, ...]
    power: list[str]

    @property
    def word(self) -> str:
        """Give the power's first word."""
        return self.power[0] if self.power else ""

    @property
    def scores(self) -> bool:
        """Tell whether its power counts at the end."""
        return self.word.startswith("score_")


def read_deck(text: str) -> dict[int, Card]:
    """Give the cards by number."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    cards: dict[int, Card] = {}
    try:
        names = reader.fieldnames or []
        if set(names) != COLUMNS or len(names) != len(COLUMNS):
            raise Wrong("$.deck", "other columns")
        for row in reader:
            card = _card(row)
            if card.number in cards:
                raise Wrong("$.deck", f"card {card.number} stands there twice")
            cards[card.number] = card
    except csv.Error as error:
        raise Wrong("$.deck", f"no CSV: {error}") from None
    return cards


def _card(row: dict[str, str]) -> Card:
    if None in row or None in row.values():
        raise Wrong("$.deck", "a line of another length")
    symbols = row["symbols"]
    fine = (
        row["name"].strip()
        and row["kind"] in KINDS
        and 2 <= len(symbols) <= 6
        and re.fullmatch("S*H*C*K*T*D*", symbols)
        and POWERS.fullmatch(row["power"])
    )
    if not fine:
        raise Wrong("$.deck", f"card {row['number']}")
    return Card(
        number=_number(row["number"], 1, 999),
        kind=row["kind"],
        spaces=Counter(symbols),
        points=_number(row["vp"], 0, 999),
        goods=tuple(good for good in ("wheat", "gold") if _number(row[good], 0, 1)),
        power=row["power"].split(":") if row["power"] else [],
    )


def _number(text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not low <= int(text) <= high:
        raise Wrong("$.deck", f"{text} is not {low} to {high}")
    return int(text)
