"""Tampered records: the game's check and the stranger's find each one, at the same place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.rules.recordcheck import BadRecord, check_record, read_record
from tests.recorded import stranger, tampered_bag, tampered_decisions, tampered_steps
from tests.recorded.tampering import TAMPERINGS, Tampering

PAGE = Path(__file__).resolve().parents[2] / "docs" / "record.md"


def named(tampering: Tampering) -> str:
    return tampering.name


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=named)
def test_a_tampered_record_is_refused_at_its_place(tampering: Tampering) -> None:
    data, place = tampering.made()
    with pytest.raises(BadRecord) as refused:
        check_record(read_record(data))
    assert (refused.value.code, refused.value.parameters["place"]) == (tampering.code, place)


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=named)
def test_a_stranger_refuses_it_at_the_same_place(tampering: Tampering) -> None:
    data, place = tampering.made()
    with pytest.raises(stranger.Wrong) as refused:
        stranger.check(data)
    assert refused.value.place == place


def test_all_tamperings_are_entered_once() -> None:
    assert max(Counter(map(named, TAMPERINGS)).values()) == 1
    modules = {tampering.change.__module__ for tampering in TAMPERINGS}
    assert modules == {
        module.__name__ for module in (tampered_bag, tampered_decisions, tampered_steps)
    }


def test_the_page_says_the_place_of_every_tampering() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for tampering in TAMPERINGS:
        place = re.sub(r"\$\.outcome.+", "$.outcome...", tampering.made()[1])
        place = re.sub(r"\$\.ruleset\.\w+", "$.ruleset.NAME", place)
        row = [line for line in lines if line.startswith("|") and f"`{tampering.code}`" in line]
        assert row, tampering.code
        if tampering.code == "record_malformed":  # the value, wherever it stands
            continue
        places = {
            re.sub(r"\[\w+\]", "[n]", found)
            for line in row
            for found in re.findall(r"`(\$[^`]*)`", line)
        }
        assert re.sub(r"\[\d+\]", "[n]", place) in places, (tampering.name, place, places)
