"""docs/rules.md, *End*, and the end powers of *Powers*."""

import pytest

from games.rules import RefusedState, events
from games.rules.choices import Claim, Complete, LoseLegions, LoseObjective, Place, Take
from games.rules.scoring import Line, sheet
from games.rules.state import OVER
from tests.rules.builder import ANNA, BRUNO, CLARA, DECK, Game, player, position

SIX = (17, 2, 18, 21, 30, 22)


def points_of(card, *others):
    """What the power of a controlled card gives beside the others."""
    (line,) = [
        line
        for line in sheet(DECK, (card, *others), ())
        if (line.what, line.card) == ("power", card)
    ]
    return line.points


# End powers


@pytest.mark.parametrize(
    ("card", "symbol", "value", "cap"),
    [(7, "S", 1, 6), (11, "H", 1, 8), (25, "C", 2, 10), (27, "K", 3, 12), (53, "T", 3, 15),
     (63, "D", 4, 20)],
)  # fmt: skip
def test_score_symbol_counts_every_space_this_card_included_at_most_its_cap(
    card, symbol, value, cap
):
    own = DECK[card].symbols.count(symbol)
    assert points_of(card) == value * own
    assert points_of(card, 81) == value * (own + 1)
    assert points_of(card, 19, 77, 72, 87, 61, 70, 51, 60, 52, 71, 80) == cap


def test_score_symbol_counts_equal_symbols_of_one_card_each():
    assert points_of(7, 17) == 1 + 3


@pytest.mark.parametrize(
    ("card", "value", "same", "other"),
    [(47, 2, (1, 3), 2), (48, 2, (2, 12), 1), (49, 4, (4, 18), 1), (69, 6, (62, 75), 1)],
)
def test_score_kind_counts_every_card_of_the_kind_this_one_included(card, value, same, other):
    assert points_of(card) == value
    assert points_of(card, *same, other) == 3 * value


def test_score_kind_without_this_kind_itself_counts_the_others_only():
    # A pink card could score senators; in this deck each scores its own kind.
    assert DECK[67].kind == "senator"
    assert points_of(67, 1, 2) == 2 * 2


@pytest.mark.parametrize("card", [59, 74])
def test_score_attack_counts_every_card_with_an_attack_power(card):
    assert points_of(card) == 0
    assert points_of(card, 37, 41, 75, 81, 1, 15) == 5 * 4


def test_permanent_and_immediate_powers_score_nothing_at_the_end():
    for card in (15, 5, 9, 13, 72, 87, 81):
        assert [line.what for line in sheet(DECK, (card,), ())] == ["printed"]


def test_the_sheet_is_printed_points_end_powers_and_tiles_line_by_line():
    assert sheet(DECK, (17, 7, 24), ("count:3", "good:wheat")) == (
        Line("printed", 6, card=17),
        Line("power", 6, card=7),
        Line("printed", 10, card=24),
        Line("tile", 4, tile="count:3"),
        Line("tile", 5, tile="good:wheat"),
    )


# The end is set


def seventh(seats=None, *, token="T", **switches):
    """Anna, who controls six, completes 58 (SHCKT)."""
    anna = player({58: "SHCK", 19: ""}, controlled=SIX, tiles=["count:6"])
    all_seats = {ANNA: anna, BRUNO: player({57: ""}), **(seats or {})}
    return Game(position(all_seats, token=token, market=(39, 77, 78, 79, 80)), **switches)


def test_step_c_of_the_seventh_controlled_objective_ends_the_game_with_this_draw():
    game = seventh().draw({ANNA: Place(58, "T")})
    assert game.happened(events.EndSet) == [events.EndSet(ANNA)]
    assert game.state.kind == OVER
    assert game.state.awaiting == {}
    assert game.state.ended
    assert game.last[-1].code == "game_over"
    assert not game.happened(events.TokenDrawn)


def test_after_the_last_draw_no_token_returns_and_the_crier_stays():
    game = seventh(token="SJ").draw({ANNA: Place(58, "T")})
    assert game.state.kind == OVER
    assert not game.happened(events.TokensReturned)
    assert (game.state.drawn, game.state.crier) == ("SJ", ANNA)


def test_six_do_not_end_it():
    anna = player({58: "SHCK", 19: ""}, controlled=SIX[:5], tiles=["count:2"])
    game = Game(position({ANNA: anna, BRUNO: player({57: ""})}, token="T"))
    game.draw({ANNA: Place(58, "T")})
    assert not game.state.ended
    assert game.rules.outcome(game.state) is None


@pytest.mark.parametrize("target", [3, 4, 5, 6, 7])
def test_switch_target_is_the_number_that_ends_it(target):
    for before, ended in ((target - 2, False), (target - 1, True)):
        anna = player({58: "SHCK", 19: ""}, controlled=SIX[:before], tiles=["count:2"])
        game = Game(position({ANNA: anna, BRUNO: player({57: ""})}, token="T"), target=target)
        game.draw({ANNA: Place(58, "T")})
        assert game.state.ended is ended


def test_whoever_has_nothing_more_waiting_takes_no_card_any_more_at_step_e():
    game = seventh().draw({ANNA: Place(58, "T")})
    assert not game.happened(events.ObjectiveTaken)
    assert game.objectives(ANNA) == {19: ""}


def test_everything_of_that_draw_is_still_resolved_and_the_others_take_no_card_either():
    bruno = player({84: "HKTD", 57: ""}, controlled=[1])
    game = seventh({BRUNO: bruno}).draw({ANNA: Place(58, "T"), BRUNO: Place(84, "T")})
    assert game.state.awaiting == {BRUNO: "claim"}
    game.answer({BRUNO: Claim(True)})
    assert game.state.kind == OVER
    assert game.seat(BRUNO).controlled == (1, 84)
    assert not game.happened(events.ObjectiveTaken)


def test_in_mid_chain_whoever_has_more_waiting_still_takes_a_card():
    # Anna's 87 is her seventh and has completed her 58, which waits.
    anna = player({87: "TTTD", 58: "SH", 19: ""}, controlled=SIX, tiles=["count:6"])
    state = position({ANNA: anna, BRUNO: player({57: ""})}, token="D", market=(1, 23, 24, 39, 3))
    game = Game(state).draw({ANNA: Place(87, "D")})
    game.answer({ANNA: Complete(58)})
    assert game.state.ended
    assert game.state.awaiting == {ANNA: "take"}
    assert game.state.waiting == ((ANNA, 58),)
    game.answer({ANNA: Take(23)})
    assert game.state.kind == OVER
    assert len(game.seat(ANNA).controlled) == 8
    assert len(game.happened(events.ObjectiveTaken)) == 1


def test_extra_objective_after_the_end_is_set_takes_nothing_without_more_waiting():
    # Anna's 4 comes first and is her seventh; Bruno's 13 takes no card.
    anna = player({4: "S", 19: ""}, controlled=SIX, tiles=["count:6"])
    bruno = player({13: "SS", 57: ""})
    game = Game(position({ANNA: anna, BRUNO: bruno}, token="J"))
    game.draw({ANNA: Place(4, "H"), BRUNO: Place(13, "K")})
    assert game.happened(events.PowerIdle) == [events.PowerIdle(BRUNO, 13)]
    assert game.state.kind == OVER


def test_extra_objective_of_the_seventh_itself_still_takes_one():
    # Its step B comes before its step C.
    anna = player({13: "SS", 19: ""}, controlled=SIX, tiles=["count:6"])
    game = Game(position({ANNA: anna, BRUNO: player({57: ""})}, token="K"))
    game.draw({ANNA: Place(13, "K")})
    assert game.state.awaiting == {ANNA: "power"}


def test_attacks_on_legions_are_left_out_for_whoever_has_nothing_more_waiting():
    for card, symbols in ((37, "SSHD"), (41, "SHCD"), (75, "SSTTD")):
        anna = player({4: "S", 19: "SS"}, controlled=SIX, tiles=["count:6"])
        bruno = player({card: symbols[:-1], 57: ""})
        clara = player({58: "SHC"})
        game = Game(position({ANNA: anna, BRUNO: bruno, CLARA: clara}, token="J"))
        game.draw({ANNA: Place(4, "H"), BRUNO: Place(card, "D")})
        assert game.happened(events.PowerIdle) == [events.PowerIdle(BRUNO, card)]
        assert game.objectives(CLARA) == {58: "SHC"}
        assert game.state.kind == OVER


def test_without_shelter_whoever_has_more_waiting_is_still_attacked():
    anna = player({4: "S", 19: "SS"}, controlled=SIX, tiles=["count:6"])
    bruno = player({37: "SSH", 57: ""})
    clara = player({84: "HKTT", 58: "SH"})
    game = Game(position({ANNA: anna, BRUNO: bruno, CLARA: clara}, token="J"), shelter="none")
    game.draw({ANNA: Place(4, "H"), BRUNO: Place(37, "D"), CLARA: Place(84, "D")})
    assert game.state.awaiting == {CLARA: "losses"}
    game.answer({CLARA: LoseLegions(((58, "S"),))})
    assert game.state.kind == OVER


def test_an_attack_on_controlled_objectives_still_matters_and_the_end_stays_set():
    bruno = player({81: "SHCKT", 57: ""})
    anna = player({4: "S", 19: ""}, controlled=SIX, tiles=["count:6"])
    game = Game(position({ANNA: anna, BRUNO: bruno}, token="J"))
    game.draw({ANNA: Place(4, "H"), BRUNO: Place(81, "D")})
    assert game.state.awaiting == {ANNA: "losses"}
    game.answer({ANNA: LoseObjective(22)})
    assert len(game.seat(ANNA).controlled) == 6
    assert game.state.kind == OVER
    assert len(game.happened(events.EndSet)) == 1


def test_a_finished_game_awaits_nothing_and_refuses_everything():
    game = seventh().draw({ANNA: Place(58, "T")})
    assert game.refusal(ANNA, Claim(True))["code"] == "not_awaited"
    with pytest.raises(RefusedState):
        game.answer({})


# Ranks


def finished(*boards):
    seats = {seat: player({}, controlled=cards) for seat, cards in enumerate(boards)}
    game = Game(position(seats, kind=OVER, awaited=(), ended=True))
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    return outcome


def test_points_printed_on_controlled_objectives_end_powers_and_tiles_are_added():
    seats = {ANNA: player({}, controlled=[17, 7], tiles=["count:2"]), BRUNO: player({58: ""})}
    game = Game(position(seats, kind=OVER, awaited=(), ended=True))
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    assert [score.points for score in outcome.scores] == [6 + 4 + 2, 0]
    assert outcome.winners == (ANNA,)


def test_objectives_not_controlled_score_nothing():
    seats = {ANNA: player({58: "SHCK"}), BRUNO: player({57: ""})}
    game = Game(position(seats, kind=OVER, awaited=(), ended=True))
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    assert [score.points for score in outcome.scores] == [0, 0]


def test_a_tie_goes_to_whoever_controls_more_senators():
    outcome = finished([18], [17], [2])  # pink 6, senator 6, green 3
    assert [score.points for score in outcome.scores] == [6, 6, 3]
    assert outcome.winners == (BRUNO,)
    assert [score.rank for score in outcome.scores] == [2, 1, 3]
    assert [score.senators for score in outcome.scores] == [0, 1, 0]


def test_still_level_the_victory_is_shared():
    outcome = finished([1], [3], [2])  # senator 3, senator 3, green 3
    assert outcome.winners == (ANNA, BRUNO)
    assert [score.rank for score in outcome.scores] == [1, 1, 3]


def test_senators_decide_only_a_tie():
    outcome = finished([1, 3], [58])
    assert outcome.winners == (BRUNO,)


def test_the_last_event_tells_points_and_winners():
    game = seventh().draw({ANNA: Place(58, "T")})
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    assert game.last[-1] == events.GameOver(
        tuple(score.points for score in outcome.scores), outcome.winners
    )
