"""A HEAD request asks whether there is a turn: answered without making its page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.links import turn_path
from tests.games.cast import running_game, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("number", "status"), [(0, 404), (1, 200), (2, 404)])
def test_head_has_the_status_and_headers_of_get_and_tells_no_length(
    number: int, status: int
) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    path = turn_path(seat, number)
    full = Client().get(path)
    with CaptureQueriesContext(connection) as queries:
        head = Client().head(path)
    assert head.status_code == full.status_code == status
    assert len(queries) <= 2
    if status == 200:
        assert b"".join(head) == b""
        assert set(full.headers) - set(head.headers) == {"Content-Length"}
