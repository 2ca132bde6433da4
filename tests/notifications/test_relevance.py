"""Whether a mail still makes sense is looked at again just before it goes out."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import lobby, seats
from notifications import outbox
from notifications.models import Kind, Mail
from notifications.queue import resend
from tests.games.cast import open_game, order, play_out, play_turn, running_game, seat_of
from tests.notifications.post import Post, text_of

pytestmark = pytest.mark.django_db


def reason_of(mail: Mail) -> str:
    outbox.drain()
    mail.refresh_from_db()
    assert mail.state == "skipped"
    return mail.error


def keep_mail(game: Game, name: str) -> Mail:
    return Mail.objects.get(game=game, kind=Kind.KEEP, seat=seat_of(game, name))


def test_whoever_has_played_meanwhile_is_not_asked(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    mail = keep_mail(game, "Anna")
    order(game, "Anna")
    assert reason_of(mail) == "already_played"


def test_a_turn_that_has_closed_is_not_asked_about(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    mail = keep_mail(game, "Anna")
    play_turn(game)
    assert reason_of(mail) == "turn_closed"
    assert not any("Choose three" in text for text in post.texts())


def test_a_replaced_seat_is_not_asked_but_told(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    mail = keep_mail(game, "Anna")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    assert reason_of(mail) == "seat_replaced"
    told = [found for found in post.taken if "Anna@" in str(found["To"])]
    assert ["A bot plays your seat on" in text_of(found) for found in told] == [True]


@pytest.mark.parametrize("status", ["paused", "cancelled"])
def test_a_game_that_stands_still_asks_nobody(post: Post, status: str) -> None:
    game = running_game("Anna", "Bruno")
    mail = keep_mail(game, "Anna")
    Game.objects.filter(pk=game.pk).update(status=status)
    assert reason_of(mail) == f"game_{status}"


def test_an_accepted_invitation_is_not_mailed_any_more(post: Post) -> None:
    game = open_game("Anna", "Bruno")
    mail = Mail.objects.get(seat=seat_of(game, "Anna"))
    lobby.accept(seat_id=seat_of(game, "Anna").pk)
    assert reason_of(mail) == "accepted"


def test_after_an_outage_a_seat_gets_the_newest_mail_only(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    for _ in range(4):
        play_turn(game)
    anna = seat_of(game, "Anna")
    resend(game, anna, 1).save()
    outbox.drain()
    to_anna = [found for found in post.taken if "Anna@" in str(found["To"])]
    assert len(to_anna) == 1
    assert "Your link for the current turn" in text_of(to_anna[0])


def test_a_game_that_ended_during_an_outage_tells_its_end_alone(post: Post) -> None:
    game = running_game("Anna", "Bruno", target=3)
    play_out(game)
    outbox.drain()
    assert len(post.taken) == 2
    assert all("SHA-256" in text for text in post.texts())
