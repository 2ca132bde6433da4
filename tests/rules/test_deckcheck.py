"""``check_deck``: what a deck must satisfy, each fault once. docs/rules.md, *Components*."""

import csv
import io

import pytest

from games.rules.deckcheck import Fault, check_deck
from tests.rules.builder import DECK_FILE

DATA = DECK_FILE.read_bytes()
TOTALS = {
    "deck_kind_total",
    "deck_goods_total",
    "deck_power_total",
    "deck_points_total",
    "deck_number_missing",
}


def changed(*changes: tuple[int, dict[str, str]], extra: str = "") -> bytes:
    """The deck with the values of some cards changed."""
    reader = csv.DictReader(io.StringIO(DATA.decode()))
    assert reader.fieldnames is not None
    text = io.StringIO()
    writer = csv.DictWriter(text, reader.fieldnames, lineterminator="\n")
    writer.writeheader()
    by_number = dict(changes)
    for values in reader:
        writer.writerow(values | by_number.get(int(values["number"]), {}))
    return (text.getvalue() + extra).encode()


def faults_of(data: bytes) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in check_deck(data) if not fault.warning]


def warnings_of(data: bytes) -> list[dict[str, object]]:
    return [dict(fault.parameters) for fault in check_deck(data) if fault.warning]


def test_the_deck_that_comes_along_has_no_fault():
    assert check_deck(DATA) == []
    assert check_deck(changed()) == []


# The file


def test_a_file_that_is_no_utf_8_is_one_fault_with_its_line():
    assert faults_of(DATA[:200] + b"\xff" + DATA[200:]) == [
        ("deck_not_utf8", 1 + DATA[:200].count(b"\n"))
    ]


def test_a_file_without_the_columns_is_one_fault():
    assert faults_of(b"") == [("deck_columns", 1)]
    assert faults_of(DATA.replace(b"gold", b"silver", 1)) == [("deck_columns", 1)]


def test_rows_that_cannot_be_read_are_each_reported():
    lines = DATA.decode().splitlines()
    lines[3] += ",more"
    lines[9] = "9,Numidia"
    found = faults_of("\n".join(lines).encode())
    assert ("deck_row_length", 4) in found
    assert ("deck_row_length", 10) in found
    assert [code for code, _ in found].count("deck_number_missing") == 2


def test_what_is_no_csv_is_reported_with_its_line_beside_what_stands_before():
    lines = DATA.decode().splitlines()
    lines[50] = '50,"Pamphylia'
    found = faults_of("\n".join(lines[:51]).encode())
    assert ("deck_not_csv", 51) in found


# Each row by itself


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"vp": "many"}, "deck_value"),
        ({"wheat": "2"}, "deck_value"),
        ({"gold": ""}, "deck_value"),
        ({"name": " "}, "deck_name"),
        ({"kind": "blue"}, "deck_kind"),
        ({"symbols": "S"}, "deck_symbols"),
        ({"symbols": "SSSSSSS"}, "deck_symbols"),
        ({"symbols": "HS"}, "deck_symbols"),
        ({"symbols": "SJ"}, "deck_symbols"),
        ({"power": "win"}, "deck_power"),
    ],
)
def test_a_row_with_a_fault_is_reported_with_its_line(values, code):
    assert (code, 3) in faults_of(changed((2, values)))


def test_every_fault_of_a_row_is_reported():
    row = {"name": "", "kind": "x", "symbols": "", "vp": "x", "wheat": "x", "power": "x"}
    found = [code for code, line in faults_of(changed((2, row))) if line == 3]
    assert sorted(found) == [
        "deck_kind",
        "deck_name",
        "deck_power",
        "deck_symbols",
        "deck_value",
        "deck_value",
    ]


# All rows together


def test_numbers_go_from_1_to_88_once_each():
    data = changed((5, {"number": "4"}), (6, {"number": "89"}), (7, {"number": "x"}))
    assert faults_of(data) == [
        ("deck_number_missing", 1),
        ("deck_number_missing", 1),
        ("deck_number_missing", 1),
        ("deck_number_twice", 6),
        ("deck_number_range", 7),
        ("deck_value", 8),
    ]
    (twice,) = [fault for fault in check_deck(data) if fault.code == "deck_number_twice"]
    assert twice.parameters == {"number": 4, "first": 5}


def test_names_are_distinct():
    data = changed((5, {"name": "samnium"}))
    assert check_deck(data) == [Fault("deck_name_twice", 6, {"name": "samnium", "first": 3})]


@pytest.mark.parametrize("kind", ["senator", "green", "pink", "orange"])
def test_kinds_add_up(kind):
    card, other = {"senator": (1, "pink"), "green": (2, "pink"), "pink": (4, "green"),
                   "orange": (62, "green")}[kind]  # fmt: skip
    found = [fault for fault in check_deck(changed((card, {"kind": other}))) if not fault.warning]
    assert {fault.parameters["what"] for fault in found} == {kind, other}
    assert {fault.code for fault in found} == {"deck_kind_total"}


@pytest.mark.parametrize(
    ("card", "values", "what"),
    [
        (5, {"wheat": "0"}, {"wheat only"}),
        (2, {"wheat": "1"}, {"wheat only"}),
        (7, {"gold": "0"}, {"gold only"}),
        (68, {"gold": "0"}, {"wheat only", "wheat and gold"}),
    ],
)
def test_goods_add_up(card, values, what):
    found = check_deck(changed((card, values)))
    assert {fault.parameters["what"] for fault in found} == what
    assert {fault.code for fault in found} == {"deck_goods_total"}


def test_a_senator_never_shows_a_good():
    data = changed((5, {"wheat": "0"}), (6, {"wheat": "1"}))
    assert check_deck(data) == [Fault("deck_senator_good", 7, {"good": "wheat only"})]


@pytest.mark.parametrize(
    ("card", "power", "families"),
    [
        (1, "place:any:1", {"none", "place:any:1"}),
        (7, "score_symbol:H:1:6", {"score_symbol:S", "score_symbol:H"}),
        (47, "score_kind:pink:2", {"score_kind:senator", "score_kind:pink"}),
        (15, "swap:H:C", {"swap:S:H", "swap:H:C"}),
        (37, "attack:legions:2", {"attack:legions:1", "attack:legions:2"}),
        (75, "attack:controlled_objective",
         {"attack:clear_objective", "attack:controlled_objective"}),
        (9, "place:D:2", {"place:S", "place:D"}),
        (20, "place:any:2", {"place:any:1", "place:any:2"}),
        (87, "", {"complete", "none"}),
        (59, "score_kind:senator:5", {"score_attack", "score_kind:senator"}),
    ],
)  # fmt: skip
def test_the_families_of_powers_add_up(card, power, families):
    found = [fault for fault in check_deck(changed((card, {"power": power}))) if not fault.warning]
    assert {fault.parameters["what"] for fault in found} == families
    assert {fault.code for fault in found} == {"deck_power_total"}


@pytest.mark.parametrize("power", ["swap:S:C", "swap:S:S", "place:any:3", "attack:legions:3"])
def test_a_power_of_no_published_family_is_a_fault_of_its_line(power):
    assert ("deck_power_stray", 2) in faults_of(changed((1, {"power": power})))


def test_a_swap_may_name_its_neighbours_in_either_order():
    assert check_deck(changed((15, {"power": "swap:H:S"}))) == []


def test_end_scoring_cards_print_no_points():
    for card in (7, 47, 59):
        assert faults_of(changed((card, {"vp": "3"}))) == [("deck_end_points", card + 1)]


# Deduced totals


def test_deduced_totals_are_warnings_only():
    data = changed((5, {"power": "gain:2"}), (13, {"power": "rearrange"}), (1, {"vp": "4"}))
    assert faults_of(data) == []
    assert {found["what"] for found in warnings_of(data)} == {
        "gain:1",
        "gain:2",
        "extra_objective",
        "rearrange",
        "senator",
    }
    assert {found.get("power") for found in warnings_of(changed((5, {"power": "gain:3"})))} == {
        None,
        "gain:3",
    }


def test_an_empty_deck_lacks_everything():
    found = check_deck(DATA.splitlines(keepends=True)[0])
    assert {fault.code for fault in found} == TOTALS
    assert len([fault for fault in found if fault.code == "deck_number_missing"]) == 88
