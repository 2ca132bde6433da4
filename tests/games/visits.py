"""Looks at every page of the site, in every state that it has: what every page must keep is asked
of these. That none is missing is asked of the addresses themselves (``test_every_page``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.games.site import Browser, signed_in

#: Not the players': moderators' pages have tests of their own, and the last are for development.
NOT_PLAYERS = ("admin", "desk", "dev", "staff")
#: Nor are those that answer machines: health and measures.
MACHINES = "augustus_site"


@dataclass(frozen=True, slots=True)
class Visit:
    """A look at a page: by whom ("" is nobody signed in), and what is filled in and sent there.

    ``form``: which form of the page is sent, with these ``fields``; without it nothing is.
    """

    path: str
    who: str = ""
    status: int = 200
    form: str = ""
    fields: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Give who looks at what."""
        return f"{self.who or 'somebody'} at {self.path} {self.form} {self.fields or ''}".rstrip()

    @property
    def route(self) -> str:
        """Give the name of the address."""
        return resolve(self.path.partition("?")[0]).view_name


class Visitors:
    """Everybody's browsers, each signed in once."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {"": Browser()}

    def browser(self, who: str) -> Browser:
        """Give somebody's browser; "" is one that nobody is signed in to."""
        if who not in self.browsers:
            self.browsers[who] = signed_in(who)
        return self.browsers[who]

    def send(self, visit: Visit) -> Any:
        """Pay a visit, and give the answer."""
        browser = self.browser(visit.who)
        if visit.form:
            browser.send(visit.form, visit.path, **visit.fields)
        else:
            browser.get(visit.path)
        return browser.response


def routes() -> Iterator[tuple[str, Any]]:
    """Give every address of the players' site, as its name ("" for none) and its view."""
    yield from _routes(get_resolver().url_patterns, "")


def _routes(patterns: list[URLPattern | URLResolver], namespace: str) -> Iterator[tuple[str, Any]]:
    for found in patterns:
        if isinstance(found, URLPattern):
            if found.callback.__module__.startswith(MACHINES):
                continue
            yield f"{namespace}{found.name}" if found.name else "", found.callback
        elif found.app_name not in NOT_PLAYERS:
            name = f"{namespace}{found.namespace}:" if found.namespace else namespace
            yield from _routes(found.url_patterns, name)
