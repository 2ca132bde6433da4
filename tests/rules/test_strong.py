"""The strong bot: the odds of the known bag, what a card is worth, and what it decides by them."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import Rules, Ruleset
from games.rules.choices import Claim, Mobilize, Move, Pass, Place, Take
from games.rules.odds import Odds, often, race
from games.rules.outlook import Outlook
from games.rules.state import TOKENS, bag_of
from games.rules.strong import Mind, parts, strong_bot
from games.rules.words import SYMBOLS, VOCABULARY
from games.rules.worth import WORTH
from tests.rules.builder import ANNA, BRUNO, DECK, Game, player, position
from tests.rules.test_bots import NoDice, options_of, play
from tests.rules.test_whole_games import RULESETS

PLAIN = {symbol: symbol for symbol in SYMBOLS}


def odds(bag: str = TOKENS, draws: float = 20, fits: dict[str, str] | None = None) -> Odds:
    return Odds(often(bag), often(TOKENS), fits or PLAIN, draws)


def outlook(anna: object, bruno: object = None, **fields: object) -> Outlook:
    """How Anna's board looks to her."""
    seats = {ANNA: anna, BRUNO: bruno or player({86: ""})}
    game = Game(position(seats, **{"token": "S", **fields}))  # type: ignore[arg-type]
    return Outlook(DECK, game.rules.view_for(game.state, ANNA), ANNA)


# Odds


def test_tokens_come_as_often_as_a_long_run_of_draws_says():
    dice, drawn = Random(11), ""
    found = dict.fromkeys(TOKENS, 0)
    for _ in range(40000):
        bag = bag_of(drawn)
        token = bag[dice.randrange(len(bag))]
        found[token] += 1
        drawn = "" if token == "J" else drawn + token
    for token, rate in often(TOKENS).items():
        assert found[token] / 40000 == pytest.approx(rate, rel=0.06)


def test_what_is_full_is_done_and_more_missing_is_less_likely():
    assert odds().in_time("") == 1
    assert 1 > odds().in_time("S") > odds().in_time("SS") > odds().in_time("SSD") > 0


def test_rare_symbols_common_bags_and_short_games_make_it_less_likely():
    assert odds().in_time("S") > odds().in_time("D")
    assert odds(bag_of("SSSSS")).in_time("S") < odds().in_time("S")
    assert odds(draws=5).in_time("SH") < odds(draws=30).in_time("SH")


def test_a_token_that_is_out_of_the_bag_can_still_come_after_a_joker():
    assert 0 < odds(bag_of("D")).in_time("D") < odds().in_time("D")


def test_a_swap_makes_either_symbol_as_likely_as_both_together():
    swapped = odds(fits={**PLAIN, "T": "DT", "D": "DT"})
    assert swapped.in_time("D") == swapped.in_time("T") > odds().in_time("T")


@pytest.mark.parametrize(
    ("own", "other", "chance"), [(0, 3, 1), (3, 0, 0), (2, 2, 0.5), (1, 2, 0.75), (2, 1, 0.25)]
)
def test_a_race_between_equals(own, other, chance):
    assert race(own, other) == chance


# What a card is worth


def test_every_power_of_the_vocabulary_has_a_worth():
    assert WORTH.keys() == VOCABULARY.keys()


def test_every_card_is_worth_something():
    look = outlook(player({21: ""}))
    assert all(look.value(card) > 0 for card in DECK.numbers)


def test_the_third_of_a_kind_is_worth_its_tile_unless_somebody_has_it():
    free = outlook(player({21: ""}, controlled=[9, 62]))
    taken = outlook(player({21: ""}, controlled=[9, 62]), player({86: ""}, tiles=("kind:orange",)))
    assert free.value(88) - taken.value(88) == pytest.approx(10)


def test_an_end_power_is_worth_what_it_adds_to_the_score():
    with_swords, without = (
        outlook(player({57: ""}, controlled=cards)).value(7) for cards in ([61], [85])
    )
    assert with_swords > without


def test_a_good_that_wins_its_tile_from_another_is_worth_more():
    holder = player({86: ""}, controlled=[5], tiles=("good:wheat",))
    behind = player({86: ""}, controlled=[5, 24], tiles=("good:wheat",))
    assert outlook(player({21: ""}), holder).value(40) > outlook(player({21: ""}), behind).value(40)


def test_what_a_card_is_worth_depends_on_the_cards_beside_it():
    board = outlook(player({21: ""}))
    beside_pink, beside_a_senator = board.holding([49, 18]), board.holding([49, 17])
    assert beside_pink.value(49) > beside_a_senator.value(49)
    assert (list(board.filled), list(beside_pink.filled)) == ([21], [21, 49, 18])
    assert board.wanted.keys() == {21}


def test_cards_that_want_the_same_symbols_are_in_each_others_way():
    board = outlook(player({85: ""}))
    assert board.holding([1, 2]).prospect(1) < board.holding([1, 51]).prospect(1)


# Decisions


def test_a_legion_brings_more_on_a_rare_space_and_near_the_end_of_a_card():
    mind = Mind(outlook(player({57: "", 23: ""})))
    assert mind.brought(57, "", "T") > mind.brought(57, "", "S")
    assert mind.brought(23, "SSHC", "C") > mind.brought(23, "HC", "C")


def test_it_completes_what_it_can():
    view, options = options_of(
        Game(position({ANNA: player({17: "SSH", 1: "", 19: ""})}, token="S"))
    )
    assert strong_bot(DECK, view, options, NoDice()) == Mobilize(Place(17, "S"))


def test_it_does_not_end_a_game_that_it_would_lose():
    few, many = [1, 2, 3, 4, 11, 12], [61, 62, 77, 78, 79]
    losing = position(
        {ANNA: player({17: "SSH"}, controlled=few), BRUNO: player({86: ""}, controlled=many)},
        token="S",
    )
    winning = position(
        {
            ANNA: player({17: "SSH"}, controlled=[*many, 1]),
            BRUNO: player({86: ""}, controlled=few[1:]),
        },
        token="S",
    )
    for state, action in ((losing, Pass()), (winning, Place(17, "S"))):
        view, options = options_of(Game(state))
        assert strong_bot(DECK, view, options, NoDice()) == Mobilize(action)


def test_it_moves_to_complete_something_when_its_supply_is_empty():
    state = position({ANNA: player({61: "S", 23: "SSHC", 79: "S"}, supply=0)}, token="C")
    view, options = options_of(Game(state))
    choice = strong_bot(DECK, view, options, NoDice())
    assert isinstance(choice, Mobilize)
    assert isinstance(choice.action, Move)
    assert (choice.action.to_card, choice.action.to_symbol) == (23, "C")


def test_a_tile_is_left_for_a_better_one_only_while_that_is_within_reach():
    early = position(
        {ANNA: player({17: "SSH"}, controlled=[1]), BRUNO: player({86: ""})}, token="S"
    )
    late = position(
        {
            ANNA: player({17: "SSH"}, controlled=[1]),
            BRUNO: player({86: ""}, controlled=[2, 3, 4, 5, 6, 7]),
        },
        token="S",
    )
    for state, takes in ((early, False), (late, True)):
        game = Game(state).draw({ANNA: Place(17, "S")})
        view, options = options_of(game)
        assert strong_bot(DECK, view, options, NoDice()) == Claim(takes)


def test_what_would_serve_another_is_taken_away_from_them():
    game = Game(position({ANNA: player({1: "S", 58: ""})}, token="H")).draw({ANNA: Place(1, "H")})
    view, options = options_of(game)
    mind = Mind(Outlook(DECK, view, ANNA))
    assert all(mind.denied(option.card) > 0 for option in options if isinstance(option, Take))
    assert len({mind.denied(option.card) for option in options if isinstance(option, Take)}) > 1


def test_the_parts_of_a_cards_spaces_are_each_there_once():
    assert parts("SSH") == ["", "S", "H", "SS", "SH", "SSH"]


@pytest.mark.parametrize("players", range(2, 7))
def test_it_plays_whole_games_under_all_switches(players):
    for seed, ruleset in enumerate(RULESETS[players - 2 :: 5]):
        outcome, draws = play(("strong",) * players, 100 * players + seed, ruleset)
        assert outcome.winners
        assert draws < 400


def test_it_knows_how_many_objectives_end_the_game():
    state = position({ANNA: player({17: "SSH"}, controlled=[1, 2])}, token="S")
    views = [Rules(Ruleset(target=target), DECK).view_for(state, ANNA) for target in (3, 7)]
    short, long = (Outlook(DECK, view, ANNA) for view in views)
    assert short.draws < long.draws
    assert short.end(17)
    assert not long.end(17)


def test_it_beats_the_greedy_bot_in_clearly_most_games():
    wins = 0.0
    for seed in range(40):
        strong = seed % 2
        names = ("greedy", "strong") if strong else ("strong", "greedy")
        outcome, _ = play(names, 3000 + seed // 2)
        wins += (strong in outcome.winners) / len(outcome.winners)
    assert wins >= 22
