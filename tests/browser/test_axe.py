"""axe finds nothing serious or critical on any page, in light and dark, wide and narrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from tests.browser.windows import DESKTOP, NARROW, Window
from tests.games.town import every_visit
from tests.games.visits import Visitors

pytestmark = pytest.mark.slow

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.help, one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160) +
      " " + node.any.map((why) => why.message).join(" ").slice(0, 240))]);
}"""
#: Colours that still fade from light to dark are none that anybody reads.
STILL = "*, *::before, *::after { transition: none !important; }"
#: What stands in no element of its own: it is not closed.
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "use"})


class Shapes(HTMLParser):
    """The kinds of elements on a page: each with its classes, attributes, and all that it is in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[tuple[object, ...]] = set()
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = f"{tag}.{dict(attrs).get('class')}"
        self.found.add((*self._inside, kind, *sorted(name for name, _ in attrs)))
        if tag not in VOID:
            self._inside.append(kind)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        self._inside.pop()


class Judge:
    """Lets axe judge every page that has a kind of element on it which no page before had."""

    def __init__(self, at: Window, site: str) -> None:
        self.at, self.site = at, site
        self.seen: set[tuple[object, ...]] = set()
        self.judged = 0
        self.found: dict[str, Any] = {}

    def look(self, name: str, path: str, html: str) -> None:
        """Judge what the server answered, shown where it came from, with all that it loads."""
        shapes = Shapes(html).found
        if shapes <= self.seen:
            return
        self.seen |= shapes
        self.judged += 1
        page, url = self.at.page, f"{self.site}{path}"
        page.route(url, lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(url)
        page.unroute(url)
        page.add_style_tag(content=STILL)
        page.evaluate(AXE)
        for scheme, window in (("light", DESKTOP), ("dark", NARROW)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size(window["viewport"])
            wrong = page.evaluate(RUN)
            self.at.look()
            if wrong:
                self.found[f"{name} {scheme}"] = wrong
        page.goto("about:blank")  # or it would renew itself while the game goes on


def test_axe_finds_nothing_wrong_on_any_page(
    window: Callable[..., Window], live_server: Any
) -> None:
    # Our own rules for scripts would keep axe out, so they are put aside.
    judge, visitors = Judge(window(**DESKTOP, bypass_csp=True), live_server.url), Visitors()
    for visit in every_visit():
        answer = visitors.send(visit)
        if answer.headers["Content-Type"].startswith("text/html") and answer.content:
            judge.look(str(visit), visit.path, answer.content.decode())

    assert judge.judged > 40
    assert judge.found == {}, json.dumps(judge.found, indent=1)


def test_axe_does_find_what_is_wrong(window: Callable[..., Window]) -> None:
    page = window(**DESKTOP, bypass_csp=True).page
    page.set_content('<p style="color:#aaa;background:#fff">Pale</p><input>')
    page.evaluate(AXE)
    assert {"color-contrast", "label"} <= {found[0] for found in page.evaluate(RUN)}
