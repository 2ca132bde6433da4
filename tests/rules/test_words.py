"""docs/rules.md, *Powers*: the vocabulary of a deck file."""

import re

import pytest

from games.rules.powers import UNITS, unit_of
from games.rules.scoring import END_POWERS
from games.rules.words import END_WORDS, PERMANENT_WORDS, VOCABULARY, read_word

#: Every row of the table: what stands in the CSV, and when it works.
ROWS = [
    ("score_symbol:K:3:12", "end"),
    ("score_kind:pink:4", "end"),
    ("score_attack:5", "end"),
    ("swap:S:H", "permanent"),
    ("attack:legions:2", "at once"),
    ("attack:clear_objective", "at once"),
    ("attack:controlled_objective", "at once"),
    ("place:T:2", "at once"),
    ("place:any:1", "at once"),
    ("gain:2", "at once"),
    ("extra_objective", "at once"),
    ("rearrange", "at once"),
    ("complete", "at once"),
]


@pytest.mark.parametrize(("text", "when"), ROWS)
def test_every_power_is_read_and_written_as_it_stands(text, when):
    power = read_word(text)
    assert str(power) == text
    assert power.immediate is (when == "at once")
    assert (power.word in END_WORDS) is (when == "end")
    assert (power.word in PERMANENT_WORDS) is (when == "permanent")
    if power.immediate:
        assert unit_of(power) is unit_of(read_word(text))


def test_every_word_is_one_unit_or_one_end_power_or_permanent():
    assert {read_word(text).word for text, _ in ROWS} == set(VOCABULARY)
    assert set(VOCABULARY) == set(UNITS) | set(END_POWERS) | set(PERMANENT_WORDS)
    assert not set(UNITS) & set(END_POWERS)


@pytest.mark.parametrize(
    "text",
    ["", " ", "win", "Complete", "complete:", "complete:1", "gain", "gain:", "gain:0", "gain:7",
     "gain:x", "gain:1:2", "gain:-1", "gain:1.0", "place:S", "place:J:1", "place:any", "place:SS:1",
     "swap:S", "swap:S:J", "swap:S:H:C", "attack", "attack:", "attack:legions", "attack:legions:0",
     "score_symbol:S:1", "score_symbol:S:1:0", "score_symbol:S:1:100", "score_kind:blue:2",
     "score_kind:senators:2", "score_attack", "score_attack:0", "score_attack:05",
     "score_attack:٥"],
)  # fmt: skip
def test_what_the_vocabulary_does_not_have_is_refused(text):
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        read_word(text)
