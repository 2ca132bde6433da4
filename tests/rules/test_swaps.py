"""docs/rules.md, *A draw* and the power ``swap:X:Y``. Swap cards: 15 S:H, 29 H:C, 51 C:K, 70 K:T,
85 T:D."""

import pytest

from games.rules import events
from games.rules.choices import LoseObjective, Mobilize, Pass, Place
from games.rules.table import Table
from games.rules.words import SYMBOLS
from tests.rules.builder import ANNA, BRUNO, DECK, Game, place, player, position

NEIGHBOURS = [(15, "S", "H"), (29, "H", "C"), (51, "C", "K"), (70, "K", "T"), (85, "T", "D")]


def matching(controlled, token):
    state = position({ANNA: player({82: ""}, controlled=controlled)}, token=token)
    return Table(Game(state).rules.ruleset, DECK, state).matching(ANNA)


@pytest.mark.parametrize(("card", "one", "other"), NEIGHBOURS)
def test_a_swap_joins_two_neighbours_both_ways(card, one, other):
    assert matching([card], one) == one + other
    assert matching([card], other) == one + other


@pytest.mark.parametrize(("card", "one", "other"), NEIGHBOURS)
def test_a_swap_changes_nothing_for_other_tokens(card, one, other):
    for token in SYMBOLS:
        if token not in (one, other):
            assert matching([card], token) == token


def test_two_swaps_of_one_symbol_both_count():
    assert matching([15, 29], "H") == "SHC"


def test_swaps_never_chain():
    assert matching([15, 29], "S") == "SH"
    assert matching([15, 29, 51, 70, 85], "D") == "TD"


def test_the_same_swap_twice_is_no_more_than_once():
    assert matching([15, 16], "S") == "SH"


def test_a_swapped_placement():
    game = Game(position({ANNA: player({81: ""}, controlled=[15])}, token="S"))
    game.draw({ANNA: Place(81, "H")})
    assert events.Placed(ANNA, 81, "H") in game.events


def test_a_swap_is_its_owners_alone():
    game = Game(
        position({ANNA: player({81: ""}, controlled=[15]), BRUNO: player({82: ""})}, token="S")
    )
    assert game.refusal(BRUNO, place(82, "H"))["code"] == "no_match"


def test_a_swap_on_an_objective_not_yet_controlled_does_not_count():
    game = Game(position({ANNA: player({15: "S", 81: ""})}, token="S"))
    assert game.refusal(ANNA, place(81, "H"))["code"] == "no_match"


def test_a_swap_gained_in_a_draw_counts_from_the_next_one_on():
    # Anna completes T:D with the dagger; the next draw matches both, if it is one of the two.
    deck = "SSSSSSHHHHHCCCCKKKT"  # 1 T and two jokers are left besides the dagger drawn now
    game = Game(
        position(
            {ANNA: player({85: "TTD", 82: ""}), BRUNO: player({1: ""})},
            token=deck + "D",
            market=(17, None, None, None, None),
            deck=(),
        )
    )
    assert game.refusal(ANNA, place(82, "T"))["code"] == "no_match"
    game.draw({ANNA: Place(85, "D")})
    assert game.seat(ANNA).controlled == (85,)
    while game.state.token not in ("T", "D"):
        game.answer({seat: Mobilize(Pass()) for seat in game.state.awaited})
    game.rules.verify(game.state, ANNA, place(82, "T"))
    game.rules.verify(game.state, ANNA, place(82, "D"))


def test_a_swap_discarded_by_an_attack_stops():
    game = Game(
        position(
            {
                ANNA: player({81: "SHCKT", 19: ""}),
                BRUNO: player({82: ""}, controlled=[15, 1]),
            },
            token="D",
        )
    )
    game.draw({ANNA: Place(81, "D")})
    game.answer({BRUNO: LoseObjective(15)})
    state = game.state
    table = Table(game.rules.ruleset, DECK, state)
    for token in "SH":
        table.drawn = token
        assert table.matching(BRUNO) == token
