"""The broker is away while an order is saved: the request succeeds, and the sweep does the rest."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from celery import Celery
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.models import Turn
from games.services import clock
from games.services.wake import GAP, wake
from tests.games.cast import order, running_game, turn_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def no_broker() -> Iterator[None]:
    """Celery as it is set up, with a broker at a port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    gone = Celery("gone", set_as_current=False)
    # Read at once: what is set before Celery reads its settings is overwritten by them.
    gone.config_from_object("augustus_site.celeryconfig", force=True)
    url = f"redis://127.0.0.1:{port}/0"
    gone.conf.update(broker_url=url, broker_read_url=url, broker_write_url=url)
    with pytest.raises(OperationalError):
        gone.send_task("a task")
    with patch("games.services.wake.current_app", gone):
        yield


def test_the_last_order_is_saved_quickly_and_the_sweep_finds_the_turn(no_broker: None) -> None:
    game = running_game("Anna", "Bruno")
    begun = time.monotonic()
    order(game, "Anna")
    order(game, "Bruno")
    # Not a measurement: a request that waits for a broker for ever must not pass as saved.
    assert time.monotonic() - begun < 20
    turn = turn_of(game)
    assert turn.orders.filter(submitted_at__isnull=False).count() == 2
    assert list(clock.waiting_turns(timezone.now())) == [turn]
    assert clock.try_advance(turn_id=turn.pk)
    assert Turn.objects.filter(game=game).count() == 3


def test_whatever_goes_wrong_with_a_message_an_order_is_saved_all_the_same() -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    with patch("games.services.wake.current_app.send_task", side_effect=RuntimeError("no")) as sent:
        order(game, "Bruno")
        wake("a task")
    assert sent.call_count == 2
    assert turn_of(game).orders.filter(submitted_at=None).count() == 0


def test_the_sweep_itself_survives_without_a_broker(no_broker: None) -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    order(game, "Bruno")
    assert clock.sweep() == 1


Sent = list[tuple[str, tuple[int, ...], float | None]]


@pytest.fixture
def sent() -> Iterator[Sent]:
    """What is sent: task, ids, and in how many seconds it is to run."""
    found: Sent = []

    def send_task(task: str, args: tuple[int, ...], countdown: float | None, **_: object) -> None:
        found.append((task, args, countdown))

    with patch("games.services.wake.current_app.send_task", send_task):
        yield found


def test_whoever_is_asked_for_often_comes_at_once_and_then_once_for_all(sent: Sent) -> None:
    with patch("games.services.wake.time.monotonic") as clock_:
        for moment in (10.0, 10.05, 10.1, 10.2, 10.3, 10.45, 11.0):
            clock_.return_value = moment
            wake("a task")
    # At 10.05 for all up to 10.25; at 10.3 for all up to 10.5; then nobody had asked for a while.
    assert sent == [
        ("a task", (), None),
        ("a task", (), GAP),
        ("a task", (), GAP),
        ("a task", (), None),
    ]


def test_what_is_asked_for_by_name_is_sent_each_time(sent: Sent) -> None:
    for turn in (1, 2, 2):
        wake("a task", turn)
    assert sent == [("a task", (1,), None), ("a task", (2,), None), ("a task", (2,), None)]


def test_what_could_not_be_sent_keeps_nothing_back(no_broker: None) -> None:
    wake("a task")
    with patch("games.services.wake.current_app.send_task") as send:
        wake("a task")
    assert send.call_args.kwargs["countdown"] is None
