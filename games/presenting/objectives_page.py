"""The list of all objectives: filtered, sorted, and how sure we are of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.presenting import symbols
from games.presenting.around import Way
from games.presenting.board import Card, card
from games.presenting.learning import FAMILIES, family_of, usual_deck
from games.rules import Deck
from games.rules.deck import Objective
from games.rules.words import KINDS, SYMBOLS

_PARTS = re.compile(r"(\w+)\(([^)]*)\)")

#: How sure we are -> how it is said.
_SURENESS: Mapping[str, Promise] = {
    "documented": _("documented: %(parts)s"),
    "deduced": _("deduced: %(parts)s"),
    "reconstructed": _("reconstructed: %(parts)s"),
}
#: Part of a card as the deck file names it -> how it is said.
_PART_NAMES: Mapping[str, Promise] = {
    "name": _("name"),
    "goods": _("goods"),
    "kind": _("kind"),
    "symbols": _("spaces"),
    "vp": _("points"),
    "power": _("power"),
    "kind pair": _("the kinds of a pair"),
    "kind order": _("which of the pair has which kind"),
    "goods pair": _("that one of a pair shows goods"),
    "goods carrier": _("which of the pair shows the good"),
    "goods carrier and type": _("which of the pair shows which good"),
    "goods type": _("which good"),
    "one good": _("that it shows one good"),
}
#: How the list can be sorted -> its name, and what goes first.
_SORTS: Mapping[str, tuple[Promise, Callable[[Objective], Any]]] = {
    "number": (_("number"), lambda found: found.number),
    "name": (_("name"), lambda found: found.name),
    "points": (_("points, most first"), lambda found: (-found.points, found.number)),
    "spaces": (_("spaces, fewest first"), lambda found: (len(found.symbols), found.number)),
}
_GOODS: Mapping[str, Promise] = {
    "wheat": _("wheat"),
    "gold": _("gold"),
    "any": _("wheat or gold"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter."""

    value: str
    text: str
    selected: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter (or the order) as a list to choose from."""

    name: str
    label: str
    options: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A card, its spaces in words, and how sure we are of its parts."""

    card: Card
    spaces: str
    provenance: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectivesPage:
    """Everything on the page; ``notice``: part of what was asked for is none of the choices."""

    address: str
    ways: tuple[Way, ...]
    filters: tuple[Filter, ...]
    cards: tuple[Listed, ...]
    found: str
    notice: str


def objectives_page(wanted: Mapping[str, str]) -> ObjectivesPage:
    """Give the page; ``wanted``: filters and order as they stand in the address."""
    deck = usual_deck()
    filters = _filters(wanted)
    chosen = {
        found.name: next(option.value for option in found.options if option.selected)
        for found in filters
    }
    sort = _SORTS[chosen["sort"]][1]
    shown = sorted((found for found in _objectives(deck) if _fits(deck, found, chosen)), key=sort)
    unknown = any(wanted.get(name, "") not in ("", value) for name, value in chosen.items())
    return ObjectivesPage(
        address=reverse("games:objectives"),
        ways=_ways(),
        filters=filters,
        cards=tuple(_listed(deck, found) for found in shown),
        found=ngettext("%(n)d objective", "%(n)d objectives", len(shown)) % {"n": len(shown)},
        notice=gettext("Part of what was asked for is not to be had: choose from the lists.")
        if unknown
        else "",
    )


def _ways() -> tuple[Way, ...]:
    return (
        Way("rules", gettext("The rules"), reverse("games:rules"), here=False),
        Way("practice", gettext("Practise"), reverse("games:practice"), here=False),
    )


def _objectives(deck: Deck) -> Iterable[Objective]:
    return deck.objectives.values()


def _filters(wanted: Mapping[str, str]) -> tuple[Filter, ...]:
    every = gettext("all")
    return (
        _filter(
            "kind", gettext("Kind"), {"": every, **{k: symbols.kind(k).name for k in KINDS}}, wanted
        ),
        _filter(
            "symbol",
            gettext("With a space of"),
            {"": every, **{letter: symbols.symbol(letter).name for letter in SYMBOLS}},
            wanted,
        ),
        _filter("power", gettext("Power"), {"": every, **FAMILIES}, wanted),
        _filter("goods", gettext("Goods"), {"": every, **_GOODS}, wanted),
        _filter(
            "sort", gettext("Order"), {code: name for code, (name, _) in _SORTS.items()}, wanted
        ),
    )


def _filter(name: str, label: str, values: Mapping[str, Any], wanted: Mapping[str, str]) -> Filter:
    """Give a filter with what was asked for chosen, or its first value for what there is not."""
    asked = wanted.get(name, "")
    chosen = asked if asked in values else next(iter(values))
    options = tuple(Choice(value, str(text), value == chosen) for value, text in values.items())
    return Filter(name, label, options)


def _fits(deck: Deck, found: Objective, chosen: Mapping[str, str]) -> bool:
    has = {"wheat": found.wheat, "gold": found.gold, "any": found.wheat or found.gold, "": True}
    return (
        chosen["kind"] in ("", found.kind)
        and chosen["symbol"] in found.symbols
        and chosen["power"] in ("", family_of(deck, found.number))
        and bool(has[chosen["goods"]])
    )


def _listed(deck: Deck, found: Objective) -> Listed:
    spaces = symbols.symbols_text(found.symbols)
    return Listed(card(deck, found.number), spaces, provenance(found.provenance))


def provenance(stored: str) -> tuple[str, ...]:
    """Say how sure we are of a card's parts; what the file says in other words stays as it is."""
    told = []
    for sureness, parts in _PARTS.findall(stored):
        names = [str(_PART_NAMES.get(part, part)) for part in parts.split(",")]
        template = str(_SURENESS.get(sureness, f"{sureness}: %(parts)s"))
        told.append(template % {"parts": ", ".join(names)})
    return tuple(told)
