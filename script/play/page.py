"""What a browser without scripts makes of a page: its forms, and what may be put into them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Control:
    """One named control: ``radio``, ``checkbox``, ``select``, ``text`` or ``hidden``.

    ``values``: what can be chosen; ``now``: what is chosen as the page comes (None: nothing).
    """

    kind: str
    name: str
    values: list[str] = field(default_factory=list)
    now: str | None = None


@dataclass
class Form:
    """One form: what it is for (``data-form``), and its controls in the order of the page."""

    purpose: str
    pick: int = 0
    controls: list[Control] = field(default_factory=list)

    def control(self, kind: str, name: str) -> Control:
        """Give the control of this kind and name, new where there is none yet."""
        for control in self.controls:
            if (control.kind, control.name) == (kind, name):
                return control
        self.controls.append(Control(kind, name))
        return self.controls[-1]

    def of_kind(self, kind: str) -> list[Control]:
        """Give the controls of one kind."""
        return [control for control in self.controls if control.kind == kind]


class Page(HTMLParser):
    """A page read for its forms and its state (``data-state``)."""

    def __init__(self, html: str) -> None:
        """Read a page."""
        super().__init__()
        self.state = ""
        self.forms: list[Form] = []
        self._select: Control | None = None
        self._inside = False
        self.feed(html)

    def form(self, purpose: str) -> Form | None:
        """Give the form for this purpose, if the page has one."""
        return next((form for form in self.forms if form.purpose == purpose), None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a form and of what stands in it."""
        found = dict(attrs)
        if tag == "body":
            self.state = found.get("data-state") or ""
        elif tag == "form":
            self.forms.append(Form(found.get("data-form") or ""))
            self._inside = True
        elif self._inside and tag == "fieldset" and found.get("data-pick"):
            self.forms[-1].pick = int(found["data-pick"] or 0)
        elif self._inside and tag == "input":
            self._input(found)
        elif self._inside and tag == "select":
            self._select = self.forms[-1].control("select", found.get("name") or "")
        elif self._select is not None and tag == "option":
            self._option(found)

    def handle_endtag(self, tag: str) -> None:
        """Leave a form or a select."""
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = None

    def _input(self, found: dict[str, str | None]) -> None:
        control = self.forms[-1].control(found.get("type") or "text", found.get("name") or "")
        value = found.get("value") or ""
        control.values.append(value)
        if control.kind in ("hidden", "text") or "checked" in found:
            control.now = value

    def _option(self, found: dict[str, str | None]) -> None:
        assert self._select is not None
        value = found.get("value") or ""
        self._select.values.append(value)
        if "selected" in found or self._select.now is None:
            self._select.now = value
