"""The invitation page: what it says, and a seat that is accepted."""

from __future__ import annotations

import pytest

from games import links
from games.models import Game, Seat
from games.services import seats
from tests.games.browsing import BROWSER, get, text, values
from tests.games.cast import open_game, play_out, seat_of

pytestmark = pytest.mark.django_db


def invitation(game: Game, name: str) -> str:
    return links.invitation_path(seat_of(game, name))


def test_it_says_who_is_invited_how_fast_and_by_which_rules() -> None:
    game = open_game("Anna", "Bruno", bots=1, hours=48, target=5, shelter="none")

    said = text(BROWSER.get(invitation(game, "Anna")))

    assert "Anna (you)" in said
    assert "Bruno" in said
    assert "bot" in said
    assert "Everybody has 48 hours for a turn." in said
    assert "the first player who controls 5 objectives" in said
    assert "does not protect from attacks" in said
    assert game.commitment in said


def test_accepting_needs_a_choice_made_on_the_page() -> None:
    game = open_game("Anna", "Bruno")
    path = invitation(game, "Anna")
    form = get(path).form("accept")
    assert form is not None
    assert (values(form, "radio", "accept"), form.control("radio", "accept").now) == (["yes"], None)

    response = BROWSER.post(path, {"word": "aqueduct"})

    assert response.status_code == 422
    assert 'value="aqueduct"' in text(response)
    assert seat_of(game, "Anna").accepted_at is None


def test_annas_word_is_hers_until_the_game_begins() -> None:
    game = open_game("Anna", "Bruno")
    path = invitation(game, "Anna")

    assert BROWSER.post(path, {"accept": "yes", "word": "aqueduct"}).status_code == 303
    assert (seat_of(game, "Anna").word, get(path).state) == ("aqueduct", "played")
    for other in (invitation(game, "Bruno"), links.game_path(game)):
        assert "aqueduct" not in text(BROWSER.get(other))
    assert "has accepted" in text(BROWSER.get(invitation(game, "Bruno")))

    BROWSER.post(path, {"accept": "yes", "word": "basilica"})
    assert seat_of(game, "Anna").word == "basilica"


def test_the_last_acceptance_starts_the_game_and_shows_the_words() -> None:
    game = open_game("Anna", "Bruno")
    BROWSER.post(invitation(game, "Anna"), {"accept": "yes", "word": "aqueduct"})
    BROWSER.post(invitation(game, "Bruno"), {"accept": "yes"})
    game.refresh_from_db()

    assert game.status == "running"
    assert get(invitation(game, "Bruno")).state == "closed"
    assert "aqueduct" in text(BROWSER.get(links.game_path(game)))


def test_the_same_acceptance_again_is_a_success_another_word_is_too_late() -> None:
    game = open_game("Anna", "Bruno")
    for name in ("Anna", "Bruno"):
        BROWSER.post(invitation(game, name), {"accept": "yes", "word": "via"})

    again = BROWSER.post(invitation(game, "Anna"), {"accept": "yes", "word": "via"})
    other = BROWSER.post(invitation(game, "Anna"), {"accept": "yes", "word": "other"})

    assert (again.status_code, other.status_code) == (303, 409)
    assert seat_of(game, "Anna").word == "via"


@pytest.mark.parametrize("word", ["x" * 101, "two\nlines", "turn\u202eround", "a\0b"])
def test_a_word_that_is_none_is_refused(word: str) -> None:
    game = open_game("Anna", "Bruno")

    response = BROWSER.post(invitation(game, "Anna"), {"accept": "yes", "word": word})

    assert response.status_code == 422
    assert "A word for the bag has at most 100 characters" in text(response)
    assert seat_of(game, "Anna").accepted_at is None


def test_hostile_names_and_words_are_shown_harmless() -> None:
    game = open_game("Anna", "Bruno")
    Seat.objects.filter(game=game, name="Bruno").update(name="<img src=x>")
    Game.objects.filter(pk=game.pk).update(name="<script>")
    path = invitation(game, "Anna")
    BROWSER.post(path, {"accept": "yes", "word": '"><b>'})

    said = text(BROWSER.get(path))

    assert "<img" not in said
    assert "<script" not in said
    assert "<b>" not in said


def test_the_states_of_an_invitation() -> None:
    game = open_game("Anna", "Bruno", target=3)
    path = invitation(game, "Anna")
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    assert get(path).state == "cancelled"
    assert get(path).form("accept") is None
    assert BROWSER.post(path, {"accept": "yes"}).status_code == 409

    Game.objects.filter(pk=game.pk).update(status="open")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    assert get(path).state == "replaced"
    assert BROWSER.post(path, {"accept": "yes"}).status_code == 409

    bruno = invitation(game, "Bruno")
    BROWSER.post(bruno, {"accept": "yes"})
    game.refresh_from_db()
    play_out(game)
    assert get(bruno).state == "over"
