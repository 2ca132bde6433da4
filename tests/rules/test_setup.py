"""docs/rules.md, *Components* and *Set-up*."""

from typing import Any

import pytest

from games.rules import Chance, Deck, Rules, RulesError, Ruleset, events
from games.rules.choices import Keep, Pass
from games.rules.ruleset import SWITCHES
from games.rules.state import bag_of
from games.rules.table import Table
from tests.rules.builder import (
    ANNA,
    BRUNO,
    CHANCE,
    CLARA,
    DECK,
    Game,
    player,
    position,
)


@pytest.mark.parametrize(
    ("symbol", "count"),
    [("S", 6), ("H", 5), ("C", 4), ("K", 3), ("T", 2), ("D", 1), ("J", 2)],
)
def test_the_bag_holds_23_tokens(symbol, count):
    assert len(bag_of("")) == 23
    assert bag_of("").count(symbol) == count


def test_there_are_88_objectives():
    assert DECK.numbers == tuple(range(1, 89))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_7_legions_a_player_and_the_rest_of_48_is_the_common_supply(seats):
    state = Game.start(seats).state
    assert [board.supply for board in state.seats] == [7] * seats
    assert state.supply == 48 - 7 * seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_fewer_than_2_or_more_than_6_seats_are_refused(seats):
    with pytest.raises(RulesError) as refused:
        Game.start(seats)
    assert refused.value.code == "bad_seats"
    assert refused.value.parameters == {"found": seats, "low": 2, "high": 6}


def test_seats_are_put_in_an_order_by_chance():
    orders = {Game.start(4, Chance.of(bytes([n]) * 32, ())).state.order for n in range(30)}
    assert len(orders) > 10
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_the_host_may_set_the_order():
    game = Game.start(3, order=[2, 0, 1])
    assert game.state.order == (2, 0, 1)
    assert game.happened(events.Seated) == [events.Seated((2, 0, 1))]


def test_an_order_set_by_the_host_changes_neither_deck_nor_market():
    by_chance, set_by_host = Game.start(3).state, Game.start(3, order=[2, 0, 1]).state
    assert set_by_host.market == by_chance.market
    assert set_by_host.seats == by_chance.seats


@pytest.mark.parametrize("order", [(0, 0, 1), (0, 1), (0, 1, 2, 3), (1, 2, 3), ()])
def test_an_order_that_is_none_is_refused(order):
    with pytest.raises(RulesError) as refused:
        Game.start(3, order=order)
    assert refused.value.code == "bad_order"


def test_the_first_seat_is_the_first_town_crier():
    game = Game.start(3, opening="dealt")
    assert game.state.crier == ANNA
    assert game.happened(events.TokenDrawn)[0].crier == ANNA


def test_six_cards_in_one_block_each_seat_by_seat_then_five_for_the_market():
    deck = CHANCE.shuffle("deck/0", DECK.numbers)
    game = Game.start(3)
    assert [board.hand for board in game.state.seats] == [deck[:6], deck[6:12], deck[12:18]]
    assert game.state.market == deck[18:23]
    assert game.happened(events.Dealt) == [
        events.Dealt(seat, deck[6 * seat : 6 * seat + 6]) for seat in range(3)
    ]
    assert game.happened(events.MarketOpened) == [events.MarketOpened(deck[18:23])]


def test_each_player_keeps_three_and_the_others_go_to_the_discards():
    game = Game.start(2)
    anna, bruno = (board.hand for board in game.state.seats)
    assert game.state.awaiting == {ANNA: "keep", BRUNO: "keep"}
    game.answer({ANNA: Keep(tuple(sorted(anna[:3]))), BRUNO: Keep(tuple(sorted(bruno[3:])))})
    assert game.objectives(ANNA) == dict.fromkeys(sorted(anna[:3]), "")
    assert game.objectives(BRUNO) == dict.fromkeys(sorted(bruno[3:]), "")
    assert set(game.state.discards) == {*anna[3:], *bruno[:3]}
    assert [board.hand for board in game.state.seats] == [(), ()]
    assert game.state.awaiting.get(ANNA, "mobilize") == "mobilize"


def test_the_three_are_kept_at_the_same_time():
    game = Game.start(2)
    anna = game.seat(ANNA).hand
    with pytest.raises(RulesError) as refused:
        game.answer({ANNA: Keep(tuple(sorted(anna[:3])))})
    assert refused.value.code == "choice_missing"
    assert refused.value.parameters == {"seat": BRUNO}


def test_there_are_twenty_ways_to_keep_three_of_six():
    game = Game.start(2)
    options = game.rules.options(game.state, ANNA)
    assert isinstance(options, tuple)
    assert len(set(options)) == 20
    for choice in options:
        game.rules.verify(game.state, ANNA, choice)


def test_opening_dealt_keeps_the_first_three_and_asks_nobody():
    deck = CHANCE.shuffle("deck/0", DECK.numbers)
    game = Game.start(2, opening="dealt")
    assert game.objectives(ANNA) == dict.fromkeys(sorted(deck[:3]), "")
    assert game.objectives(BRUNO) == dict.fromkeys(sorted(deck[6:9]), "")
    assert set(game.state.discards) == {*deck[3:6], *deck[9:12]}
    assert game.state.draw == 1
    assert game.state.kind == "mobilize"


def test_refused_ways_to_keep():
    game = Game(
        position(
            {ANNA: player(hand=(3, 1, 5, 2, 4, 6)), BRUNO: player(hand=(7, 8, 9, 10, 11, 12))},
            token="",
            kind="keep",
            awaited=(ANNA, BRUNO),
        )
    )
    assert game.refusal(ANNA, Keep((1, 2, 7))) == {"code": "not_dealt", "card": 7}
    assert game.refusal(ANNA, Keep((1, 2))) == {"code": "wrong_number", "expected": 3, "found": 2}
    assert game.refusal(ANNA, Keep(())) == {"code": "wrong_number", "expected": 3, "found": 0}
    assert game.refusal(ANNA, Keep((1, 2, 3, 4)))["code"] == "wrong_number"
    assert game.refusal(ANNA, Keep((1, 1, 2)))["code"] == "wrong_order"
    assert game.refusal(ANNA, Keep((2, 1, 3)))["code"] == "wrong_order"
    assert game.refusal(ANNA, Pass()) == {"code": "wrong_answer", "expected": "keep"}  # type: ignore[arg-type]
    assert game.refusal(CLARA, Keep((1, 2, 3))) == {"code": "not_awaited", "seat": CLARA}


def test_a_deck_too_small_for_the_seats_is_refused():
    small = Deck({number: DECK[number] for number in range(1, 22)}, "0" * 64)
    Rules(Ruleset(), small).start(2, CHANCE)
    with pytest.raises(RulesError) as refused:
        Rules(Ruleset(), small).start(3, CHANCE)
    assert refused.value.code == "deck_too_small"


@pytest.mark.parametrize(
    ("switch", "default", "others"),
    [
        ("opening", "choose", ["dealt"]),
        ("shelter", "player", ["none"]),
        ("power_moves", "yes", ["no"]),
        ("goods_tie", "newcomer", ["holder"]),
        ("target", 7, [3, 4, 5, 6]),
    ],
)
def test_every_switch_has_its_values_and_refuses_others(switch, default, others):
    assert getattr(Ruleset(), switch) == default
    assert SWITCHES[switch] == (default, *others)
    for value in others:
        assert getattr(Ruleset(**{switch: value}), switch) == value
    wrongs: list[Any] = ["", "maybe", None, 2, 8, True, 7.0, "7", [], default * 2]
    for wrong in wrongs:
        with pytest.raises(RulesError) as refused:
            Ruleset(**{switch: wrong})
        assert refused.value.code == "bad_switch"
        assert refused.value.parameters["switch"] == switch


def test_a_table_made_to_be_read_gives_no_card_and_no_token():
    state = Game.start(2).state
    table = Table(Ruleset(), DECK, state)
    for chance_is_needed in (table.draw_token, table.next_card):
        with pytest.raises(RulesError) as refused:
            chance_is_needed()
        assert refused.value.code == "no_chance"
        assert str(refused.value) == "no_chance"
