"""Games by chance, many of them with small made decks: both checkers agree about each."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules import Ruleset
from games.rules.record import record_text
from games.rules.recordcheck import check_record, read_record
from games.rules.ruleset import SWITCHES
from tests.recorded import make, stranger
from tests.recorded.plan import CAST, DECK, Plan, deck_of

#: Cards with a power that is carried out at once: decks of these make chains and short markets.
AT_ONCE = (5, 6, 13, 14, 35, 36, 37, 38, 41, 42, 53, 54, 72, 73, 75, 76, 81, 82, 87, 88)


def plan_by_chance(number: int) -> Plan:
    """Give a plan of 2 to 6 players under any switches; every second one with a small deck."""
    dice = Random(number)
    players = 2 + number % 5
    order = list(range(players))
    dice.shuffle(order)
    others = [card for card in range(1, 89) if card not in AT_ONCE]
    dice.shuffle(others)
    cards = (*AT_ONCE, *others)[: 6 * players + 5 + dice.randrange(13)]
    switches: dict[str, Any] = {name: dice.choice(SWITCHES[name]) for name in SWITCHES}
    return Plan(
        f"by-chance-{number}",
        CAST[:players],
        "".join(dice.choice("gr") for _ in order),
        Ruleset(**switches),
        number=number,
        carried=dice.randrange(11),
        seated=tuple(order) if dice.randrange(3) == 0 else None,
        deck=deck_of(cards) if number % 2 else DECK,
    )


@pytest.mark.parametrize("number", range(30))
def test_both_checkers_agree_about_a_game_by_chance(number: int) -> None:
    data = record_text(make.play(plan_by_chance(number))).encode()
    check_record(read_record(data))
    stranger.check(data)


@pytest.mark.parametrize("number", range(10))
def test_no_event_can_be_taken_out_of_a_game_unseen(number: int) -> None:
    dice, record = Random(number), make.play(plan_by_chance(number))
    place = dice.randrange(len(record.steps))
    stop = record.steps[place]
    gone = dice.randrange(len(stop.events))
    changed = replace(stop, events=(*stop.events[:gone], *stop.events[gone + 1 :]))
    steps = (*record.steps[:place], changed, *record.steps[place + 1 :])
    with pytest.raises(stranger.Wrong) as refused:
        stranger.check(record_text(replace(record, steps=steps)).encode())
    # Of two equal events next to each other (legions lost from one space) either one is missing.
    assert refused.value.place.startswith(f"$.steps[{place}].events[")
