"""Neither logs nor error reports say what a link or a game hides."""

import io
import json
import logging
import logging.config
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from logging.handlers import QueueHandler
from queue import Queue

import pytest
import structlog
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.views.debug import get_exception_reporter_filter

from augustus_site.logs import logging_config
from augustus_site.redaction import RedactingExceptionReporter, redact

TOKEN = "abcdefghijklmnopqrstuvwxyz2345"


def missing(request: HttpRequest, token: str) -> HttpResponse:
    raise Http404(token)


def broken(request: HttpRequest, token: str) -> HttpResponse:
    raise RuntimeError(f"no seat for {request.path}")


urlpatterns = [path("t/<token>/", missing), path("i/<token>/", broken)]


@pytest.fixture(params=[True, False], ids=["readable", "json"])
def printed(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Everything that is logged, as it would be printed."""
    out = io.StringIO()
    config = logging_config(level="DEBUG", readable=request.param)
    config["handlers"]["stderr"]["stream"] = out
    logging.config.dictConfig(config)
    yield out
    logging.config.dictConfig(settings.LOGGING)


@pytest.mark.parametrize(
    ("said", "printed_as"),
    [
        (f"GET /t/{TOKEN}/", "GET /t/…/"),
        ("Not Found: /t/abc/", "Not Found: /t/…/"),
        (f"/i/{TOKEN}/ and /u/{TOKEN}", "/i/…/ and /u/…"),
        (f"http://host/T/{TOKEN.upper()}/?utm_x=1", "http://host/T/…/?utm_x=1"),
        (f"/login/?next=%2Ft%2F{TOKEN}%2F", "/login/?next=%2Ft%2F…"),
        (f"token={TOKEN}, more", "token=…, more"),
        (f"/t/%61{TOKEN[1:]}>", "/t/…>"),
        ("/games/x7/ stays", "/games/x7/ stays"),
        ("/t/", "/t/"),
    ],
)
def test_tokens_become_an_ellipsis(said: str, printed_as: str) -> None:
    assert redact(said) == printed_as
    assert redact(printed_as) == printed_as


def test_no_log_line_of_a_request_names_the_token(printed: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    with override_settings(ROOT_URLCONF=__name__):
        assert client.get(f"/t/{TOKEN}/").status_code == 404
        assert client.get(f"/i/{TOKEN}/").status_code == 500
    lines = printed.getvalue()
    assert "Not Found: /t/…/" in lines
    assert "Internal Server Error: /i/…/" in lines
    assert "no seat for /i/…/" in lines
    assert TOKEN not in lines


def test_named_values_are_blanked(printed: io.StringIO) -> None:
    structlog.get_logger("games").info("stored", seed="5eed", state={"hand": [7]}, game_id=3)
    logging.getLogger("other").warning("plain", extra={"choice": "legion 5", "turn_id": 4})
    lines = printed.getvalue()
    assert "5eed" not in lines
    assert "hand" not in lines
    assert "legion" not in lines
    assert "game_id" in lines
    assert "turn_id" in lines


def test_production_lines_are_json() -> None:
    out = io.StringIO()
    config = logging_config(level="INFO", readable=False)
    config["handlers"]["stderr"]["stream"] = out
    logging.config.dictConfig(config)
    try:
        structlog.get_logger("games").info("draw made", turn_id=81)
    finally:
        logging.config.dictConfig(settings.LOGGING)
    line = json.loads(out.getvalue())
    assert (line["event"], line["turn_id"], line["level"]) == ("draw made", 81, "info")


@pytest.mark.parametrize("readable", [True, False])
def test_a_line_is_the_one_that_the_library_would_make_of_it(
    readable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = logging_config(level="INFO", readable=readable)
    logging.config.dictConfig(config)
    kept: Queue[logging.LogRecord] = Queue()
    handler = QueueHandler(kept)
    monkeypatch.setattr(handler, "prepare", lambda record: record)
    logger = logging.getLogger("games")
    logger.addHandler(handler)
    try:
        ours = structlog.get_logger("games")
        ours.info("stored", turn_id=3, name="Ännchen", choice="legion 5", at=datetime.now(UTC))
        ours.warning("percent %s stays", share=0.5, request=object())
        try:
            raise ValueError("no")
        except ValueError:
            ours.exception("failed", game_id=4)
    finally:
        logger.removeHandler(handler)
        logging.config.dictConfig(settings.LOGGING)
    line = config["formatters"]["line"]
    formatter = line["()"](finish=line["finish"], foreign_pre_chain=line["foreign_pre_chain"])
    records = list(kept.queue)
    short = [formatter.format(record) for record in records]
    monkeypatch.setattr(type(formatter), "_ours", lambda *_: None)
    assert [formatter.format(record) for record in records] == short
    assert len(short) == 3


@pytest.mark.parametrize("debug", [True, False])
def test_an_error_report_shows_nothing_hidden(debug: bool) -> None:
    # Made at run time: a report quotes the source, and so this file.
    place, coming = "".join(["bro", "wn"]), "".join(["jo", "ker"])
    request = RequestFactory().post(
        f"/t/{TOKEN}/", {"choice": place}, headers={"referer": f"http://x/t/{TOKEN}/"}
    )

    def fail() -> None:
        carried, turn_id = [coming], 4700 + 11
        raise ValueError(f"bad {request.path} in {turn_id} {carried and TOKEN}")

    with override_settings(DEBUG=debug):
        try:
            fail()
        except ValueError:
            reporter = RedactingExceptionReporter(request, *sys.exc_info())
            reports = [reporter.get_traceback_html(), reporter.get_traceback_text()]
    for report in reports:
        for hidden in (TOKEN, place, coming, settings.SECRET_KEY):
            assert hidden not in report
    assert "4711" in reports[0].split('class="vars"', 1)[1]
    assert settings.DEFAULT_EXCEPTION_REPORTER.endswith(".RedactingExceptionReporter")


def test_frame_variables_are_types_only() -> None:
    request = RequestFactory().get("/")
    frame = sys._getframe()
    word, hand, number = "vesuvius", [1, 2], 5
    shown = dict(
        get_exception_reporter_filter(request).get_traceback_frame_variables(request, frame)
    )
    assert (shown["word"], shown["hand"], shown["number"]) == ("…", "…", number)
    assert "vesuvius" not in str(shown)
    assert word
    assert hand
