"""Celery is set to lose nothing that matters and never to hold up a web request."""

import time
from pathlib import Path
from unittest.mock import call, patch

import pytest
from celery.signals import task_postrun, task_prerun, worker_ready
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from augustus_site.celery import app
from games.models import Game
from games.services import clock
from games.tasks import sweep
from tests.backends import backend, end


def test_turns_and_mails_have_queues_of_their_own() -> None:
    router = app.amqp.router
    assert router.route({}, "games.tasks.advance_turn")["queue"].name == "turns"
    assert router.route({}, "notifications.tasks.send")["queue"].name == "mail"


def test_tasks_end_before_they_are_given_out_again() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.task_soft_time_limit < app.conf.task_time_limit < settings.VISIBILITY_SECONDS


def test_a_sweep_that_came_too_late_is_thrown_away() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] <= entry["schedule"]
    for name in ("games", "notifications"):
        assert app.conf.beat_schedule[name]["schedule"] == settings.SWEEP_SECONDS


def test_without_a_broker_sending_fails_fast(tmp_path: Path) -> None:
    start = time.monotonic()
    with (
        app.connection_for_write(f"redis+socket://{tmp_path}/none.sock") as connection,
        pytest.raises(OperationalError),
    ):
        app.send_task("games.tasks.sweep", connection=connection)
    assert time.monotonic() - start < 20  # not a measurement: it must not wait for ever


def next_task() -> None:
    """Let one task end and the next one begin, as a worker does."""
    task = sweep
    task_postrun.send(sender=task)
    task_prerun.send(sender=task)


def test_a_worker_that_starts_looks_for_what_a_killed_one_left() -> None:
    with patch.object(app, "send_task") as sent:
        worker_ready.send(sender=None)
    held, every = clock.LEASE.total_seconds(), settings.SWEEP_SECONDS
    assert sent.call_args_list == [
        call("games.tasks.sweep", countdown=None, expires=every),
        call("games.tasks.sweep", countdown=held, expires=held + every),
        call("notifications.tasks.sweep", countdown=None, expires=every),
    ]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_its_connection_and_one_that_broke_is_made_anew() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server; set DATABASE_URL")
    assert app.conf.get("CELERY_DB_REUSE_MAX")
    first = backend()
    next_task()
    assert backend() == first
    # The server is restarted, or its administrator ends what is idle.
    end(first)
    next_task()
    assert Game.objects.count() == 0
    assert backend() != first
