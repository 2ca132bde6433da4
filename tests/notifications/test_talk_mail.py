"""What is said at the table comes with the next mail: once, whole, and harmless."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, Player
from games.services.talk import hear, say
from games.talk import MAILED
from games.talk_models import TableTalk
from notifications import outbox, tasks, wishes
from notifications.models import Kind, Mail
from notifications.wishes import Hours
from tests.games.cast import order, play_out, play_turn, play_until, running_game, seat_of, turn_of
from tests.notifications.post import Post, html_of, text_of

pytestmark = pytest.mark.django_db

HEADING = "SAID AT THE TABLE"
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def speak(game: Game, name: str, words: str) -> None:
    say(seat_id=seat_of(game, name).pk, turn_number=turn_of(game).number, text=words)


def next_mail(post: Post, game: Game, name: str) -> tuple[str, str]:
    """Play a turn, send what is to be sent, and give a person's newest mail: text and HTML."""
    play_turn(game)
    outbox.drain()
    return newest(post, name)


def newest(post: Post, name: str) -> tuple[str, str]:
    found = [mail for mail in post.taken if f"{name}@" in str(mail["To"])][-1]
    return " ".join(text_of(found).split()), html_of(found)


def game_with_mails_out() -> Game:
    game = running_game("Anna", "Bruno")
    play_until(game, "keep")
    outbox.drain()
    return game


def test_bruno_is_mailed_what_anna_said_once_and_she_is_not(post: Post) -> None:
    game = game_with_mails_out()
    speak(game, "Anna", "Ave!")
    text, html = next_mail(post, game, "Bruno")
    assert HEADING in text
    assert "- Anna: Ave!" in text
    assert ">Anna:</span> Ave!</li>" in html
    assert "Ave!" not in "".join(newest(post, "Anna")).replace("Ave Caesar", "")
    text, html = next_mail(post, game, "Bruno")
    assert HEADING not in text
    assert "Ave!" not in html


def test_what_is_said_while_a_mail_waits_comes_with_the_next(post: Post) -> None:
    game = game_with_mails_out()
    play_turn(game)  # the mails are made, not sent
    speak(game, "Anna", "Too late for this one")
    outbox.drain()
    assert "Too late" not in newest(post, "Bruno")[0]
    assert "Too late for this one" in next_mail(post, game, "Bruno")[0]


def test_whom_bruno_muted_he_is_not_mailed(post: Post) -> None:
    game = game_with_mails_out()
    bruno, anna = seat_of(game, "Bruno"), seat_of(game, "Anna")
    speak(game, "Anna", "One")
    hear(seat_id=bruno.pk, turn_number=turn_of(game).number, muted={anna.pk})
    assert HEADING not in next_mail(post, game, "Bruno")[0]
    speak(game, "Anna", "Two")
    hear(seat_id=bruno.pk, turn_number=turn_of(game).number, muted=(), nobody=True)
    assert HEADING not in next_mail(post, game, "Bruno")[0]


def test_a_flood_is_cut_and_a_hostile_text_stays_text(post: Post) -> None:
    game = game_with_mails_out()
    seat = seat_of(game, "Anna")
    for number in range(MAILED + 3):
        words = f"<b>{number}</b> \u05d0 " + "W" * 480
        TableTalk.objects.create(game=game, seat=seat, text=words)
    TableTalk.objects.create(game=game, seat=seat, text="vile", hidden_at=NOON)
    text, html = next_mail(post, game, "Bruno")
    assert "What was said before stands on your page" in text
    assert "\u2068<b>3</b>" in text
    assert "<b>2</b>" not in text
    assert "vile" not in text + html
    assert html.count("&lt;b&gt;") == MAILED
    assert len(html.encode()) < 80_000
    lines = text_of([m for m in post.taken if "Bruno@" in str(m["To"])][-1]).splitlines()
    assert max(len(line) for line in lines) <= 76


def test_the_last_words_stand_in_the_mail_about_the_end(post: Post) -> None:
    game = running_game("Anna", "Bruno", target=3)
    outbox.drain()
    while turn_of(game).number < 2:
        play_turn(game)
    outbox.drain()
    speak(game, "Anna", "You will win")
    play_out(game)
    Mail.objects.exclude(kind=Kind.GAME_OVER).filter(state="queued").update(state="skipped")
    outbox.drain()
    text, html = newest(post, "Bruno")
    assert "Check the bag".upper() in text
    assert "Anna: You will win" in text
    assert "You will win" in html


def test_a_digest_tells_of_every_table_and_once(post: Post) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        asks = running_game("Anna", "Bruno")
        rests = running_game("Anna", "Clara")
        outbox.drain()
        anna = Player.objects.get(email="Anna@example.org")
        wishes.set_hours(player=anna, hours=Hours(18))
        order(rests, "Anna")
        clock.shift(timedelta(hours=1))
        speak(asks, "Bruno", "Your turn, Anna")
        speak(rests, "Clara", "I am thinking")
        clock.shift(timedelta(hours=5, minutes=1))
        tasks.sweep()
        text, html = newest(post, "Anna")
        for words in ("Bruno: Your turn, Anna", "Clara: I am thinking"):
            assert words in text
        assert "SAID AT YOUR OTHER TABLES" in text
        assert "I am thinking" in html
        clock.shift(timedelta(days=1))
        tasks.sweep()
        assert Mail.objects.filter(kind=Kind.DIGEST, state="sent").count() == 2
        assert "Your turn, Anna" not in newest(post, "Anna")[0]
