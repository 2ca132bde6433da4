"""Everything that is wrong with a deck file: what docs/rules.md, *Components*, asks of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.deck import NUMBERS, Row, faults_of, is_number, is_power, lines_of
from games.rules.errors import BadDeck, Parameter
from games.rules.words import ANY, END_WORDS, KINDS, SYMBOLS, read_word

CARDS = 88
KIND_TOTALS: Mapping[str, int] = {"senator": 34, "green": 28, "pink": 18, "orange": 8}
GOODS_TOTALS: Mapping[str, int] = {"wheat only": 5, "gold only": 5, "wheat and gold": 2}
NEIGHBOURS = tuple(pairwise(SYMBOLS))
#: Family of powers -> how many cards have it.
FAMILY_TOTALS: Mapping[str, int] = {
    "none": 22,
    **{f"score_symbol:{symbol}": 2 for symbol in SYMBOLS},
    **{f"score_kind:{kind}": 2 for kind in KINDS},
    **{f"swap:{one}:{other}": 2 for one, other in NEIGHBOURS},
    "attack:legions:1": 2,
    "attack:legions:2": 2,
    "attack:clear_objective": 2,
    "attack:controlled_objective": 2,
    **{f"place:{symbol}": 2 for symbol in SYMBOLS},
    "place:any:1": 2,
    "place:any:2": 2,
    "complete": 2,
    "score_attack": 2,
}
#: Totals that were deduced only: a true deck could break them, so they give warnings.
DEDUCED_FAMILY_TOTALS: Mapping[str, int] = {
    "gain:1": 2,
    "gain:2": 2,
    "extra_objective": 2,
    "rearrange": 2,
}
DEDUCED_POINTS: Mapping[str, int] = {"orange": 44, "green": 126, "senator": 157, "pink": 144}
#: Words whose every form is told by the published table; another form is a fault.
PUBLISHED_WORDS = frozenset(family.split(":")[0] for family in FAMILY_TOTALS)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its code, the line (1: the file as a whole), what to write of it."""

    code: str
    line: int
    parameters: Mapping[str, Parameter]
    warning: bool = False


def check_deck(data: bytes) -> list[Fault]:
    """Give every fault of a deck file, by line; an empty list is a deck that can be published."""
    rows: list[Row] = []
    faults: list[Fault] = []
    for row in lines_of(data):
        if isinstance(row, BadDeck):
            faults.append(_fault(row))
        else:
            rows.append(row)
            faults.extend(_fault(fault) for fault in faults_of(row))
    if rows or not faults:
        for check in CHECKS:
            faults.extend(check(rows))
    return sorted(faults, key=lambda fault: fault.line)


def _fault(error: BadDeck) -> Fault:
    parameters = dict(error.parameters)
    return Fault(error.code, int(parameters.pop("line")), parameters)


def _numbers(rows: Sequence[Row]) -> Iterator[Fault]:
    """Numbers 1 to 88, once each."""
    lines: dict[int, int] = {}
    for row in rows:
        if not is_number(row.values["number"], NUMBERS["number"]):
            continue
        number = int(row.values["number"])
        if number > CARDS:
            yield Fault("deck_number_range", row.line, {"number": number, "high": CARDS})
        elif number in lines:
            parameters = {"number": number, "first": lines[number]}
            yield Fault("deck_number_twice", row.line, parameters)
        lines.setdefault(number, row.line)
    for number in range(1, CARDS + 1):
        if number not in lines:
            yield Fault("deck_number_missing", 1, {"number": number})


def _names(rows: Sequence[Row]) -> Iterator[Fault]:
    """Names are distinct."""
    lines: dict[str, int] = {}
    for row in rows:
        name = row.values["name"].strip()
        if name and name.casefold() in lines:
            first = lines[name.casefold()]
            yield Fault("deck_name_twice", row.line, {"name": name, "first": first})
        lines.setdefault(name.casefold(), row.line)


def _kinds(rows: Sequence[Row]) -> Iterator[Fault]:
    """34 senators, 28 green, 18 pink, 8 orange."""
    found = Counter(row.values["kind"] for row in rows)
    yield from _totals("deck_kind_total", KIND_TOTALS, found)


def _goods(rows: Sequence[Row]) -> Iterator[Fault]:
    """12 cards: 5 wheat only, 5 gold only, 2 both; never a senator."""
    names = {("1", "0"): "wheat only", ("0", "1"): "gold only", ("1", "1"): "wheat and gold"}
    found: Counter[str] = Counter()
    for row in rows:
        good = names.get((row.values["wheat"], row.values["gold"]))
        if good is not None:
            found[good] += 1
            if row.values["kind"] == "senator":
                yield Fault("deck_senator_good", row.line, {"good": good})
    yield from _totals("deck_goods_total", GOODS_TOTALS, found)


def _powers(rows: Sequence[Row]) -> Iterator[Fault]:
    """The families of powers; what no family has is a fault of its line."""
    found: Counter[str] = Counter()
    for row in rows:
        family = family_of(row.values["power"])
        if family is None:
            continue
        found[family] += 1
        if family not in FAMILY_TOTALS and family not in DEDUCED_FAMILY_TOTALS:
            warning = family.split(":")[0] not in PUBLISHED_WORDS
            parameters = {"power": row.values["power"]}
            yield Fault("deck_power_stray", row.line, parameters, warning)
    yield from _totals("deck_power_total", FAMILY_TOTALS, found)
    yield from _totals("deck_power_total", DEDUCED_FAMILY_TOTALS, found, warning=True)


def family_of(text: str) -> str | None:
    """Give the family that a power belongs to, or None where the vocabulary does not have it."""
    if not text:
        return "none"
    if not is_power(text):
        return None
    power = read_word(text)
    if power.word == "swap":
        return ":".join((power.word, *sorted(power.arguments, key=SYMBOLS.index)))
    if power.word == "place" and power.arguments[0] == ANY:
        return text
    if power.word in ("score_symbol", "score_kind", "place"):
        return f"{power.word}:{power.arguments[0]}"
    return power.word if power.word == "score_attack" else text


def _end_points(rows: Sequence[Row]) -> Iterator[Fault]:
    """End-scoring cards print no points."""
    for row in rows:
        power, points = row.values["power"], row.values["vp"]
        if is_power(power) and read_word(power).word in END_WORDS and _points(row):
            yield Fault("deck_end_points", row.line, {"power": power, "points": points})


def _kind_points(rows: Sequence[Row]) -> Iterator[Fault]:
    """Points by kind, deduced."""
    found: Counter[str] = Counter()
    for row in rows:
        found[row.values["kind"]] += _points(row)
    yield from _totals("deck_points_total", DEDUCED_POINTS, found, warning=True)


def _points(row: Row) -> int:
    text = row.values["vp"]
    return int(text) if is_number(text, NUMBERS["vp"]) else 0


def _totals(
    code: str, wanted: Mapping[str, int], found: Mapping[str, int], *, warning: bool = False
) -> Iterator[Fault]:
    for what, expected in wanted.items():
        number = found.get(what, 0)
        if number != expected:
            parameters: Mapping[str, Parameter] = {
                "what": what,
                "expected": expected,
                "found": number,
            }
            yield Fault(code, 1, parameters, warning)


#: Each takes all rows that could be told apart, whatever else is wrong with them.
CHECKS: tuple[Callable[[Sequence[Row]], Iterator[Fault]], ...] = (
    _numbers, _names, _kinds, _goods, _powers, _end_points, _kind_points,
)  # fmt: skip
