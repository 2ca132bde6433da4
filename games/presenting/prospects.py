"""Who could soon take which reward: who is one objective away from it, by what lies open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext

from games.presenting import symbols
from games.rules import Deck, Rules
from games.rules.rewards import GOODS, OF_A_KIND, TILES
from games.rules.state import SeatState
from games.rules.views import View
from games.rules.words import KINDS


def prospects(view: View, rules: Rules, names: Sequence[str]) -> Mapping[str, str]:
    """Say for each tile who needs one more objective for it; tiles with nobody near are left out.

    Only what the view shows to everybody counts: controlled objectives and tiles.
    """
    holders = {code: seat for seat, state in enumerate(view.seats) for code in state.tiles}
    found = {}
    for code in TILES:
        near = [
            seat
            for seat, state in enumerate(view.seats)
            if holders.get(code) != seat and _is_near(code, state, holders.get(code), view, rules)
        ]
        if near:
            found[code] = _sentence(code, near, view, names)
    return found


def _is_near(code: str, state: SeatState, holder: int | None, view: View, rules: Rules) -> bool:
    family, _, what = code.partition(":")
    if family == "good":
        return _good_is_near(what, state, holder, view, rules)
    if holder is not None:
        return False
    if family == "count":
        return len(state.controlled) == int(what) - 1 and not any(
            tile.startswith("count:") for tile in state.tiles
        )
    kinds = [rules.deck[card].kind for card in state.controlled]
    if what == "each":
        return len(set(kinds)) == len(KINDS) - 1
    return kinds.count(what) == OF_A_KIND - 1


def _good_is_near(
    good: str, state: SeatState, holder: int | None, view: View, rules: Rules
) -> bool:
    """Tell whether one more card with the good takes its tile, from the table or its holder."""
    if holder is None:
        return True
    wanted = _showing(good, view.seats[holder], rules.deck)
    if rules.ruleset.goods_tie == "holder":
        wanted += 1
    return _showing(good, state, rules.deck) + 1 >= wanted


def _showing(good: str, state: SeatState, deck: Deck) -> int:
    return sum(getattr(deck[card], good) for card in state.controlled)


def _sentence(code: str, near: Sequence[int], view: View, names: Sequence[str]) -> str:
    if code.removeprefix("good:") in GOODS and len(near) == len(view.seats):
        return gettext("goes to the first objective that shows it")
    others = [names[seat] for seat in near if seat != view.seat]
    parts = [gettext("you need one more")] if view.seat in near else []
    if others:
        parts.append(
            ngettext("%(names)s needs one more", "%(names)s need one more", len(others))
            % {"names": symbols.and_list(others)}
        )
    return "; ".join(parts)
