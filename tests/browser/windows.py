"""Windows of the browser, and what people do in them: look, choose, submit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator

from games.forms import data_of
from games.models import Game
from games.rules.bots import greedy_bot
from games.rules.choices import Choice
from games.services.table import rules_of, state_of
from tests.games.browsing import turn_path
from tests.games.cast import seat_of, turn_of

DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 900}}
NARROW: Mapping[str, Any] = {"viewport": {"width": 360, "height": 740}}
#: As narrow as phones get, and with scripts switched off.
PHONE: Mapping[str, Any] = {
    **NARROW,
    "is_mobile": True,
    "has_touch": True,
    "java_script_enabled": False,
}
#: The other way round: a phone with scripts, and a desk without.
TOUCH: Mapping[str, Any] = {**PHONE, "java_script_enabled": True}
BARE: Mapping[str, Any] = {**DESKTOP, "java_script_enabled": False}
OVERFLOW = "() => document.documentElement.scrollWidth - window.innerWidth"


class Window:
    """One window with cookies of its own, and a note of whatever went wrong in it."""

    def __init__(self, context: BrowserContext, *, scripts: bool = True) -> None:
        self.context, self.scripts = context, scripts
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{self.page.url}: {message.text}")

    def open(self, path: str) -> None:
        """Open a page of ours."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.ok, (answer.status, path)
        self.look()

    def look(self) -> None:
        """The page fits the window."""
        assert self.page.evaluate(OVERFLOW) <= 0, self.page.url

    @property
    def state(self) -> str:
        """What the page says of itself."""
        return self.page.locator("body").get_attribute("data-state") or ""

    @property
    def text(self) -> str:
        """What can be read on the page, on one line."""
        return " ".join(self.page.locator("main").inner_text().split())

    def submit(self, form: Locator) -> None:
        """Press the button of a form, and look at the page that comes."""
        with self.page.expect_navigation():
            form.locator("button:not([type=button])").click()
        self.look()

    def fill_in(self, form: Locator, fields: Mapping[str, Sequence[str]]) -> None:
        """Choose these values in a form, as a hand does: by its labels and selects."""
        for name, values in fields.items():
            select = form.locator(f'select[name="{name}"]')
            for value in values:
                if select.count():
                    select.select_option(value)
                elif name.startswith("space-"):
                    assert value == "0", name  # the card has no such space to choose for
                else:
                    self.choose(form, name, value)

    def choose(self, form: Locator, name: str, value: str) -> None:
        """Click the label of one value, having unfolded what it stands in."""
        css = f'input[name="{name}"][value="{value}"]'
        control, inside = form.locator(css), self.page.locator(css)
        folded = self.page.locator("details:not([open])").filter(has=inside)
        while folded.count():
            folded.first.locator("> summary").click()
        form.locator("label").filter(has=inside).click()
        assert control.is_checked()

    def accept(self, path: str, word: str) -> None:
        """Take the seat of an invitation."""
        self.open(path)
        form = self.page.locator("form[data-form=accept]")
        self.choose(form, "accept", "yes")
        form.locator("[name=word]").fill(word)
        self.submit(form)

    def play(self, game: Game, name: str, choice: Choice | None = None) -> None:
        """Open somebody's turn and submit what the greedy bot would, or the given choice."""
        self.open(turn_path(game, name))
        self.order(choice or best(game, name))

    def order(self, choice: Choice) -> None:
        """Submit an order on the page of a turn: on the board itself where that can be."""
        assert self.state == "open"
        form, fields = self.page.locator("#order-form"), data_of(choice)
        value = fields.get("choice", [""])[0]
        space = form.locator(f'.space label[for="choice-{value}"]')
        if space.count():
            space.first.click()
        elif value.startswith("move-") and self.scripts:
            self._move(form, f'input[value="{value}"]')
        else:
            self.fill_in(form, fields)
        if value:
            assert form.locator(f'[name=choice][value="{value}"]').is_checked()
        self.submit(form)

    def _move(self, form: Locator, css: str) -> None:
        """Click the legion, and then the space that it moves to."""
        radio = form.locator(css)
        lift, at = radio.get_attribute("data-from"), radio.get_attribute("data-at")
        form.locator(f'[data-lift="{lift}"] > button').first.click()
        card = form.locator(".card-choice").filter(has=self.page.locator(css))
        card.locator(f'.space[data-at="{at}"] > button').first.click()

    def send(self, purpose: str, **fields: str) -> None:
        """Fill in the page's form for this purpose, as a hand does, and send it."""
        form = self.page.locator(f"form[data-form={purpose}]")
        for name, value in fields.items():
            control = form.locator(f'[name="{name}"]').first
            kind = control.evaluate("(control) => control.type")
            if kind == "radio":
                self.choose(form, name, value)
            elif kind == "select-one":
                control.select_option(value)
            else:
                control.fill(value)
        self.submit(form)

    def follow(self, css: str) -> None:
        """Click a link that leads to another page, and look at it."""
        with self.page.expect_navigation():
            self.page.locator(css).first.click()
        self.look()


def best(game: Game, name: str) -> Choice:
    """What the greedy bot would choose."""
    rules, state = rules_of(game), state_of(turn_of(game).state_before)
    seat = seat_of(game, name).index
    assert seat is not None
    view, options = rules.view_for(state, seat), rules.options(state, seat)
    # Of what is equally good it takes the first: it rolls no dice.
    return greedy_bot(rules.deck, view, options, None)  # type: ignore[arg-type]
