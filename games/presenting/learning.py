"""What the pages for learning share: the deck that is played with, and families of powers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import Deck
from games.services.lobby import DEFAULT_DECK

#: First word of a power in the deck -> what powers of its family do, in a few words.
FAMILIES: Mapping[str, Promise] = {
    "place": _("place legions"),
    "gain": _("more legions"),
    "extra_objective": _("one more objective"),
    "rearrange": _("rearrange legions"),
    "complete": _("complete at once"),
    "attack": _("attack the others"),
    "swap": _("one symbol counts as another"),
    "score_symbol": _("points for symbols"),
    "score_kind": _("points for a kind"),
    "score_attack": _("points for attacks"),
    "none": _("no power"),
}


@cache
def usual_deck() -> Deck:
    """Give the deck that new games are played with."""
    return Deck.from_csv(DEFAULT_DECK.read_bytes())


def family_of(deck: Deck, number: int) -> str:
    """Give the family of a card's power, ``none`` for a card without one."""
    power = deck[number].power
    return power.word.partition(":")[0] if power is not None else "none"
