"""The form of each decision as plain values: radios, checkboxes and selects, filled in.

Names and values depend on the position alone, never on the time. ``filled`` is what the form says
already: the posted fields, or those of the stored order (``games.forms.data_of``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.presenting.board import Card
from games.presenting.choices import Group

Filled = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class SelectOption:
    """One entry of a select."""

    value: str
    text: str
    selected: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A select with its label."""

    name: str
    label: str
    options: tuple[SelectOption, ...]


@dataclass(frozen=True, slots=True)
class Radio:
    """One radio button."""

    name: str
    value: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Check:
    """One checkbox; its value is always *yes*."""

    name: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A dealt card with its checkbox."""

    card: Card
    checked: bool


@dataclass(frozen=True, slots=True)
class KeepForm:
    """Six checkboxes named ``card``, of which exactly ``pick`` are to be checked."""

    pick: int
    cards: tuple[HandCard, ...]
    template: str = "games/forms/keep.html"


@dataclass(frozen=True, slots=True)
class ListForm:
    """Radios named ``name``, grouped. Groups about a card stand at that card on the page."""

    name: str
    groups: tuple[Group, ...]
    highlighted: str = ""
    highlighted_value: str = ""
    template: str = "games/forms/list.html"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ``place`` power: where a legion comes from, and where it goes."""

    number: int
    source: Select
    target: Select


@dataclass(frozen=True, slots=True)
class StepsForm:
    """A ``place`` power: whether it is used (radios), and its steps (selects)."""

    use: tuple[Radio, ...]
    steps: tuple[Step, ...]
    note: str
    template: str = "games/forms/steps.html"


@dataclass(frozen=True, slots=True)
class ArrangeCard:
    """The selects of one card: how many legions stand on each symbol."""

    title: str
    selects: tuple[Select, ...]


@dataclass(frozen=True, slots=True)
class ArrangeForm:
    """A ``rearrange`` power: whether it is used (radios), and where the legions stand then."""

    use: tuple[Radio, ...]
    cards: tuple[ArrangeCard, ...]
    legions: int
    note: str
    template: str = "games/forms/arrange.html"


OrderForm = KeepForm | ListForm | StepsForm | ArrangeForm


@dataclass(frozen=True, slots=True)
class CarriedForm:
    """What a placement that completes something may answer beforehand; each part is optional.

    ``remember`` offers to let answers hold for later; empty where only a power is asked about.
    """

    title: str
    sentences: tuple[str, ...]
    power: OrderForm | None
    power_sentence: str
    power_ask: Radio
    claim: tuple[Radio, ...]
    claim_text: str
    take: tuple[Select, ...]
    ask_new: Check
    remember: str


def first(filled: Filled, name: str) -> str:
    """Give a field's first value, empty for a missing one."""
    return next(iter(filled.get(name, ())), "")


def check(filled: Filled, name: str, text: str) -> Check:
    """Give a checkbox, ticked if the form says so."""
    return Check(name, text, first(filled, name) == "yes")


def ask_new(filled: Filled) -> Check:
    """Give the box for who wants a say when a card that was not there lies in the market."""
    return check(filled, "ask-new", gettext("But ask me if a new card lies there"))


def select(
    filled: Filled, name: str, label: str, entries: Sequence[tuple[str, str]], default: str = ""
) -> Select:
    """Give a select, with the entry selected that the form says, else the default."""
    said = first(filled, name) or default
    return Select(
        name, label, tuple(SelectOption(value, text, value == said) for value, text in entries)
    )
