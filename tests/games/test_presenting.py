"""Everything in words: powers, stories, choices and their values, consequences, score sheets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games import forms
from games.presenting import symbols
from games.presenting.choices import action_text, choices, read_value, value_of
from games.presenting.rulings import rulings
from games.rules import Chance, Malformed, Rules, Ruleset, State
from games.rules.bots import greedy_bot
from games.rules.choices import (
    Choice,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Take,
)
from games.rules.options import ArrangeOptions, Options, StepsOptions
from games.rules.ruleset import SWITCHES
from games.rules.state import OVER
from games.rules.views import View
from games.rules.words import VOCABULARY
from tests.rules.builder import ANNA, BRUNO, DECK, player, position

NAMES = ("Anna", "Bruno", "Clara")
RULES = Rules(Ruleset(), DECK)


# Names


def test_every_power_of_the_deck_has_a_sentence() -> None:
    words = {card.power.word for card in DECK.objectives.values() if card.power}
    assert words == VOCABULARY.keys()

    sentences = {symbols.power_sentence(card.power) for card in DECK.objectives.values()}

    assert all(sentence == "" or sentence.endswith(".") for sentence in sentences)
    assert "Place up to 2 legions on any empty spaces." in sentences
    assert "Place up to 1 legion on any empty space." in sentences
    assert "Take 1 legion from the common supply, for good." in sentences


def test_every_ruling_that_differs_from_the_default_is_said() -> None:
    default = rulings(Ruleset())
    for switch, allowed in SWITCHES.items():
        for value in allowed[1:]:
            assert rulings(Ruleset(**{switch: value})) != default, (switch, value)  # type: ignore[arg-type]


# Values of choices


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        (Mobilize(Place(28, "C")), "place-28-C"),
        (Mobilize(Move(18, "S", 28, "C")), "move-18-S-28-C"),
        (Mobilize(Pass()), "pass"),
        (Keep((1, 22, 83)), "keep-1-22-83"),
        (Claim(take=True), "claim-yes"),
        (Claim(take=False), "claim-no"),
        (Take(9), "take-9"),
        (Complete(9), "complete-9"),
        (LoseObjective(9), "objective-9"),
        (LoseLegions(((9, "H"), (9, "H"), (18, "S"))), "legions-9H-9H-18S"),
    ],
)
def test_the_value_of_a_choice_is_fixed_and_reads_back(choice: Choice, value: str) -> None:
    assert value_of(choice) == value
    assert read_value(value) == choice
    if not isinstance(choice, Keep):
        assert forms.read_order(forms.data_of(choice), None) == choice


@pytest.mark.parametrize(
    "value",
    ["place-0-S", "place-28-J", "place-28", "move-1-S", "pass-1", "take-", "claim-maybe",
     "place-٢-S", "PASS", "keep", "legions", "place-1000-S", "take-1\n", "objective--1"],
)  # fmt: skip
def test_what_is_no_value_is_malformed(value: str) -> None:
    with pytest.raises(Malformed):
        read_value(value)


@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_every_option_has_words_and_every_form_says_its_choice(seed: int) -> None:
    for options, view, choice in decisions(seed):
        if isinstance(options, StepsOptions | ArrangeOptions):
            assert forms.read_order(forms.data_of(choice), options) == choice
            continue
        found = [option for group in choices(options, view, RULES) for option in group.options]
        assert {read_value(option.value) for option in found} == set(options)
        assert len({option.text for option in found}) == len(found)
        assert forms.read_order(forms.data_of(choice), None) == choice


def decisions(seed: int) -> Iterator[tuple[Options, View, Choice]]:
    """(options, view, the greedy bot's choice) of every decision of a game of three."""
    chance, dice = Chance.of(bytes([seed]) * 32, ("", "", "")), Random(seed)
    step = RULES.start(3, chance)
    while step.state.kind != OVER:
        made: dict[int, Choice] = {}
        for seat in step.state.awaited:
            options, view = RULES.options(step.state, seat), RULES.view_for(step.state, seat)
            made[seat] = greedy_bot(DECK, view, options, dice)
            yield options, view, made[seat]
        step = RULES.advance(step.state, made, chance)


def test_actions_in_words() -> None:
    assert action_text(Mobilize(Place(28, "K")), DECK) == (
        "Place a legion on the catapult of Germania Inferior (28)"
    )
    assert action_text(LoseLegions(((18, "S"),)), DECK) == (
        "Take the legion off the two swords of Lydia (18)"
    )
    assert action_text(Keep((18, 28, 3)), DECK) == (
        "Keep Lydia (18), Germania Inferior (28) and Valerius Blandus (3)"
    )


# What follows


def follows(state: State, value: str) -> str:
    options = RULES.options(state, ANNA)
    assert isinstance(options, tuple)
    for group in choices(options, RULES.view_for(state, ANNA), RULES):
        for option in group.options:
            if option.value == value:
                return " ".join(option.follows)
    raise AssertionError(value)


def test_what_completing_brings_is_said_beforehand() -> None:
    anna = player({5: "C"}, controlled=(3, 6, 15), tiles=())
    state = position({ANNA: anna}, token="K")

    said = follows(state, "place-5-K")

    assert "This completes Sicilia (5): you then control 4 objectives." in said
    assert "Its power: Take 1 legion from the common supply, for good." in said
    assert "The reward for 4 objectives (6 points) can be claimed." in said
    assert "You take a new card from the market." in said


def test_a_reward_that_is_gone_or_not_for_her_is_not_promised() -> None:
    gone = position(
        {ANNA: player({5: "C"}, (3,)), BRUNO: player({1: ""}, (), ("count:2",))}, token="K"
    )
    second = position({ANNA: player({5: "C"}, (3, 6), ("count:2",))}, token="K")

    assert "can be claimed" not in follows(gone, "place-5-K")
    assert "can be claimed" not in follows(second, "place-5-K")


def test_the_last_objective_ends_the_game() -> None:
    state = position({ANNA: player({5: "C"}, (1, 2, 3, 4, 6, 15))}, token="K")

    assert "the game ends with this draw" in follows(state, "place-5-K")
    assert "new card" not in follows(state, "place-5-K")


def test_kinds_that_would_be_met_are_said() -> None:
    state = position({ANNA: player({5: "C"}, (2, 7))}, token="K")

    assert "reward for three green provinces (4 points), if nobody does before" in follows(
        state, "place-5-K"
    )


def test_nothing_follows_where_nothing_is_completed() -> None:
    assert follows(position({ANNA: player({18: ""})}), "place-18-S") == ""
