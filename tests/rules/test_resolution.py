"""docs/rules.md, *Ave Caesar*: steps A to E, chains.

Cards without power: 1 SH, 2 SH, 3 SH, 4 SH, 17 SSSH, 58 SHCKT. 5 and 6 CK gain:1, 9 HHH place:S:2,
20 SSCT place:any:1, 35 SHCT place:any:2, 87 TTTDD complete, 13 SSK extra_objective, 37 SSHD attack.
"""

from games.rules import events
from games.rules.choices import Claim, Complete, Move, Place, Steps, Take
from games.rules.state import Resolving
from tests.rules.builder import ANNA, BRUNO, CLARA, Game, player, position


def test_an_objective_is_completed_when_all_its_spaces_are_filled():
    game = Game(position({ANNA: player({17: "SS", 58: ""})}, token="S"))
    game.draw({ANNA: Place(17, "S")})
    assert game.happened(events.Completed) == []
    game = Game(position({ANNA: player({17: "SSH", 58: ""})}, token="S"))
    game.draw({ANNA: Place(17, "S")})
    assert game.happened(events.Completed) == [events.Completed(ANNA, 17)]


def test_the_steps_a_to_e_in_their_order():
    game = Game(position({ANNA: player({5: "C", 58: ""}, controlled=[1])}, token="K"))
    game.draw({ANNA: Place(5, "K")})
    game.answer({ANNA: Claim(True)})
    game.answer({ANNA: Take(17)})
    codes = [event.code for event in game.events]
    wanted = [
        "completed",
        "legions_returned",  # A
        "gained",  # B
        "controlled",  # C
        "tile_taken",  # D: two objectives
        "tile_taken",  # D: wheat
        "objective_taken",  # E
        "market_refilled",
        "token_drawn",
    ]
    assert [code for code in codes if code in wanted] == wanted


def test_step_a_returns_the_legions_to_the_owners_supply():
    game = Game(position({ANNA: player({17: "SSH", 58: "C"})}, token="S"))
    game.draw({ANNA: Place(17, "S")})
    assert game.happened(events.LegionsReturned) == [events.LegionsReturned(ANNA, 17, 4)]
    assert game.seat(ANNA).supply == 6
    assert game.objectives(ANNA) == {58: "C"}


def test_the_legions_of_step_a_can_be_placed_in_step_b():
    # Anna's supply is empty; the three legions of the completed card come back first.
    game = Game(position({ANNA: player({9: "HH", 17: "", 58: ""}, supply=1)}, token="H"))
    game.draw({ANNA: Place(9, "H")})
    assert game.state.kind == "power"
    game.rules.verify(game.state, ANNA, Steps((Place(17, "S"), Place(17, "S"))))


def test_without_an_immediate_power_step_b_is_nothing():
    game = Game(position({ANNA: player({1: "S", 58: ""})}, token="H"))
    game.draw({ANNA: Place(1, "H")})
    assert game.state.kind == "take"
    assert not game.happened(events.PowerIdle)


def test_step_c_makes_the_card_controlled():
    game = Game(position({ANNA: player({1: "S", 58: ""}, controlled=[2, 3, 17])}, token="H"))
    game.draw({ANNA: Place(1, "H")})
    assert game.seat(ANNA).controlled == (2, 3, 17, 1)
    assert game.happened(events.Controlled) == [events.Controlled(ANNA, 1, 4)]


def test_step_e_takes_a_market_card_and_fills_its_place():
    game = Game(position({ANNA: player({1: "S", 58: ""})}, token="H", market=(17, 18, 19, 21, 22)))
    game.draw({ANNA: Place(1, "H")})
    assert game.rules.options(game.state, ANNA) == tuple(Take(n) for n in (17, 18, 19, 21, 22))
    game.answer({ANNA: Take(19)})
    assert game.objectives(ANNA) == {58: "", 19: ""}
    new = game.state.market[2]
    assert game.state.market == (17, 18, new, 21, 22)
    assert new is not None
    assert game.happened(events.MarketRefilled) == [events.MarketRefilled(3, new)]
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 19)]


def test_only_what_lies_in_the_market_can_be_taken():
    game = Game(position({ANNA: player({1: "S", 58: ""})}, token="H"))
    game.draw({ANNA: Place(1, "H")})
    for card in (58, 1, 2, 0, 999):
        assert game.refusal(ANNA, Take(card)) == {"code": "not_in_market", "card": card}
    assert game.refusal(ANNA, Claim(True)) == {"code": "wrong_answer", "expected": "take"}


def test_rising_card_number_decides_between_players_each_going_through_all_steps():
    game = Game(
        position(
            {
                ANNA: player({3: "S", 58: ""}),
                BRUNO: player({2: "S", 57: ""}),
                CLARA: player({1: "S", 19: ""}),
            },
            token="H",
            market=(17, 18, 21, 22, 23),
        )
    )
    game.draw({ANNA: Place(3, "H"), BRUNO: Place(2, "H"), CLARA: Place(1, "H")})
    assert game.state.waiting == ((ANNA, 3), (BRUNO, 2))
    assert game.state.awaiting == {CLARA: "take"}
    game.answer({CLARA: Take(17)})
    assert game.state.awaiting == {BRUNO: "take"}
    game.answer({BRUNO: Take(18)})
    assert game.state.awaiting == {ANNA: "take"}
    game.answer({ANNA: Take(21)})
    assert [event.seat for event in game.happened(events.Controlled)] == [CLARA, BRUNO, ANNA]


def test_completions_are_noted_when_the_whole_power_has_taken_effect():
    game = Game(position({ANNA: player({2: "S", 35: "SHC", 1: "S", 58: ""})}, token="T"))
    game.draw({ANNA: Place(35, "T")})
    game.answer({ANNA: Steps((Place(2, "H"), Place(1, "H")))})
    codes = game.order_of(events.Placed, events.Completed)
    assert codes == ["placed", "completed", "placed", "placed", "completed", "completed"]
    assert game.happened(events.Completed)[1:] == [
        events.Completed(ANNA, 1, by=35),
        events.Completed(ANNA, 2, by=35),
    ]


def test_nothing_is_put_on_or_moved_from_the_card_being_resolved():
    game = Game(position({ANNA: player({9: "HH", 17: "SS"})}, token="H"))
    game.draw({ANNA: Place(9, "H")})
    assert game.refusal(ANNA, Steps((Place(9, "H"),))) == {"code": "objective_waiting", "card": 9}


def test_nothing_is_put_on_or_moved_from_a_waiting_card_and_it_cannot_be_completed_again():
    game = Game(
        position(
            {ANNA: player({35: "SHC", 88: "TT", 17: ""})},
            token="T",
            waiting=((ANNA, 88),),
            resolving=Resolving(ANNA, 35, "power"),
            kind="power",
            awaited=(ANNA,),
        )
    )
    assert game.refusal(ANNA, Steps((Place(88, "T"),)))["code"] == "objective_waiting"
    assert game.refusal(ANNA, Steps((Move(88, "T", 17, "S"),)))["code"] == "objective_waiting"
    game = Game(
        position(
            {ANNA: player({87: "", 88: "TT", 17: "", 1: ""})},
            token="T",
            waiting=((ANNA, 88),),
            resolving=Resolving(ANNA, 87, "power"),
            kind="power",
            awaited=(ANNA,),
        )
    )
    assert game.refusal(ANNA, Complete(88)) == {"code": "objective_waiting", "card": 88}
    assert game.refusal(ANNA, Complete(87)) == {"code": "objective_waiting", "card": 87}
    assert game.rules.options(game.state, ANNA) == (Complete(1), Complete(17))


def test_a_completion_is_never_undone():
    # Bruno's attack is resolved first (37 < 58); Anna's full 58 keeps its legions and is hers.
    game = Game(
        position(
            {ANNA: player({58: "HCKT", 17: ""}), BRUNO: player({37: "SHD", 19: ""})}, token="S"
        ),
        shelter="none",
    )
    game.draw({ANNA: Place(58, "S"), BRUNO: Place(37, "S")})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(BRUNO, 37)]
    game.answer({BRUNO: Take(18)})
    assert events.LegionsReturned(ANNA, 58, 5) in game.events
    assert game.seat(ANNA).controlled == (58,)


def test_chain_goes_before_a_lower_number_of_another_player():
    game = Game(
        position(
            {ANNA: player({20: "SSC", 58: "HCKT", 1: ""}), BRUNO: player({45: "SST", 27: ""})},
            token="T",
            market=(17, 18, 19, 22, 23),
        )
    )
    game.draw({ANNA: Place(20, "T"), BRUNO: Place(45, "T")})
    assert game.state.waiting == ((BRUNO, 45),)
    game.answer({ANNA: Steps((Place(58, "S"),))})
    assert game.state.waiting == ((BRUNO, 45), (ANNA, 58))
    game.answer({ANNA: Take(17)})
    assert game.state.resolving == Resolving(ANNA, 58, "claim")
    game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(18)})
    assert game.state.resolving is not None
    assert game.state.resolving.seat == BRUNO


def test_a_chain_of_three():
    # 20 completes 35, whose power completes 58; then Bruno's 45.
    game = Game(
        position(
            {ANNA: player({20: "SSC", 35: "SHC", 58: "SHC"}, supply=2), BRUNO: player({45: "SST"})},
            token="T",
        )
    )
    game.draw({ANNA: Place(20, "T"), BRUNO: Place(45, "T")})
    game.answer({ANNA: Steps((Place(35, "T"),))})
    game.answer({ANNA: Take(17)})
    assert game.state.resolving == Resolving(ANNA, 35, "power")
    game.answer({ANNA: Steps((Place(58, "K"), Place(58, "T")))})
    game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(18)})
    game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(19)})
    cards = [(event.seat, event.card) for event in game.happened(events.Controlled)]
    assert cards == [(ANNA, 20), (ANNA, 35), (ANNA, 58), (BRUNO, 45)]


def test_two_cards_of_one_owner_complete_at_once_the_lower_goes_first():
    game = Game(
        position(
            {ANNA: player({35: "SHC", 57: "SHCK", 58: "SHCK", 1: ""}, supply=3)},
            token="T",
        )
    )
    game.draw({ANNA: Place(35, "T")})
    game.answer({ANNA: Steps((Place(58, "T"), Place(57, "T")))})
    game.answer({ANNA: Take(17)})
    assert game.state.resolving is not None
    assert game.state.resolving.card == 57
