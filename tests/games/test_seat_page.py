"""The page of one's own seat: looking changes nothing, a choice is asked for, no others."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games import links
from games.models import Game, Seat
from games.services import seats
from tests.games.browsing import BROWSER, form_of, get, text, turn_path
from tests.games.cast import running_game, seat_of
from tests.games.site import person, signed_in
from tests.games.waiting import game_without

pytestmark = pytest.mark.django_db


def path_of(game: Game, name: str) -> str:
    return links.seat_path(seat_of(game, name))


def site_path(game: Game) -> str:
    return reverse("games:own_seat", kwargs={"public_id": game.public_id})


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_at_the_link_changes_nothing(method: str) -> None:
    game = game_without("Bruno", "Anna")
    before = list(Seat.objects.filter(game=game).order_by("pk").values())
    response = getattr(BROWSER, method)(path_of(game, "Bruno"))
    assert response.status_code == 200
    assert list(Seat.objects.filter(game=game).order_by("pk").values()) == before
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["Cache-Control"] == "no-store"


def test_an_absent_player_says_on_the_page_that_they_are_back() -> None:
    game = game_without("Bruno", "Anna")
    path = path_of(game, "Bruno")
    form = form_of(path, "back")
    assert form.control("radio", "back").now is None  # nothing is chosen beforehand
    response = BROWSER.post(path, {"do": "back", "back": "yes"})
    assert response.status_code == 303
    assert "You are back." in text(BROWSER.get(response["Location"]))
    assert seat_of(game, "Bruno").absent_since is None
    assert get(path).form("back") is None


@pytest.mark.parametrize("posted", [{}, {"do": "back"}, {"do": "back", "back": "no"}, {"do": "x"}])
def test_pressing_the_button_without_a_choice_does_nothing(posted: dict[str, str]) -> None:
    game = game_without("Bruno", "Anna")
    response = BROWSER.post(path_of(game, "Bruno"), posted)
    assert response.status_code == 422
    assert 'role="alert"' in text(response)
    assert seat_of(game, "Bruno").absent_since is not None


def test_a_bad_or_revoked_link_leads_nowhere() -> None:
    game = game_without("Bruno", "Anna")
    path = path_of(game, "Bruno")
    assert BROWSER.get("/b/" + "a" * 30 + "/").status_code == 404
    assert BROWSER.get(path.replace("/b/", "/t/")).status_code == 404
    assert BROWSER.get(turn_path(game, "Bruno").replace("/t/", "/b/")).status_code == 404
    seats.revoke_links(seat_id=seat_of(game, "Bruno").pk)
    assert BROWSER.post(path, {"do": "back", "back": "yes"}).status_code == 404
    assert seat_of(game, "Bruno").absent_since is not None


def test_the_link_is_taken_as_mail_programs_bend_it() -> None:
    game = running_game("Anna", "Bruno")
    bent = path_of(game, "Anna").upper().removesuffix("/") + ">"
    assert "You play this seat yourself." in text(BROWSER.get(bent))


def test_a_seat_that_somebody_else_has_is_nothing_to_come_back_to() -> None:
    game = game_without("Bruno", "Anna")
    path = path_of(game, "Bruno")
    bot = seats.replace_by_bot(seat_id=seat_of(game, "Bruno").pk, name="Cato (bot)")
    shown = text(BROWSER.get(path))
    assert "Somebody else has this seat now" in shown
    assert bot.name not in shown
    assert BROWSER.post(path, {"do": "back", "back": "yes"}).status_code == 409


def test_on_the_site_a_player_is_led_to_their_seat_and_a_stranger_is_refused() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    anna.get(site_path(game))
    assert anna.location == path_of(game, "Anna")
    person("Elena")
    elena = signed_in("Elena")
    elena.get(site_path(game))
    assert elena.response.status_code == 403
    assert elena.post(site_path(game), do="back", back="yes") == 403


def test_the_page_of_a_turn_leads_there_by_signing_in_and_never_by_its_link() -> None:
    game = game_without("Bruno", "Anna")
    shown = text(BROWSER.get(turn_path(game, "Bruno")))
    assert "You are absent: a bot orders for you until you order" in shown
    assert "A bot has ordered for you. You can change it until the turn closes." in shown
    assert site_path(game) in shown
    assert path_of(game, "Bruno") not in shown


def test_everybody_sees_for_whom_bots_order() -> None:
    game = game_without("Bruno", "Anna")
    assert "Absent: Bruno." in text(BROWSER.get(links.game_path(game)))


def test_my_games_say_first_that_a_bot_orders_for_me() -> None:
    game = game_without("Bruno", "Anna")
    bruno = signed_in("Bruno")
    bruno.get("/games/")
    assert "You are absent: a bot orders for you" in bruno.text
    assert site_path(game) in bruno.text
