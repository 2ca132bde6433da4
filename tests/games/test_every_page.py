"""What every page keeps: few queries, little to load, and nothing that waits for a script."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import presenting
from tests.games.town import every_visit
from tests.games.visits import Visit, Visitors, routes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STATIC = Path(presenting.__file__).parent.parent / "static/games"
#: Every page has fewer queries, and fewer bytes with all that a browser fetches for it.
QUERIES, BYTES = 8, 150_000
#: What waits for a script before anything is painted, and what our own rules for content forbid.
BLOCKING = re.compile(r"<script(?![^>]*\s(?:defer|async)\b)|<style|\sstyle=|\son\w+=|javascript:")


def assets_of(page: str) -> int:
    """How many bytes a page makes a browser fetch besides itself."""
    fetched = set(re.findall(r'(?:href|src)="[^"]*/games/([\w.]+\.(?:css|js|svg))"', page))
    for name in sorted(fetched):
        fetched |= set(re.findall(r'url\("([\w.]+)"\)', (STATIC / name).read_text()))
    return sum((STATIC / name).stat().st_size for name in fetched)


def faults_of(visit: Visit, answer: Any, queries: int) -> list[str]:
    """What this answer does not keep. A form sent may ask more: it is judged, counted, and shown
    again with what was wrong."""
    found = []
    if answer.status_code != visit.status:
        found.append(f"{answer.status_code} instead of {visit.status}")
    # Everything about somebody, to be kept as a file, is no page: it may ask three times more.
    most = QUERIES + 3 * ("Content-Disposition" in answer.headers)
    if queries >= most and not visit.form:
        found.append(f"{queries} queries")
    if answer.headers["Content-Type"].startswith("text/html") and answer.content:
        page = answer.content.decode()
        size = len(answer.content) + assets_of(page)
        found += [f"{size} bytes"] if size >= BYTES else []
        found += [f"{part} on the page" for part in BLOCKING.findall(page)]
        found += [] if re.search(r"<title>\s*[^\s<]", page) else ["no title"]
    return [f"{visit}: {fault}" for fault in found]


def test_every_page_is_light_asks_little_and_waits_for_no_script() -> None:
    visitors, faults = Visitors(), []
    seen: Counter[str] = Counter()
    for visit in every_visit():
        visitors.browser(visit.who)
        with CaptureQueriesContext(connection) as asked:
            answer = visitors.send(visit)
        faults += faults_of(visit, answer, len(asked))
        seen[visit.route] += not visit.form

    assert faults == [], "\n".join(faults)
    missing = {name for name, _ in routes() if name} - {name for name in seen if seen[name]}
    assert sorted(missing) == [], "pages that tests.games.town does not look at"


def test_an_address_without_a_name_is_another_spelling_of_one_that_has() -> None:
    named = {view for name, view in routes() if name}

    assert {view for name, view in routes() if not name} <= named


def test_what_is_too_much_is_found() -> None:
    class Answer:
        status_code, headers = 200, {"Content-Type": "text/html; charset=utf-8"}
        content = b"<title> </title><script src='/static/games/board.js'></script>" + b"x" * BYTES

    assert len(faults_of(Visit("/"), Answer(), QUERIES)) == 4
