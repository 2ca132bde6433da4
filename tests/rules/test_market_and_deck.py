"""docs/rules.md, *Ave Caesar*: nothing in the market, and the deck empty."""

from games.rules import events
from games.rules.choices import Claim, Place, Steps, Take
from tests.rules.builder import ANNA, BRUNO, CHANCE, DECK, Game, player, position


def test_with_nothing_in_the_market_step_e_does_nothing():
    game = Game(position({ANNA: player({1: "S", 58: ""})}, token="H", market=(None,) * 5, deck=()))
    game.draw({ANNA: Place(1, "H")})
    assert game.happened(events.NothingToTake) == [events.NothingToTake(ANNA)]
    assert game.objectives(ANNA) == {58: ""}
    assert game.state.kind == "mobilize"


def test_one_card_to_take_is_taken_unasked():
    game = Game(
        position(
            {ANNA: player({1: "S", 58: ""})},
            token="H",
            market=(None, 17, None, None, None),
            deck=(),
        )
    )
    game.draw({ANNA: Place(1, "H")})
    assert game.happened(events.ObjectiveTaken) == [events.ObjectiveTaken(ANNA, 17)]
    assert game.state.market == (None,) * 5
    assert game.state.kind == "mobilize"


def test_deck_empty_the_discards_become_the_new_deck():
    game = Game(
        position({ANNA: player({1: "S", 58: ""})}, token="H", deck=(), discards=(30, 80, 7))
    )
    game.draw({ANNA: Place(1, "H")})
    game.answer({ANNA: Take(17)})
    assert game.happened(events.DeckReshuffled) == [events.DeckReshuffled(3)]
    assert game.state.pile == (7, 30, 80)
    assert game.state.discards == ()
    assert (game.state.shuffles, game.state.dealt) == (2, 1)
    assert game.state.market[0] in (7, 30, 80)
    view = game.rules.view_for(game.state, None)
    assert (view.deck, view.discards) == (2, 0)


def test_discards_are_sorted_before_they_are_shuffled():
    markets = set()
    for discards in [(30, 80, 7), (80, 30, 7), (7, 80, 30)]:
        game = Game(position({ANNA: player({1: "S"})}, token="H", deck=(), discards=discards))
        game.draw({ANNA: Place(1, "H")})
        game.answer({ANNA: Take(17)})
        markets.add(game.state.market)
    assert len(markets) == 1


def test_without_discards_the_market_place_stays_empty_until_a_later_refill_finds_a_card():
    # Anna's E leaves a hole; then an attack makes Bruno discard, and Anna's next refill finds it.
    game = Game(
        position(
            {
                ANNA: player({1: "S", 81: "SHCKT", 58: ""}, supply=3),
                BRUNO: player({19: ""}, controlled=[30]),
            },
            token="H",
            deck=(),
        )
    )
    game.draw({ANNA: Place(1, "H")})
    game.answer({ANNA: Take(17)})
    assert game.state.market == (None, 18, 19, 21, 22)
    assert not game.happened(events.MarketRefilled)
    while game.state.token not in ("D", "J"):
        game.draw()
    game.draw({ANNA: Place(81, "D")})
    assert game.happened(events.ObjectiveDiscarded) == [events.ObjectiveDiscarded(BRUNO, 30, 81)]
    if game.state.kind == "claim":
        game.answer({ANNA: Claim(False)})
    game.answer({ANNA: Take(18)})
    assert game.state.market == (30, None, 19, 21, 22)
    assert game.happened(events.MarketRefilled) == [events.MarketRefilled(1, 30)]


def test_one_refill_fills_every_empty_place_by_place():
    game = Game(
        position(
            {ANNA: player({1: "S"})},
            token="H",
            market=(17, None, 18, None, 19),
            deck=(),
            discards=(40, 50),
        )
    )
    game.draw({ANNA: Place(1, "H")})
    game.answer({ANNA: Take(17)})
    first, second, _, fourth, _ = game.state.market
    assert {first, second} == {40, 50}
    assert fourth is None


def test_the_rest_of_the_deck_comes_in_the_order_of_chance():
    game = Game.start(2, opening="dealt")
    deck = CHANCE.shuffle("deck/0", DECK.numbers)
    assert game.state.dealt == 17
    while game.state.kind != "take":
        options = {seat: game.rules.options(game.state, seat) for seat in game.state.awaited}
        game.answer(
            {
                seat: choices[0] if isinstance(choices, tuple) else Steps()
                for seat, choices in options.items()
            }
        )
    dealt = game.state.dealt
    seat = game.state.awaited[0]
    game.answer({seat: Take(game.state.market[0] or 0)})
    assert game.state.market[0] == deck[dealt]
