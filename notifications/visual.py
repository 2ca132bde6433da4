"""The HTML part's values: what each cell says, and the two colours that it is given.

Every coloured cell also says its state in a word, since colours are changed by mail programs and
not seen by everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import css_inline
from django.utils.translation import gettext

from games.presenting.board import Card, Space
from games.presenting.choices import Group, Option
from games.presenting.kept import by_language

#: So many moves are buttons; more of them are listed, with one button that leads to the page.
MAX_MOVES = 4
MAX_BUTTONS = 24
#: So many spaces stand beside each other on a phone in letters of the usual size.
WIDE = 5


@dataclass(frozen=True, slots=True)
class Button:
    """A link as wide as a thumb: the whole action in words, where it leads, what follows."""

    text: str
    url: str
    follows: tuple[str, ...] = ()
    style: str = "button"
    color: str = "#8a1f17"


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(
        keep_at_rules=True,
        load_remote_stylesheets=False,
        minify_css=True,
        remove_inlined_selectors=True,
    )


def inline(html: str) -> str:
    """Move the styles to where they are used; what depends on dark or light stays in the head."""
    return str(_inliner().inline(html))


def second(text: str, url: str, follows: tuple[str, ...] = ()) -> Button:
    """Give a button that is not the first thing to think of."""
    return Button(text, url, follows, "second", "#f3ede1")


def _state(space: Space) -> tuple[str, str, str]:
    if space.filled:
        return "full", "#4d3b2d", gettext("legion")
    if space.matching:
        return "match", "#ffe08a", gettext("fits")
    return "free", "#f3ede1", gettext("open")


@dataclass(frozen=True, slots=True)
class Cell:
    """A space of a card: its symbol, the style and colour of its state, and that in a word."""

    name: str
    icon: str
    css: str
    color: str
    state: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card, and a cell for each of its spaces; ``share``: how wide one is, in percent."""

    card: Card
    cells: tuple[Cell, ...]
    share: int
    narrow: bool


@by_language
def card(found: Card) -> Drawn:
    """Give a card for its template."""
    cells = tuple(
        Cell(space.symbol.name, space.symbol.icon, *_state(space)) for space in found.spaces
    )
    return Drawn(found, cells, 100 // max(len(cells), 1), len(cells) > WIDE)


def cards(found: Iterable[Card | None]) -> list[Drawn]:
    """Give several cards; an empty market place is left out."""
    return [card(one) for one in found if one is not None]


def buttons(groups: Sequence[Group] | None, url: str, whole: str) -> list[Button]:
    """Give a button for each choice, as far as a mail can hold them; ``whole`` opens the page."""
    if groups is None:
        return [Button(whole, url)]
    moves = [option for group in groups if group.code == "move" for option in group.options]
    passes = [option for group in groups if group.code == "pass" for option in group.options]
    main = [
        option for group in groups if group.code not in ("move", "pass") for option in group.options
    ]
    if len(main) > MAX_BUTTONS:
        return [Button(whole, url)]
    made = [Button(option.text, _to(url, option), option.follows) for option in main]
    if len(moves) <= MAX_MOVES:
        made += [second(option.text, _to(url, option), option.follows) for option in moves]
    else:
        text = gettext("Move a legion instead (%(ways)d ways)")
        if not main:
            text = gettext("Move a legion (%(ways)d ways)")
        made.append(second(text % {"ways": len(moves)}, url))
    return [*made, *(second(option.text, _to(url, option)) for option in passes)]


def _to(url: str, option: Option) -> str:
    return f"{url}?choice={option.value}"
