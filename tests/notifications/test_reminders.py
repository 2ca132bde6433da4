"""Reminders at half and at 85 per cent of the time; confirmations for those who want them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, Player, Turn
from games.services.orders import submit_order
from notifications import outbox, reminders, tasks, wishes
from notifications.models import Kind, Mail, Wish
from tests.games.cast import choice_for, order, play_turn, running_game, seat_of, turn_of
from tests.notifications.post import Post, text_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def game_at_noon(hours: int = 40) -> Game:
    """Give a game whose open turn began at noon, with its mails out."""
    with time_machine.travel(NOON, tick=False):
        game = running_game("Anna", "Bruno", hours=hours)
        outbox.drain()
    return game


def sweep_at(hours: float) -> None:
    """Let the sweep run so many hours after the turn was opened."""
    with time_machine.travel(NOON + timedelta(hours=hours), tick=False):
        tasks.sweep()


def notes(**filters: object) -> list[tuple[str, str]]:
    found = Mail.objects.filter(kind=Kind.REMINDER, **filters).order_by("id")
    return list(found.values_list("seat__name", "note"))


def test_reminders_come_at_half_and_at_85_per_cent_and_not_before(post: Post) -> None:
    game_at_noon()
    sweep_at(19.9)
    assert notes() == []
    sweep_at(20)
    assert notes() == [("Anna", "50"), ("Bruno", "50")]
    sweep_at(33.9)
    assert len(notes()) == 2
    sweep_at(34)
    assert notes()[2:] == [("Anna", "85"), ("Bruno", "85")]
    assert len(post.taken) == 6
    assert "Your turn is still open: choose three of six objectives" in text_of(post.taken[-1])


def test_no_reminder_once_the_order_is_in(post: Post) -> None:
    game = game_at_noon()
    order(game, "Anna")
    sweep_at(21)
    assert notes() == [("Bruno", "50")]


def test_an_order_given_between_queueing_and_sending_stops_the_reminder(post: Post) -> None:
    game = game_at_noon()
    with time_machine.travel(NOON + timedelta(hours=21), tick=False):
        reminders.queue_due(timezone.now())
        order(game, "Anna")
        outbox.drain()
    assert notes(state="skipped") == [("Anna", "50")]
    assert notes(state="sent") == [("Bruno", "50")]


def test_the_same_sweep_again_reminds_nobody_twice(post: Post) -> None:
    game_at_noon()
    for _ in range(3):
        sweep_at(21)
    assert len(notes()) == 2
    assert len(post.taken) == 4


def test_after_an_outage_only_the_last_reminder_comes(post: Post) -> None:
    game_at_noon()
    sweep_at(35)
    assert notes() == [("Anna", "85"), ("Bruno", "85")]


def test_whoever_was_not_asked_yet_is_asked_and_not_reminded(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        running_game("Anna", "Bruno", hours=40)
    sweep_at(21)
    assert notes(state="skipped") == [("Anna", "50"), ("Bruno", "50")]
    assert all("Choose three" in text for text in post.texts())
    assert len(post.taken) == 2


def test_a_turn_without_deadline_or_past_it_has_no_reminder(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        running_game("Anna", "Bruno")
    game_at_noon(hours=10)
    sweep_at(11)
    assert notes() == []


@pytest.mark.parametrize("status", ["paused", "cancelled"])
def test_a_game_that_stands_still_reminds_nobody(post: Post, status: str) -> None:
    game = game_at_noon()
    Game.objects.filter(pk=game.pk).update(status=status)
    sweep_at(21)
    assert notes() == []


def test_a_bot_is_never_reminded_and_the_right_seat_is(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        game = running_game("Anna", "Bruno", "Clara", bots=1, hours=40)
        outbox.drain()
    order(game, "Bruno")
    sweep_at(21)
    assert notes() == [("Anna", "50"), ("Clara", "50")]


@pytest.mark.parametrize("reply", ["drop", "hang"])
def test_a_reminder_whose_fate_is_unknown_is_never_sent_again(
    post: Post, reply: str, settings: object
) -> None:
    game_at_noon()
    settings.EMAIL_TIMEOUT = 1  # type: ignore[attr-defined]
    post.data = [reply]
    sweep_at(21)
    Mail.objects.filter(state="retry").update(next_try_at=NOON)
    sweep_at(22)
    reminded = [str(found["Message-ID"]) for found in post.taken[2:]]
    assert len(reminded) == len(set(reminded))
    assert Mail.objects.filter(kind=Kind.REMINDER, state="sent").count() == 2
    assert Mail.objects.filter(error="unsure: smtp disconnected").count() == 1


def test_a_reminder_that_surely_did_not_go_is_tried_again(post: Post) -> None:
    game_at_noon()
    post.data = ["451 later"]
    sweep_at(21)
    assert len(notes(state="retry")) == 1
    sweep_at(22)
    assert len(notes(state="sent")) == 2
    assert len(post.taken) == 4


def test_reminders_can_be_switched_off_alone(post: Post) -> None:
    game = game_at_noon()
    anna = Player.objects.get(email="Anna@example.org")
    wishes.set_wish(player=anna, game=None, reminders=False)
    sweep_at(21)
    assert notes() == [("Bruno", "50")]
    play_turn(game)
    outbox.drain()
    assert Mail.objects.filter(seat__name="Anna", turn=turn_of(game), state="sent").exists()


def test_quiet_hours_are_kept_in_the_players_zone(post: Post) -> None:
    game_at_noon(hours=40)  # half of it at 08:00 UTC, which is 03:00 in New York
    anna = Player.objects.get(email="Anna@example.org")
    Player.objects.filter(pk=anna.pk).update(time_zone="America/New_York")
    Wish.objects.create(player=anna, quiet_from=time(22), quiet_until=time(7))
    sweep_at(20)
    assert notes() == [("Bruno", "50")]
    sweep_at(24.5)
    assert notes()[1:] == [("Anna", "50")]


def caught_by_quiet_hours(until: time = time(11)) -> Game:
    """Give a game of which Anna's reminder was queued just before her quiet hours, from 9:00."""
    game = game_at_noon(hours=40)
    anna = Player.objects.get(email="Anna@example.org")
    Wish.objects.create(player=anna, quiet_from=time(9), quiet_until=until)
    reminders.queue_due(NOON + timedelta(hours=20.9))
    assert ("Anna", "50") in notes(state="queued")
    return game


def test_a_reminder_queued_before_the_quiet_hours_is_not_sent_within_them(post: Post) -> None:
    caught_by_quiet_hours()
    for hours in (21.1, 21.2, 22.9):
        sweep_at(hours)
    assert notes(state="sent") == [("Bruno", "50")]


def test_it_is_sent_when_they_end_and_once(post: Post) -> None:
    caught_by_quiet_hours()
    for hours in (21.1, 23, 23.1, 24):
        sweep_at(hours)
    assert notes(state="sent") == [("Bruno", "50"), ("Anna", "50")]
    assert len(post.taken) == 4


def test_it_is_not_sent_when_they_end_if_the_order_is_in_or_the_turn_closed(post: Post) -> None:
    answered = caught_by_quiet_hours()
    sweep_at(21.1)
    order(answered, "Anna")
    sweep_at(23)
    assert notes() == [("Bruno", "50")]
    with time_machine.travel(NOON + timedelta(hours=23), tick=False):
        play_turn(answered)
    sweep_at(23.1)
    assert notes() == [("Bruno", "50")]


def test_when_they_end_late_only_the_reminder_of_that_moment_comes(post: Post) -> None:
    caught_by_quiet_hours(until=time(23))  # the turn closes at 4:00; 85 per cent is 22:00
    for hours in (21.1, 34.5, 35.1):
        sweep_at(hours)
    assert [note for name, note in notes(state="sent") if name == "Anna"] == ["85"]


def test_quiet_hours_are_broken_when_the_deadline_falls_in_them(post: Post) -> None:
    game = game_at_noon(hours=40)  # closes at 04:00 UTC
    anna = Player.objects.get(email="Anna@example.org")
    Wish.objects.create(player=anna, quiet_from=time(22), quiet_until=time(7))
    Turn.objects.filter(pk=turn_of(game).pk).update(opened=NOON + timedelta(hours=24))
    sweep_at(38)  # 02:00 in the night in which the turn closes
    assert ("Anna", "85") in notes()


def test_an_order_is_confirmed_if_wished_and_otherwise_not(post: Post) -> None:
    game = running_game("Anna", "Bruno", "Clara")
    outbox.drain()
    anna = Player.objects.get(email="Anna@example.org")
    wishes.set_wish(player=anna, game=None, confirmations=True)
    order(game, "Bruno")
    order(game, "Anna")
    outbox.drain()
    confirmed = post.taken[3:]
    assert [str(found["To"]) for found in confirmed] == ["Anna <Anna@example.org>"]
    assert "Your order is in" in text_of(confirmed[0])
    assert "Keep " in text_of(confirmed[0])


def test_a_changed_order_is_confirmed_anew_and_only_as_it_is_now(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    anna = seat_of(game, "Anna")
    assert anna.player is not None
    wishes.set_wish(player=anna.player, game=None, confirmations=True)
    turn = turn_of(game)
    from random import Random

    chosen = set()
    for seed in range(6):
        choice = choice_for(game, turn, anna, Random(seed))
        chosen.add(choice)
        submit_order(seat_id=anna.pk, turn_number=turn.number, choice=choice)
    assert len(chosen) > 1
    outbox.drain()
    confirmed = [text for text in post.texts() if "Your order is in" in text]
    assert len(confirmed) == 1
