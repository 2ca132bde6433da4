"""What a seat and a spectator may know. docs/rules.md, *Set-up*, *A draw*, *Carried answers*."""

from dataclasses import fields

import pytest

from games.rules import State, events
from games.rules.choices import Carried, Keep
from games.rules.codec import to_json
from games.rules.views import View
from tests.rules.builder import ANNA, BRUNO, CHANCE, CLARA, Game, player, position


def test_a_seat_sees_its_own_hand_only():
    game = Game.start(3)
    for seat in (ANNA, BRUNO, CLARA):
        view = game.rules.view_for(game.state, seat)
        assert view.seat == seat
        assert view.hand == game.seat(seat).hand
        assert all(board.hand == () for board in view.seats)


def test_a_spectator_sees_no_hand():
    game = Game.start(3)
    view = game.rules.view_for(game.state, None)
    assert (view.seat, view.hand, view.carried) == (None, (), None)
    assert all(board.hand == () for board in view.seats)


def test_the_deal_is_known_to_its_seat_only():
    game = Game.start(3)
    for seat in (ANNA, BRUNO, CLARA):
        seen = game.rules.events_for(game.events, seat)
        dealt = [event for event in seen if isinstance(event, events.Dealt)]
        assert [event.seat for event in dealt] == [seat]
    seen = game.rules.events_for(game.events, None)
    assert not [event for event in seen if isinstance(event, events.Dealt)]
    assert [event.code for event in seen] == ["seated", "market_opened"]


def test_the_three_cards_not_kept_are_known_to_nobody():
    game = Game.start(2)
    anna, bruno = (board.hand for board in game.state.seats)
    game.answer({ANNA: Keep(tuple(sorted(anna[:3]))), BRUNO: Keep(tuple(sorted(bruno[:3])))})
    for seat in (ANNA, BRUNO, None):
        view = game.rules.view_for(game.state, seat)
        assert view.discards == 6
        seen = repr((view.seats, view.market, view.hand, game.rules.events_for(game.last, seat)))
        for card in (*anna[3:], *bruno[3:]):
            assert not any(card in dict(board.objectives) for board in view.seats)
        assert "discards=(" not in seen


def test_carried_answers_are_known_to_their_seat_only():
    carried = Carried(take=(17, 18))
    game = Game(position({ANNA: player({1: ""}, carried=carried), BRUNO: player({2: ""})}))
    assert game.rules.view_for(game.state, ANNA).carried == carried
    for seat in (BRUNO, None):
        view = game.rules.view_for(game.state, seat)
        assert view.carried is None
        assert all(board.carried is None for board in view.seats)
    assert all(board.carried is None for board in game.rules.view_for(game.state, ANNA).seats)


def test_everything_that_lies_open_is_seen_by_all():
    seats = {ANNA: player({1: "S"}, [17], ["count:2"]), BRUNO: player({2: ""})}
    game = Game(position(seats, market=(18, None, 19, 21, 22), token="SH", discards=(30, 31)))
    for seat in (ANNA, BRUNO, None):
        view = game.rules.view_for(game.state, seat)
        assert view.seats == game.state.seats
        assert view.market == (18, None, 19, 21, 22)
        assert (view.token, view.drawn, len(view.bag)) == ("H", "SH", 21)
        assert (view.deck, view.discards) == (88 - 3 - 4 - 2, 2)
        assert (view.kind, view.awaited, view.crier) == ("mobilize", (ANNA, BRUNO), 0)


def test_a_view_has_nothing_of_what_chance_holds():
    hidden = {"commitment", "key_id", "order", "shuffles", "pile", "dealt", "version"}
    names = {field.name for field in fields(State)}
    assert {field.name for field in fields(View)} == (names - hidden) | {
        "seat",
        "bag",
        "deck",
        "hand",
        "carried",
        "ruleset",
    }


def test_a_view_counts_the_first_deck_too():
    game = Game.start(4, opening="dealt")
    assert game.rules.view_for(game.state, None).deck == 88 - 24 - 5
    assert game.rules.view_for(game.state, None).discards == 12


@pytest.mark.parametrize("seats", [2, 6])
def test_the_state_holds_nothing_from_which_a_coming_card_or_token_could_be_known(seats):
    game = Game.start(seats, opening="dealt")
    state = game.state
    deck = CHANCE.shuffle("deck/0", game.rules.deck.numbers)
    open_or_gone = [card for board in state.seats for card, _ in board.objectives]
    open_or_gone += [*state.discards, *(card for card in state.market if card is not None)]
    assert sorted(open_or_gone) == sorted(deck[: state.dealt])
    assert state.pile == ()
    assert CHANCE.key.hex() not in str(to_json(state))
