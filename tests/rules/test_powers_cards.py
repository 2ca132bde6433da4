"""docs/rules.md, *Powers*: ``extra_objective`` (13) and ``complete`` (87, 88)."""

from games.rules import events
from games.rules.choices import Arrange, Claim, Complete, Place, Take
from games.rules.state import Resolving
from tests.rules.builder import ANNA, BRUNO, Game, player, position

# extra_objective


def extra(**fields):
    state = position(
        {ANNA: player({13: "SS", 58: ""}), BRUNO: player({86: ""})}, token="K", **fields
    )
    return Game(state).draw({ANNA: Place(13, "K")})


def test_extra_objective_takes_one_more_card_now_and_its_place_is_filled():
    game = extra()
    assert game.state.awaiting == {ANNA: "power"}
    assert game.rules.options(game.state, ANNA) == tuple(Take(n) for n in (17, 18, 19, 21, 22))
    game.answer({ANNA: Take(18)})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 18, by=13)]
    new = game.state.market[1]
    assert new not in (None, 18)
    # The new card can be taken at step E at once.
    assert game.state.kind == "take"
    game.answer({ANNA: Take(new or 0)})
    assert game.objectives(ANNA) == {58: "", 18: "", new: ""}


def test_from_then_on_there_is_one_more_to_conquer():
    game = extra()
    before = len(game.objectives(ANNA))
    game.answer({ANNA: Take(18)})
    game.answer({ANNA: Take(17)})
    # The completed card is replaced, and there is one more.
    assert len(game.objectives(ANNA)) == before + 1


def test_extra_objective_is_a_duty_without_a_choice_one_card_is_taken():
    game = extra(market=(None, None, 17, None, None), deck=())
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 17, by=13)]
    assert game.happened(events.NothingToTake) == [events.NothingToTake(ANNA)]


def test_extra_objective_with_an_empty_market_does_nothing_and_says_so():
    game = extra(market=(None,) * 5, deck=())
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, 13)]


def test_extra_objective_refusals():
    game = extra()
    assert game.refusal(ANNA, Take(1)) == {"code": "not_in_market", "card": 1}
    assert game.refusal(ANNA, Complete(58)) == {"code": "wrong_answer", "expected": "take"}


# complete


def completing(others, card=87):
    anna = player({card: "TTTD", **others})
    state = position({ANNA: anna, BRUNO: player({86: ""})}, token="D")
    return Game(state).draw({ANNA: Place(card, "D")})


def test_complete_chooses_one_own_objective_which_is_completed():
    game = completing({58: "SH", 1: ""})
    assert game.state.awaiting == {ANNA: "power"}
    assert game.rules.options(game.state, ANNA) == (Complete(1), Complete(58))
    game.answer({ANNA: Complete(58)})
    assert game.happened(events.Completed) == [
        events.Completed(ANNA, 87),
        events.Completed(ANNA, 58, by=87),
    ]
    assert game.state.waiting == ((ANNA, 58),)


def test_its_legions_return():
    game = completing({58: "SH", 1: ""})
    game.answer({ANNA: Complete(58)})
    assert game.seat(ANNA).supply == 7
    assert game.objectives(ANNA)[58] == ""


def test_it_goes_through_all_steps_after_the_first_card():
    game = completing({58: "SH", 1: ""})
    game.answer({ANNA: Complete(58)})
    game.answer({ANNA: Take(17)})
    assert game.state.resolving == Resolving(ANNA, 58, "claim")
    game.answer({ANNA: Claim(True)})
    game.answer({ANNA: Take(18)})
    assert game.seat(ANNA).controlled == (87, 58)
    assert game.objectives(ANNA) == {1: "", 17: "", 18: ""}


def test_complete_may_choose_the_other_complete_card_which_completes_a_third():
    game = completing({88: "", 1: "", 58: ""})
    game.answer({ANNA: Complete(88)})
    game.answer({ANNA: Take(17)})
    assert game.state.resolving == Resolving(ANNA, 88, "power")
    game.answer({ANNA: Complete(17)})
    game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(18)})
    game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(19)})
    assert game.seat(ANNA).controlled == (87, 88, 17)


def test_complete_with_one_objective_asks_nobody():
    game = completing({58: "SH"})
    assert game.happened(events.Completed)[-1] == events.Completed(ANNA, 58, by=87)


def test_complete_without_another_objective_does_nothing_and_says_so():
    game = completing({})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, 87)]


def test_complete_refusals():
    game = completing({58: "SH", 1: ""})
    for card in (86, 17, 2, 0):
        assert game.refusal(ANNA, Complete(card)) == {"code": "not_your_objective", "card": card}
    assert game.refusal(ANNA, Complete(87)) == {"code": "objective_waiting", "card": 87}
    assert game.refusal(ANNA, Arrange(())) == {"code": "wrong_answer", "expected": "complete"}
