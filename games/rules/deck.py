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
    for row in lines_of(data):
        if isinstance(row, BadDeck):
            raise row
        yield row


def lines_of(data: bytes) -> Iterator[Row | BadDeck]:
    """Give the rows of a deck file, and a fault for each one that has not the columns.

    What cannot be read at all is one fault, and the last thing given.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield BadDeck("deck_not_utf8", line=1 + data.count(b"\n", 0, error.start))
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if sorted(reader.fieldnames or ()) != sorted(COLUMNS):
            yield BadDeck("deck_columns", line=1, expected=",".join(COLUMNS))
            return
        for values in reader:
            if None in values or None in values.values():
                yield BadDeck("deck_row_length", line=reader.line_num, expected=len(COLUMNS))
            else:
                yield Row(reader.line_num, values)
    except csv.Error as error:
        yield BadDeck("deck_not_csv", line=max(reader.reader.line_num, 1), problem=str(error))


def read_objective(row: Row) -> Objective:
    """Read one row; raises ``BadDeck`` with the line and the first thing wrong with it."""
    for fault in faults_of(row):
        raise fault
    values = row.values
    return Objective(
        number=int(values["number"]),
        kind=values["kind"],
        name=values["name"],
        symbols=values["symbols"],
        points=int(values["vp"]),
        wheat=int(values["wheat"]),
        gold=int(values["gold"]),
        power=read_word(values["power"]) if values["power"] else None,
        provenance=values["provenance"],
        line=row.line,
    )


#: Column -> the whole numbers that may stand in it.
NUMBERS: Mapping[str, range] = {
    "number": range(1, 1000),
    "vp": range(1000),
    "wheat": range(2),
    "gold": range(2),
}


def faults_of(row: Row) -> Iterator[BadDeck]:
    """Give everything that is wrong with a row by itself."""
    values, line = row.values, row.line
    for column, allowed in NUMBERS.items():
        if not is_number(values[column], allowed):
            yield BadDeck(
                "deck_value",
                line=line,
                column=column,
                value=values[column],
                low=allowed[0],
                high=allowed[-1],
            )
    if not values["name"].strip():
        yield BadDeck("deck_name", line=line)
    if values["kind"] not in KINDS:
        yield BadDeck("deck_kind", line=line, value=values["kind"], allowed=", ".join(KINDS))
    if not are_spaces(values["symbols"]):
        yield BadDeck("deck_symbols", line=line, value=values["symbols"])
    if values["power"] and not is_power(values["power"]):
        yield BadDeck("deck_power", line=line, value=values["power"])


def is_number(text: str, allowed: range) -> bool:
    """Tell whether this is a whole number, plainly written, within the range."""
    return text.isascii() and text.isdigit() and len(text) < 5 and int(text) in allowed


def are_spaces(text: str) -> bool:
    """Tell whether these are 2 to 6 symbols in the order SHCKTD."""
    return 2 <= len(text) <= 6 and set(text) <= set(SYMBOLS) and is_in_order(text)


def is_in_order(text: str) -> bool:
    """Tell whether symbols stand in the order SHCKTD."""
    return list(text) == sorted(text, key=SYMBOLS.index)


def is_power(text: str) -> bool:
    """Tell whether the vocabulary has this power."""
    try:
        read_word(text)
    except ValueError:
        return False
    return True
