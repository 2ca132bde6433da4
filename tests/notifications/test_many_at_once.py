"""After an outage much falls due together: it is done in parts, and no part waits for another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import ModuleType

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from notifications import digests, queue, reminders, tasks, tracking, wishes
from notifications.models import Kind, Mail
from notifications.wishes import Hours
from tests.games.cast import running_game
from tests.notifications.post import Post

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
MORNING = NOON + timedelta(hours=20)


def three_games() -> None:
    """Six people get into three games at noon; all that is to be sent then is out."""
    with time_machine.travel(NOON, tick=False):
        for pair in (("Anna", "Bruno"), ("Clara", "Dario"), ("Elena", "Fabio")):
            running_game(*pair, hours=100)
        Mail.objects.update(state=Mail.State.SENT, sent_at=NOON)


def daily(*names: str) -> None:
    """Let people have one mail a day, at eight."""
    with time_machine.travel(NOON, tick=False):
        for name in names:
            player = Player.objects.get(email=f"{name}@example.org")
            wishes.set_hours(player=player, hours=Hours(8))


def reminded(hours: int) -> int:
    """Queue the reminders that are due so many hours after noon; gives how many."""
    now = NOON + timedelta(hours=hours)
    with time_machine.travel(now, tick=False):
        return reminders.queue_due(now)


def of(kind: Kind) -> int:
    return Mail.objects.filter(kind=kind).count()


def test_more_mails_than_one_query_has_values_for_are_queued_once_each() -> None:
    # A mail has some twenty columns, and PostgreSQL takes 65,535 values.
    mails = [Mail(key=f"note {number}", kind=Kind.NOTE) for number in range(3_500)]
    queue.put(mails)
    queue.put(Mail(key=mail.key, kind=Kind.NOTE) for mail in mails)
    assert of(Kind.NOTE) == 3_500


def test_reminders_are_queued_in_parts_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    three_games()
    monkeypatch.setattr(queue, "AT_ONCE", 2)
    assert [reminded(hours) for hours in (49, 51, 52)] == [0, 6, 0]
    assert of(Kind.REMINDER) == 6


def test_digests_are_queued_in_parts_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    three_games()
    daily("Anna", "Bruno", "Clara", "Dario", "Elena")
    monkeypatch.setattr(queue, "AT_ONCE", 2)
    assert digests.queue_due(MORNING - timedelta(minutes=1)) == 0
    assert digests.queue_due(MORNING) == 5
    assert digests.queue_due(MORNING + timedelta(hours=1)) == 0
    assert of(Kind.DIGEST) == 5


@pytest.mark.parametrize("names", [("Anna", "Bruno"), ("Anna", "Bruno", "Clara", "Elena", "Fabio")])
def test_digests_that_were_made_cost_two_queries_whatever_their_number(
    names: tuple[str, ...],
) -> None:
    three_games()
    daily(*names)
    assert digests.queue_due(MORNING) == len(names)
    with CaptureQueriesContext(connection) as queries:
        assert digests.queue_due(MORNING + timedelta(hours=1)) == 0
    assert len(queries) == 2


@pytest.mark.parametrize(
    ("module", "name"), [(tracking, "act_on_events"), (reminders, "queue_due")]
)
def test_what_fails_in_a_sweep_keeps_nothing_else_of_it_from_being_done(
    module: ModuleType, name: str, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    three_games()
    daily("Anna")
    monkeypatch.setattr(module, name, fail)
    with time_machine.travel(MORNING, tick=False), pytest.raises(RuntimeError, match="broken"):
        tasks.sweep()
    assert [str(mail["To"]) for mail in post.taken] == ["Anna <Anna@example.org>"]
