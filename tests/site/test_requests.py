"""Each request has one line of ours in the log, and an id that is its own."""

from __future__ import annotations

import io
import json
import logging.config
import os
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

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


def breaks_off(_request: HttpRequest) -> StreamingHttpResponse:
    """Answer bit by bit, and fail on the way."""

    def bits() -> Iterator[bytes]:
        yield b"a"
        raise ValueError("no more")

    return StreamingHttpResponse(bits())


def forbids(_request: HttpRequest) -> HttpResponse:
    """Let nobody in."""
    raise PermissionDenied


def is_not_ready(_request: HttpRequest) -> HttpResponse:
    """Say so, without a failure."""
    return HttpResponse(status=503)


urlpatterns = [
    path("says/", says_something),
    path("fails/", fails),
    path("streams/", streams),
    path("breaks-off/", breaks_off),
    path("forbids/", forbids),
    path("is-not-ready/", is_not_ready),
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
    client.post("/says/?page=2")
    client.get("/forbids/")
    client.get("/is-not-ready/")
    ours = [line for line in told(log, "event", "level", "code", "request") if line[2]]
    assert ours == [
        ("request_finished", "info", 200, "POST /says/?page=2"),
        ("request_finished", "warning", 403, "GET /forbids/"),
        ("request_finished", "error", 503, "GET /is-not-ready/"),
    ]


def test_what_django_says_of_it_afterwards_has_no_id(log: io.StringIO) -> None:
    Client().get("/nothing/")
    assert told(log, "event", "code") == [
        ("request_finished", 404),
        ("Not Found: /nothing/", None),
    ]
    assert [bool(line.get("request_id")) for line in lines(log)] == [True, False]


def test_all_lines_about_requests_come_from_one_place(log: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    for address in ("/says/", "/fails/", "/streams/"):
        client.get(address)
    names = {line["logger"] for line in lines(log) if line["event"].startswith("request_")}
    assert len(names) == 1


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


def test_what_breaks_off_is_told_and_leaves_nothing_bound(log: io.StringIO) -> None:
    answer = Client().get("/breaks-off/")
    with pytest.raises(ValueError, match="no more"):
        b"".join(answer)
    assert told(log, "event")[-1] == ("streaming_failed",)
    assert structlog.contextvars.get_contextvars() == {}


def test_who_breaks_out_of_a_request_leaves_nothing_bound() -> None:
    def stops(_request: HttpRequest) -> HttpResponse:
        raise SystemExit

    with pytest.raises(SystemExit):
        Requests(stops)(RequestFactory().get("/"))
    assert structlog.contextvars.get_contextvars() == {}


def test_the_line_of_a_link_does_not_tell_its_token(log: io.StringIO) -> None:
    token = "abcdefghijklmnopqrstuvwxyz2345"
    Client().get(f"/t/{token}/")
    assert token not in log.getvalue()
    assert ("GET /t/…/",) in told(log, "request")


def test_what_gunicorn_says_of_itself_can_be_printed() -> None:
    form = logging.Formatter(Logger.error_fmt, Logger.datefmt, style="%")
    record = logging.getLogger("gunicorn.error").makeRecord(
        "gunicorn.error", logging.INFO, "", 0, "Worker exiting (pid: %s)", (7,), None
    )
    assert f"[{os.getpid()}]" in form.format(record)
