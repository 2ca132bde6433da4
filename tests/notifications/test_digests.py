"""One mail a day for a player with many games; the last mail; hours and switches by link."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.links import Purpose, make_token
from games.models import Game, Player, Seat
from notifications import digests, tasks, wishes
from notifications.models import Kind, Mail
from notifications.wishes import Hours, Scope
from tests.games.cast import order, running_game
from tests.notifications.post import Post, html_of, text_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def anna() -> Player:
    return Player.objects.get(email="Anna@example.org")


def path(seat: Seat, scope: Scope = Scope.GAME) -> str:
    return f"/u/{make_token(Purpose.MAIL, seat.pk, seat.link_epoch, scope)}/"


def sweep(when: datetime) -> None:
    with time_machine.travel(when, tick=False):
        tasks.sweep()


def two_games(hour: int = 8, zone: str = "UTC", hours: int | None = 100, **quiet: time) -> Game:
    """Anna wants one mail a day; at noon she gets into two games."""
    with time_machine.travel(NOON, tick=False):
        first = running_game("Anna", "Bruno", hours=hours)
        Mail.objects.all().update(state="sent", sent_at=NOON)
        Mail.objects.filter(kind=Kind.KEEP).update(state="queued", sent_at=None)
        Player.objects.filter(pk=anna().pk).update(time_zone=zone)
        wishes.set_hours(player=anna(), hours=Hours(hour, **quiet))
        running_game("Anna", "Clara", hours=hours)
        tasks.sweep()
    return first


def to_anna(post: Post) -> list[Any]:
    return [found for found in post.taken if "Anna@" in str(found["To"])]


def test_what_can_wait_comes_in_one_mail_at_the_hour_and_once(post: Post) -> None:
    two_games()
    assert to_anna(post) == []
    assert {mail.error for mail in Mail.objects.filter(kind=Kind.KEEP, state="skipped")} == {
        "in_digest"
    }
    sweep(NOON + timedelta(hours=19.9))
    assert to_anna(post) == []
    for hours in (20, 20.1, 25):
        sweep(NOON + timedelta(hours=hours))
    (digest,) = to_anna(post)
    assert "2 games wait for you" in text_of(digest)
    assert len(re.findall(r"^https://\S+/t/[a-z2-7]{30}/$", text_of(digest), re.MULTILINE)) == 2
    assert html_of(digest).count("Open my turn of") == 2
    assert Mail.objects.get(kind=Kind.DIGEST).key == f"digest:player:{anna().pk}:2026-12-02"
    sweep(NOON + timedelta(hours=44))
    assert len(to_anna(post)) == 2  # the next day's


def test_the_hour_is_of_the_players_own_day(post: Post) -> None:
    two_games(hour=8, zone="America/New_York", hours=None)  # 13:00 UTC, an hour later
    sweep(NOON + timedelta(minutes=59))
    assert to_anna(post) == []
    sweep(NOON + timedelta(minutes=61))
    assert len(to_anna(post)) == 1


def test_quiet_hours_are_kept_by_the_digest(post: Post) -> None:
    two_games(hour=23, quiet_from=time(22), quiet_until=time(7))
    sweep(NOON + timedelta(hours=11.5))
    assert to_anna(post) == []
    sweep(NOON + timedelta(hours=19.1))
    assert len(to_anna(post)) == 1
    assert Mail.objects.get(kind=Kind.DIGEST).key.endswith(":2026-12-01")


def test_a_digest_that_quiet_hours_caught_in_the_queue_comes_when_they_end(post: Post) -> None:
    two_games(hour=21, quiet_from=time(22), quiet_until=time(7))
    digests.queue_due(NOON + timedelta(hours=9.9))
    for hours in (10.1, 12, 18.9):
        sweep(NOON + timedelta(hours=hours))
    assert to_anna(post) == []
    for hours in (19, 19.1):
        sweep(NOON + timedelta(hours=hours))
    assert len(to_anna(post)) == 1
    assert Mail.objects.get(kind=Kind.DIGEST).key.endswith(":2026-12-01")


def test_a_digest_caught_after_hours_of_outage_comes_when_they_end_too(post: Post) -> None:
    two_games(hour=18, quiet_from=time(22), quiet_until=time(7))
    digests.queue_due(NOON + timedelta(hours=9.9))
    for hours in (10.1, 18.5, 19.1, 19.2):
        sweep(NOON + timedelta(hours=hours))
    assert len(to_anna(post)) == 1
    assert Mail.objects.get(kind=Kind.DIGEST).key.endswith(":2026-12-01")


def test_a_digest_never_comes_twice_whatever_becomes_of_it(post: Post) -> None:
    two_games(hours=None)
    post.data = ["drop"]
    for hours in (20, 20.5, 21):
        sweep(NOON + timedelta(hours=hours))
    assert len(to_anna(post)) == 1


def test_a_turn_that_closes_too_soon_is_mailed_at_once(post: Post) -> None:
    two_games(hours=20)  # closes at 8:00, the digest's own hour
    assert len(to_anna(post)) == 2


def test_a_digest_with_nothing_to_tell_is_none(post: Post) -> None:
    game = two_games(hours=None)
    order(game, "Anna")
    order(Game.objects.exclude(pk=game.pk).get(), "Anna")
    sweep(NOON + timedelta(hours=20))
    assert to_anna(post) == []
    assert not Mail.objects.filter(kind=Kind.DIGEST).exists()


def test_what_opens_after_the_hour_waits_for_the_next_day(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        Player.objects.create_user("Anna@example.org", name="Anna")
        wishes.set_hours(player=anna(), hours=Hours(8))
        running_game("Anna", "Bruno")
    sweep(NOON + timedelta(hours=2))
    assert to_anna(post) == []
    with time_machine.travel(NOON, tick=False):
        assert digests.next_moment(anna(), 8, timezone.now(), wishes.load([anna().pk])) == datetime(
            2026, 12, 2, 8, tzinfo=UTC
        )


def test_a_digest_can_be_switched_off_with_one_click(post: Post, client: Client) -> None:
    two_games(hours=None)
    sweep(NOON + timedelta(hours=20))
    (digest,) = to_anna(post)
    assert digest["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert digest["Auto-Submitted"] == "auto-generated"
    link = str(digest["List-Unsubscribe"]).strip("<>").split("example.org")[1]
    client.post(link, {"List-Unsubscribe": "One-Click"})
    sweep(NOON + timedelta(hours=44))
    kinds = [mail.kind for mail in Mail.objects.filter(player=anna(), sent_at__gt=NOON)]
    assert kinds.count(Kind.DIGEST) == 1
    assert Mail.objects.filter(player=anna(), kind=Kind.SWITCHED_OFF, state="sent").count() == 1


def test_digests_are_a_thread_of_their_own(post: Post) -> None:
    two_games(hours=None)
    for hours in (20, 44):
        sweep(NOON + timedelta(hours=hours))
    first, second = to_anna(post)
    assert first["Subject"] == second["Subject"] == "[Augustus] Your games"
    assert str(second["In-Reply-To"]) == str(first["Message-ID"])
    assert str(second["References"]).split()[0] == str(first["References"])
