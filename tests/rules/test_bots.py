"""The bots: they know a view and options, and nothing else. The strong one: test_strong.py."""

from random import Random

import pytest

from games.rules import Chance, Rules, Ruleset
from games.rules.bots import BOTS, default_choice, greedy_bot, random_bot
from games.rules.choices import Arrange, Claim, Mobilize, Move, Pass, Place, Steps, Take
from games.rules.options import ArrangeOptions, StepsOptions
from games.rules.scoring import Outcome
from games.rules.state import Resolving
from games.rules.strong import strong_bot
from tests.rules.builder import ANNA, BRUNO, DECK, Game, player, position
from tests.rules.invariants import blinded, check_conservation


class NoDice:
    """What a bot gets that must not throw dice."""

    def randrange(self, bound: int, /) -> int:
        raise AssertionError("this bot decides by chance")


def play(names: tuple[str, ...], seed: int, ruleset: Ruleset | None = None) -> tuple[Outcome, int]:
    """A whole game between bots, every choice verified; gives the outcome and the draws."""
    rules = Rules(ruleset or Ruleset(), DECK)
    chance = Chance.of(seed.to_bytes(32, "big"), [""] * len(names))
    dice = Random(seed)
    state = rules.start(len(names), chance).state
    while state.awaited:
        choices = {}
        for seat in state.awaited:
            view, options = rules.view_for(state, seat), rules.options(state, seat)
            choices[seat] = BOTS[names[seat]](DECK, view, options, dice)
            rules.verify(state, seat, choices[seat])
        state = rules.advance(state, choices, chance).state
        check_conservation(rules, state, chance)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome, state.draw


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_bots_play_whole_games_legally(name, players):
    rulesets = [
        Ruleset(),
        Ruleset(opening="dealt", shelter="none", power_moves="no", goods_tie="holder"),
    ]
    for seed, ruleset in enumerate(rulesets):
        outcome, draws = play((name,) * players, 10 * players + seed, ruleset)
        assert outcome.winners
        assert draws < 400


def test_the_greedy_bot_beats_the_random_one_in_clearly_most_games():
    wins = 0
    for seed in range(60):
        greedy = seed % 2
        names = ("random", "greedy") if greedy else ("greedy", "random")
        outcome, _ = play(names, 1000 + seed)
        wins += outcome.winners == (greedy,)
    assert wins >= 45


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_decides_the_same_whatever_is_hidden_from_it(name):
    rules = Rules(Ruleset(), DECK)
    chance = Chance.of(bytes(32), ("",) * 3)
    state = rules.start(3, chance).state
    for _ in range(60):
        choices = {}
        for seat in state.awaited:
            options = rules.options(state, seat)
            seen = BOTS[name](DECK, rules.view_for(state, seat), options, Random(7))
            view = rules.view_for(blinded(state, seat), seat)
            assert BOTS[name](DECK, view, options, Random(7)) == seen
            choices[seat] = seen
        state = rules.advance(state, choices, chance).state
        if not state.awaited:
            break


@pytest.mark.parametrize("bot", [greedy_bot, strong_bot])
def test_the_greedy_and_the_strong_bot_throw_no_dice(bot):
    rules = Rules(Ruleset(), DECK)
    chance = Chance.of(bytes(32), ("",) * 4)
    state = rules.start(4, chance).state
    while state.awaited:
        choices = {
            seat: bot(DECK, rules.view_for(state, seat), rules.options(state, seat), NoDice())
            for seat in state.awaited
        }
        state = rules.advance(state, choices, chance).state


def options_of(game: Game, seat: int = ANNA):
    return game.rules.view_for(game.state, seat), game.rules.options(game.state, seat)


def test_the_random_bot_places_if_it_can_and_passes_1_in_10():
    view, options = options_of(Game(position({ANNA: player({1: "", 17: "H"})}, token="S")))
    dice = Random(3)
    chosen = [random_bot(DECK, view, options, dice) for _ in range(500)]
    passes = sum(choice == Mobilize(Pass()) for choice in chosen)
    assert 25 < passes < 80
    assert not any(
        isinstance(choice, Mobilize) and isinstance(choice.action, Move) for choice in chosen
    )
    assert {Mobilize(Place(1, "S")), Mobilize(Place(17, "S"))} < set(chosen)


def test_the_random_bot_moves_if_it_cannot_place_else_passes():
    view, options = options_of(
        Game(position({ANNA: player({77: "HHCCK", 72: "KK", 1: ""}, supply=0)}, token="S"))
    )
    dice = Random(3)
    for _ in range(50):
        choice = random_bot(DECK, view, options, dice)
        assert isinstance(choice, Mobilize)
        assert isinstance(choice.action, Move)
    assert random_bot(DECK, view, (Mobilize(Pass()),), dice) == Mobilize(Pass())


def test_the_greedy_bot_completes_what_it_can():
    view, options = options_of(
        Game(position({ANNA: player({17: "SSH", 1: "", 19: ""})}, token="S"))
    )
    assert greedy_bot(DECK, view, options, NoDice()) == Mobilize(Place(17, "S"))


def test_the_greedy_bot_uses_place_and_rearrange_within_their_options():
    game = Game(position({ANNA: player({35: "SHC", 1: "S", 2: "H", 58: ""})}, token="T"))
    game.draw({ANNA: Place(35, "T")})
    view, options = options_of(game)
    assert isinstance(options, StepsOptions)
    choice = greedy_bot(DECK, view, options, NoDice())
    assert isinstance(choice, Steps)
    assert len(choice.steps) == 2
    game.rules.verify(game.state, ANNA, choice)
    game = Game(position({ANNA: player({72: "KKT", 1: "", 58: "SH"})}, token="D"))
    game.draw({ANNA: Place(72, "D")})
    view, options = options_of(game)
    assert isinstance(options, ArrangeOptions)
    choice = greedy_bot(DECK, view, options, NoDice())
    assert isinstance(choice, Arrange)
    game.rules.verify(game.state, ANNA, choice)


def test_the_greedy_bot_gives_up_what_is_worth_least():
    seats = {ANNA: player({81: "SHCKT", 19: ""}), BRUNO: player({57: ""}, controlled=[1, 61])}
    game = Game(position(seats, token="D")).draw({ANNA: Place(81, "D")})
    view, options = options_of(game, BRUNO)
    choice = greedy_bot(DECK, view, options, NoDice())
    assert getattr(choice, "card", None) == 1


def test_default_choice_passes_at_a_draw_without_looking():
    game = Game(position({ANNA: player({17: "SSH"})}, token="S"))
    assert default_choice(game.rules, game.state, ANNA, NoDice()) == Mobilize(Pass())


def test_default_choice_is_the_greedy_bots_elsewhere():
    game = Game(position({ANNA: player({1: "S", 58: ""}, controlled=[2])}, token="H"))
    game.draw({ANNA: Place(1, "H")})
    for kind in (Claim, Take):
        choice = default_choice(game.rules, game.state, ANNA, NoDice())
        assert isinstance(choice, kind)
        view, options = options_of(game)
        assert choice == greedy_bot(DECK, view, options, NoDice())
        game.answer({ANNA: choice})


def test_bots_are_three_under_their_names():
    assert {"random": random_bot, "greedy": greedy_bot, "strong": strong_bot} == BOTS


def test_with_an_empty_supply_the_greedy_bot_moves_where_it_brings_more():
    state = position(
        {ANNA: player({35: "", 1: "S", 17: "SS", 58: "S"}, supply=0)},
        kind="power",
        awaited=(ANNA,),
        resolving=Resolving(ANNA, 35, "power"),
    )
    game = Game(state)
    view, options = options_of(game)
    choice = greedy_bot(DECK, view, options, NoDice())
    assert isinstance(choice, Steps)
    assert choice.steps
    assert all(isinstance(step, Move) for step in choice.steps)
    game.rules.verify(state, ANNA, choice)
