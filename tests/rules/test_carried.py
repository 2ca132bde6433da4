"""docs/rules.md, *Carried answers*."""

import pytest

from games.rules import events
from games.rules.choices import (
    Arrange,
    Carried,
    Claim,
    Complete,
    LoseLegions,
    Mobilize,
    Move,
    Pass,
    Place,
    Steps,
    Take,
)  # fmt: skip
from tests.rules.builder import ANNA, BRUNO, CLARA, MARKET, Game, player, position


def draw(game: Game, action: Place, carried: Carried) -> Game:
    return game.draw({ANNA: action}, {ANNA: carried})


def completing_35() -> Game:
    """Anna is about to complete 35 (place:any:2); she controls 1 already."""
    anna = player({35: "SHC", 17: "SS", 58: ""}, controlled=[1])
    return Game(position({ANNA: anna, BRUNO: player({85: ""})}, token="T"))


def test_all_three_answers_are_used_and_nobody_is_asked():
    power = Steps((Place(17, "S"), Place(17, "H")))
    game = completing_35()
    draw(game, Place(35, "T"), Carried(((35, power),), ((2, False), (3, True)), (77, 19, 18, 22)))
    # 35: its power completes 17, no tile for two, card 19; then 17: the tile for three.
    assert [(used.card, used.kind, used.choice) for used in game.happened(events.AnswerUsed)] == [
        (35, "power", power),
        (35, "claim", Claim(False)),
        (35, "take", Take(19)),
        (17, "claim", Claim(True)),
    ]
    # Each is used once: the list for step E has been, so 17 asks.
    assert game.state.awaiting == {ANNA: "take"}
    assert game.seat(ANNA).tiles == ("count:3",)


def test_take_is_the_first_listed_card_that_still_lies_there():
    game = completing_35()
    draw(game, Place(35, "T"), Carried(((35, Steps()),), ((2, True),), (3, 1, 22, 17)))
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 22)]
    assert game.state.kind == "mobilize"


def two_take() -> Game:
    """Anna (card 1) and Bruno (card 2) are about to complete; Anna takes her new card first."""
    seats = {ANNA: player({1: "S", 58: ""}), BRUNO: player({2: "S", 57: ""})}
    return Game(position(seats, token="H"))


def test_who_wants_to_be_asked_if_a_new_card_lies_there_is_asked_then():
    game = two_take()
    carried = {ANNA: Carried(take=(17,)), BRUNO: Carried(take=(18, 19), seen=MARKET)}
    game.draw({ANNA: Place(1, "H"), BRUNO: Place(2, "H")}, carried)
    # Anna's card is replaced by one that Bruno had not seen when he gave his answer.
    assert set(game.state.market) - set(MARKET)
    assert game.state.awaiting == {BRUNO: "take"}
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 17)]
    game.answer({BRUNO: Take(18)})
    assert game.seat(BRUNO).carried is None


def test_where_no_new_card_lies_the_answer_is_used_unasked():
    game = two_take()
    carried = {ANNA: Carried(take=(17,), seen=MARKET), BRUNO: Carried(take=(18, 19), seen=MARKET)}
    game.draw({ANNA: Place(1, "H")}, {ANNA: carried[ANNA]})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 17)]
    # A card that lay there and is gone is no new one: two places of the market can stay empty.
    game = Game(
        position({ANNA: player({1: "S", 58: ""})}, token="H", market=(17, 18, None, 21, 22))
    )
    game.draw({ANNA: Place(1, "H")}, {ANNA: Carried(take=(19, 21), seen=MARKET)})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 21)]


def test_a_card_that_the_own_power_brought_into_the_market_is_a_new_one_too():
    game = Game(position({ANNA: player({14: "SS", 58: ""}), BRUNO: player({85: ""})}, token="K"))
    take = Carried(power=((14, Take(17)),), take=(18,), seen=MARKET)
    game.draw({ANNA: Place(14, "K")}, {ANNA: take})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 17, by=14)]
    assert game.state.awaiting == {ANNA: "take"}


def test_with_none_of_the_listed_cards_there_the_player_is_asked():
    game = completing_35()
    draw(game, Place(35, "T"), Carried(((35, Steps()),), ((2, True),), (3, 1)))
    assert game.state.awaiting == {ANNA: "take"}


def test_an_answer_that_is_not_legal_when_its_moment_comes_is_dropped_and_the_player_asked():
    game = completing_35()
    illegal = Steps((Place(17, "S"), Place(17, "S")))  # there is one empty S only
    draw(game, Place(35, "T"), Carried(power=((35, illegal),)))
    assert game.state.awaiting == {ANNA: "power"}
    assert not game.happened(events.AnswerUsed)
    carried = game.seat(ANNA).carried
    assert carried is not None
    assert carried.power == ()


def test_answers_for_other_moments_are_kept_hidden_in_the_state_meanwhile():
    game = completing_35()
    draw(game, Place(35, "T"), Carried(claim=((2, True),), take=(22,)))
    assert game.state.awaiting == {ANNA: "power"}
    assert game.seat(ANNA).carried == Carried(claim=((2, True),), take=(22,))
    for seat in (BRUNO, None):
        view = game.rules.view_for(game.state, seat)
        assert view.carried is None
        assert all(board.carried is None for board in view.seats)
    assert game.rules.view_for(game.state, ANNA).carried == game.seat(ANNA).carried
    game.answer({ANNA: Steps()})
    assert game.seat(ANNA).tiles == ("count:2",)
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 22)]


def test_all_are_cleared_when_the_draw_is_over():
    game = completing_35()
    draw(game, Place(35, "T"), Carried(claim=((6, True),)))
    game.answer({ANNA: Steps()})
    game.answer({ANNA: Claim(False)})
    assert game.seat(ANNA).carried == Carried(claim=((6, True),))
    game.answer({ANNA: Take(19)})
    assert game.state.kind == "mobilize"
    assert game.seat(ANNA).carried is None


def test_answers_of_an_order_that_completes_nothing_are_cleared_too():
    game = Game(position({ANNA: player({35: "", 17: ""})}, token="S"))
    draw(game, Place(17, "S"), Carried(take=(17,)))
    assert game.seat(ANNA).carried is None


def test_a_pass_may_carry_answers_and_they_come_to_nothing():
    game = Game(position({ANNA: player({35: "", 17: ""})}, token="S"))
    game.answer({ANNA: Mobilize(Pass(), Carried(take=(17,)))})
    assert game.seat(ANNA).carried is None


def test_an_answer_to_complete_rearrange_and_extra_objective():
    for card, filled, answer, happening in (
        (87, "TTTD", Complete(58), events.Completed),
        (72, "KKT", Arrange(((17, "H"), (58, ""))), events.Rearranged),
        (13, "SS", Take(21), events.ObjectiveTaken),
    ):
        anna = player({card: filled, 17: "S", 58: ""})
        seats = {ANNA: anna, BRUNO: player({85: ""})}
        game = Game(position(seats, token="J", market=(18, 19, 21, 22, 23)))
        symbol = {87: "D", 72: "D", 13: "K"}[card]
        draw(game, Place(card, symbol), Carried(power=((card, answer),)))
        assert game.happened(events.AnswerUsed) == [events.AnswerUsed(ANNA, card, "power", answer)]
        assert game.happened(happening)


def test_nobody_carries_an_answer_to_an_attack_of_another():
    seats = {ANNA: player({37: "SSH", 58: ""}), BRUNO: player({57: "SH"})}
    game = Game(position(seats, token="J"))
    game.draw({ANNA: Place(37, "D"), BRUNO: Pass()}, {BRUNO: Carried(take=(17,))})
    assert game.state.awaiting == {BRUNO: "losses"}


def test_the_attackers_own_answers_outlast_the_losses_of_the_others():
    seats = {ANNA: player({37: "SSH", 58: ""}), BRUNO: player({57: "SH"})}
    game = Game(position(seats, token="D"))
    game.draw({ANNA: Place(37, "D")}, {ANNA: Carried(take=(19,))})
    game.answer({BRUNO: LoseLegions(((57, "S"),))})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 19)]


def test_answers_are_each_owners_own():
    seats = {
        ANNA: player({1: "S", 58: ""}),
        BRUNO: player({2: "S", 57: ""}),
        CLARA: player({85: ""}),
    }
    game = Game(position(seats, token="H"))
    carried = {ANNA: Carried(take=(17,)), BRUNO: Carried(take=(17, 18))}
    game.draw({ANNA: Place(1, "H"), BRUNO: Place(2, "H")}, carried)
    assert game.happened(events.ObjectiveTaken) == [
        events.ObjectiveTaken(ANNA, 17),
        events.ObjectiveTaken(BRUNO, 18),
    ]


def test_a_record_replays_decision_by_decision_to_the_same_state():
    power = Steps((Place(17, "S"), Place(17, "H")))
    carried = Carried(((35, power),), ((2, False), (3, True)), (19,))
    with_answers, by_hand = completing_35(), completing_35()
    draw(with_answers, Place(35, "T"), carried)
    by_hand.draw({ANNA: Place(35, "T")})
    for used in with_answers.happened(events.AnswerUsed):
        by_hand.answer({used.seat: used.choice})
    for game in (with_answers, by_hand):
        assert game.state.awaiting == {ANNA: "take"}
        game.answer({ANNA: Take(18)})
    assert by_hand.state == with_answers.state
    story = [event for event in with_answers.events if not isinstance(event, events.AnswerUsed)]
    assert by_hand.events == story


@pytest.mark.parametrize(
    ("carried", "code"),
    [
        (Carried(power=((85, Steps()),)), "not_your_objective"),
        (Carried(power=((1, Steps()),)), "not_your_objective"),
        (Carried(power=((999, Steps()),)), "not_your_objective"),
        (Carried(power=((17, Steps()),)), "no_choice_of_power"),  # no power
        (Carried(power=((15, Steps()),)), "no_choice_of_power"),  # permanent
        (Carried(power=((7, Steps()),)), "no_choice_of_power"),  # at the end
        (Carried(power=((5, Steps()),)), "no_choice_of_power"),  # nothing to choose
        (Carried(power=((37, Steps()),)), "no_choice_of_power"),  # others choose
        (Carried(power=((35, Complete(17)),)), "wrong_answer"),
        (Carried(power=((35, Take(17)),)), "wrong_answer"),
        (Carried(power=((35, Steps()), (35, Steps()))), "carried_twice"),
        (Carried(power=((35, Steps((Place(17, "S"),) * 3)),)), "too_many_steps"),
        (Carried(power=((35, Steps((Place(999, "S"),))),)), "no_such_card"),
        (Carried(power=((35, Steps((Place(17, "C"),))),)), "no_such_space"),
        (Carried(power=((35, Steps((Place(17, "S" * 1000),))),)), "no_such_space"),
        (Carried(power=((35, Steps((Move(17, "S", 999, "S"),))),)), "no_such_card"),
        (Carried(power=((35, Steps((Move(17, "K", 17, "S"),))),)), "no_such_space"),
        (Carried(power=((72, Arrange(((999, ""),))),)), "no_such_card"),
        (Carried(power=((72, Arrange(((17, "S" * 9),))),)), "no_such_space"),
        (Carried(power=((72, Arrange(((17, ""), (17, "S")))),)), "wrong_order"),
        (Carried(power=((87, Complete(999)),)), "no_such_card"),
        (Carried(power=((13, Take(999)),)), "no_such_card"),
        (Carried(claim=((1, True),)), "no_such_tile"),
        (Carried(claim=((7, True),)), "no_such_tile"),
        (Carried(claim=((2, True), (2, False))), "carried_twice"),
        (Carried(take=(17, 999)), "no_such_card"),
        (Carried(take=(17, 18, 17)), "carried_twice"),
        (Carried(take=(17,), seen=(17, 17)), "carried_twice"),
        (Carried(take=(17,), seen=(17, 999)), "no_such_card"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_answers_that_could_never_be_used_are_refused_with_the_order(carried, code):
    cards = (5, 7, 13, 15, 17, 35, 37, 72, 87)
    game = Game(position({ANNA: player(dict.fromkeys(cards, ""))}, token="S"))
    game.rules.verify(game.state, ANNA, Mobilize(Place(17, "S"), Carried(power=((35, Steps()),))))
    assert game.refusal(ANNA, Mobilize(Place(17, "S"), carried))["code"] == code
    assert game.refusal(ANNA, Mobilize(Pass(), carried))["code"] == code


def test_an_illegal_placement_is_refused_whatever_it_carries():
    game = completing_35()
    choice = Mobilize(Place(35, "K"), Carried(take=(17,)))
    assert game.refusal(ANNA, choice)["code"] == "no_such_space"
