"""``manage.py check_deck``."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.deck_sentences import FAULTS, fault_sentence
from games.management.commands.check_deck import DEFAULT, LARGEST
from games.rules import deck, deckcheck
from games.rules.deckcheck import check_deck


@pytest.fixture
def copy(tmp_path):
    """A copy of the deck with something replaced, as a file."""

    def make(*changes: tuple[str, str]) -> Path:
        text = DEFAULT.read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path: Path = tmp_path / "deck.csv"
        path.write_text(text)
        return path

    return make


def run(capsys, *arguments):
    """What the command printed, and its last line if it failed."""
    error = None
    try:
        call_command("check_deck", *map(str, arguments))
    except CommandError as failed:
        error = str(failed)
    return capsys.readouterr().out.splitlines(), error


def test_the_deck_that_comes_along_is_right(capsys):
    lines, error = run(capsys)
    assert (lines, error) == ([f"{DEFAULT}: 0 faults, 0 warnings"], None)


def test_every_fault_is_one_line_with_file_and_line(capsys, copy):
    path = copy(("\n2,Samnium", "\n2,"), ("SHCKTD,5", "DTKCHS,5"), ("SSK,3", "SSK,x"))
    lines, error = run(capsys, path)
    assert lines[0].startswith(f"{path}:1: warning: ")  # points of the kinds
    assert f"{path}:3: the card has no name" in lines
    assert f"{path}:14: vp must be a whole number from 0 to 999, not “x”" in lines
    assert any(line.startswith(f"{path}:82: spaces must be 2 to 6 of") for line in lines)
    assert error == f"{path}: 3 faults, 1 warning"


def test_warnings_alone_are_no_failure(capsys, copy):
    path = copy(("SH,3", "SH,4"))
    lines, error = run(capsys, path)
    assert error is None
    warning, summary = lines
    assert warning.startswith(f"{path}:1: warning: the points of all cards of the kind senator")
    assert summary == f"{path}: 0 faults, 1 warning"


def test_a_file_that_is_not_there_or_none_is_one_line(capsys, tmp_path):
    lines, error = run(capsys, tmp_path / "none.csv")
    assert (lines, error) == ([], f"{tmp_path}/none.csv: No such file or directory")
    lines, error = run(capsys, tmp_path)
    assert (lines, error) == ([], f"{tmp_path}: Is a directory")


def test_a_huge_file_is_one_line(capsys, tmp_path):
    path = tmp_path / "huge.csv"
    path.write_bytes(b"x" * (LARGEST + 1))
    assert run(capsys, path) == ([], f"{path}: larger than any deck can be")


def test_a_binary_file_is_one_line(capsys, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert run(capsys, path) == ([], f"{path}: this is no text")
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    lines, error = run(capsys, path)
    assert lines == [f"{path}:1: this is no text in UTF-8"]
    assert error == f"{path}: 1 fault, 0 warnings"


def test_every_fault_has_its_sentence():
    sources = Path(deck.__file__).read_text() + Path(deckcheck.__file__).read_text()
    for code in FAULTS:
        assert f'"{code}"' in sources
    assert set(re.findall(r'"(deck_\w+)"', sources)) == set(FAULTS)


def test_what_is_quoted_from_a_file_stays_in_its_line():
    header = DEFAULT.read_text().splitlines()[0]
    row = f'1,x,"blue\x1b[31m\n{"x" * 500}",SH,3,0,0,,'
    for fault in check_deck(f"{header}\n{row}\n".encode()):
        sentence = fault_sentence(fault)
        assert sentence.isprintable()
        assert len(sentence) < 300
