"""What a seat said beforehand becomes its order when the turn opens, or the seat is asked."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Order, Seat, Turn
from games.records import record_of
from games.rules import IllegalChoice
from games.rules.choices import Mobilize, Move, Pass, Place
from games.rules.recordcheck import check_record
from games.rules.standing import IN_A_ROW, Said
from games.services import account, clock, seats, standing
from games.services.errors import Refused, TurnClosed
from games.services.table import state_of
from games.standing_models import StandingOrder
from tests.games.beforehand import PASSES, first_places, said, say, wishes
from tests.games.browsing import game_at, stored
from tests.games.cast import (
    awaited,
    order,
    play_out,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)  # fmt: skip
from tests.rules.builder import ANNA, BRUNO, player

pytestmark = pytest.mark.django_db


def advance(game: Game) -> Turn:
    """Let a worker advance the open turn; gives the next."""
    assert clock.try_advance(turn_id=turn_of(game).pk)
    game.refresh_from_db()
    return turn_of(game)


def source(game: Game, name: str) -> str:
    return Order.objects.get(turn=turn_of(game), seat=seat_of(game, name)).source


def all_in(game: Game) -> Game:
    """Everybody's order for the open turn is in, nobody has advanced it yet."""
    for seat in awaited(turn_of(game)):
        order(game, seat.name)
    return game


def test_what_was_said_for_the_symbol_is_ordered_as_the_turn_opens() -> None:
    game = all_in(running_game("Anna", "Bruno"))
    orders = first_places(game, "Anna")
    say(game, "Anna", orders)
    turn = advance(game)
    token = rules_token(turn)
    assert stored(game, "Anna") == Mobilize(orders[token])
    assert source(game, "Anna") == "standing"
    assert [seat.name for seat in awaited(turn)] == ["Bruno"]
    order(game, "Anna", Mobilize(Pass()))
    assert stored(game, "Anna") == Mobilize(Pass()), "it can be changed until the turn closes"


def rules_token(turn: Turn) -> str:
    """The symbol that was drawn for this turn."""
    return state_of(turn.state_before).token


def test_what_does_not_fit_any_more_is_dropped_and_the_player_asked() -> None:
    game = all_in(running_game("Anna", "Bruno"))
    say(game, "Anna", first_places(game, "Anna"))
    elsewhere = Place(88, "D")  # none of hers: as if it had been lost meanwhile
    StandingOrder.objects.update(action={"type": "place", "card": 88, "symbol": "D"})
    version = standing.said_by(seat_of(game, "Anna")).version
    turn = advance(game)
    token = rules_token(turn)
    assert [seat.name for seat in awaited(turn)] == ["Anna", "Bruno"]
    assert token not in said(game, "Anna").orders
    assert len(said(game, "Anna").orders) == 6
    dropped = standing.said_by(seat_of(game, "Anna")).dropped
    assert dropped == {token: (elsewhere, turn.number)}
    with pytest.raises(Refused, match="said_meanwhile"):
        say(game, "Anna", PASSES, version=version)
    say(game, "Anna", PASSES)
    assert standing.said_by(seat_of(game, "Anna")).dropped == {}


def test_draws_go_by_at_once_when_all_have_said_what_to_do_but_not_for_ever() -> None:
    game = all_in(running_game("Anna", "Bruno", hours=24))
    for name in ("Anna", "Bruno"):
        say(game, name, PASSES)
    turn = advance(game)
    assert turn.number == 1 + IN_A_ROW + 1
    numbers = Turn.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(turn.number + 1))
    gone_by = Order.objects.filter(turn__number__range=(2, turn.number - 1))
    assert set(gone_by.values_list("source", flat=True)) == {"standing"}
    assert awaited(turn), "after so many in a row people are asked"
    assert turn.ready is None
    assert turn.due is not None
    assert said(game, "Anna").orders == PASSES, "being asked drops nothing"


def test_one_who_is_asked_holds_the_table_up_and_the_others_need_not_look() -> None:
    game = all_in(running_game("Anna", "Bruno", "Clara"))
    for name in ("Anna", "Bruno"):
        say(game, name, PASSES)
    for _ in range(IN_A_ROW + 2):
        turn = advance(game)
        assert [seat.name for seat in awaited(turn)] == ["Clara"]
        order(game, "Clara", Mobilize(Pass()))


def test_what_was_wished_is_done_when_it_comes_up() -> None:
    game = game_at({ANNA: player({18: "SSS"}, controlled=[1]), BRUNO: player({86: ""})}, token="H")
    say(game, "Anna", claim_from=2, market=(19, 21), ask_new=True)
    order(game, "Anna", Mobilize(Place(18, "H")))
    turn = advance(game)
    assert turn.kind == "mobilize"
    done = Order.objects.filter(seat=seat_of(game, "Anna"), source="standing").order_by("turn")
    assert [row.choice for row in done] == [
        {"type": "claim", "take": True},
        {"type": "take", "card": 19},
    ]


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ({"S": Place(86, "S")}, "not_your_objective"),
        ({"S": Place(57, "H")}, "no_match"),
        ({"H": Place(18, "H")}, "not_your_objective"),  # completed by the order that is in
        ({"C": Place(57, "C")}, "space_full"),
        ({"S": Move(57, "H", 57, "S")}, "no_legion"),
    ],
)
def test_what_cannot_be_at_the_next_draw_is_refused_and_nothing_changed(orders, code) -> None:
    game = game_at({ANNA: player({18: "SSS", 57: "C"}), BRUNO: player({45: ""})}, token="H")
    order(game, "Anna", Mobilize(Place(18, "H")))
    say(game, "Anna", {"S": Place(57, "S")})
    with pytest.raises(IllegalChoice) as refused:
        say(game, "Anna", orders)
    assert refused.value.code == code
    assert said(game, "Anna").orders == {"S": Place(57, "S")}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"claim_from": 7}, "no_such_tile"),
        ({"claim_from": 3, "leave_to": 3}, "claims_disagree"),
        ({"market": (19, 19)}, "carried_twice"),
        ({"market": (88,)}, "not_in_market"),
    ],
)
def test_wishes_that_cannot_be_are_refused(change, code) -> None:
    game = game_at({ANNA: player({18: ""}), BRUNO: player({86: ""})}, token="S")
    with pytest.raises(IllegalChoice) as refused:
        say(game, "Anna", **change)
    assert refused.value.code == code
    assert said(game, "Anna") == Said()


def test_a_stale_form_is_refused_and_the_same_said_again_changes_nothing() -> None:
    game = running_game("Anna", "Bruno")
    say(game, "Anna", PASSES)
    with pytest.raises(Refused, match="said_meanwhile"):
        say(game, "Anna", {}, version=0)
    say(game, "Anna", PASSES)
    assert standing.said_by(seat_of(game, "Anna")).version == 1
    play_turn(game)
    with pytest.raises(TurnClosed, match="said_too_late"):
        say(game, "Anna", {}, number=1)
    with pytest.raises(Refused, match="nothing_asked"):
        say(game, "Anna", {}, number=9)
    assert said(game, "Anna").orders == PASSES


def test_nobody_inherits_what_somebody_said() -> None:
    game = all_in(running_game("Anna", "Bruno"))
    say(game, "Anna", PASSES, claim_from=4)
    old = seat_of(game, "Anna")
    seats.replace_by_player(seat_id=old.pk, email="elena@example.org", name="Elena")
    assert standing.said_by(old) == standing.Spoken()
    assert said(game, "Elena") == Said()
    with pytest.raises(Refused, match="seat_replaced"):
        standing.say(
            seat_id=old.pk, turn_number=1, version=0, orders=PASSES, wishes=wishes(game, "Elena")
        )
    say(game, "Elena", PASSES)
    player_of = seat_of(game, "Elena").player
    assert player_of is not None
    account.delete_account(player=player_of)
    assert not StandingOrder.objects.exists()


def test_a_game_that_is_over_keeps_nothing_of_it_and_its_record_checks() -> None:
    game, dice = running_game("Anna", "Bruno", target=3), Random(5)
    say(game, "Anna", only_completing=True, claim_from=2, lose_least=True)
    play_out(game, dice)
    assert standing.said_by(seat_of(game, "Anna")) == standing.Spoken()
    assert Order.objects.filter(source="standing", seat=seat_of(game, "Anna")).count() > 5
    check_record(record_of(game))


def test_standing_orders_cost_an_advance_one_query_and_two_more_where_one_is_dropped() -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario")
    play_until(game, "mobilize")
    counts = set()
    for _ in range(8):
        all_in(game)
        say(game, "Anna", first_places(game, "Anna"))
        turn = turn_of(game)
        with CaptureQueriesContext(connection) as queries:
            assert clock.try_advance(turn_id=turn.pk)
        counts.add(len([q for q in queries if "SAVEPOINT" not in q["sql"]]))
        game.refresh_from_db()
    assert max(counts) <= 12 + 1 + 2


def annas_next_turn(game: Game) -> str:
    """Bruno passes until Anna has something to choose; gives how her order came."""
    order(game, "Bruno", Mobilize(Pass()))
    advance(game)
    while not Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Anna")).exists():
        order(game, "Bruno", Mobilize(Pass()))
        advance(game)
    return source(game, "Anna")


def test_what_somebody_absent_had_said_goes_before_the_bot_and_ends_no_absence() -> None:
    game = all_in(running_game("Anna", "Bruno", hours=24))
    say(game, "Anna", PASSES)
    advance(game)
    Seat.objects.filter(pk=seat_of(game, "Anna").pk).update(missed=2, absent_since=timezone.now())
    assert annas_next_turn(game) == "standing"
    say(game, "Anna", {})
    assert annas_next_turn(game) == "bot"
    anna = seat_of(game, "Anna")
    assert (anna.missed, anna.absent_since is not None) == (2, True)
