"""The three attacks."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import events
from games.rules.choices import Choice, LoseLegions, LoseObjective
from games.rules.errors import IllegalChoice
from games.rules.powers.base import Attack
from games.rules.table import Space, Table


def multisets(counts: list[tuple[Space, int]], size: int) -> Iterator[tuple[Space, ...]]:
    """Give every different way to take ``size`` items when each space has ``count`` of them."""
    if size == 0:
        yield ()
        return
    for index, (space, count) in enumerate(counts):
        for taken in range(min(count, size), 0, -1):
            for rest in multisets(counts[index + 1 :], size - taken):
                yield (space,) * taken + rest


class AttackLegions(Attack):
    """``attack:legions:n``: every other player takes n legions off their objectives."""

    def __init__(self, number: str) -> None:
        """Take n."""
        self.number = int(number)

    def ways(self, table: Table, target: int) -> tuple[Choice, ...]:
        """Give the different sets of n spaces (of all, where fewer stand); none without legions."""
        legions = list(table.legions(target).items())
        size = min(self.number, sum(count for _, count in legions))
        return tuple(LoseLegions(spaces) for spaces in multisets(legions, size)) if size else ()

    def lose(self, table: Table, target: int, choice: Choice, by: int) -> None:
        """Take the legions off."""
        assert isinstance(choice, LoseLegions)
        for card, symbol in choice.spaces:
            table.seats[target].lift(card, symbol)
            table.emit(events.LegionLost(target, card, symbol, by))

    def verify_loss(self, table: Table, target: int, choice: Choice) -> None:
        """Judge a loss whatever the order in which its spaces are named."""
        if isinstance(choice, LoseLegions):
            standing = list(table.legions(target))
            order = {space: place for place, space in enumerate(standing)}
            choice = LoseLegions(
                tuple(sorted(choice.spaces, key=lambda space: order.get(space, len(order))))
            )
        super().verify_loss(table, target, choice)

    def refuse(self, table: Table, target: int, choice: Choice) -> IllegalChoice:
        """Say the number that is asked, or which space has too few legions."""
        if not isinstance(choice, LoseLegions):
            return IllegalChoice("wrong_answer", expected=LoseLegions.code)
        legions = table.legions(target)
        size = min(self.number, sum(legions.values()))
        for card, symbol in choice.spaces:
            if choice.spaces.count((card, symbol)) > legions.get((card, symbol), 0):
                return IllegalChoice("no_legion", card=card, symbol=symbol)
        return IllegalChoice("wrong_number", expected=size, found=len(choice.spaces))


class AttackObjective(Attack):
    """``attack:clear_objective``: every other player clears one objective that has any legions."""

    def ways(self, table: Table, target: int) -> tuple[Choice, ...]:
        """Give the objectives that have legions."""
        filled = table.seats[target].filled
        return tuple(
            LoseObjective(card) for card in sorted(table.free_cards(target)) if filled[card]
        )

    def lose(self, table: Table, target: int, choice: Choice, by: int) -> None:
        """Clear it."""
        assert isinstance(choice, LoseObjective)
        legions = table.seats[target].clear(choice.card)
        table.emit(events.ObjectiveCleared(target, choice.card, legions, by))

    def refuse(self, table: Table, target: int, choice: Choice) -> IllegalChoice:
        """Say that the objective is not the target's, waits, or has no legions."""
        if not isinstance(choice, LoseObjective):
            return IllegalChoice("wrong_answer", expected=LoseObjective.code)
        if choice.card not in table.seats[target].filled:
            return IllegalChoice("not_your_objective", card=choice.card)
        if choice.card not in table.free_cards(target):
            return IllegalChoice("objective_waiting", card=choice.card)
        return IllegalChoice("no_legions_there", card=choice.card)


class AttackControlled(Attack):
    """``attack:controlled_objective``: every other player discards one controlled objective."""

    on_legions = False

    def ways(self, table: Table, target: int) -> tuple[Choice, ...]:
        """Give the controlled objectives."""
        return tuple(LoseObjective(card) for card in sorted(table.seats[target].controlled))

    def lose(self, table: Table, target: int, choice: Choice, by: int) -> None:
        """Discard it; tiles already taken stay."""
        assert isinstance(choice, LoseObjective)
        table.seats[target].controlled.remove(choice.card)
        table.discards.append(choice.card)
        table.emit(events.ObjectiveDiscarded(target, choice.card, by))

    def refuse(self, table: Table, target: int, choice: Choice) -> IllegalChoice:
        """Say that the target does not control the card."""
        if not isinstance(choice, LoseObjective):
            return IllegalChoice("wrong_answer", expected=LoseObjective.code)
        return IllegalChoice("not_controlled", card=choice.card)
