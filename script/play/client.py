"""A little mail client that plays: it reads its own mails, follows the link, fills in the form.

What it chooses depends on the seed, its own name and the page alone: never on a clock, on others,
or on chance of its own. So the same seed gives the same game.
"""

from __future__ import annotations

import contextlib
import hmac
import queue
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from typing import TYPE_CHECKING

from script.play.mailbox import PostOffice, link_in
from script.play.page import Control, Form, Page

if TYPE_CHECKING:
    from games.models import Seat

#: A form that was refused is filled in otherwise, so often; then the power is declined.
TRIES = 8
TIMEOUT = 30


class Dice:
    """Numbers that follow from the seed, the name and what the page offers."""

    def __init__(self, seed: bytes, name: str, page: Sequence[str]) -> None:
        """Take what the numbers are to follow from."""
        self.key = hmac.digest(seed, repr((name, *page)).encode(), "sha256")
        self.counter = 0

    def below(self, bound: int) -> int:
        """Give the next number, 0 <= n < bound."""
        self.counter += 1
        digest = hmac.digest(self.key, self.counter.to_bytes(4, "big"), "sha256")
        return int.from_bytes(digest[:8], "big") % bound

    def pick(self, values: Sequence[str]) -> str:
        """Give one of the values."""
        return values[self.below(len(values))]


class Client(threading.Thread):
    """One player, who knows nothing but the mails to one address."""

    def __init__(self, name: str, address: str, seed: bytes, post: PostOffice) -> None:
        """Take who it is, what its choices follow from, and where its mails arrive."""
        super().__init__(name=name, daemon=True)
        self.seed, self.box = seed, post.boxes[address.lower()]
        self.orders = 0
        self.refused = 0
        self.trouble: str | None = None
        self.ended = threading.Event()
        #: Takes the seat and never orders; and: answers nothing for the time being.
        self.silent = False
        self.away = threading.Event()
        self._unanswered: str | None = None

    def run(self) -> None:
        """Answer every mail until told to stop; what came while away, the last of it, later."""
        while not self.ended.is_set():
            with contextlib.suppress(queue.Empty):
                self._unanswered = link_in(self.box.get(timeout=0.2)) or self._unanswered
            if self._unanswered is None or self.away.is_set():
                continue
            link, self._unanswered = self._unanswered, None
            try:
                self.visit(link)
            except (OSError, ValueError) as error:
                self.trouble = f"{self.name}: {error}"

    def visit(self, link: str) -> None:
        """Follow a link and fill in the form that the page asks for, if it asks for anything."""
        _status, page = self.fetch(link)
        if page.state not in ("open", "invited") or (self.silent and page.form("order")):
            return
        form = page.form("order") or page.form("accept")
        if form is None:
            raise ValueError(f"a page without a form: {page.state}")
        for attempt in range(TRIES + 1):
            status, page = self.fetch(link, self.fill(form, attempt))
            if status in (200, 409):
                self.orders += status == 200 and form.purpose == "order"
                return
            self.refused += 1
        raise ValueError(f"refused {TRIES + 1} times")

    def give_up(self, seat: Seat) -> None:
        """Give the seat up to a bot, on the page that the site leads to."""
        from games import links

        _status, page = self.fetch(links.seat_url(seat))
        form = page.form("resign")
        if form is None:
            raise ValueError(f"a seat that cannot be given up: {page.state}")
        status, _page = self.fetch(links.seat_url(seat), [("do", "resign"), ("heir", "bot")])
        if status != 200:
            raise ValueError(f"the seat was not given up: {status}")

    def fetch(self, link: str, data: Sequence[tuple[str, str]] | None = None) -> tuple[int, Page]:
        """Get a page, or post a form and follow to the page that it leads to; (status, page)."""
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        try:
            with urllib.request.urlopen(link, body, timeout=TIMEOUT) as answer:
                return answer.status, Page(answer.read().decode())
        except urllib.error.HTTPError as error:
            if error.code not in (409, 422):
                raise
            return error.code, Page(error.read().decode())

    def fill(self, form: Form, attempt: int) -> list[tuple[str, str]]:
        """Fill in a form; another attempt fills it in otherwise, the last one declines."""
        offered = [value for control in form.controls for value in control.values]
        dice = Dice(self.seed, self.name, [*offered, str(attempt)])
        data = [(control.name, control.now or "") for control in form.of_kind("hidden")]
        data += [(control.name, f"{self.name}'s word") for control in form.of_kind("text")]
        for control in form.of_kind("checkbox"):
            data += self._check(control, form.pick, dice)
        for control in form.of_kind("radio"):
            data.append((control.name, self._radio(control, dice, attempt)))
        for control in form.of_kind("select"):
            data.append((control.name, dice.pick(control.values)))
        return data

    def _check(self, control: Control, pick: int, dice: Dice) -> list[tuple[str, str]]:
        rest = sorted(control.values)
        return [(control.name, rest.pop(dice.below(len(rest)))) for _ in range(pick)]

    def _radio(self, control: Control, dice: Dice, attempt: int) -> str:
        """Place if possible, else move; a power is used until that was refused too often."""
        if attempt == TRIES and "decline" in control.values:
            return "decline"
        places = [value for value in control.values if value.startswith("place-")]
        moves = [value for value in control.values if value.startswith("move-")]
        if places and dice.below(10) == 0:
            places = []
            moves = [value for value in control.values if value == "pass"]
        return dice.pick(places or moves or control.values)
