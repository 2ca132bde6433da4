"""Every choice of a flat list: a short value for a form, the action in words, what follows.

The value of a choice is fixed by the choice alone (``place-28-C``), so that a link in a mail and a
client that reads the page's form mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.presenting import symbols
from games.presenting.consequences import consequences
from games.presenting.kept import by_language
from games.rules import Deck, Malformed, Rules
from games.rules.choices import (
    Arrange,
    Choice,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Steps,
    Take,
)
from games.rules.views import View


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its form value, the whole action in words, and what follows from it.

    ``card``: the card that it is about, 0 for none. ``highlighted``: the link that led here names
    it. ``chosen``: it is what the form, or the stored order, says. ``at`` and ``lift`` name the
    space of its card that it fills and the legion that it moves, where the page shows them.
    """

    value: str
    text: str
    card: int
    follows: tuple[str, ...] = ()
    highlighted: bool = False
    chosen: bool = False
    at: str = ""
    lift: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that are shown together: ``code`` is place, move, pass, keep, take, ..."""

    code: str
    card: int
    heading: str
    options: tuple[Option, ...]


_CARD, _LETTER = "[1-9][0-9]{0,2}", "[SHCKTD]"
_PATTERN = re.compile(
    rf"place-{_CARD}-{_LETTER}|move-{_CARD}-{_LETTER}-{_CARD}-{_LETTER}|pass|claim-(?:yes|no)"
    rf"|(?:take|complete|objective)-{_CARD}|legions(?:-{_CARD}{_LETTER}){{1,48}}"
    rf"|keep(?:-{_CARD}){{1,6}}"
)


def value_of(choice: Choice) -> str:
    """Give the form value of a choice of a flat list; a ``mobilize`` without carried answers."""
    match choice:
        case Mobilize(Place(card, symbol)):
            return f"place-{card}-{symbol}"
        case Mobilize(Move(card, symbol, to_card, to_symbol)):
            return f"move-{card}-{symbol}-{to_card}-{to_symbol}"
        case Mobilize():
            return "pass"
        case Keep(cards):
            return "-".join(["keep", *map(str, cards)])
        case Claim(take):
            return "claim-yes" if take else "claim-no"
        case Take(card):
            return f"take-{card}"
        case Complete(card):
            return f"complete-{card}"
        case LoseObjective(card):
            return f"objective-{card}"
        case LoseLegions(spaces):
            return "-".join(["legions", *(f"{card}{symbol}" for card, symbol in spaces)])
    raise ValueError(choice.code)


def read_value(value: str) -> Choice:
    """Read a choice from its form value; raises ``Malformed`` for what is none."""
    if not _PATTERN.fullmatch(value):
        raise Malformed("bad_value")
    kind, _, rest = value.partition("-")
    parts = rest.split("-")
    if kind in ("place", "move"):
        return Mobilize(_step(kind, parts))
    if kind == "legions":
        return LoseLegions(tuple((int(part[:-1]), part[-1]) for part in parts))
    if kind == "keep":
        return Keep(tuple(map(int, parts)))
    if kind in _ABOUT_A_CARD:
        return _ABOUT_A_CARD[kind](int(parts[0]))
    return Claim(parts[0] == "yes") if kind == "claim" else Mobilize(Pass())


_ABOUT_A_CARD: dict[str, type[Take | Complete | LoseObjective]] = {
    "take": Take,
    "complete": Complete,
    "objective": LoseObjective,
}


def _step(kind: str, parts: Sequence[str]) -> Place | Move:
    if kind == "place":
        return Place(int(parts[0]), parts[1])
    return Move(int(parts[0]), parts[1], int(parts[2]), parts[3])


def action_text(choice: Choice, deck: Deck, view: View | None = None) -> str:
    """Say a whole action in words: *Place a legion on the chariot of Lydia (18)*."""
    match choice:
        case Mobilize(action):
            return step_text(action, deck)
        case Keep(cards):
            return gettext("Keep %(cards)s") % {"cards": _cards(cards, deck)}
        case Claim(take):
            return _claim_text(view, take=take)
        case Take(card):
            return gettext("Take %(card)s") % {"card": symbols.card_name(deck, card)}
        case Complete(card):
            return gettext("Complete %(card)s") % {"card": symbols.card_name(deck, card)}
        case LoseObjective(card):
            return _loss_text(card, deck, view)
        case LoseLegions(spaces):
            lost = [_space(card, symbol, deck) for card, symbol in spaces]
            return ngettext(
                "Take the legion off the %(spaces)s", "Take legions off: %(spaces)s", len(lost)
            ) % {"spaces": symbols.and_list(lost)}
        case Steps(steps):
            found = "; ".join(step_text(step, deck) for step in steps)
            return found or gettext("Do not use the power")
        case Arrange(objectives):
            return gettext("Rearrange: %(cards)s") % {"cards": arrangement_text(objectives, deck)}
    raise ValueError(choice.code)


def step_text(step: Place | Move | Pass, deck: Deck) -> str:
    """Say one placing, moving or passing in words."""
    match step:
        case Place(card, symbol):
            return gettext("Place a legion on the %(space)s") % {
                "space": _space(card, symbol, deck)
            }
        case Move(card, symbol, to_card, to_symbol):
            return gettext("Move the legion on the %(source)s to the %(target)s") % {
                "source": _space(card, symbol, deck),
                "target": _space(to_card, to_symbol, deck),
            }
    return gettext("Pass: place nothing this draw")


def arrangement_text(objectives: Sequence[tuple[int, str]], deck: Deck) -> str:
    """Say where legions stand: *Lydia (18): shield; Asia (52): none*."""
    return "; ".join(
        gettext("%(card)s: %(symbols)s")
        % {"card": symbols.card_name(deck, number), "symbols": symbols.symbols_text(filled)}
        for number, filled in objectives
    )


def _space(card: int, symbol: str, deck: Deck) -> str:
    return space_of(symbol, symbols.card_name(deck, card))


@by_language
def space_of(symbol: str, card: str) -> str:
    """Name a space, by its symbol and its card's name: *chariot of Lydia (18)*."""
    return gettext("%(symbol)s of %(card)s") % {"symbol": symbols.symbol(symbol).name, "card": card}


def _cards(numbers: Iterable[int], deck: Deck) -> str:
    return symbols.and_list([symbols.card_name(deck, number) for number in numbers])


def _claim_text(view: View | None, *, take: bool) -> str:
    if view is None or view.resolving is None:
        return gettext("Claim the reward") if take else gettext("Leave the reward")
    count = len(view.seats[view.resolving.seat].controlled)
    tile = symbols.tile_with_points(f"count:{count}")
    if take:
        return gettext("Claim the reward for %(tile)s") % {"tile": tile}
    return gettext("Leave the reward for %(tile)s") % {"tile": tile}


def _loss_text(card: int, deck: Deck, view: View | None) -> str:
    name = symbols.card_name(deck, card)
    if view is not None and view.seat is not None and card in view.seats[view.seat].controlled:
        return gettext("Discard your controlled objective %(card)s") % {"card": name}
    return gettext("Take all legions off %(card)s") % {"card": name}


def choices(options: Sequence[Choice], view: View, rules: Rules) -> tuple[Group, ...]:
    """Give every choice of a flat options list, grouped: by card for placing and moving."""
    groups: dict[tuple[str, int], list[Option]] = {}
    for choice in options:
        option = Option(
            value=value_of(choice),
            text=action_text(choice, rules.deck, view),
            card=_about(choice),
            follows=consequences(choice, view, rules),
        )
        groups.setdefault(_group_of(choice), []).append(option)
    return tuple(
        Group(code, card, _heading(code, card, rules.deck), tuple(found))
        for (code, card), found in groups.items()
    )


def marked(
    groups: Iterable[Group], *, chosen: str = "", highlighted: str = ""
) -> tuple[Group, ...]:
    """Give the groups with the chosen and the highlighted option marked, by their values."""
    return tuple(
        replace(
            group,
            options=tuple(
                replace(
                    option,
                    chosen=bool(chosen) and option.value == chosen,
                    highlighted=bool(highlighted) and option.value == highlighted,
                )
                for option in group.options
            ),
        )
        for group in groups
    )


def _about(choice: Choice) -> int:
    match choice:
        case Mobilize(Place(card)) | Mobilize(Move(to_card=card)):
            return card
        case Take(card) | Complete(card) | LoseObjective(card):
            return card
    return 0


def _group_of(choice: Choice) -> tuple[str, int]:
    if isinstance(choice, Mobilize):
        return choice.action.code, _about(choice)
    return choice.code, 0


def _heading(code: str, card: int, deck: Deck) -> str:
    if code == "place":
        return gettext("Place on %(card)s") % {"card": symbols.card_name(deck, card)}
    if code == "move":
        return gettext("Move a legion to %(card)s") % {"card": symbols.card_name(deck, card)}
    return str(_HEADINGS[code])


_HEADINGS = {
    "pass": gettext_lazy("Or do nothing"),
    "keep": gettext_lazy("Keep three"),
    "claim": gettext_lazy("The reward"),
    "take": gettext_lazy("Take one card"),
    "complete": gettext_lazy("Complete one objective"),
    "lose_legions": gettext_lazy("What you lose"),
    "lose_objective": gettext_lazy("What you lose"),
}
