"""The sentence for every fault that a deck file can have."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.deckcheck import Fault

#: How much of a value from the file is shown.
LONGEST = 80

#: Code -> sentence.
FAULTS: Mapping[str, Promise] = {
    "deck_columns": _("the first line must name the columns %(expected)s"),
    "deck_end_points": _("a card with %(power)s prints no points, this one prints %(points)s"),
    "deck_goods_total": _("%(expected)s cards must show %(what)s, there are %(found)s"),
    "deck_kind": _("the kind must be one of %(allowed)s, not “%(value)s”"),
    "deck_kind_total": _("%(expected)s cards must be of the kind %(what)s, there are %(found)s"),
    "deck_name": _("the card has no name"),
    "deck_name_twice": _("the name “%(name)s” stands in line %(first)s already"),
    "deck_not_csv": _("this cannot be read as CSV: %(problem)s"),
    "deck_not_utf8": _("this is no text in UTF-8"),
    "deck_number_missing": _("there is no card %(number)s"),
    "deck_number_range": _("card %(number)s is too many: numbers go up to %(high)s"),
    "deck_number_twice": _("card %(number)s stands in line %(first)s already"),
    "deck_points_total": _(
        "the points of all cards of the kind %(what)s add up to %(found)s, they should to"
        " %(expected)s"
    ),
    "deck_power": _("there is no power “%(value)s”"),
    "deck_power_stray": _("no card of the published deck has the power %(power)s"),
    "deck_power_total": _("%(expected)s cards must have the power %(what)s, there are %(found)s"),
    "deck_row_length": _("a line must have %(expected)s columns"),
    "deck_senator_good": _("a senator shows no wheat and no gold, this one shows %(good)s"),
    "deck_symbols": _("spaces must be 2 to 6 of S H C K T D in this order, not “%(value)s”"),
    "deck_value": _("%(column)s must be a whole number from %(low)s to %(high)s, not “%(value)s”"),
}


def fault_sentence(fault: Fault) -> str:
    """Give the sentence for a fault."""
    return str(FAULTS[fault.code]) % {
        name: quoted(value) if isinstance(value, str) else value
        for name, value in fault.parameters.items()
    }


def quoted(text: str) -> str:
    """Give text from a file so that it can stand in one line: printable, and not endless."""
    shown = text if text.isprintable() else repr(text)[1:-1]
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"
