"""Table talk: said by those who play, read by those who play, and by nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import links, mine
from games.models import Game, Player, Seat
from games.services import account, seats
from games.services.talk import MOST
from games.talk import AFTERWARDS, SHOWN
from games.talk_models import TableTalk
from tests.games.browsing import BROWSER, text, turn_path
from tests.games.cast import order, play_out, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db

FORM = 'data-form="talk"'


def say(game: Game, name: str, words: str, path: str = "") -> Any:
    return BROWSER.post(path or turn_path(game, name), {"form": "talk", "text": words})


def hear(game: Game, name: str, *muted: str) -> Any:
    values = [str(seat_of(game, who).pk) if who != "all" else who for who in muted]
    return BROWSER.post(turn_path(game, name), {"form": "hear", "mute": values})


def reads(game: Game, name: str) -> str:
    return text(BROWSER.get(turn_path(game, name)))


def test_bruno_reads_what_anna_says_and_she_sees_that_it_was_said() -> None:
    game = running_game("Anna", "Bruno")
    response = say(game, "Anna", "Good luck to all of us!")
    assert response.status_code == 303
    assert response.headers["Location"] == turn_path(game, "Anna") + "#talk"
    for name in ("Anna", "Bruno"):
        assert "<b><bdi>Anna</bdi></b>" in reads(game, name)
        assert "Good luck to all of us!" in reads(game, name)


def test_a_spectator_reads_nothing_of_it() -> None:
    game = running_game("Anna", "Bruno")
    pages = [links.game_path(game) + tail for tail in ("", "turns/", "bag/", "record.json", "now/")]
    before = [BROWSER.get(path).content for path in pages]
    say(game, "Anna", "Psst")
    assert [BROWSER.get(path).content for path in pages] == before
    assert FORM not in text(BROWSER.get(pages[0]))


def test_an_old_link_and_a_replaced_seat_neither_read_nor_speak() -> None:
    game = running_game("Anna", "Bruno")
    old = turn_path(game, "Anna")
    play_turn(game)
    say(game, "Bruno", "Now it begins")
    assert "Now it begins" not in text(BROWSER.get(old))
    refused = say(game, "Anna", "Me too", old)
    assert refused.status_code == 409
    assert "an earlier turn" in text(refused)

    path = turn_path(game, "Anna")
    assert "Now it begins" in text(BROWSER.get(path))
    seats.replace_by_player(
        seat_id=seat_of(game, "Anna").pk, email="elena@example.org", name="Elena"
    )
    assert "Now it begins" not in text(BROWSER.get(path))
    assert say(game, "Anna", "Still here", path).status_code == 409
    assert "Now it begins" in reads(game, "Elena")
    assert TableTalk.objects.count() == 1


HOSTILE = [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("{{ page.game }} {% url %}", "{{ page.game }} {% url %}"),
    ("\u202egnp.exe\u2066 x\u200f", "gnp.exe x"),
    ("one\r\n\u2028two\x00\x1b[31m\x85three", "one two[31m three"),
    ("a" + "\u0301" * 300 + "b", "á" + "\u0301" * 4 + "b"),
    ("ab\u00ad\ufeff\ue000c", "abc"),
    ("العربية עברית", "العربية עברית"),
    ("👩\u200d👧", "👩\u200d👧"),
]


@pytest.mark.parametrize(("typed", "shown"), HOSTILE)
def test_hostile_text_is_harmless(typed: str, shown: str) -> None:
    game = running_game("Anna", "Bruno")
    assert say(game, "Anna", typed).status_code == 303
    assert f"<p><bdi>{shown}</bdi></p>" in reads(game, "Bruno")


@pytest.mark.parametrize("typed", ["", " \r\n\t ", "\u200b\u202e\u2069", "\u200d", "\x00"])
def test_nothing_that_can_be_seen_is_nothing_said(typed: str) -> None:
    game = running_game("Anna", "Bruno")
    response = say(game, "Anna", typed)
    assert response.status_code == 422
    assert "Nothing was said" in text(response)
    assert TableTalk.objects.count() == 0


def test_what_is_too_long_stays_as_it_was_typed() -> None:
    game = running_game("Anna", "Bruno")
    typed = "Ü" * 501
    response = say(game, "Anna", typed)
    assert response.status_code == 422
    assert "501 characters; at most 500" in text(response)
    assert f">{typed}</textarea>" in text(response)
    assert say(game, "Anna", typed[1:]).status_code == 303


def test_a_double_click_is_one_message_and_a_flood_is_stopped() -> None:
    game = running_game("Anna", "Bruno")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(3):
            assert say(game, "Anna", "Hello").status_code == 303
        assert TableTalk.objects.count() == 1
        for number in range(1, MOST):
            assert say(game, "Anna", f"Hello {number}").status_code == 303
        stopped = say(game, "Anna", "Hello again")
        assert stopped.status_code == 429
        assert "Hello again</textarea>" in text(stopped)
        assert say(game, "Bruno", "Hello Anna").status_code == 303
        clock.shift(timedelta(minutes=11))
        assert say(game, "Anna", "Hello again").status_code == 303


def test_anna_mutes_bruno_and_hears_him_again() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    say(game, "Bruno", "Anna plays badly")
    say(game, "Clara", "She does not")
    assert hear(game, "Anna", "Bruno").status_code == 303
    assert "Anna plays badly" not in reads(game, "Anna")
    assert "She does not" in reads(game, "Anna")
    assert "Anna plays badly" in reads(game, "Clara")
    say(game, "Bruno", "She never answers")
    assert "She never answers" not in reads(game, "Anna")
    hear(game, "Anna")
    assert "She never answers" in reads(game, "Anna")


def test_anna_hears_nothing_of_a_whole_table() -> None:
    game, other = running_game("Anna", "Bruno"), running_game("Anna", "Bruno")
    for table in (game, other):
        say(table, "Bruno", "Blah")
    hear(game, "Anna", "all")
    assert "Blah" not in reads(game, "Anna")
    assert "Blah" in reads(other, "Anna")
    hear(game, "Anna")
    assert "Blah" in reads(game, "Anna")


@pytest.mark.parametrize("value", ["-1", "x", "9" * 30, "²", "0"])
def test_nonsense_of_whom_to_mute_mutes_nobody(value: str) -> None:
    game = running_game("Anna", "Bruno")
    stranger = seat_of(running_game("Clara", "Dario"), "Clara")
    path = turn_path(game, "Anna")
    own = str(seat_of(game, "Anna").pk)
    posted = {"form": "hear", "mute": [value, own, str(stranger.pk)]}
    assert BROWSER.post(path, posted).status_code == 303
    assert seat_of(game, "Anna").mutes.count() == 0


def test_what_was_hidden_is_shown_to_nobody() -> None:
    game = running_game("Anna", "Bruno")
    say(game, "Bruno", "Something vile")
    TableTalk.objects.update(hidden_at=timezone.now())
    for name in ("Anna", "Bruno"):
        assert "Something vile" not in reads(game, name)


def test_a_deleted_player_leaves_words_without_a_name() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    say(game, "Anna", "It was a pleasure")
    account.delete_account(player=Player.objects.get(email="Anna@example.org"))
    page = reads(game, "Bruno")
    assert "<b><bdi>A former player</bdi></b>" in page
    assert "It was a pleasure" in page
    assert "Anna" not in page.replace("Anna's word", "")


def test_an_export_has_what_one_said_and_not_what_others_did() -> None:
    game = running_game("Anna", "Bruno")
    say(game, "Anna", "Mine")
    say(game, "Bruno", "His")
    found = mine.everything_about(Player.objects.get(email="Anna@example.org"))
    assert [said["text"] for said in found["seats"][0]["said_at_the_table"]] == ["Mine"]


def test_after_the_end_a_table_talks_on_for_two_weeks() -> None:
    game = running_game("Anna", "Bruno", target=3)
    play_out(game)
    last = max(game.turns.values_list("number", flat=True))
    path = links.turn_path(seat_of(game, "Anna"), last)
    if BROWSER.post(path, {"form": "talk", "text": "Well played"}).status_code == 409:
        path = links.turn_path(seat_of(game, "Anna"), last - 1)
        say(game, "Anna", "Well played", path)
    assert "Well played" in text(BROWSER.get(path))
    with time_machine.travel(timezone.now() + AFTERWARDS):
        page = text(BROWSER.get(path))
        assert "Well played" in page
        assert FORM not in page
        assert say(game, "Anna", "Again?", path).status_code == 409


def test_who_plays_against_bots_alone_has_nobody_to_talk_to() -> None:
    game = running_game("Anna", bots=1)
    assert FORM not in reads(game, "Anna")


def test_a_message_leaves_a_half_made_game_as_it_is(django_assert_max_num_queries: Any) -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio")
    order(game, "Anna")
    before = (game.state, turn_of(game).number)
    for seat in Seat.objects.filter(game=game):
        rows = [TableTalk(game=game, seat=seat, text="W" * 500) for _ in range(SHOWN)]
        TableTalk.objects.bulk_create(rows)
    path = turn_path(game, "Bruno")
    with django_assert_max_num_queries(7):
        response = Client().get(path)
    assert response.content.count(b"WWW</bdi>") == SHOWN
    assert len(response.content) < 130_000
    game.refresh_from_db()
    assert (game.state, turn_of(game).number) == before
