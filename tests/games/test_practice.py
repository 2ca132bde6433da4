"""Practice: a guest plays against bots at once, without signing in and without any mail."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games import integrity, links, selectors
from games.forms import data_of
from games.links import Purpose
from games.models import Game, Order, Player, Seat, Turn
from games.practice_models import Practice
from games.rules.bots import greedy_bot
from games.services import practice
from games.services.table import open_turn, rules_of, state_of
from notifications.models import Mail
from tests.games.browsing import BROWSER, get, text
from tests.games.cast import running_game, turn_of

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/practice/"


def begin(client: Client = BROWSER, **chosen: Any) -> Any:
    return client.post(PAGE, {"opponents": "2", "target": "4", "opening": "choose", **chosen})


def seat_at(path: str) -> tuple[Seat, int]:
    """The seat and turn that a link leads to."""
    found = selectors.seat_by_token(path.strip("/").split("/")[-1], Purpose.TURN)
    assert found is not None
    return found


def order_at(path: str) -> str:
    """Submit what a greedy bot would, on the page at this path; gives where the page leads."""
    seat, number = seat_at(path)
    turn, rules = Turn.objects.get(game=seat.game, number=number), rules_of(seat.game)
    state = state_of(turn.state_before)
    assert seat.index is not None
    view, options = rules.view_for(state, seat.index), rules.options(state, seat.index)
    choice = greedy_bot(rules.deck, view, options, Random(number))
    response = BROWSER.post(path, {"form": "order", **data_of(choice)})
    assert response.status_code == 303, text(response)
    return str(response.headers["Location"])


def test_a_guest_chooses_how_many_bots_and_is_asked_at_once() -> None:
    response = begin()

    assert response.status_code == 303
    page = get(response.headers["Location"])
    assert page.state == "open"
    game = Game.objects.get()
    assert (game.status, game.public, game.hours) == ("running", False, None)
    assert [seat.bot for seat in game.seats.order_by("invited")] == ["", "greedy", "greedy"]


@pytest.mark.parametrize("bot", ["random", "strong"])
def test_a_guest_chooses_how_the_bots_play(bot: str) -> None:
    assert begin(bot=bot).status_code == 303
    kinds = Game.objects.get().seats.order_by("invited").values_list("bot", flat=True)
    assert list(kinds) == ["", bot, bot]


def test_a_bot_that_there_is_not_is_refused_by_name() -> None:
    response = begin(bot="oracle")
    assert response.status_code == 422
    assert "There is no bot oracle" in text(response)
    assert not Game.objects.exists()


def test_a_whole_game_goes_on_by_itself_to_the_score_sheet_and_nothing_is_mailed() -> None:
    path = begin(target="4", opponents="3").headers["Location"]

    for _ in range(200):
        if get(path).state != "open":
            break
        path = order_at(path)

    assert get(path).state == "over"
    assert "Another practice game" in text(BROWSER.get(path))
    assert integrity.faults_of(Game.objects.get()) == []
    assert Mail.objects.count() == 0
    assert Player.objects.count() == 0


def test_an_order_sent_twice_and_a_worker_at_the_same_moment_draw_once() -> None:
    path = begin().headers["Location"]
    seat, _ = seat_at(path)
    first = order_at(path)
    again = order_at(path)
    turn = open_turn(seat.game)

    assert first == again
    assert turn is not None
    assert turn.closed is None
    assert integrity.faults_of(Game.objects.get()) == []


def test_where_the_database_fails_meanwhile_the_order_is_kept_and_a_worker_goes_on() -> None:
    path = begin().headers["Location"]

    with mock.patch("games.services.practice.advance_turn", side_effect=OperationalError):
        after = order_at(path)

    assert after == path
    assert get(path).state == "played"
    seat, number = seat_at(path)
    assert Order.objects.get(seat=seat, turn__number=number).choice is not None
    assert practice.play_on(seat=seat) > number


def test_an_old_page_leads_on_to_the_current_turn_and_offers_no_mail() -> None:
    path = begin().headers["Location"]
    following = order_at(path)

    page = BROWSER.get(path)

    assert get(path).state == "closed"
    assert following in text(page)
    assert "Mail me the current link" not in text(page)


def test_only_guests_are_led_from_an_old_link_to_the_current_turn() -> None:
    game = running_game("Anna", "Bruno")
    seat = Seat.objects.get(game=game, name="Anna")
    Seat.objects.filter(pk=seat.pk).update(player=None)
    seat.refresh_from_db()

    assert not practice.is_guest(seat)
    assert "Go on to the current turn" not in text(BROWSER.get(links.turn_path(seat, 1)))
    assert turn_of(game).number == 1


@pytest.mark.parametrize(
    "chosen",
    [{"opponents": ""}, {"opponents": "0"}, {"opponents": "6"}, {"opponents": "²"},
     {"opponents": "9" * 5000}, {"opponents": "\x00"}],
)  # fmt: skip
def test_without_a_number_of_bots_nothing_begins(chosen: dict[str, str]) -> None:
    response = BROWSER.post(PAGE, {"target": "7", **chosen})

    assert response.status_code == 422
    assert "Choose how many bots" in text(response)
    assert Game.objects.count() == 0


def test_rubbish_in_the_other_fields_means_the_usual_game() -> None:
    assert begin(target="99999", opening="<b>").status_code == 303
    assert Game.objects.get().ruleset["target"] == 7


def test_looking_starts_nothing() -> None:
    for method in (BROWSER.get, BROWSER.head, BROWSER.options):
        assert method(PAGE).status_code == 200
    assert Game.objects.count() == 0


def test_a_network_may_start_so_many_games_an_hour() -> None:
    with mock.patch("games.services.practice.AN_HOUR", 2):
        assert [begin().status_code for _ in range(2)] == [303, 303]
        refused = begin()
        assert refused.status_code == 429
        assert "From your network 2 practice games were started this hour." in text(refused)
        other = Client(REMOTE_ADDR="2001:db8::1")
        assert begin(other).status_code == 303
        assert begin(Client(REMOTE_ADDR="rubbish")).status_code == 303


def test_not_more_games_are_kept_than_there_is_room_for() -> None:
    with mock.patch("games.services.practice.MOST_KEPT", 1):
        assert [begin().status_code for _ in range(2)] == [303, 429]


def test_abandoned_games_are_cleared_away_and_no_others() -> None:
    begin()
    begin()
    real = running_game("Anna", "Bruno")
    old, young = Practice.objects.order_by("pk")
    long_ago = timezone.now() - timedelta(days=8)
    Practice.objects.update(created=long_ago)
    Turn.objects.filter(game__in=[old.game_id, real.pk]).update(opened=long_ago)

    call_command("purge_practice")

    assert set(Game.objects.values_list("pk", flat=True)) == {young.game_id, real.pk}


def key_of(page: str) -> str:
    return page.split('name="form_key" value="')[1].split('"', maxsplit=1)[0]


def test_a_form_sent_twice_starts_one_game_and_a_new_page_another() -> None:
    key = key_of(text(BROWSER.get(PAGE)))
    first, again = (begin(form_key=key).headers["Location"] for _ in range(2))
    assert first == again
    assert begin(form_key=key_of(text(BROWSER.get(PAGE)))).headers["Location"] != first
    assert Game.objects.count() == 2
    assert begin(form_key="x' or 1=1").status_code == 422
    found = [None, seat_at(first)[0]]
    with mock.patch("games.services.practice._started_before", side_effect=found):
        assert begin(form_key=key).headers["Location"] == first  # at the same moment
    assert Game.objects.count() == 2


def test_nobody_is_promised_that_a_turn_stays_open_which_closes_at_once() -> None:
    page = text(BROWSER.get(begin().headers["Location"]))
    assert "The bots have chosen already, so the turn closes at once." in page
    assert "you can change it" not in page
