"""docs/rules.md, *Rewards (step D)*.

Senators 1, 3, 8, green 2, 12, 14, pink 4, 18, 19, orange 62, 75, 83. Wheat 5, 24, 40, gold 7, 10,
46, both 68, 87.
"""

import pytest

from games.rules import events
from games.rules.choices import Claim, LoseObjective, Place, Steps, Take
from games.rules.rewards import TILES
from games.rules.scoring import sheet
from tests.rules.builder import ANNA, BRUNO, DECK, Game, player, position

#: Cards without wheat or gold, in an order that gives no tile for kinds before the sixth.
PLAIN = (17, 2, 18, 21, 22, 30)


def controls(card, before=(), *, tiles=(), bruno=None, **switches):
    """A game where Anna, who controls the cards ``before``, has just got the card controlled."""
    symbols = DECK[card].symbols
    seats = {
        ANNA: player({card: symbols[:-1], 57: ""}, controlled=before, tiles=tiles),
        BRUNO: bruno or player({58: ""}),
    }
    state = position(seats, token=symbols[-1], market=(39, 77, 78, 79, 80))
    return Game(state, **switches).draw({ANNA: Place(card, symbols[-1])})


def taken(game):
    return [event.tile for event in game.happened(events.TileTaken)]


@pytest.mark.parametrize(
    ("tile", "points"),
    [
        ("count:2", 2),
        ("count:3", 4),
        ("count:4", 6),
        ("count:5", 8),
        ("count:6", 10),
        ("kind:senator", 2),
        ("kind:green", 4),
        ("kind:each", 6),
        ("kind:pink", 8),
        ("kind:orange", 10),
        ("good:wheat", 5),
        ("good:gold", 5),
    ],
)
def test_the_twelve_tiles_and_their_points(tile, points):
    assert len(TILES) == 12
    (line,) = sheet(DECK, (), (tile,))
    assert (line.what, line.tile, line.points) == ("tile", tile, points)


# Number of objectives


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_exactly_that_number_right_after_a_completion_may_claim_the_tile(count):
    game = controls(58, PLAIN[: count - 1], bruno=player({1: ""}))
    assert game.state.awaiting == {ANNA: "claim"}
    assert game.rules.options(game.state, ANNA) == (Claim(True), Claim(False))
    game.answer({ANNA: Claim(True)})
    assert game.seat(ANNA).tiles == (f"count:{count}",)
    assert events.TileTaken(ANNA, f"count:{count}") in game.events


def test_claiming_is_a_choice():
    game = controls(58, PLAIN[:1], bruno=player({1: ""}))
    game.answer({ANNA: Claim(False)})
    assert game.seat(ANNA).tiles == ()
    assert game.happened(events.TileDeclined) == [events.TileDeclined(ANNA, "count:2")]


@pytest.mark.parametrize("before", [(), PLAIN])
def test_there_is_no_tile_for_one_and_for_seven(before):
    game = controls(58, before, bruno=player({1: ""}))
    assert game.state.kind in ("take", "over")


def test_a_tile_that_is_gone_cannot_be_claimed():
    game = controls(58, PLAIN[:1], bruno=player({1: ""}, tiles=["count:2"]))
    assert game.state.awaiting == {ANNA: "take"}


def test_at_most_one_of_the_five_a_player_in_the_whole_game_never_exchanged():
    game = controls(58, PLAIN[:2], tiles=["count:2"], bruno=player({1: ""}))
    assert game.state.awaiting == {ANNA: "take"}


def test_a_tile_left_can_be_claimed_by_another_later_and_another_number_by_oneself():
    game = controls(58, PLAIN[:2], bruno=player({1: ""}))
    assert game.state.awaiting == {ANNA: "claim"}


def test_back_at_a_number_after_an_attack_it_can_be_claimed_again():
    # Anna had three, lost one, and gets her third once more.
    seats = {
        ANNA: player({82: "SHCKT", 57: ""}),
        BRUNO: player({84: "HKTT", 58: ""}, controlled=PLAIN[:3]),
    }
    game = Game(position(seats, token="D", market=(39, 77, 78, 79, 80)), shelter="none")
    game.draw({ANNA: Place(82, "D"), BRUNO: Place(84, "D")})
    game.answer({BRUNO: LoseObjective(17)})
    game.answer({ANNA: Take(39)})
    assert game.state.awaiting == {BRUNO: "claim"}
    game.answer({BRUNO: Claim(True)})
    assert game.seat(BRUNO).tiles == ("count:3",)


def test_refused_claims():
    game = controls(58, PLAIN[:1], bruno=player({1: ""}))
    assert game.refusal(ANNA, Take(39)) == {"code": "wrong_answer", "expected": "claim"}
    assert game.refusal(BRUNO, Claim(True)) == {"code": "not_awaited", "seat": BRUNO}


# Kinds


@pytest.mark.parametrize(
    ("tile", "before", "card"),
    [
        ("kind:senator", (1, 3), 21),
        ("kind:green", (2, 12), 58),
        ("kind:pink", (4, 18), 22),
        ("kind:orange", (62, 75), 83),
        ("kind:each", (1, 2, 4), 62),
    ],
)
def test_the_first_to_meet_a_kind_takes_its_tile_without_asking(tile, before, card):
    game = controls(card, before, tiles=["count:6"], bruno=player({31: ""}))
    assert taken(game) == [tile]
    assert game.state.awaiting == {ANNA: "take"}


def test_two_of_a_kind_are_not_enough_and_a_fourth_brings_nothing_more():
    assert taken(controls(21, (1,), tiles=["count:6"])) == []
    game = controls(21, (1, 3, 8), tiles=["count:6", "kind:senator"])
    assert taken(game) == []
    assert game.seat(ANNA).tiles == ("count:6", "kind:senator")


def test_a_tile_for_a_kind_that_lies_there_still_is_taken_with_a_fourth():
    # Not possible in play: whoever has a third takes it. A made position.
    assert taken(controls(21, (1, 3, 8), tiles=["count:6"])) == ["kind:senator"]


def test_three_kinds_of_four_are_not_one_of_each():
    assert taken(controls(4, (1, 2), tiles=["count:6"])) == []


def test_a_kind_tile_that_another_has_stays_there():
    game = controls(21, (1, 3), tiles=["count:6"], bruno=player({58: ""}, tiles=["kind:senator"]))
    assert taken(game) == []
    assert game.seat(BRUNO).tiles == ("kind:senator",)


def test_any_number_of_kind_tiles_a_player():
    game = controls(62, (1, 3, 8, 2, 12), tiles=["count:6", "kind:pink"])
    assert taken(game) == ["kind:senator"]  # missed until now; no pink, so no "one of each"
    game = controls(62, (1, 3, 8, 2, 4), tiles=["count:6", "kind:pink"])
    assert taken(game) == ["kind:senator", "kind:each"]


# Wheat and gold


@pytest.mark.parametrize(
    ("card", "tiles"),
    [
        (24, ["good:wheat"]),
        (10, ["good:gold"]),
        (68, ["good:wheat", "good:gold"]),
        (58, []),
    ],
)
def test_a_just_controlled_card_that_shows_a_good_takes_its_tile(card, tiles):
    game = controls(card, bruno=player({31: ""}))
    if game.state.kind == "power":
        game.answer({ANNA: Steps()})
    assert taken(game) == tiles


def test_with_at_least_as_many_as_the_holder_the_newcomer_takes_it():
    bruno = player({58: ""}, controlled=[40], tiles=["good:wheat"])
    game = controls(24, bruno=bruno)
    assert game.happened(events.TileTaken) == [events.TileTaken(ANNA, "good:wheat", loser=BRUNO)]
    assert game.seat(BRUNO).tiles == ()
    assert game.seat(ANNA).tiles == ("good:wheat",)


def test_with_fewer_than_the_holder_it_stays():
    bruno = player({58: ""}, controlled=[40, 26], tiles=["good:wheat"])
    assert taken(controls(24, bruno=bruno)) == []


def test_switch_goods_tie_holder_keeps_it_at_a_tie():
    bruno = player({58: ""}, controlled=[40], tiles=["good:wheat"])
    assert taken(controls(24, bruno=bruno, goods_tie="holder")) == []


def test_switch_goods_tie_holder_loses_it_to_more():
    bruno = player({58: ""}, controlled=[40], tiles=["good:wheat"])
    game = controls(24, (26,), tiles=["count:6"], bruno=bruno, goods_tie="holder")
    assert taken(game) == ["good:wheat"]


def test_the_holder_who_gets_another_just_keeps_it():
    game = controls(24, (40,), tiles=["good:wheat", "count:6"])
    assert taken(game) == []
    assert game.seat(ANNA).tiles == ("good:wheat", "count:6")


def test_it_moves_as_often_as_that_happens():
    seats = {
        ANNA: player({24: "SSHC", 57: ""}, controlled=[26], tiles=["count:6"]),
        BRUNO: player({40: "SSHHC", 58: ""}, controlled=[5], tiles=["good:wheat", "count:5"]),
    }
    game = Game(position(seats, token="J", market=(39, 77, 78, 79, 80)))
    game.draw({ANNA: Place(24, "C"), BRUNO: Place(40, "K")})
    game.answer({ANNA: Take(39)})
    game.answer({BRUNO: Take(77)})
    assert game.happened(events.TileTaken) == [
        events.TileTaken(ANNA, "good:wheat", loser=BRUNO),
        events.TileTaken(BRUNO, "good:wheat", loser=ANNA),
    ]


def test_goods_are_compared_only_at_step_d():
    # Bruno, the holder, loses his only wheat card; Anna has one, and nothing moves. When she then
    # controls a card without wheat, nothing moves either.
    seats = {
        ANNA: player({81: "SHCKT", 57: ""}, controlled=[24], tiles=["count:6"]),
        BRUNO: player({58: ""}, controlled=[40], tiles=["good:wheat"]),
    }
    game = Game(position(seats, token="D")).draw({ANNA: Place(81, "D")})
    assert game.seat(BRUNO).controlled == ()
    assert game.seat(BRUNO).tiles == ("good:wheat",)
    assert taken(game) == []
