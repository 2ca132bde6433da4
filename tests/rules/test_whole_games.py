"""Random whole games for 2 to 6 players under all switches, checked at every step.

A failure names the game: its id is players, seed and switches.
"""

from itertools import product
from random import Random

import pytest

from games.rules import Chance, Rules, Ruleset
from games.rules.choices import Choice, Mobilize
from games.rules.ruleset import SWITCHES
from tests.rules.builder import DECK
from tests.rules.invariants import (
    advance_plainly,
    any_carried,
    any_choice,
    check_conservation,
    check_hidden,
    check_position,
    check_round_trip,
    without_carried,
)

#: Every value of every switch with 2 to 6 players, the others by turns.
RULESETS = [
    Ruleset(opening=opening, shelter=shelter, power_moves=moves, goods_tie=tie, target=target)
    for (opening, shelter, moves, tie), target in zip(
        product(("choose", "dealt"), ("player", "none"), ("yes", "no"), ("newcomer", "holder")),
        [7, 3, 4, 5, 6, 7, 7, 3, 4, 5, 6, 7, 7, 7, 3, 7],
        strict=True,
    )
]
GAMES = [
    (players, seed, RULESETS[(3 * seed + players) % len(RULESETS)])
    for players in range(2, 7)
    for seed in range(8)
]


def named(value: object) -> str:
    if isinstance(value, Ruleset):
        return "-".join(str(getattr(value, switch)) for switch in SWITCHES)
    return str(value)


@pytest.mark.parametrize(("players", "seed", "ruleset"), GAMES, ids=named)
def test_a_random_game(players, seed, ruleset):
    dice = Random(f"{players}/{seed}")
    chance = Chance.of(bytes([players, seed]) * 16, [""] * players)
    rules = Rules(ruleset, DECK)
    step = rules.start(players, chance)
    plain, steps = step.state, 0
    while True:
        check_conservation(rules, step.state, chance)
        check_position(rules, step.state)
        check_round_trip(step.state, step.events)
        check_hidden(rules, step.state, step.events)
        assert plain == without_carried(step.state)  # the record, replayed decision by decision
        if not step.state.awaited:
            break
        state, steps = step.state, steps + 1
        choices: dict[int, Choice] = {}
        for seat in state.awaited:
            choice = any_choice(rules.options(state, seat), dice)
            if isinstance(choice, Mobilize):
                choice = Mobilize(choice.action, any_carried(rules, state, seat, dice))
            choices[seat] = choice
        step = rules.advance(state, choices, chance)
        assert step == rules.advance(state, choices, chance)
        plain = advance_plainly(rules, plain, choices, step.events, chance)
        assert steps < 2000, "the game does not end"
    assert max(len(board.controlled) for board in step.state.seats) >= 1
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert outcome.winners


def test_every_value_of_every_switch_is_played_with_every_number_of_players():
    for switch, values in SWITCHES.items():
        assert {getattr(ruleset, switch) for _, _, ruleset in GAMES} == set(values)
    for players in range(2, 7):
        played = [ruleset for number, _, ruleset in GAMES if number == players]
        for switch in ("opening", "shelter", "power_moves", "goods_tie"):
            assert {getattr(ruleset, switch) for ruleset in played} == set(SWITCHES[switch])
