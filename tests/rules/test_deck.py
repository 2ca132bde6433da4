"""The deck file. docs/rules.md, *Components*."""

import hashlib

import pytest

from games.rules import BadDeck, Deck
from games.rules.words import read_word
from tests.rules.builder import DECK, DECK_FILE

HEADER = "number,name,kind,symbols,vp,wheat,gold,power,provenance"
ROW = "1,Samnium,green,SH,3,0,0,,documented"


def deck(*rows: str, header: str = HEADER) -> Deck:
    return Deck.from_csv("\n".join((header, *rows, "")).encode())


def test_a_card_has_number_kind_spaces_points_goods_power_and_provenance():
    card = deck('7,Noricum,green,SHC,0,0,1,score_symbol:S:1:6,"documented(vp)"')[7]
    assert (card.number, card.name, card.kind, card.symbols) == (7, "Noricum", "green", "SHC")
    assert (card.points, card.wheat, card.gold) == (0, 0, 1)
    assert card.power == read_word("score_symbol:S:1:6")
    assert (card.provenance, card.line) == ("documented(vp)", 2)
    assert deck(ROW)[1].power is None


def test_a_deck_is_named_by_the_sha_256_of_its_file():
    assert DECK.sha256 == hashlib.sha256(DECK_FILE.read_bytes()).hexdigest()
    assert deck(ROW).sha256 != deck(ROW, "").sha256


def test_the_columns_may_stand_in_any_order():
    header = "provenance,power,gold,wheat,vp,symbols,kind,name,number"
    assert (
        deck("x,,0,0,3,SH,green,Samnium,1", header=header)[1]
        == deck(ROW.replace("documented", "x"))[1]
    )


def test_a_byte_order_mark_and_other_line_ends_are_read():
    text = f"\ufeff{HEADER}\r\n{ROW}\r\n"
    assert Deck.from_csv(text.encode())[1].name == "Samnium"


def test_numbers_are_asked_by_number():
    assert 88 in DECK
    assert 89 not in DECK
    with pytest.raises(KeyError):
        DECK[89]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "deck_columns", 1),
        (b"\xff\xfe\x00", "deck_not_utf8", 1),
        (b"number,name\n1,x\n", "deck_columns", 1),
        (f"{HEADER},number\n{ROW},1\n".encode(), "deck_columns", 1),
        (f'{HEADER}\n{ROW[:-10]}"documented\n'.encode(), "deck_not_csv", 2),
        (f"{HEADER}\n{ROW},more\n".encode(), "deck_row_length", 2),
        (f"{HEADER}\n1,Samnium\n".encode(), "deck_row_length", 2),
    ],
)
def test_a_file_that_is_no_deck_is_refused(data, code, line):
    with pytest.raises(BadDeck) as refused:
        Deck.from_csv(data)
    assert (refused.value.code, refused.value.parameters["line"]) == (code, line)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("x,Samnium,green,SH,3,0,0,,", "deck_value"),
        ("0,Samnium,green,SH,3,0,0,,", "deck_value"),
        ("1,Samnium,green,SH,-3,0,0,,", "deck_value"),
        ("1,Samnium,green,SH,,0,0,,", "deck_value"),
        ("1,Samnium,green,SH,3,2,0,,", "deck_value"),
        ("1,Samnium,green,SH,3,0,yes,,", "deck_value"),
        ("1,Samnium,green,SH,٣,0,0,,", "deck_value"),
        ("1,,green,SH,3,0,0,,", "deck_name"),
        ("1, ,green,SH,3,0,0,,", "deck_name"),
        ("1,Samnium,blue,SH,3,0,0,,", "deck_kind"),
        ("1,Samnium,green,S,3,0,0,,", "deck_symbols"),
        ("1,Samnium,green,SSSSSSS,3,0,0,,", "deck_symbols"),
        ("1,Samnium,green,HS,3,0,0,,", "deck_symbols"),
        ("1,Samnium,green,SJ,3,0,0,,", "deck_symbols"),
        ("1,Samnium,green,,3,0,0,,", "deck_symbols"),
        ("1,Samnium,green,SH,3,0,0,win,", "deck_power"),
        (ROW, "deck_number_twice"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused_with_its_line(row, code):
    with pytest.raises(BadDeck) as refused:
        deck(ROW, row)
    assert (refused.value.code, refused.value.parameters["line"]) == (code, 3)
