"""What is mailed when somebody is absent: to them at once, to the others with their next mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import links
from games.services import presence
from games.services.table import open_turn
from notifications import outbox, queue, wishes
from notifications.models import Kind, Mail
from tests.games.cast import play_turn, seat_of, turn_of
from tests.games.waiting import game_without, miss, pass_deadline
from tests.notifications.post import Post, html_of, text_of

pytestmark = pytest.mark.django_db


def mailed(post: Post, name: str) -> list[str]:
    """Give the texts that somebody got, the oldest first, each as one long line."""
    texts = [text_of(mail) for mail in post.taken if f"{name}@" in str(mail["To"])]
    return [" ".join(text.split()) for text in texts]


def test_who_is_absent_is_told_once_how_to_be_back_and_asked_for_nothing(post: Post) -> None:
    game = game_without("Bruno", "Anna")
    outbox.drain()
    play_turn(game)
    outbox.drain()
    told = [text for text in mailed(post, "Bruno") if "a bot orders for you" in text]
    assert len(told) == 1
    assert links.seat_url(seat_of(game, "Bruno")) in told[0]
    absence = next(mail for mail in post.taken if "a bot orders for you" in text_of(mail))
    assert links.seat_url(seat_of(game, "Bruno")) in html_of(absence)
    assert not Mail.objects.filter(turn=turn_of(game), seat__name="Bruno").exists()


def test_the_others_read_it_once_in_their_next_mail(post: Post) -> None:
    game = game_without("Bruno", "Anna", "Clara")
    for _ in range(4):
        outbox.drain()
        play_turn(game)
    sentence = "Bruno has missed two turns in a row. A bot orders for them"
    for name in ("Anna", "Clara"):
        found = [text for text in mailed(post, name) if sentence in text]
        assert len(found) == 1
        assert "AT THE TABLE" in found[0]
    assert not any(sentence in text for text in mailed(post, "Bruno"))


def test_coming_back_brings_the_current_link_and_the_others_read_of_it(post: Post) -> None:
    game = game_without("Bruno", "Anna")
    outbox.drain()
    bruno, turn = seat_of(game, "Bruno"), turn_of(game)
    presence.come_back(seat_id=bruno.pk)
    outbox.drain()
    assert links.turn_url(bruno, turn.number) in mailed(post, "Bruno")[-1]
    for _ in range(3):
        play_turn(game)
        outbox.drain()
    assert sum("Bruno is back and plays again." in text for text in mailed(post, "Anna")) == 1
    assert not any("Bruno is back" in text for text in mailed(post, "Bruno"))


def test_who_is_back_before_the_mail_went_out_is_not_told_that_they_are_absent(post: Post) -> None:
    game = game_without("Bruno", "Anna")
    presence.come_back(seat_id=seat_of(game, "Bruno").pk)
    outbox.drain()
    assert Mail.objects.get(kind=Kind.ABSENT).error == "is_back"


def test_nobody_who_is_absent_is_asked_or_reminded_even_if_nobody_else_is_there(
    post: Post,
) -> None:
    game = game_without("Bruno", "Anna")
    miss(game, "Anna")
    turn = pass_deadline(game)
    outbox.drain()
    assert not Mail.objects.filter(turn=turn, kind=turn.kind).exists()
    assert open_turn(game) is not None
    assert Mail.objects.filter(kind=Kind.ABSENT, state="sent").count() == 2


def test_an_offered_seat_is_mailed_to_whom_it_is_offered_and_its_old_player_is_told(
    post: Post,
) -> None:
    game = game_without("Bruno", "Anna")
    outbox.drain()
    elena = presence.resign(seat_id=seat_of(game, "Bruno").pk, email="Elena@example.org")
    outbox.drain()
    assert "Your seat is offered to Elena" in mailed(post, "Bruno")[-1]
    offered = mailed(post, "Elena")[-1]
    assert links.invitation_url(elena) in offered
    assert "under way, at draw" in offered
    assert "Bruno@" not in offered
    presence.come_back(seat_id=elena.pk)
    outbox.drain()
    turn = turn_of(game)
    assert links.turn_url(elena, turn.number) in mailed(post, "Elena")[-1]
    for _ in range(3):
        play_turn(game)
        outbox.drain()
    news = " ".join(mailed(post, "Anna"))
    assert news.count("Bruno has given up the seat and offers it to Elena.") == 1
    assert news.count("Elena has taken the seat that was offered") == 1
    first = next(text for text in mailed(post, "Elena") if "You can" in text or "YOU CAN" in text)
    assert "given up the seat" not in first


def test_an_offer_is_not_mailed_any_more_when_its_seat_is_taken_or_given_to_another(
    post: Post,
) -> None:
    game = game_without("Bruno", "Anna")
    elena = presence.resign(seat_id=seat_of(game, "Bruno").pk, email="Elena@example.org")
    presence.come_back(seat_id=elena.pk)
    outbox.drain()
    assert Mail.objects.get(kind=Kind.OFFERED).error == "accepted"


def test_whoever_gets_one_mail_a_day_reads_it_there_once(post: Post) -> None:
    game = game_without("Bruno", "Anna", hours=240)  # its mails can wait for the digest
    anna = seat_of(game, "Anna").player
    assert anna is not None
    wishes.set_hours(player=anna, hours=wishes.Hours(digest_hour=8))
    today = timezone.now().date()
    for day in range(2):
        queue.put([queue.digest(anna, today + timedelta(days=day))])
        outbox.drain()
    digests = [text for text in mailed(post, "Anna") if "waits for you" in text]
    assert ["Bruno has missed two turns in a row." in text for text in digests] == [True, False]
