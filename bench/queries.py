"""How many queries one submission over HTTP and one advance take, counted in this process."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.play import Twin
from games.forms import data_of
from games.services import clock


def counted(twin: Twin, turns: int = 12) -> dict[str, int]:
    """Play some turns of a game here; gives the most queries of a submission and an advance.

    Savepoints, BEGIN and COMMIT are not counted.
    """
    client = Client(SERVER_NAME="127.0.0.1")
    submits, advances = [0], [0]
    for _ in range(turns):
        choices = twin.choices()
        for seat, choice in choices.items():
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(
                    twin.path(seat, twin.number),
                    urlencode(data_of(choice), doseq=True),
                    content_type="application/x-www-form-urlencoded",
                )
            assert answer.status_code == 303, answer.status_code
            submits.append(_number(queries))
        turn_id = twin.open_turn_id()
        with CaptureQueriesContext(connection) as queries:
            assert clock.try_advance(turn_id=turn_id)
        advances.append(_number(queries))
        twin.advance(choices)
        if twin.over:
            break
    return {"submit": max(submits), "advance": max(advances)}


def _number(queries: CaptureQueriesContext) -> int:
    words = ("SAVEPOINT", "BEGIN", "COMMIT", "RELEASE")
    return sum(not query["sql"].startswith(words) for query in queries.captured_queries)
