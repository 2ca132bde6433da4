"""docs/rules.md, *A draw*. Cards: 1 SH, 5 CK, 9 HHH, 19 SSHHH, 85 TTDD."""

import pytest

from games.rules import IllegalChoice, RefusedState, events
from games.rules.choices import Keep, Mobilize, Move, Pass, Place, Take
from games.rules.state import bag_of
from tests.rules.builder import ANNA, BRUNO, CHANCE, CLARA, Game, move, place, player, position


def two(anna, bruno=None, token="S", **fields):
    return Game(position({ANNA: anna, BRUNO: bruno or player({85: ""})}, token=token, **fields))


# 1. The token


def test_a_token_stays_out_until_a_joker_comes():
    game = two(player({19: ""}), token="SHH")
    game.draw()
    assert game.state.drawn[:3] == "SHH"
    assert len(game.state.drawn) == 3 + len(game.happened(events.TokenDrawn))
    assert len(bag_of("SHH")) == 20
    assert bag_of("SHH").count("H") == 3


def test_the_next_token_comes_from_those_in_the_bag():
    # Everything is out but the two jokers: a joker must come.
    game = two(player({19: ""}), token="HHHHHCCCCKKKTTDSSSSSS")
    game.draw()
    assert game.happened(events.TokenDrawn)[0].token == "J"


# 2. Place, move, pass


def test_a_placed_legion_comes_from_the_supply():
    game = two(player({1: "", 19: ""}))
    game.draw({ANNA: Place(19, "S")})
    assert game.objectives(ANNA) == {1: "", 19: "S"}
    assert game.seat(ANNA).supply == 6
    assert game.happened(events.Placed) == [events.Placed(ANNA, 19, "S")]


def test_one_legion_a_draw_however_many_spaces_match():
    game = two(player({1: "", 19: ""}))
    with pytest.raises(IllegalChoice) as refused:
        game.answer({ANNA: place(19, "S"), BRUNO: Mobilize(Pass())})
    assert refused.value.code == "not_awaited"  # Bruno has no S at all
    options = game.rules.options(game.state, ANNA)
    assert options == (place(1, "S"), place(19, "S"), Mobilize(Pass()))


def test_a_legion_moves_even_while_the_supply_still_has_some():
    game = two(player({1: "S", 19: ""}), token="H")
    game.draw({ANNA: Move(1, "S", 19, "H")})
    assert game.objectives(ANNA) == {1: "", 19: "H"}
    assert game.seat(ANNA).supply == 6
    assert game.happened(events.Moved) == [events.Moved(ANNA, 1, "S", 19, "H")]


def test_a_legion_moves_within_one_objective():
    game = two(player({19: "S"}), token="H")
    game.draw({ANNA: Move(19, "S", 19, "H")})
    assert game.objectives(ANNA) == {19: "H"}


def test_a_move_can_complete_an_objective():
    game = two(player({1: "S", 19: "H"}), token="H")
    game.draw({ANNA: Move(19, "H", 1, "H")})
    assert game.happened(events.Completed) == [events.Completed(ANNA, 1)]
    assert game.objectives(ANNA)[19] == ""


def test_source_and_target_are_different_spaces():
    # Equal symbols on a card are one and the same space.
    game = two(player({19: "S"}))
    assert game.refusal(ANNA, move(19, "S", 19, "S")) == {
        "code": "same_space",
        "card": 19,
        "symbol": "S",
    }


def test_a_pass_does_nothing():
    game = two(player({1: "S", 19: ""}))
    game.draw({ANNA: Pass()})
    assert game.objectives(ANNA) == {1: "S", 19: ""}
    assert events.Passed(ANNA) in game.events


def test_with_an_empty_supply_one_can_only_move():
    game = two(player({77: "HHCCK", 72: "KK", 1: ""}, supply=0), token="S")
    assert game.refusal(ANNA, place(1, "S")) == {"code": "supply_empty"}
    options = game.rules.options(game.state, ANNA)
    assert move(77, "H", 1, "S") in options
    assert not any(isinstance(choice.action, Place) for choice in options)  # type: ignore[union-attr]


def test_a_space_that_does_not_match_is_refused():
    game = two(player({1: "", 19: ""}))
    assert game.refusal(ANNA, place(1, "H")) == {
        "code": "no_match",
        "card": 1,
        "symbol": "H",
        "symbols": "S",
    }


def test_a_full_space_is_refused():
    game = two(player({1: "S", 19: ""}))
    assert game.refusal(ANNA, place(1, "S")) == {"code": "space_full", "card": 1, "symbol": "S"}
    assert game.refusal(ANNA, move(1, "S", 1, "S"))["code"] == "same_space"


def test_a_move_needs_a_legion_where_it_begins():
    game = two(player({1: "H", 19: ""}))
    assert game.refusal(ANNA, move(19, "H", 1, "S")) == {
        "code": "no_legion",
        "card": 19,
        "symbol": "H",
    }
    assert game.refusal(ANNA, move(1, "C", 1, "S"))["code"] == "no_such_space"
    assert game.refusal(ANNA, move(85, "T", 1, "S"))["code"] == "not_your_objective"


@pytest.mark.parametrize("symbol", ["", "SS", "SH", "J", "s", "K", "X", "S "])
def test_a_symbol_that_the_card_does_not_have_is_no_space(symbol):
    game = two(player({1: "", 19: ""}))
    assert game.refusal(ANNA, place(1, symbol)) == {
        "code": "no_such_space",
        "card": 1,
        "symbol": symbol,
    }


@pytest.mark.parametrize("card", [85, 17, 2, 0, -1, 999])
def test_only_own_objectives_can_be_filled(card):
    game = two(player({1: "", 19: ""}, controlled=[2]))
    assert game.refusal(ANNA, place(card, "S")) == {"code": "not_your_objective", "card": card}


def test_another_kind_of_answer_is_refused():
    game = two(player({1: ""}))
    assert game.refusal(ANNA, Take(17)) == {"code": "wrong_answer", "expected": "mobilize"}
    assert game.refusal(ANNA, Keep((1, 2, 3)))["code"] == "wrong_answer"


def test_only_who_is_awaited_may_choose():
    game = two(player({1: ""}))
    assert game.refusal(BRUNO, Mobilize(Pass())) == {"code": "not_awaited", "seat": BRUNO}
    assert game.refusal(CLARA, Mobilize(Pass()))["code"] == "not_awaited"
    with pytest.raises(IllegalChoice):
        game.rules.options(game.state, BRUNO)


def test_every_awaited_choice_is_wanted():
    game = two(player({1: ""}), player({19: ""}))
    with pytest.raises(IllegalChoice) as refused:
        game.answer({BRUNO: Mobilize(Pass())})
    assert (refused.value.code, refused.value.parameters) == ("choice_missing", {"seat": ANNA})


def test_whoever_has_no_empty_matching_space_passes_unasked():
    game = two(player({1: ""}), player({85: ""}))
    assert game.state.awaiting == {ANNA: "mobilize"}
    game.draw()
    assert events.Passed(BRUNO, automatic=True) in game.events
    assert events.Passed(ANNA, automatic=False) in game.events


def test_a_draw_that_nobody_can_use_goes_by_unasked():
    game = two(player({85: "TTD"}), player({60: "STT"}), token="T", awaited=())
    # Only daggers and jokers fit, so the engine draws on by itself until one comes.
    game.answer({})
    assert game.state.token in ("D", "J")
    for drawn in game.happened(events.TokenDrawn)[:-1]:
        assert drawn.token not in ("D", "J")
    assert len(game.happened(events.Passed)) == 2 * len(game.happened(events.TokenDrawn))


@pytest.mark.parametrize("symbol", "SHCKTD")
def test_a_joker_matches_every_space(symbol):
    game = two(player({81: ""}), token="J")
    game.draw({ANNA: Place(81, symbol)})
    assert events.Placed(ANNA, 81, symbol) in game.events


# 3. Together


def test_all_placements_take_effect_together_before_anything_is_resolved():
    game = two(player({1: "S", 19: ""}), player({2: "S", 9: ""}), token="H")
    game.draw({ANNA: Place(1, "H"), BRUNO: Place(2, "H")})
    codes = game.order_of(events.Placed, events.Completed, events.LegionsReturned)
    assert codes[:4] == ["placed", "placed", "completed", "completed"]
    assert codes[4] == "legions_returned"


# 4. After a joker


def test_after_a_joker_all_tokens_return_and_the_next_seat_becomes_crier():
    game = two(player({19: ""}), token="SHJ")
    game.draw({ANNA: Place(19, "S")})
    assert game.happened(events.TokensReturned) == [events.TokensReturned(BRUNO)]
    assert game.state.crier == BRUNO
    assert game.happened(events.TokenDrawn)[0].crier == BRUNO
    assert len(game.state.drawn) == len(game.happened(events.TokenDrawn))


@pytest.mark.parametrize(("crier", "following"), [(ANNA, BRUNO), (BRUNO, CLARA), (CLARA, ANNA)])
def test_the_crier_goes_round_in_seat_order(crier, following):
    seats = {ANNA: player({19: ""}), BRUNO: player({1: ""}), CLARA: player({2: ""})}
    game = Game(position(seats, token="J", crier=crier))
    game.draw()
    assert game.happened(events.TokensReturned) == [events.TokensReturned(following)]


def test_the_crier_after_the_last_seat_is_the_first():
    game = two(player({19: ""}), token="J", crier=BRUNO)
    game.draw()
    assert game.happened(events.TokensReturned) == [events.TokensReturned(ANNA)]


def test_tokens_return_only_when_everything_of_the_draw_is_resolved():
    game = two(player({1: "S", 19: ""}), token="SJ")
    game.draw({ANNA: Place(1, "H")})
    assert game.state.kind == "take"
    assert game.state.drawn == "SJ"
    assert not game.happened(events.TokensReturned)
    game.answer({ANNA: Take(17)})
    assert game.happened(events.TokensReturned) == [events.TokensReturned(BRUNO)]


def test_without_a_joker_tokens_stay_out_and_the_crier_stays():
    game = two(player({19: ""}), token="SH")
    game.draw()
    assert game.last[-1] == events.TokenDrawn(3, game.state.drawn[2], ANNA)
    assert not game.happened(events.TokensReturned)


def test_a_position_without_any_empty_space_is_refused():
    game = two(player(), player(), awaited=())
    with pytest.raises(RefusedState) as refused:
        game.answer({})
    assert refused.value.code == "no_space_left"


def test_a_chance_of_another_game_is_refused():
    from games.rules import Chance

    game = two(player({1: ""}))
    for other in (Chance.of(bytes(32), ()), Chance.of(bytes(range(32)), ("other",))):
        with pytest.raises(RefusedState) as refused:
            game.rules.advance(game.state, {ANNA: Mobilize(Pass())}, other)
        assert refused.value.code == "foreign_chance"
    game.rules.advance(game.state, {ANNA: Mobilize(Pass())}, CHANCE)
