"""A game that goes on after a pause asks whoever was not asked, and tells nobody twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import signals
from games.models import Game, Turn
from games.services import seats, stopping
from notifications import outbox, pauses, queue, reminders, tasks
from notifications.models import Kind, Mail
from tests.games.cast import order, running_game, seat_of, turn_of
from tests.notifications.post import Post, text_of
from tests.notifications.test_reminders import NOON, game_at_noon, notes, sweep_at

pytestmark = pytest.mark.django_db


def pause(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.PAUSED)


def resume(game: Game, after: timedelta = timedelta(0)) -> None:
    """Let a game go on, its open turn as much later as the pause took."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    turn = turn_of(game)
    Turn.objects.filter(pk=turn.pk).update(
        opened=turn.opened + after, due=turn.due + after if turn.due else None
    )


def addressed(post: Post) -> list[str]:
    return sorted(str(found["To"]).partition("@")[0].split("<")[-1] for found in post.taken)


def test_who_was_not_asked_before_the_pause_is_asked_after_it(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    pause(game)
    outbox.drain()
    assert post.taken == []
    resume(game)
    outbox.drain()
    assert addressed(post) == ["Anna", "Bruno"]
    assert all("Choose three" in text for text in post.texts())


def test_who_was_asked_before_the_pause_is_not_asked_again(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    post.data = ["250 OK", "451 come back later"]
    outbox.drain()
    pause(game)
    Mail.objects.filter(state="retry").update(next_try_at=timezone.now())
    outbox.drain()
    assert addressed(post) == ["Anna"]
    resume(game)
    outbox.drain()
    outbox.drain()
    assert addressed(post) == ["Anna", "Bruno"]


def test_several_pauses_tell_nobody_twice(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    for _ in range(3):
        pause(game)
        outbox.drain()
        resume(game)
        outbox.drain()
        tasks.sweep()
    assert addressed(post) == ["Anna", "Bruno"]


def test_the_mail_says_the_deadline_that_holds_after_the_pause(post: Post) -> None:
    """A mail that was deferred before the pause was rendered with a deadline that moved on."""
    with time_machine.travel(NOON, tick=False):
        game = running_game("Anna", "Bruno", hours=40)
        post.data = ["451 come back later", "250 OK"]
        outbox.drain()
        pause(game)
    resume(game, timedelta(days=7))
    with time_machine.travel(NOON + timedelta(days=7), tick=False):
        outbox.drain()
    assert "Thu 3 Dec 2026, 04:00" in text_of(post.taken[0])
    assert "Thu 10 Dec 2026, 04:00" in text_of(post.taken[1])


def test_who_ordered_or_was_replaced_during_the_pause_is_not_asked(post: Post) -> None:
    game = running_game("Anna", "Bruno", "Clara")
    anna = seat_of(game, "Anna")
    order(game, "Bruno")
    pause(game)
    outbox.drain()
    resume(game)
    seats.replace_by_bot(seat_id=anna.pk)
    outbox.drain()
    asked = Mail.objects.filter(kind=Kind.KEEP, state="sent")
    assert [mail.seat for mail in asked] == [seat_of(game, "Clara")]


def test_a_link_asked_for_during_the_pause_comes_when_the_game_goes_on(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    pause(game)
    queue.put([queue.resend(game, seat_of(game, "Anna"), 1)])
    outbox.drain()
    resume(game)
    outbox.drain()
    assert addressed(post) == ["Anna", "Anna", "Bruno"]


def test_a_reminder_of_a_pause_is_found_anew_when_its_share_is_reached(post: Post) -> None:
    game = game_at_noon(hours=40)
    with time_machine.travel(NOON + timedelta(hours=21), tick=False):
        reminders.queue_due(timezone.now())
        pause(game)
        outbox.drain()
    assert len(notes(state="skipped")) == 2
    resume(game, timedelta(hours=100))
    sweep_at(119)
    assert notes() == []
    sweep_at(120)
    sweep_at(121)
    assert notes(state="sent") == [("Anna", "50"), ("Bruno", "50")]
    assert len(post.taken) == 4


def test_a_pause_as_the_table_decides_it_asks_and_reminds_in_the_time_that_is_left(
    post: Post,
) -> None:
    with time_machine.travel(NOON, tick=False):
        game = running_game("Anna", "Bruno", hours=40)
    with time_machine.travel(NOON + timedelta(hours=10), tick=False):
        stopping.pause(game, turn_of(game), None, timezone.now())
        tasks.sweep()
    assert post.taken == []
    with time_machine.travel(NOON + timedelta(hours=110), tick=False):
        stopping.resume(game, turn_of(game), None, timezone.now())
        tasks.sweep()
    assert addressed(post) == ["Anna", "Bruno"]
    assert all("Until Mon 7 Dec 2026, 08:00 (UTC)" in text for text in post.texts())
    sweep_at(124)
    assert notes() == []
    sweep_at(126)
    assert notes() == [("Anna", "50"), ("Bruno", "50")]


def test_a_mail_skipped_in_the_moment_of_going_on_is_not_lost(post: Post) -> None:
    """The worker read the game as paused, the game went on, and only then the worker marked."""
    game = running_game("Anna", bots=1)
    mail = Mail.objects.get(kind=Kind.KEEP)
    signals.game_resumed.send(sender=Game, game=game, turn=turn_of(game))
    Mail.objects.filter(pk=mail.pk).update(state="skipped", error=pauses.PAUSED)
    tasks.sweep()
    assert addressed(post) == ["Anna"]


def test_going_on_wakes_a_worker(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    game = running_game("Anna", "Bruno")
    woken: list[str] = []
    monkeypatch.setattr("games.services.wake._send", lambda task, *_: woken.append(task))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        signals.game_resumed.send(sender=Game, game=game, turn=turn_of(game))
    assert woken == [queue.DRAIN]


def test_mails_skipped_for_another_reason_stay_skipped(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    outbox.drain()
    assert pauses.go_on(timezone.now()) == 0
    assert Mail.objects.get(kind=Kind.KEEP, seat=seat_of(game, "Anna")).error == "already_played"
