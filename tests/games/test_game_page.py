"""The game's page: what a spectator may know, from the invitations to the score sheet."""

from __future__ import annotations

import hashlib

import pytest

from games import links
from games.models import Game
from games.rules.chance import commitment_of
from tests.games.browsing import BROWSER, get, text
from tests.games.cast import SEED, open_game, play_out, play_turn, play_until, running_game

pytestmark = pytest.mark.django_db


def test_before_the_start_it_shows_who_is_invited_and_the_commitment() -> None:
    game = open_game("Anna", "Bruno")

    said = text(BROWSER.get(links.game_path(game)))

    assert "The game begins when everybody has accepted." in said
    assert "is invited" in said
    assert game.commitment in said
    assert SEED.hex() not in said


def test_while_it_runs_it_shows_the_table_the_words_and_who_is_awaited() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")

    response = BROWSER.get(links.game_path(game))
    said = text(response)

    assert get(links.game_path(game)).forms == []
    assert "Awaited to place a legion: " in said
    assert "Anna&#x27;s word" in said
    assert "Market" in said
    assert "Draw 1: " in said
    assert SEED.hex() not in said


def test_it_tells_the_last_draws_and_on_wish_the_whole_story() -> None:
    game = running_game("Anna", "Bruno")
    while game.draw < 8:
        play_turn(game)
    path = links.game_path(game)

    assert "Draw 1: " not in text(BROWSER.get(path))
    assert f"Draw {game.draw}: " in text(BROWSER.get(path))
    whole = text(BROWSER.get(path, {"story": "all"}))
    assert all(f"Draw {draw}: " in whole for draw in range(1, game.draw + 1))


def test_when_it_is_over_it_shows_the_score_sheet_and_the_seed() -> None:
    game = running_game("Anna", "Bruno", target=3)
    play_out(game)

    said = text(BROWSER.get(links.game_path(game)))

    assert get(links.game_path(game)).state == "over"
    assert "Sum" in said
    assert SEED.hex() in said
    assert commitment_of(SEED) == game.commitment == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize(
    ("change", "state"),
    [({"status": "paused"}, "paused"), ({"status": "cancelled"}, "cancelled")],
)
def test_a_game_that_stands_still_says_so(change: dict[str, str], state: str) -> None:
    game = running_game("Anna", "Bruno")
    Game.objects.filter(pk=game.pk).update(**change)

    assert get(links.game_path(game)).state == state


def test_a_game_whose_position_the_engine_refuses_still_has_a_page() -> None:
    game = running_game("Anna", "Bruno")
    Game.objects.filter(pk=game.pk).update(state={"broken": True})

    assert BROWSER.get(links.game_path(game)).status_code == 200


def test_a_post_to_the_page_is_no_more_than_a_look() -> None:
    game = running_game("Anna", "Bruno")

    assert BROWSER.post(links.game_path(game), {"form": "order"}).status_code in (200, 405)
