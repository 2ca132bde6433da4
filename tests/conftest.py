"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from urllib.parse import urlsplit

import hypothesis
import pytest
import time_machine
from django.conf import settings
from django.test import override_settings
from kombu import Queue
from kombu.exceptions import OperationalError

#: So many does a Redis server have that nobody has configured.
BROKER_DATABASES = 16


# A machine that stalls for a moment is no fault of an example.
hypothesis.settings.register_profile("ours", deadline=None, print_blob=True)
hypothesis.settings.load_profile("ours")


def pytest_configure(config: pytest.Config) -> None:
    """Give each of several processes of tests its own database of the broker.

    Django's own database is told apart by pytest-django. Children inherit what is set here.
    """
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    if worker:
        url = other_database(settings.CELERY_BROKER_URL, 1 + int(worker.removeprefix("gw")))
        os.environ["CELERY_BROKER_URL"] = settings.CELERY_BROKER_URL = url


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave nobody a message that a test sent and no worker took: their numbers mean nothing.

    Only where several processes have each a database of the broker for themselves.
    """
    if not getattr(session.config, "workerinput", None):
        return
    from augustus_site.celery import app

    with suppress(OperationalError), app.connection_for_write() as connection:
        for name in ("turns", "mail"):
            Queue(name, channel=connection.default_channel).purge()


def other_database(url: str, further: int) -> str:
    """Give the broker's URL with the number of its database moved on; a socket names none."""
    parts = urlsplit(url)
    if "socket" in parts.scheme:
        return parts._replace(query=f"virtual_host={further % BROKER_DATABASES}").geturl()
    number = int(parts.path.strip("/") or 0) + further
    return parts._replace(path=f"/{number % BROKER_DATABASES}").geturl()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no process waits for the other at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def nobody_asked_yet() -> None:
    """What one test asked workers for, or saw of a link, is no matter of the next one's."""
    from games import selectors  # Django is not set up when this file is read
    from games.services import wake

    wake._effect.clear()
    selectors._EPOCHS.clear()


@pytest.fixture
def one_morning() -> Iterator[None]:
    """Let a test begin on one morning, whatever the day on which it is run.

    Tests name days and hours; without this, what they do in between would be done on the day of the
    run, before or after those.
    """
    with time_machine.travel(datetime(2026, 11, 30, 9, tzinfo=UTC), tick=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hash moderators' passwords in no time: that it takes long elsewhere is Django's to test."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
