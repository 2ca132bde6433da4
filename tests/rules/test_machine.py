"""Random legal games, hunted by hypothesis: whatever is played, everything below stays true."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules import Chance, IllegalChoice, RefusedState, Rules, Ruleset, State
from games.rules.bots import Bot, greedy_bot
from games.rules.choices import Choice, Mobilize, Move, Place
from games.rules.codec import from_json, to_json
from games.rules.engine import Step
from games.rules.ruleset import SWITCHES
from games.rules.strong import strong_bot
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
from tests.rules.neighbours import beside, move_verdict, verdict

RULESETS = st.builds(
    Ruleset, **{switch: st.sampled_from(values) for switch, values in SWITCHES.items()}
)
DICE = st.integers(0, 2**32).map(Random)


class Games(RuleBasedStateMachine):
    """One game, and beside it the same game as its record would replay it."""

    @initialize(
        players=st.integers(2, 6), ruleset=RULESETS, seed=st.binary(min_size=32, max_size=32)
    )
    def start(self, players: int, ruleset: Ruleset, seed: bytes) -> None:
        self.engine = Rules(ruleset, DECK)
        self.chance = Chance.of(seed, [""] * players)
        self.first = self.engine.start(players, self.chance)
        self.step: Step = self.first
        self.plain: State = self.step.state
        self.played: list[dict[int, Choice]] = []

    def running(self) -> bool:
        return bool(self.step.state.awaited)

    @precondition(running)
    @rule(dice=DICE)
    def decide_by_chance(self, dice: Random) -> None:
        state = self.step.state
        choices: dict[int, Choice] = {}
        for seat in state.awaited:
            choice = any_choice(self.engine.options(state, seat), dice)
            if isinstance(choice, Mobilize):
                choice = Mobilize(choice.action, any_carried(self.engine, state, seat, dice))
            choices[seat] = choice
        self.advance(choices)

    @precondition(running)
    @rule(stops=st.integers(1, 15), bot=st.sampled_from([greedy_bot, strong_bot]))
    def play_on_by_a_bot(self, stops: int, bot: Bot) -> None:
        for _ in range(stops):
            state = self.step.state
            self.advance(
                {
                    seat: bot(
                        DECK,
                        self.engine.view_for(state, seat),
                        self.engine.options(state, seat),
                        Random(0),
                    )
                    for seat in state.awaited
                }
            )
            if not self.running():
                break

    def over(self) -> bool:
        return not self.running()

    @precondition(over)
    @rule()
    def find_it_over(self) -> None:
        state = self.step.state
        assert state.kind == "over"
        outcome = self.engine.outcome(state)
        assert outcome is not None
        assert outcome.winners
        with pytest.raises(RefusedState):
            self.engine.advance(state, {}, self.chance)

    def advance(self, choices: dict[int, Choice]) -> None:
        """Go on, and once more from the stored form: a stop and reload changes nothing."""
        state = self.step.state
        stored = from_json(State, json.loads(json.dumps(to_json(state))))
        self.step = self.engine.advance(state, choices, self.chance)
        again = Rules(self.engine.ruleset, DECK).advance(stored, choices, self.chance)
        assert again == self.step
        self.plain = advance_plainly(
            self.engine, self.plain, choices, self.step.events, self.chance
        )
        self.played.append(choices)
        self.check()

    def check(self) -> None:
        state, events = self.step.state, self.step.events
        check_conservation(self.engine, state, self.chance)
        check_position(self.engine, state)
        check_hidden(self.engine, state, events)
        assert self.plain == without_carried(state)

    @invariant()
    def what_is_stored_is_what_was(self) -> None:
        check_round_trip(self.step.state, self.step.events)

    @invariant()
    def every_option_is_legal_and_complete(self) -> None:
        state = self.step.state
        for seat in state.awaited:
            options = self.engine.options(state, seat)
            if not isinstance(options, tuple):
                dice = Random(state.draw)
                for _ in range(5):
                    self.engine.verify(state, seat, options.sample(dice))
                continue
            assert len(options) == len(set(options)) > 1
            for choice in options:
                self.engine.verify(state, seat, choice)
                if isinstance(choice, Mobilize) and isinstance(choice.action, Place):
                    assert not verdict(DECK, state, seat, choice.action.card, choice.action.symbol)
                if isinstance(choice, Mobilize) and isinstance(choice.action, Move):
                    assert not move_verdict(DECK, state, seat, choice.action)

    @invariant()
    def every_neighbour_is_refused_with_its_code(self) -> None:
        state, dice = self.step.state, Random(self.step.state.draw)
        for seat in state.awaited:
            options = self.engine.options(state, seat)
            choice = any_choice(options, dice)
            listed = set(options) if isinstance(options, tuple) else set()
            around = list(beside(DECK, self.engine.ruleset, state, seat, choice, dice))
            for other, code in dice.sample(around, min(len(around), 30)):
                assert other not in listed
                with pytest.raises(IllegalChoice) as refused:
                    self.engine.verify(state, seat, other)
                assert refused.value.code == code, (other, code)
            for stranger in set(range(-1, 7)) - set(state.awaited):
                with pytest.raises(IllegalChoice) as refused:
                    self.engine.verify(state, stranger, choice)
                assert refused.value.code == "not_awaited"

    @precondition(running)
    @invariant()
    def whatever_is_legal_is_listed(self) -> None:
        state = self.step.state
        if state.kind != "mobilize":
            return
        for seat in state.awaited:
            options = self.engine.options(state, seat)
            assert isinstance(options, tuple)
            legal = {
                Mobilize(Place(card, symbol))
                for card, _ in state.seats[seat].objectives
                for symbol in "SHCKTD"
                if not verdict(DECK, state, seat, card, symbol)
            }
            placing = {
                choice
                for choice in options
                if isinstance(choice, Mobilize) and isinstance(choice.action, Place)
            }
            assert placing == legal

    def teardown(self) -> None:
        """Replay equals state."""
        if not hasattr(self, "first"):
            return
        state = self.engine.start(len(self.first.state.seats), self.chance).state
        for choices in self.played:
            state = self.engine.advance(state, choices, self.chance).state
        assert state == self.step.state


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
