"""Each request has one line in the log, and an id that is its own."""

from __future__ import annotations

import io
import json
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from augustus_site.logs import logging_config
from augustus_site.middleware import Requests

pytestmark = pytest.mark.urls(__name__)


def says_something(_request: HttpRequest, **_: str) -> HttpResponse:
    """Log a line of its own."""
    structlog.get_logger("games").info("said")
    return HttpResponse()


def fails(_request: HttpRequest) -> HttpResponse:
    """Fail."""
    raise ValueError("no")


def streams(_request: HttpRequest) -> StreamingHttpResponse:
    """Answer bit by bit."""
    return StreamingHttpResponse(iter([b"a", b"b"]))


urlpatterns = [
    path("says/", says_something),
    path("fails/", fails),
    path("streams/", streams),
    path("t/<str:token>/", says_something),
]


@pytest.fixture(autouse=True)
def no_more_middleware() -> Iterator[None]:
    """Nothing but what is looked at."""
    with override_settings(MIDDLEWARE=["augustus_site.middleware.Requests"]):
        yield


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is printed, in production."""
    config, text = logging_config(level="INFO", readable=False), io.StringIO()
    config["handlers"]["stderr"]["stream"] = text
    logging.config.dictConfig(config)
    yield text
    logging.config.dictConfig(settings.LOGGING)


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    """Give the lines so far."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


def told(log: io.StringIO, *names: str) -> list[tuple[Any, ...]]:
    """Give these values of each line."""
    return [tuple(line.get(name) for name in names) for line in lines(log)]


def test_a_request_is_one_line_that_tells_what_was_asked_and_answered(log: io.StringIO) -> None:
    client = Client()
    client.get("/nothing/")
    client.post("/says/?page=2")
    assert told(log, "event", "level", "code", "request") == [
        ("request_finished", "warning", 404, "GET /nothing/"),
        ("Not Found: /nothing/", "warning", None, None),
        ("said", "info", None, None),
        ("request_finished", "info", 200, "POST /says/?page=2"),
    ]


def test_all_lines_of_a_request_carry_its_id_and_no_other_does(log: io.StringIO) -> None:
    for _ in range(2):
        Client().get("/says/")
    structlog.get_logger("games").info("afterwards")
    ids = [line.get("request_id") for line in lines(log)]
    assert ids[0] == ids[1] != ids[2] == ids[3] != ids[4]
    assert all(ids[:4])
    assert ids[4] is None
    assert structlog.contextvars.get_contextvars() == {}


def test_what_was_bound_around_a_request_is_there_again_after_it() -> None:
    with structlog.contextvars.bound_contextvars(request_id="outer"):
        Requests(says_something)(RequestFactory().get("/says/"))
        assert structlog.contextvars.get_contextvars() == {"request_id": "outer"}


def test_a_failure_is_told_with_its_reason_and_leaves_nothing_bound(log: io.StringIO) -> None:
    answer = Client(raise_request_exception=False).get("/fails/")
    assert answer.status_code == 500
    failed = next(line for line in lines(log) if line["event"] == "request_failed")
    assert failed["code"] == 500
    assert failed["request_id"]
    assert "ValueError: no" in failed["exception"]
    assert "request_finished" not in {line["event"] for line in lines(log)}
    assert structlog.contextvars.get_contextvars() == {}


def test_what_is_streamed_is_followed_to_its_end(log: io.StringIO) -> None:
    answer = Client().get("/streams/")
    assert b"".join(answer) == b"ab"
    events = told(log, "event")
    assert events == [("request_finished",), ("streaming_finished",)]
    assert len({line["request_id"] for line in lines(log)}) == 1
    assert structlog.contextvars.get_contextvars() == {}


def test_the_line_of_a_link_does_not_tell_its_token(log: io.StringIO) -> None:
    token = "abcdefghijklmnopqrstuvwxyz2345"
    Client().get(f"/t/{token}/")
    assert token not in log.getvalue()
    assert ("GET /t/…/",) in told(log, "request")
