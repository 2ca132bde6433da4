"""What a seat said beforehand: used exactly as it was said, or not at all."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.bots import greedy_bot
from games.rules.choices import (
    Carried,
    Claim,
    Keep,
    Mobilize,
    Move,
    Pass,
    Place,
    Take,
)
from games.rules.standing import (
    Answer,
    Said,
    Wishes,
    answer,
    could_complete,
    next_draw,
)
from tests.rules.builder import ANNA, BRUNO, DECK, MARKET, Game, completing, place, player, position


def anna_says(game: Game, said: Said) -> Answer:
    """What Anna, who owes a decision, decides by what she said."""
    view, options = game.rules.view_for(game.state, ANNA), game.rules.options(game.state, ANNA)
    return answer(DECK, view, options, said)


def swords(objectives: dict[int, str], **fields: object) -> Game:
    """Two swords are drawn; Anna has these objectives."""
    anna = player(objectives, supply=fields.pop("supply", None))  # type: ignore[arg-type]
    return Game(position({ANNA: anna, BRUNO: player({86: ""})}, **{"token": "S", **fields}))  # type: ignore[arg-type]


def card_with(word: str) -> int:
    """The first card with this power."""
    powers = {card: DECK[card].power for card in DECK.numbers}
    return next(card for card, power in powers.items() if power and power.word == word)


STEPS = {"S": Place(18, "S"), "H": Place(18, "H"), "J": Place(57, "T")}


def test_the_order_for_the_symbol_that_was_drawn_is_given_as_it_was_said():
    assert anna_says(swords({18: "", 57: ""}), Said(STEPS)) == Answer(place(18, "S"))


@pytest.mark.parametrize("action", [Pass(), Move(57, "C", 18, "S")])
def test_a_pass_and_a_move_can_be_said_too(action):
    assert anna_says(swords({18: "", 57: "C"}), Said({"S": action})) == Answer(Mobilize(action))


def test_without_an_order_for_the_symbol_the_player_is_asked():
    assert anna_says(swords({18: "", 57: ""}), Said({"H": Place(18, "H")})) == Answer()


def test_a_joker_goes_by_its_own_row():
    game = swords({18: "", 57: ""}, token="J")
    assert anna_says(game, Said(STEPS)) == Answer(place(57, "T"))
    assert anna_says(game, Said({"S": Place(18, "S")})) == Answer()


@pytest.mark.parametrize(
    ("objectives", "supply", "action"),
    [
        ({18: "SSS", 57: ""}, None, Place(18, "S")),  # filled meanwhile
        ({57: ""}, None, Place(18, "S")),  # no objective of hers any more
        ({18: "", 57: "C"}, 0, Place(18, "S")),  # no legion left
        ({18: "", 57: ""}, None, Move(57, "C", 18, "S")),  # the legion has gone
        ({18: "", 57: ""}, None, Place(57, "C")),  # no match
    ],
)
def test_an_order_that_does_not_fit_any_more_is_dropped_and_the_player_asked(
    objectives, supply, action
):
    game = swords(objectives, supply=supply)
    for wishes in (Wishes(), Wishes(only_completing=True)):
        assert anna_says(game, Said({"S": action}, wishes)) == Answer(dropped="S")


def test_asked_only_if_something_could_be_completed():
    only = Wishes(only_completing=True)
    far = swords({18: "", 57: ""})
    assert anna_says(far, Said(STEPS, only)) == Answer(place(18, "S"))
    assert anna_says(far, Said({}, only)) == Answer(Mobilize(Pass()))
    near = swords({18: "SSH", 57: ""})
    assert anna_says(near, Said(STEPS, only)) == Answer()
    by_moving = swords({18: "SSH", 57: "C"}, supply=0)
    assert anna_says(by_moving, Said({}, only)) == Answer()


def test_asked_whenever_something_could_be_completed_and_else_the_orders_hold():
    wishes = Wishes(ask_completing=True)
    far = swords({18: "", 57: ""})
    assert anna_says(far, Said(STEPS, wishes)) == Answer(place(18, "S"))
    assert anna_says(far, Said({}, wishes)) == Answer()
    near = swords({18: "SSH", 57: ""})
    assert anna_says(near, Said(STEPS, Wishes())) == Answer(place(18, "S"))
    assert anna_says(near, Said(STEPS, wishes)) == Answer()
    by_moving = swords({18: "SSH", 57: "C"}, supply=0)
    assert anna_says(by_moving, Said({"S": Pass()}, wishes)) == Answer()


def test_a_move_within_a_card_completes_nothing():
    view_of = swords({37: "SHD", 57: "SHCKT"[:4]}, supply=0)
    view, options = (
        view_of.rules.view_for(view_of.state, ANNA),
        (
            Mobilize(Move(37, "H", 37, "S")),
            Mobilize(Pass()),
        ),
    )
    assert not could_complete(DECK, view, options)


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (Wishes(), None),
        (Wishes(claim_from=2), Claim(True)),
        (Wishes(claim_from=3), None),
        (Wishes(claim_from=3, leave_to=2), Claim(False)),
        (Wishes(leave_to=1), None),
    ],
)
def test_rewards_are_claimed_from_a_number_on_and_left_below_if_so_said(wishes, expected):
    anna = player({18: "SSS", 57: ""}, controlled=[1])
    game = Game(position({ANNA: anna, BRUNO: player({86: ""})}, token="H"))
    game.draw({ANNA: Place(18, "H")})
    assert game.state.awaiting == {ANNA: "claim"}
    assert anna_says(game, Said({}, wishes)) == Answer(expected)


def test_what_helps_least_is_lost_as_the_bot_judges():
    attack = card_with("attack:legions")
    symbols = DECK[attack].symbols
    bruno = player({attack: symbols[:-1]})
    anna = player({18: "SS", 57: "SHCK"})
    game = Game(position({ANNA: anna, BRUNO: bruno}, token=symbols[-1]))
    game.draw({BRUNO: Place(attack, symbols[-1])})
    assert game.state.awaiting == {ANNA: "losses"}
    assert anna_says(game, Said()) == Answer()
    view, options = game.rules.view_for(game.state, ANNA), game.rules.options(game.state, ANNA)
    least = greedy_bot(DECK, view, options, Random(0))
    assert anna_says(game, Said({}, Wishes(lose_least=True))) == Answer(least)


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (Wishes(market=(19, 17), ask_new=False), Take(19)),
        (Wishes(market=(87, 21), ask_new=False), Take(21)),
        (Wishes(market=(87,), ask_new=False), None),
        (Wishes(market=(19,), seen=(17, 18, 19, 21, 22)), Take(19)),
        (Wishes(market=(19,), seen=(17, 18, 19, 21)), None),
    ],
)
def test_the_first_wish_in_the_market_is_taken_but_not_if_a_new_card_lies_there(wishes, expected):
    game = completing(1, {57: ""})
    assert game.state.awaiting == {ANNA: "take"}
    assert anna_says(game, Said({}, wishes)) == Answer(expected)


def test_who_asked_to_be_asked_at_this_draw_is_answered_for_by_no_older_wish():
    seats = {ANNA: player({2: "S", 57: ""}), BRUNO: player({1: "S", 58: ""})}
    for seen, expected in ((MARKET, None), (None, Take(19))):
        game = Game(position(seats, token="H"))
        carried = {BRUNO: Carried(take=(17,)), ANNA: Carried(take=(88,), seen=seen)}
        game.draw({ANNA: Place(2, "H"), BRUNO: Place(1, "H")}, carried)
        assert game.state.awaiting == {ANNA: "take"}
        assert anna_says(game, Said({}, Wishes(market=(19,), ask_new=False))) == Answer(expected)


def test_the_next_draw_is_foreseen_with_the_own_order_carried_out():
    game = swords({18: "SSH", 57: "C"})
    view = game.rules.view_for(game.state, ANNA)
    placed = next_draw(DECK, view, place(57, "S"), "H")
    assert dict(placed.seats[ANNA].objectives) == {18: "SSH", 57: "SC"}
    assert placed.seats[ANNA].supply == game.seat(ANNA).supply - 1
    assert (placed.drawn, placed.draw) == ("SH", game.state.draw + 1)
    completed = next_draw(DECK, view, place(18, "S"), "H")
    assert dict(completed.seats[ANNA].objectives) == {57: "C"}
    assert completed.seats[ANNA].controlled == (18,)
    assert completed.seats[ANNA].supply == game.seat(ANNA).supply + 3


def test_a_swap_completed_now_counts_at_the_next_draw():
    swap = card_with("swap")
    power = DECK[swap].power
    assert power is not None
    one, other = power.arguments
    symbols = DECK[swap].symbols
    card = next(
        card
        for card in DECK.numbers
        if other in DECK[card].symbols and one not in DECK[card].symbols
    )
    game = Game(
        position(
            {ANNA: player({swap: symbols[:-1], card: ""}), BRUNO: player({86: ""})},
            token=symbols[-1],
        )
    )
    view = game.rules.view_for(game.state, ANNA)
    state = next_draw(DECK, view, place(swap, symbols[-1]), one)
    options = game.rules.options(state, ANNA)
    assert isinstance(options, tuple)
    assert place(card, other) in options


@pytest.mark.parametrize("given", [Keep((4, 5, 6)), None])
def test_kept_cards_are_the_objectives_of_the_first_draw(given):
    game = Game.start(2)
    view = game.rules.view_for(game.state, ANNA)
    state = next_draw(DECK, view, given, "S")
    assert [card for card, _ in state.seats[ANNA].objectives] == list(given.cards if given else ())


def test_a_symbol_that_is_used_up_can_come_only_after_a_joker():
    game = swords({18: "", 57: ""}, token="DS")
    view = game.rules.view_for(game.state, ANNA)
    assert next_draw(DECK, view, None, "D").drawn == "D"
    assert next_draw(DECK, view, None, "S").drawn == "DSS"
