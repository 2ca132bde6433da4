"""Real processes on PostgreSQL; what SQLite cannot show is not tested on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from games.integrity import faults_of
from games.models import Game
from notifications.integrity import mail_faults_of
from tests.concurrency.crew import Crew


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as needing PostgreSQL and committed rows."""
    for item in items:
        if "tests/concurrency" in str(item.path):
            item.add_marker(pytest.mark.postgres)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture
def crew(transactional_db: None) -> Iterator[Crew]:
    """A crew of eight; afterwards everything stored must be right."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks exist on PostgreSQL only; set DATABASE_URL")
    # Waiting for the disk has no part in what is tested, and would be most of the time.
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with Crew(8) as members:
        yield members
    found = [
        str(fault)
        for game in Game.objects.all()
        for fault in (*faults_of(game), *mail_faults_of(game))
    ]
    assert found == []
