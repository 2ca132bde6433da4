"""The immediate powers, one small unit under one name. docs/rules.md, *Powers*.

A new power is a word in ``games.rules.words`` and a unit here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from games.rules.powers.attacks import AttackControlled, AttackLegions, AttackObjective
from games.rules.powers.base import Attack, Unit
from games.rules.powers.cards import CompleteObjective, ExtraObjective
from games.rules.powers.legions import Gain, PlaceLegions, Rearrange
from games.rules.words import PowerWord

UNITS: Mapping[str, Callable[..., Unit]] = {
    "place": PlaceLegions,
    "gain": Gain,
    "rearrange": Rearrange,
    "extra_objective": ExtraObjective,
    "complete": CompleteObjective,
    "attack:legions": AttackLegions,
    "attack:clear_objective": AttackObjective,
    "attack:controlled_objective": AttackControlled,
}


@cache
def unit_of(power: PowerWord) -> Unit:
    """Give the unit of an immediate power, made with the arguments that the deck gives it."""
    return UNITS[power.word](*power.arguments)


__all__ = ["UNITS", "Attack", "Unit", "unit_of"]
