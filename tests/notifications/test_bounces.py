"""What the standard says of bounces and complaints: what they mean, and what they lead to."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import links
from games.models import Game, Player
from notifications import outbox, reminders, tracking
from notifications.address_models import Address, TrackingEvent
from notifications.bounces import Meaning, meaning
from notifications.models import Kind, Mail
from tests.games.cast import order, play_turn, seat_of, turn_of
from tests.notifications.post import Post, text_of
from tests.notifications.reports import (
    ANNA,
    PROVIDERS,
    annas,
    dead,
    outcomes,
    payloads,
    report,
)

pytestmark = pytest.mark.django_db

CASES = [(provider, case) for provider in PROVIDERS for case in payloads(provider)]


# The standard: anymail's bounced mixes hard and soft, so read the raw event.


@pytest.mark.parametrize(
    ("provider", "case"), CASES, ids=[f"{provider}: {case['name']}" for provider, case in CASES]
)
def test_the_raw_event_tells_hard_from_soft(
    game: Game, provider: str, case: dict[str, Any]
) -> None:
    report(provider, case["name"], annas(game))
    assert outcomes() == [case["means"]]
    assert dead() == (case["means"] in ("hard", "complaint"))


def test_a_provider_without_a_reader_is_judged_by_the_servers_reply() -> None:
    assert meaning("sparkpost", {}, "bounced", "550 5.1.1 no such user") is Meaning.HARD
    assert meaning("sparkpost", {}, "bounced", "smtp; 452 4.2.2 full") is Meaning.SOFT
    assert meaning("sparkpost", {}, "bounced", "") is Meaning.SOFT
    assert meaning("sparkpost", {}, "complained") is Meaning.COMPLAINT
    assert meaning("sparkpost", {}, "delivered") is Meaning.NOTHING


# The standard: after a hard bounce or complaint stop mail to that address, tell the moderator
# once, keep the game's clock, show the player on the site.

STOPPING = [("postmark", "hard bounce"), ("postmark", "complaint")]


@pytest.mark.parametrize(("provider", "name"), STOPPING)
def test_mail_to_that_address_stops(game: Game, post: Post, provider: str, name: str) -> None:
    report(provider, name, annas(game))
    play_turn(game)
    outbox.drain()
    skipped = annas(game, turn=turn_of(game))
    assert (skipped.state, skipped.error) == ("skipped", "dead_address")
    assert "Bruno@example.org" in str(post.taken[-1]["To"])


@pytest.mark.parametrize(("provider", "name"), STOPPING)
def test_the_moderator_is_told_once(game: Game, post: Post, provider: str, name: str) -> None:
    Player.objects.create_user("mona@example.org", name="Mona", is_staff=True)
    report(provider, name, annas(game))
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        report("brevo", "hard bounce", annas(game))
        report("brevo", "complaint", annas(game))
    outbox.drain()
    told = [found for found in post.taken if "mona@" in str(found["To"])]
    assert Mail.objects.filter(kind=Kind.NOTE).count() == len(told) == 1
    assert "Anna gets no mail any more" in text_of(told[0])
    assert ANNA not in text_of(told[0])


def test_the_games_clock_goes_on(game: Game) -> None:
    before = turn_of(game)
    report("postmark", "hard bounce", annas(game))
    after = turn_of(game)
    assert (after.due, after.closed, game.status) == (before.due, None, Game.Status.RUNNING)
    order(game, "Anna")  # and so does the seat
    with time_machine.travel(before.due or timezone.now(), tick=False):
        from games.services import clock

        assert clock.try_advance(turn_id=before.pk)
    assert turn_of(game).number > before.number


def test_the_player_is_told_on_the_site(game: Game, client: Client) -> None:
    path = links.turn_path(seat_of(game, "Anna"), 1)
    assert tracking.dead_sentence() not in client.get(path).content.decode()
    report("postmark", "hard bounce", annas(game))
    assert tracking.dead_sentence() in client.get(path).content.decode()
    other = links.turn_path(seat_of(game, "Bruno"), 1)
    assert tracking.dead_sentence() not in client.get(other).content.decode()


def test_a_dead_address_is_not_reminded(game: Game, post: Post) -> None:
    report("postmark", "hard bounce", annas(game))
    sent = len(post.taken)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        reminders.queue_due(timezone.now())
        outbox.drain()
    assert ["Bruno@" in str(found["To"]) for found in post.taken[sent:]] == [True]


def test_a_dead_moderator_is_not_told(game: Game, settings: Any) -> None:
    settings.ADMINS = [("Olga", "olga@example.org")]
    Player.objects.create_user("Mona@example.org", is_staff=True)
    Address.objects.create(address="mona@example.org", stopped=timezone.now(), reason="hard")
    report("postmark", "hard bounce", annas(game))
    assert list(Mail.objects.filter(kind=Kind.NOTE).values_list("to_address", flat=True)) == [
        "olga@example.org"
    ]


# The standard: soft bounces are counted, three in three days.


def soft(game: Game, days: list[float], order: list[int] | None = None) -> None:
    """Let mails to Anna bounce softly, so many days ago each, told in this order."""
    first = annas(game)
    for place in order or range(len(days)):
        mail = Mail.objects.create(
            key=f"more:{place}",
            kind=first.kind,
            player=first.player,
            seat=first.seat,
            game=game,
            to_address=ANNA,
            state="sent",
            sent_at=timezone.now() - timedelta(days=days[place]),
            provider_id=f"more-{place}",
        )
        report("postmark", "soft bounce", mail, when=timezone.now() - timedelta(days=days[place]))


def test_two_soft_bounces_are_only_counted(game: Game) -> None:
    soft(game, [2, 1])
    assert outcomes() == ["soft", "soft"]
    assert not dead()


def test_three_soft_bounces_in_three_days_are_like_a_hard_one(game: Game, settings: Any) -> None:
    settings.ADMINS = [("Olga", "olga@example.org")]
    soft(game, [2.9, 1, 0])
    assert dead()
    assert Address.objects.get().reason == "soft"
    assert Mail.objects.filter(kind=Kind.NOTE).count() == 1


def test_three_soft_bounces_in_four_days_are_not(game: Game) -> None:
    soft(game, [4, 2, 0.5])
    assert not dead()


@pytest.mark.parametrize(("days", "stopped"), [([0, 1, 2], True), ([0.5, 2, 4], False)])
def test_soft_bounces_out_of_order_are_counted_by_when_they_happened(
    game: Game, days: list[float], stopped: bool
) -> None:
    soft(game, days, order=[1, 0, 2])
    assert dead() is stopped


def test_one_mails_own_retries_count_as_one(game: Game) -> None:
    for hours in (5, 4, 3, 2, 1):
        when = timezone.now() - timedelta(hours=hours)
        report("mailgun", "temporary", annas(game), when=when)
    assert outcomes() == ["soft"] * 5
    assert not dead()


def test_a_server_that_refuses_the_address_at_once_counts_too(game: Game, post: Post) -> None:
    for refused in range(1, 4):
        while not Mail.objects.filter(seat=seat_of(game, "Anna"), state="queued").exists():
            play_turn(game)
        post.rcpt = ["550 5.1.1 no such person"] * 2
        outbox.drain()
        tracking.act_on_events()
        assert annas(game).state == "failed"
        assert dead() == (refused == 3)


# Lifting


def test_a_moderator_or_a_confirmed_address_lifts_it_and_mail_goes_again(
    game: Game, post: Post
) -> None:
    report("postmark", "hard bounce", annas(game))
    mona = Player.objects.create_user("mona@example.org", is_staff=True)
    assert tracking.lift(ANNA.upper(), by=mona)
    assert not tracking.lift(ANNA, by=mona)
    assert not dead()
    play_turn(game)
    outbox.drain()
    assert annas(game, turn=turn_of(game)).state == "sent"


def test_a_new_address_is_not_the_dead_one(game: Game, post: Post) -> None:
    report("postmark", "hard bounce", annas(game))
    Player.objects.filter(email=ANNA).update(email="anna@example.net")
    play_turn(game)
    outbox.drain()
    assert annas(game, turn=turn_of(game)).to_address == "anna@example.net"


def test_old_events_are_forgotten(game: Game) -> None:
    report("postmark", "delivery", annas(game))
    with time_machine.travel(timezone.now() + timedelta(days=61), tick=False):
        tracking.act_on_events()
    assert TrackingEvent.objects.count() == 0
