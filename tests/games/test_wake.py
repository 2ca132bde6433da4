"""The broker is away while an order is saved: the request succeeds, and the sweep does the rest."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from celery import Celery
from django.utils import timezone

from games.models import Turn
from games.services import clock
from tests.games.cast import order, running_game, turn_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def no_broker() -> Iterator[None]:
    """Celery as it is set up, with a broker at a port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    gone = Celery("gone", set_as_current=False)
    gone.config_from_object("augustus_site.celeryconfig")
    gone.conf.update(broker_url=f"redis://127.0.0.1:{port}/0", broker_write_url=None)
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


def test_the_sweep_itself_survives_without_a_broker(no_broker: None) -> None:
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    order(game, "Bruno")
    assert clock.sweep() == 1
