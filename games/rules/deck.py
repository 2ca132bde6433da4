"""The deck of objectives: data, named by the SHA-256 of its file. docs/rules.md, *Components*."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.rules.errors import BadDeck
from games.rules.words import KINDS, SYMBOLS, PowerWord, read_word

COLUMNS = ("number", "name", "kind", "symbols", "vp", "wheat", "gold", "power", "provenance")


@dataclass(frozen=True, slots=True)
class Objective:
    """One card: spaces in the order SHCKTD, points printed, goods shown (0 or 1), power or none.

    ``line`` is its line in the file, from 1.
    """

    number: int
    kind: str
    name: str
    symbols: str
    points: int
    wheat: int
    gold: int
    power: PowerWord | None
    provenance: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Deck:
    """All objectives by number, and the name of the file they come from: its SHA-256."""

    objectives: Mapping[int, Objective]
    sha256: str

    @classmethod
    def from_csv(cls, data: bytes) -> Deck:
        """Read a deck file; raises ``BadDeck`` at the first line that cannot be read.

        It checks what the engine needs; ``games.rules.deckcheck`` checks all totals.
        """
        objectives: dict[int, Objective] = {}
        for row in rows_of(data):
            objective = read_objective(row)
            if objective.number in objectives:
                raise BadDeck("deck_number_twice", line=row.line, number=objective.number)
            objectives[objective.number] = objective
        return cls(objectives, hashlib.sha256(data).hexdigest())

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Give all card numbers in rising order."""
        return tuple(sorted(self.objectives))

    def __getitem__(self, number: int) -> Objective:
        """Give the objective with this number; raises ``KeyError`` for another."""
        return self.objectives[number]

    def __contains__(self, number: object) -> bool:
        """Tell whether the deck has this number."""
        return number in self.objectives


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a deck file: its number in the file, from 1, and its values by column."""

    line: int
    values: Mapping[str, str]


def rows_of(data: bytes) -> Iterator[Row]:
    """Give the rows of a deck file; raises ``BadDeck`` if it is not UTF-8 CSV with the columns."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadDeck("deck_not_utf8", line=1) from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if sorted(reader.fieldnames or ()) != sorted(COLUMNS):
            raise BadDeck("deck_columns", line=1, expected=",".join(COLUMNS))
        for values in reader:
            if None in values or None in values.values():
                raise BadDeck("deck_row_length", line=reader.line_num, expected=len(COLUMNS))
            yield Row(reader.line_num, values)
    except csv.Error as error:
        raise BadDeck("deck_not_csv", line=reader.line_num, problem=str(error)) from None


def read_objective(row: Row) -> Objective:
    """Read one row; raises ``BadDeck`` with the line and what is wrong with it."""
    values, line = row.values, row.line
    kind, symbols = values["kind"], values["symbols"]
    if kind not in KINDS:
        raise BadDeck("deck_kind", line=line, value=kind, allowed=", ".join(KINDS))
    if (
        not 2 <= len(symbols) <= 6
        or list(symbols) != sorted(symbols, key=SYMBOLS.find)
        or set(symbols) - set(SYMBOLS)
    ):
        raise BadDeck("deck_symbols", line=line, value=symbols)
    if not values["name"].strip():
        raise BadDeck("deck_name", line=line)
    try:
        power = read_word(values["power"]) if values["power"] else None
    except ValueError:
        raise BadDeck("deck_power", line=line, value=values["power"]) from None
    return Objective(
        number=_integer(values, "number", line, range(1, 1000)),
        kind=kind,
        name=values["name"],
        symbols=symbols,
        points=_integer(values, "vp", line, range(1000)),
        wheat=_integer(values, "wheat", line, range(2)),
        gold=_integer(values, "gold", line, range(2)),
        power=power,
        provenance=values["provenance"],
        line=line,
    )


def _integer(values: Mapping[str, str], column: str, line: int, allowed: range) -> int:
    text = values[column]
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) in allowed):
        raise BadDeck(
            "deck_value", line=line, column=column, value=text, low=allowed[0], high=allowed[-1]
        )
    return int(text)
