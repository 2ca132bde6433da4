"""Mails by the clock: reminders where weekends pause, and what comes after a stop of two days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, Seat
from games.services import clock
from games.tasks import sweep as sweep_games
from notifications import outbox, tasks
from notifications.models import Kind, Mail
from tests.games.cast import running_game, turn_of
from tests.notifications.post import Post, text_of

pytestmark = pytest.mark.django_db

THURSDAY = datetime(2026, 12, 3, 18, 0, tzinfo=UTC)


def reminded() -> list[str]:
    return list(Mail.objects.filter(kind=Kind.REMINDER).values_list("note", flat=True))


def test_a_weekend_that_pauses_is_no_time_for_reminders(post: Post) -> None:
    with time_machine.travel(THURSDAY, tick=False):
        game = running_game("Anna", bots=1)
        Game.objects.filter(pk=game.pk).update(hours=62, weekend_pause=True)
        turn = turn_of(game)
        turn.due = THURSDAY + timedelta(hours=62 + 48)
        turn.save(update_fields=["due"])
        outbox.drain()
    for hours in (29, 31, 60, 78):  # Friday 23:00, the weekend, Monday 00:00
        with time_machine.travel(THURSDAY + timedelta(hours=hours), tick=False):
            tasks.sweep()
        assert reminded() == []
    with time_machine.travel(THURSDAY + timedelta(hours=79), tick=False):
        tasks.sweep()
    assert reminded() == ["50"]


def test_after_a_stop_of_two_days_each_seat_loses_one_turn_and_gets_one_mail(post: Post) -> None:
    with time_machine.travel(THURSDAY, tick=False):
        game = running_game("Anna", "Bruno", "Clara", hours=6)
        outbox.drain()
        first = turn_of(game)
    before = len(post.taken)
    with time_machine.travel(THURSDAY + timedelta(days=2), tick=False) as moved:
        for _ in range(8):  # sweeps in which a worker does what it is woken for
            sweep_games()
            for late in clock.waiting_turns(datetime.now(UTC)):
                clock.try_advance(turn_id=late.pk)
            tasks.sweep()
            moved.shift(timedelta(seconds=30))
        now_open = turn_of(game)
        assert (now_open.number, now_open.due) == (
            first.number + 1, THURSDAY + timedelta(days=2, hours=6),
        )  # fmt: skip
    assert set(Seat.objects.filter(game=game).values_list("missed", "absent_since")) == {(1, None)}
    mails = post.taken[before:]
    asked = now_open.orders.count()
    assert len(mails) == asked
    assert all("Draw 1" in text_of(mail) for mail in mails)
    assert reminded() == []
