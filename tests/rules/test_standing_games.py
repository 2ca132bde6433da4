"""In whole games: what was said beforehand is done as it was said, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import Chance, IllegalChoice, Rules, Ruleset, State
from games.rules.bots import random_bot
from games.rules.choices import (
    Choice,
    Claim,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Pass,
    Take,
)
from games.rules.standing import (
    DRAWS,
    IN_A_ROW,
    Answer,
    Said,
    Wishes,
    answer,
    next_draw,
)
from tests.rules.builder import DECK
from tests.rules.invariants import blinded


def say(rules: Rules, state: State, seat: int, dice: Random) -> Said:
    """Something random that the seat may say, for the draw that it foresees."""
    view = rules.view_for(state, seat)
    orders = {}
    for symbol in DRAWS:
        options = rules.options(next_draw(DECK, view, None, symbol), seat)
        assert isinstance(options, tuple)
        choice = options[dice.randrange(len(options))]
        assert isinstance(choice, Mobilize)
        if dice.random() < 0.8:
            orders[symbol] = choice.action
    cards = [card for card in view.market if card is not None]
    return Said(
        orders,
        Wishes(
            ask_completing=dice.random() < 0.3,
            only_completing=dice.random() < 0.3,
            claim_from=dice.choice([None, 4, 5]),
            leave_to=dice.choice([None, 1, 3]),
            lose_least=dice.random() < 0.5,
            market=tuple(dice.sample(cards, min(2, len(cards)))),
            ask_new=dice.random() < 0.5,
            seen=tuple(cards),
        ),
    )


def check_said(rules: Rules, state: State, seat: int, said: Said, given: Answer) -> None:
    """Nothing illegal, and nothing but what was said."""
    if given.choice is not None:
        assert not given.dropped
        rules.verify(state, seat, given.choice)
    match given.choice:
        case Mobilize(action, carried):
            passed = said.wishes.only_completing and state.token not in said.orders
            assert action == (Pass() if passed else said.orders[state.token])
            assert carried is None
        case Claim(take):
            count, wishes = len(state.seats[seat].controlled), said.wishes
            bound = wishes.claim_from if take else wishes.leave_to
            assert bound is not None
            assert count >= bound if take else count <= bound
        case Take(card):
            assert card in said.wishes.market
        case LoseLegions() | LoseObjective():
            assert said.wishes.lose_least
    if given.dropped:
        assert given.dropped == state.token
        with pytest.raises(IllegalChoice):
            rules.verify(state, seat, Mobilize(said.orders[state.token]))


def decide(rules: Rules, state: State, seat: int, said: Said, dice: Random) -> tuple[Choice, str]:
    """What a seat decides, and how: as it had said, or asked, as a random player would."""
    view, options = rules.view_for(state, seat), rules.options(state, seat)
    given = answer(DECK, view, options, said)
    check_said(rules, state, seat, said, given)
    assert given == answer(DECK, rules.view_for(blinded(state, seat), seat), options, said)
    if given.choice is not None:
        return given.choice, "said"
    return random_bot(DECK, view, options, dice), "dropped" if given.dropped else "asked"


@pytest.mark.parametrize(("players", "seed"), [(n, seed) for n in (2, 4, 6) for seed in range(4)])
def test_in_whole_games_nothing_illegal_and_nothing_else_than_said(players, seed):
    rules, dice = Rules(Ruleset(), DECK), Random(f"{players}/{seed}")
    chance = Chance.of(bytes([players, seed]) * 16, [""] * players)
    state = rules.start(players, chance).state
    said = [Said() for _ in range(players)]
    ways, in_a_row = [], 0
    while state.awaited:
        choices, now = {}, []
        for seat in state.awaited:
            heard = said[seat] if in_a_row < IN_A_ROW else Said()
            choices[seat], way = decide(rules, state, seat, heard, dice)
            now.append(way)
            if way != "said":
                said[seat] = say(rules, state, seat, dice)
        in_a_row = in_a_row + 1 if set(now) == {"said"} else 0
        ways += now
        state = rules.advance(state, choices, chance).state
    assert {"said", "asked", "dropped"} <= set(ways), (players, seed)
