"""The board of a form: which spaces can be clicked, which legions may move, and why others not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.presenting.board import Board, Card, Space
from games.presenting.choices import Option

Named = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Spots:
    """Where the choices of a draw stand on the cards.

    ``places``: value of the choice that fills a space from the supply. ``targets``: spaces that a
    legion may be moved to. ``lifts``: the number of each legion that may move, by its space.
    """

    places: Mapping[Named, str]
    targets: frozenset[Named]
    lifts: Mapping[Named, str]

    def on(self, card: Card) -> Card:
        """Give a card whose spaces know what a click on them does."""
        return replace(card, spaces=tuple(self._space(card, space) for space in card.spaces))

    def _space(self, card: Card, space: Space) -> Space:
        named = (card.number, space.symbol.letter)
        key = f"{card.number}-{space.symbol.letter}"
        if space.filled:
            return replace(space, key=key, lift=self.lifts.get(named, ""))
        if pick := self.places.get(named, ""):
            return replace(space, key=key, pick=pick)
        label = gettext("%(symbol)s: open, does not match the token")
        if named in self.targets:
            label = gettext("%(symbol)s: open, matches; no legion in your supply, but one can move")
        return replace(space, key=key, label=label % {"symbol": space.symbol.name})

    def marked(self, option: Option, card: Card) -> Option:
        """Give a choice that knows the place of its space on its card, and its legion."""
        kind, _, rest = option.value.partition("-")
        parts = rest.split("-")
        if kind not in ("place", "move"):
            return option
        open_spaces = (
            str(at)
            for at, space in enumerate(card.spaces)
            if space.symbol.letter == parts[-1] and not space.filled
        )
        lift = self.lifts[int(parts[0]), parts[1]] if kind == "move" else ""
        return replace(option, at=next(open_spaces, ""), lift=lift)


def spots(options: Sequence[Option]) -> Spots:
    """Find where the choices stand, from their values."""
    places: dict[Named, str] = {}
    targets: set[Named] = set()
    lifts: dict[Named, str] = {}
    for option in options:
        kind, _, rest = option.value.partition("-")
        parts = rest.split("-")
        if kind == "place":
            places[int(parts[0]), parts[1]] = option.value
        elif kind == "move":
            lifts.setdefault((int(parts[0]), parts[1]), str(len(lifts)))
            targets.add((int(parts[2]), parts[3]))
    return Spots(places, frozenset(targets), lifts)


def hint(board: Board, found: Spots) -> str:
    """Say how legions are chosen on the board, and what cannot be done at all."""
    if board.own is not None and not board.own.supply:
        return gettext(
            "Your supply is empty: one of your placed legions can be moved, or you pass."
        )
    if found.lifts:
        return gettext(
            "A golden space takes a legion from your supply. To move one that is placed, choose it"
            " in the list of its new card."
        )
    return gettext("A golden space takes a legion from your supply.")
