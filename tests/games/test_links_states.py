"""Every state that the page behind a link can be in."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Game, Order
from games.rules.choices import Mobilize, Pass
from games.services import seats
from games.services.table import open_turn
from tests.games.browsing import BROWSER, get, page, stored, text, turn_path
from tests.games.cast import order, play_out, play_turn, play_until, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db


def test_open_then_played_then_closed() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    path = turn_path(game, "Anna")
    assert get(path).state == "open"

    order(game, "Anna")
    assert get(path).state == "played"
    assert "Bruno" in text(BROWSER.get(path))

    play_turn(game)
    closed = BROWSER.get(path)
    assert closed.status_code == 200
    assert page(closed).state == "closed"
    assert page(closed).form("order") is None
    assert "You keep" in text(closed)
    assert turn.number == 1


def test_a_closed_turn_mails_the_current_link_once() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    play_turn(game)
    form = get(path).form("link")
    assert form is not None

    answers = [BROWSER.post(path, {"form": "link"}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert get(path).form("link") is None
    asked = Order.objects.get(turn__number=1, seat=seat_of(game, "Anna")).link_asked_at
    assert asked is not None
    assert "The current link was mailed" in text(BROWSER.get(path))


def test_the_clock_is_named_as_the_one_who_passed() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    turn = play_until(game, "mobilize")
    path = turn_path(game, "Anna", turn)
    play_turn(game)
    Order.objects.filter(turn=turn).update(source="clock")

    assert "No order was in when the time was up" in text(BROWSER.get(path))


def test_a_replaced_seat_is_told_so_and_orders_nothing() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)

    response = BROWSER.post(path, {"form": "order", "card": ["1", "2", "3"]})

    assert get(path).state == "replaced"
    assert get(path).form("order") is None
    assert response.status_code == 409


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"status": "paused"}, "paused"),
        ({"status": "cancelled"}, "cancelled"),
        ({"quarantined_at": timezone.now()}, "paused"),
    ],
)
def test_a_game_that_stands_still_says_so_and_takes_nothing(
    change: dict[str, object], state: str
) -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    Game.objects.filter(pk=game.pk).update(**change)

    hand = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna"))
    response = BROWSER.post(path, {"form": "order", "card": ["1", "2", "3"]})

    assert get(path).state == state
    assert get(path).form("order") is None
    assert response.status_code == 409
    hand.refresh_from_db()
    assert hand.choice is None


def test_a_finished_game_shows_its_score_sheet_on_every_old_link() -> None:
    game = running_game("Anna", "Bruno", target=3)
    path = turn_path(game, "Anna")
    play_out(game)

    response = BROWSER.get(path)

    assert response.status_code == 200
    assert page(response).state == "over"
    assert "Sum" in text(response)
    assert open_turn(game) is None


def test_a_seat_that_is_asked_nothing_in_a_turn_is_told_so() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Anna")).delete()

    assert get(path).state == "closed"
    assert "Nothing is asked of you in this turn." in text(BROWSER.get(path))
    assert BROWSER.post(path, {"form": "order", "choice": "pass"}).status_code == 409


def test_another_order_after_the_close_is_409_and_the_same_one_a_success() -> None:
    game = running_game("Anna", "Bruno")
    turn = play_until(game, "mobilize")
    path = turn_path(game, "Anna", turn)
    order(game, "Anna", Mobilize(Pass()))
    play_turn(game)

    other = BROWSER.post(path, {"form": "order", "choice": "place-1-S"})
    same = BROWSER.post(path, {"form": "order", "choice": "pass"})

    assert other.status_code == 409
    assert page(other).state == "closed"
    assert "came too late" in text(other)
    assert same.status_code == 303
    assert stored(game, "Anna", turn) == Mobilize(Pass())
