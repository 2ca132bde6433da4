"""docs/rules.md, *Powers*: the three attacks, and *Shelter*.

attack:legions:1 37, attack:legions:2 41, attack:clear_objective 75, attack:controlled_objective 81.
Anna always attacks.
"""

import pytest

from games.rules import IllegalChoice, events
from games.rules.choices import Claim, LoseLegions, LoseObjective, Place, Take
from tests.rules.builder import ANNA, BRUNO, CLARA, DECK, DORA, Game, player, position

ATTACKS = [37, 41, 75, 81]


def attacked(card, others, *, anna=None, **switches):
    """A game where Anna has just completed the attack: its losses are awaited, or it is over."""
    symbols = DECK[card].symbols
    seats = {ANNA: player({card: symbols[:-1], 19: "", **(anna or {})}), **others}
    game = Game(position(seats, token=symbols[-1]), **switches)
    return game.draw({ANNA: Place(card, symbols[-1])})


# On legions


@pytest.mark.parametrize(("card", "number"), [(37, 1), (38, 1), (41, 2), (42, 2)])
def test_every_other_player_takes_n_legions_off_their_choice_which(card, number):
    game = attacked(card, {BRUNO: player({57: "SHC"}), CLARA: player({58: "SHCK"})})
    assert game.state.awaiting == {BRUNO: "losses", CLARA: "losses"}
    assert game.happened(events.Attacked) == [events.Attacked(ANNA, card, (BRUNO, CLARA))]
    bruno, clara = ((57, "S"), (57, "C"))[:number], ((58, "H"), (58, "K"))[:number]
    game.answer({BRUNO: LoseLegions(bruno), CLARA: LoseLegions(clara)})
    assert len(game.objectives(BRUNO)[57]) == 3 - number
    assert len(game.objectives(CLARA)[58]) == 4 - number
    assert game.seat(BRUNO).supply == 4 + number  # back to their supply
    assert game.happened(events.LegionLost) == [
        *(events.LegionLost(BRUNO, *space, by=card) for space in bruno),
        *(events.LegionLost(CLARA, *space, by=card) for space in clara),
    ]


def test_the_attacker_loses_nothing():
    game = attacked(37, {BRUNO: player({57: "SH"})}, anna={58: "SH"})
    assert game.state.awaiting == {BRUNO: "losses"}
    assert game.objectives(ANNA)[58] == "SH"


def test_all_attacked_choose_at_the_same_time():
    game = attacked(37, {BRUNO: player({57: "SH"}), CLARA: player({58: "SH"})})
    with pytest.raises(IllegalChoice) as refused:
        game.answer({BRUNO: LoseLegions(((57, "S"),))})
    assert refused.value.code == "choice_missing"


def test_whoever_has_fewer_than_asked_loses_what_there_is_unasked():
    game = attacked(41, {BRUNO: player({57: "S"}), CLARA: player({58: ""})})
    assert game.happened(events.LegionLost) == [events.LegionLost(BRUNO, 57, "S", by=41)]
    assert game.happened(events.Attacked) == [events.Attacked(ANNA, 41, (BRUNO,))]
    assert game.state.kind == "take"


def test_one_way_to_lose_a_legion_means_it_is_lost():
    # Two legions on equal symbols of one card are one way; on two symbols they are two.
    game = attacked(37, {BRUNO: player({17: "SS"}), CLARA: player({58: "SH"})})
    assert game.state.awaiting == {CLARA: "losses"}
    game.answer({CLARA: LoseLegions(((58, "H"),))})
    assert game.objectives(BRUNO) == {17: "S"}
    assert game.objectives(CLARA) == {58: "S"}


def test_losses_are_a_flat_list_of_different_ways():
    game = attacked(41, {BRUNO: player({17: "SS", 1: "H"})})
    assert game.rules.options(game.state, BRUNO) == (
        LoseLegions(((1, "H"), (17, "S"))),
        LoseLegions(((17, "S"), (17, "S"))),
    )


def test_the_order_in_which_lost_spaces_are_named_does_not_matter():
    game = attacked(41, {BRUNO: player({57: "SHC"})})
    game.answer({BRUNO: LoseLegions(((57, "C"), (57, "S")))})
    assert game.objectives(BRUNO) == {57: "H"}


def test_refused_losses_of_legions():
    game = attacked(41, {BRUNO: player({57: "SHC"})}, anna={58: "S"})
    assert game.refusal(BRUNO, LoseLegions(())) == {
        "code": "wrong_number",
        "expected": 2,
        "found": 0,
    }
    assert game.refusal(BRUNO, LoseLegions(((57, "S"),)))["code"] == "wrong_number"
    three = LoseLegions(((57, "S"), (57, "H"), (57, "C")))
    assert game.refusal(BRUNO, three)["code"] == "wrong_number"
    assert game.refusal(BRUNO, LoseLegions(((57, "S"), (57, "S")))) == {
        "code": "no_legion",
        "card": 57,
        "symbol": "S",
    }
    for space in ((57, "K"), (58, "S"), (37, "S"), (999, "S"), (57, ""), (57, "SH")):
        assert game.refusal(BRUNO, LoseLegions(((57, "S"), space)))["code"] == "no_legion"
    assert game.refusal(BRUNO, LoseObjective(57)) == {
        "code": "wrong_answer",
        "expected": "lose_legions",
    }
    assert game.refusal(ANNA, LoseLegions(((58, "S"),)))["code"] == "not_awaited"


# On one objective with legions


@pytest.mark.parametrize("card", [75, 76])
def test_every_other_player_clears_one_objective_that_has_any_legions(card):
    game = attacked(card, {BRUNO: player({57: "SHC", 1: "S", 2: ""})})
    assert game.rules.options(game.state, BRUNO) == (LoseObjective(1), LoseObjective(57))
    game.answer({BRUNO: LoseObjective(57)})
    assert game.objectives(BRUNO) == {57: "", 1: "S", 2: ""}
    assert game.seat(BRUNO).supply == 6
    assert game.happened(events.ObjectiveCleared) == [events.ObjectiveCleared(BRUNO, 57, 3, card)]


def test_the_only_objective_with_legions_is_cleared_unasked():
    game = attacked(75, {BRUNO: player({57: "SHC", 2: ""}), CLARA: player({58: ""})})
    assert game.objectives(BRUNO) == {57: "", 2: ""}
    assert game.happened(events.Attacked) == [events.Attacked(ANNA, 75, (BRUNO,))]


def test_refused_clearings():
    game = attacked(75, {BRUNO: player({57: "SHC", 1: "S", 2: ""}, controlled=[3])})
    assert game.refusal(BRUNO, LoseObjective(2)) == {"code": "no_legions_there", "card": 2}
    for card in (3, 19, 75, 0):
        assert game.refusal(BRUNO, LoseObjective(card)) == {
            "code": "not_your_objective",
            "card": card,
        }
    assert game.refusal(BRUNO, LoseLegions(((57, "S"),))) == {
        "code": "wrong_answer",
        "expected": "lose_objective",
    }


# On controlled objectives


@pytest.mark.parametrize("card", [81, 82])
def test_every_other_player_discards_one_controlled_objective(card):
    game = attacked(card, {BRUNO: player({57: "SHC"}, controlled=[1, 2])})
    assert game.rules.options(game.state, BRUNO) == (LoseObjective(1), LoseObjective(2))
    game.answer({BRUNO: LoseObjective(1)})
    assert game.seat(BRUNO).controlled == (2,)
    assert game.state.discards == (1,)
    assert game.objectives(BRUNO) == {57: "SHC"}
    assert game.happened(events.ObjectiveDiscarded) == [events.ObjectiveDiscarded(BRUNO, 1, card)]


def test_the_only_controlled_objective_is_discarded_unasked():
    game = attacked(81, {BRUNO: player({57: ""}, controlled=[1]), CLARA: player({58: ""})})
    assert game.seat(BRUNO).controlled == ()
    assert game.happened(events.Attacked) == [events.Attacked(ANNA, 81, (BRUNO,))]


def test_tiles_already_taken_stay():
    tiles = ("count:2", "kind:senator", "good:wheat")
    game = attacked(81, {BRUNO: player({57: ""}, controlled=[24], tiles=tiles)})
    assert game.seat(BRUNO).tiles == tiles


def test_refused_discards():
    game = attacked(81, {BRUNO: player({57: "SHC"}, controlled=[1, 2])})
    for card in (57, 81, 3, 0):
        assert game.refusal(BRUNO, LoseObjective(card)) == {"code": "not_controlled", "card": card}
    assert game.refusal(BRUNO, Claim(True)) == {
        "code": "wrong_answer",
        "expected": "lose_objective",
    }


# Nothing to act on


@pytest.mark.parametrize("card", ATTACKS)
def test_an_attack_that_finds_nothing_does_nothing_and_says_so(card):
    # Empty and cardless players.
    game = attacked(card, {BRUNO: player({57: "", 58: ""}), CLARA: player()})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(ANNA, card)]
    assert not game.happened(events.Attacked)
    assert game.state.awaiting == {ANNA: "take"}


# Shelter


def both_complete(card, switch):
    """Anna completes an attack and Bruno the later card 84 (HKTTD) in the same joker draw."""
    symbols = DECK[card].symbols
    seats = {
        ANNA: player({card: symbols[:-1], 19: ""}),
        BRUNO: player({84: "HKTT", 57: "SH", 58: "S"}, controlled=[1, 2]),
        CLARA: player({24: "SH", 21: "S"}, controlled=[3, 4]),
        DORA: player({85: ""}),
    }
    state = position(seats, token="J", market=(17, 18, 22, 23, 61))
    game = Game(state, shelter=switch)
    return game.draw({ANNA: Place(card, symbols[-1]), BRUNO: Place(84, "D")})


@pytest.mark.parametrize("card", ATTACKS)
def test_a_player_who_has_a_completed_objective_waiting_is_not_touched(card):
    game = both_complete(card, "player")
    assert game.state.awaiting == {CLARA: "losses"}
    assert game.happened(events.Sheltered) == [events.Sheltered(BRUNO, card)]
    assert game.refusal(BRUNO, LoseObjective(1))["code"] == "not_awaited"


@pytest.mark.parametrize("card", ATTACKS)
def test_switch_shelter_none_attacks_them_too(card):
    game = both_complete(card, "none")
    assert game.state.awaiting == {BRUNO: "losses", CLARA: "losses"}
    assert not game.happened(events.Sheltered)


@pytest.mark.parametrize("card", [37, 41, 75])
def test_without_shelter_the_waiting_card_itself_is_still_nobodys_objective(card):
    game = both_complete(card, "none")
    options = game.rules.options(game.state, BRUNO)
    assert "84" not in str(options)
    if card == 75:
        assert game.refusal(BRUNO, LoseObjective(84)) == {"code": "objective_waiting", "card": 84}
    else:
        spaces = ((84, "H"), (84, "K"))[: 1 + (card == 41)]
        assert game.refusal(BRUNO, LoseLegions(spaces))["code"] == "no_legion"


def test_whoever_has_been_resolved_before_is_not_sheltered_any_more():
    # Bruno's 1 comes before Anna's 37: when Anna attacks, nothing of his waits.
    seats = {
        ANNA: player({37: "SSH", 19: ""}),
        BRUNO: player({1: "S", 57: "SH"}),
    }
    game = Game(position(seats, token="J"))
    game.draw({ANNA: Place(37, "D"), BRUNO: Place(1, "H")})
    game.answer({BRUNO: Take(17)})
    assert game.state.awaiting == {BRUNO: "losses"}
    assert not game.happened(events.Sheltered)


def test_an_attack_on_sheltered_absent_empty_and_cardless_players():
    # Bruno shelters, Clara plays no part (no legions), Dora has no card: nobody is left.
    seats = {
        ANNA: player({37: "SSH", 19: ""}),
        BRUNO: player({84: "HKTT", 57: "SH"}),
        CLARA: player({58: ""}),
        DORA: player(),
    }
    game = Game(position(seats, token="J"))
    game.draw({ANNA: Place(37, "D"), BRUNO: Place(84, "D")})
    assert game.order_of(events.Sheltered, events.PowerIdle) == ["sheltered", "power_idle"]
