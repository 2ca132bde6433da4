"""A real browser: Debian's Chromium, one for all tests here, each with windows of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.windows import Window

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",  # which is small in a container, and a browser without it is gone
]
#: Milliseconds to wait for what is expected: it is there at once but on a very busy machine.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rows are committed, for the server to see; without a browser there is nothing to test."""
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.django_db(transaction=True))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip("there is no chromium on PATH"))


@pytest.fixture(scope="package")
def chromium(django_db_setup: None) -> Iterator[Callable[[], Browser]]:
    """Gives the browser, a new one where that ended by itself; none is left to other folders.

    While playwright runs there is an event loop in this thread: Django must be told that it is
    no harm, and sees connections of their own, which are closed before the loop goes.
    """
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as driver:
            launched: list[Browser] = []

            def browser() -> Browser:
                if not launched or not launched[-1].is_connected():
                    found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                    launched.append(found)
                return launched[-1]

            yield browser
            for one in launched:
                one.close()
            for connection in connections.all(initialized_only=True):
                connection.inc_thread_sharing()
                connection.close()
                connection.dec_thread_sharing()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def window(
    chromium: Callable[[], Browser], live_server: Any, settings: Any
) -> Iterator[Callable[..., Window]]:
    """Opens windows; nothing may have gone wrong in any of them when the test is over."""
    settings.SITE_URL = live_server.url  # of links that are written out whole
    windows: list[Window] = []
    with ExitStack() as stack:

        def open_window(**how: Any) -> Window:
            context = stack.enter_context(chromium().new_context(base_url=live_server.url, **how))
            context.set_default_timeout(PATIENCE)
            scripts = how.get("java_script_enabled", True)
            windows.append(Window(context, scripts=scripts))
            return windows[-1]

        yield open_window
        faults = [fault for one in windows for fault in one.faults]
    assert faults == []
