"""From a rendered mail to a message: headers, pictures, thread, names."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from games import links
from games.models import Game, Player, Seat
from games.presenting import symbols
from games.services import seats
from games.services.table import open_turn
from notifications import mails, message, outbox
from notifications.models import Mail
from tests.games.cast import (
    NAMES,
    play_turn,
    play_until,
    running_game,
    seat_of,
)
from tests.notifications.post import Post, text_of
from tests.notifications.test_mails import last_mail

pytestmark = pytest.mark.django_db


def headers(mail: Mail) -> EmailMessage:
    mails.fill(mail)
    return message.build(mail)


def test_every_game_mail_carries_the_headers_of_an_automatic_list() -> None:
    game = running_game("Anna", "Bruno")
    mail = Mail.objects.filter(game=game, kind="keep")[0]
    made = headers(mail).message()
    assert made["Auto-Submitted"] == "auto-generated"
    assert made["X-Auto-Response-Suppress"] == "All"
    assert made["List-Id"] == f"<{game.public_id}.games.augustus.games.example.org>"
    assert re.fullmatch(
        r"<https://augustus\.games\.example\.org/u/[a-z2-7]{30}/>", made["List-Unsubscribe"]
    )
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert made.get_content_type() == "multipart/related"
    parts = [part.get_content_type() for part in made.walk()][1:]
    assert parts[:3] == ["multipart/alternative", "text/plain", "text/html"]
    assert set(parts[3:]) == {"image/png"}


def test_pictures_are_small_our_own_and_in_the_mail_once() -> None:
    game = running_game(*NAMES, hours=48)
    turn = play_until(game, "mobilize")
    mail = last_mail(turn.orders.filter(submitted_at=None)[0].seat.name, turn=turn)
    made = message.build(mail).message()
    pictures = [part for part in made.walk() if part.get_content_type() == "image/png"]
    ids = [str(part["Content-ID"]).strip("<>") for part in pictures]
    assert sorted(ids) == sorted(set(re.findall(r"cid:([^\"]+)", mail.html)))
    for part in pictures:
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        assert data.startswith(b"\x89PNG")
        assert len(data) < 2048
        assert str(part["Content-Disposition"]).startswith("inline")
    assert len(mail.html.encode()) < 60_000
    assert len(made.as_bytes()) < 100_000


def test_without_its_pictures_a_mail_says_the_same() -> None:
    game = running_game("Anna", "Bruno", hours=48)
    turn = play_until(game, "mobilize")
    mail = last_mail(turn.orders.filter(submitted_at=None)[0].seat.name, turn=turn)
    assert turn.draw
    words = {icon: str(name) for name, icon in symbols._SYMBOLS.values()} | {
        code: str(name) for code, name in (symbols._KINDS | symbols._GOODS).items()
    }
    found = re.findall(r'cid:([a-z]+)@icons"[^>]*>(?:\s|<br>|</td><td[^>]*>)*([^<]+)', mail.html)
    assert len(found) == mail.html.count("<img")
    for picture, said in found:
        assert words[picture] in said
    token = re.findall(r'cid:([a-z]+)@icons"[^>]* height="48" alt="([^"]+)"', mail.html)
    assert [words[picture] for picture, _alt in token] == [alt for _picture, alt in token] != []


def test_a_game_is_one_thread_for_each_player(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    for _ in range(14):
        outbox.drain()
        play_turn(game)
    outbox.drain()
    anna = [found for found in post.taken if "Anna@" in str(found["To"])]
    root = f"<game.{game.public_id}.{seat_of(game, 'Anna').pk}@augustus.games.example.org>"
    assert {str(found["Subject"]) for found in anna} == {"[Augustus] Via Appia"}
    assert len({str(found["Message-ID"]) for found in anna}) == len(anna)
    assert str(anna[0]["References"]) == str(anna[0]["In-Reply-To"]) == root
    for before, after in pairwise(anna):
        assert str(after["In-Reply-To"]) == str(before["Message-ID"])
        references = str(after["References"]).split()
        assert references[0] == root
        assert references[-1] == str(before["Message-ID"])
        assert len(references) <= 11


NASTY = [
    "Anna\r\nBcc: all@example.org",
    'Anna "the\\ great" <x@y>',
    "Анна 👩‍🚀 Ünï",
    "\u202eאנה\u202c",
    "A" * 200,
    "漢" * 200,
    "=?utf-8?q?Anna?=",
]


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_name_gives_a_correct_header_and_a_readable_mail(post: Post, name: str) -> None:
    game = running_game("Anna", "Bruno", hours=48)
    play_until(game, "mobilize")
    # The database of production refuses what is too long; here only its own length counts.
    Player.objects.update(name=name[:60])
    Seat.objects.filter(name="Bruno").update(name=name[:60])
    Game.objects.update(name=name[:60])
    outbox.drain()
    assert post.taken
    for found in post.taken:
        assert found["Bcc"] is None
        assert [len(found.get_all(field, [])) for field in ("To", "Subject")] == [1, 1]
        assert found["To"].addresses[0].addr_spec in ("Anna@example.org", "Bruno@example.org")
        assert "\n" not in str(found["Subject"])
        assert "\u202e" not in text_of(found) + str(found["Subject"])
        assert max(map(mails_width, text_of(found).split("\n"))) <= 72


def mails_width(line: str) -> int:
    from notifications.names import columns

    return columns(line)


def test_a_link_and_a_word_never_stand_in_a_subject(post: Post) -> None:
    running_game("Anna", "Bruno")
    outbox.drain()
    for found in post.taken:
        assert not re.search(r"[a-z2-7]{30}", str(found["Subject"]))


def test_rendering_changes_nothing() -> None:
    game = running_game("Anna", "Bruno", hours=48)
    mail = Mail.objects.filter(game=game, kind="keep")[0]
    before = Mail.objects.filter(pk=mail.pk).values().get()
    mails.fill(mail)
    first = (mail.text, mail.html)
    mail = Mail.objects.get(pk=mail.pk)
    mails.fill(mail)
    assert (mail.text, mail.html) == first
    assert Mail.objects.filter(pk=mail.pk).values().get() == before


def test_a_resend_is_a_mail_of_its_own_with_the_link_that_is_good_now(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    play_turn(game)
    outbox.drain()
    anna, turn = seat_of(game, "Anna"), open_turn(game)
    assert turn is not None
    seats.ask_for_link(seat_id=anna.pk, turn_number=1)
    outbox.drain()
    assert links.turn_url(anna, turn.number) in post.texts()[-1]
    assert len({str(found["Message-ID"]) for found in post.taken}) == len(post.taken)


def test_links_revoked_after_a_deferral_are_not_mailed(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    post.data = ["451 later", "451 later"]
    outbox.drain()
    anna = seat_of(game, "Anna")
    seats.revoke_links(seat_id=anna.pk)
    anna.refresh_from_db()
    Mail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.drain()
    text = next(text_of(found) for found in post.taken if "Anna@" in str(found["To"]))
    assert links.turn_url(anna, 1) in text
