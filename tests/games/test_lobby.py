"""Creating, inviting, accepting, starting."""

from __future__ import annotations

import hashlib

import pytest

from games.models import Game, GameSeed, Order, Player, Seat, Turn
from games.rules import RulesError, Ruleset
from games.rules.chance import Chance
from games.rules.codec import read_event
from games.services import lobby
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.table import rules_of
from tests.games.cast import SEED, open_game, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db

ANNA, BRUNO = Invitee(email="anna@example.org"), Invitee(email="bruno@example.org")


def refusal(**arguments: object) -> Refused:
    with pytest.raises(Refused) as caught:
        lobby.create_game(**{"name": "Via Appia", "invitees": [ANNA, BRUNO], **arguments})  # type: ignore[arg-type]
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    return caught.value


@pytest.mark.parametrize("count", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_seats_are_refused(count: int) -> None:
    invitees = [Invitee(email=f"p{number}@example.org") for number in range(count)]
    error = refusal(invitees=invitees)
    assert error.code == "bad_seats"
    assert error.parameters == {"found": count, "low": 2, "high": 6}


@pytest.mark.parametrize(
    "address", ["", "anna", "anna@", "a b@example.org", "anna@example.org\nBcc: x@y.org"]
)
def test_a_malformed_address_is_refused_and_named(address: str) -> None:
    error = refusal(invitees=[Invitee(email=address), BRUNO])
    assert (error.code, error.parameters["address"]) == ("bad_address", address)


def test_a_doubled_address_is_refused_whatever_its_case() -> None:
    error = refusal(invitees=[ANNA, BRUNO, Invitee(email="ANNA@Example.org")])
    assert (error.code, error.parameters["address"]) == ("address_twice", "ANNA@Example.org")


@pytest.mark.parametrize("hours", [0, -1, 24 * 60 + 1])
def test_hours_out_of_range_are_refused(hours: int) -> None:
    assert refusal(hours=hours).code == "bad_hours"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "Via\nAppia"])
def test_a_name_that_is_empty_too_long_or_broken_is_refused(name: str) -> None:
    assert refusal(name=name).code == "bad_game_name"


def test_a_game_of_bots_alone_is_refused() -> None:
    assert refusal(invitees=[Invitee(bot="greedy")] * 3).code == "nobody_invited"


def test_a_bot_that_does_not_exist_is_refused() -> None:
    assert refusal(invitees=[ANNA, Invitee(bot="oracle")]).code == "bad_bot"


def test_a_switch_with_a_value_it_does_not_have_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        Ruleset(target=8)
    assert caught.value.code == "bad_switch"


def test_a_new_game_has_a_secret_seed_and_shows_its_hash() -> None:
    game = lobby.create_game(name="Via Appia", invitees=[ANNA, BRUNO])
    seed = bytes(GameSeed.objects.get(game=game).seed)
    assert len(seed) == 32
    assert game.commitment == hashlib.sha256(seed).hexdigest()
    assert game.status == Game.Status.OPEN


def test_two_games_have_different_seeds_and_ids() -> None:
    games = [lobby.create_game(name="Via Appia", invitees=[ANNA, BRUNO]) for _ in range(2)]
    assert games[0].commitment != games[1].commitment
    assert games[0].public_id != games[1].public_id


def test_an_address_is_one_player_in_any_case() -> None:
    Player.objects.create_user("Anna@Example.org", name="Anna")
    game = lobby.create_game(name="Via Appia", invitees=[ANNA, BRUNO])
    assert Player.objects.count() == 2
    seat = game.seats.select_related("player").get(invited=0)
    assert seat.player is not None
    assert seat.player.email == "Anna@Example.org"


def test_a_game_waits_until_the_last_player_has_accepted() -> None:
    game = open_game("Anna", "Bruno")
    lobby.accept(seat_id=seat_of(game, "Anna").pk, word="ave")
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    with pytest.raises(Refused) as caught:
        lobby.start(game_id=game.pk)
    assert (caught.value.code, caught.value.parameters["seat"]) == ("seat_not_accepted", "Bruno")
    assert not Turn.objects.exists()

    lobby.accept(seat_id=seat_of(game, "Bruno").pk)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert turn_of(game).kind == "keep"
    assert turn_of(game).number == 1
    assert Order.objects.filter(turn=turn_of(game), submitted_at=None).count() == 2


def test_a_word_can_be_changed_until_the_start_and_not_after() -> None:
    game = open_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    lobby.accept(seat_id=anna.pk, word="first")
    lobby.accept(seat_id=anna.pk, word="second")
    assert seat_of(game, "Anna").word == "second"
    lobby.accept(seat_id=seat_of(game, "Bruno").pk)
    with pytest.raises(Refused) as caught:
        lobby.accept(seat_id=anna.pk, word="third")
    assert caught.value.code == "game_not_open"
    assert seat_of(game, "Anna").word == "second"


@pytest.mark.parametrize("word", ["x" * 101, "a\nb"])
def test_a_word_too_long_or_broken_is_refused(word: str) -> None:
    game = open_game("Anna", "Bruno")
    with pytest.raises(Refused) as caught:
        lobby.accept(seat_id=seat_of(game, "Anna").pk, word=word)
    assert caught.value.code == "bad_word"
    assert seat_of(game, "Anna").accepted_at is None


def test_the_words_make_the_chance_of_the_game() -> None:
    game = running_game("Anna", "Bruno")
    chance = Chance.of(SEED, ["Anna's word", "Bruno's word"])
    step = rules_of(game).start(2, chance, (0, 1))
    stored = tuple(read_event(event) for event in Turn.objects.get(game=game, number=0).events)
    assert stored == step.events


def test_chance_seats_the_players_unless_the_host_does() -> None:
    game = lobby.create_game(name="Via Appia", invitees=[ANNA, BRUNO], seed=SEED)
    for seat in game.seats.all():
        lobby.accept(seat_id=seat.pk)
    order = Chance.of(SEED, ["", ""]).shuffle("seats", (0, 1))
    seats = Seat.objects.filter(game=game).order_by("index")
    assert [seat.invited for seat in seats] == list(order)


def test_bots_accept_by_themselves_and_their_orders_are_in_at_once() -> None:
    game = running_game("Anna", bots=2)
    orders = Order.objects.filter(turn=turn_of(game)).order_by("seat__index")
    assert [order.source for order in orders] == ["", "bot", "bot"]
