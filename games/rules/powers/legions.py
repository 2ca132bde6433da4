"""Powers over the owner's own legions: ``place``, ``gain``, ``rearrange``."""

from __future__ import annotations

from collections import Counter

from games.rules import events
from games.rules.choices import Arrange, Choice, Steps
from games.rules.errors import IllegalChoice
from games.rules.options import ArrangeOptions, StepsOptions
from games.rules.placing import check_step, do_step, steps_onto
from games.rules.powers.base import Unit
from games.rules.state import POWER
from games.rules.table import Ask, Table
from games.rules.words import ANY, SYMBOLS


class PlaceLegions(Unit):
    """``place:X:n``, ``place:any:n``: up to n legions onto empty X spaces; swaps do not apply."""

    answer = Steps

    def __init__(self, symbol: str, number: str) -> None:
        """Take X and n."""
        self.symbols = SYMBOLS if symbol == ANY else symbol
        self.number = int(number)

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Ask, if any step is possible."""
        moves = table.ruleset.power_moves == "yes"
        if next(steps_onto(table, seat, self.symbols, moves=moves), None) is not None:
            return Ask(POWER, (seat,))
        table.emit(events.PowerIdle(seat, card))
        return None

    def options(self, table: Table, seat: int, card: int) -> StepsOptions:
        """Describe where legions may go, where they may come from, and how many."""
        moves = table.ruleset.power_moves == "yes"
        targets = table.empty_spaces(seat, self.symbols)
        return StepsOptions(
            card=card,
            symbols=self.symbols,
            limit=self.number,
            supply=table.seats[seat].supply,
            targets=tuple(((space), table.empty(seat, *space)) for space in targets),
            sources=tuple(table.legions(seat).items()) if moves else (),
            moves=moves,
        )

    def verify(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Judge each step on the position that the step before left."""
        if not isinstance(choice, Steps):
            raise IllegalChoice("wrong_answer", expected=Steps.code)
        if len(choice.steps) > self.number:
            raise IllegalChoice("too_many_steps", allowed=self.number, found=len(choice.steps))
        moves = table.ruleset.power_moves == "yes"
        trial = Table(table.ruleset, table.deck, table.freeze())
        for step in choice.steps:
            check_step(trial, seat, step, self.symbols, moves=moves)
            do_step(trial, seat, step)

    def apply(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Make the steps, then note what they completed."""
        assert isinstance(choice, Steps)
        if not choice.steps:
            table.emit(events.PowerDeclined(seat, card))
        for step in choice.steps:
            do_step(table, seat, step, card)
        table.note_completions([seat], card)


class Gain(Unit):
    """``gain:n``: n legions from the common supply for good; if fewer are left, those."""

    def __init__(self, number: str) -> None:
        """Take n."""
        self.number = int(number)

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Take the legions; it is a duty without a choice."""
        legions = min(self.number, table.supply)
        table.supply -= legions
        table.seats[seat].supply += legions
        table.emit(events.Gained(seat, legions, card) if legions else events.PowerIdle(seat, card))
        return None


class Rearrange(Unit):
    """``rearrange``: any placed legions to any empty spaces of the owner's objectives."""

    answer = Arrange

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Ask, if a legion stands anywhere and a space is empty."""
        if table.legions(seat) and table.empty_spaces(seat, SYMBOLS):
            return Ask(POWER, (seat,))
        table.emit(events.PowerIdle(seat, card))
        return None

    def options(self, table: Table, seat: int, card: int) -> ArrangeOptions:
        """Describe the cards, and how many legions are to stand on them."""
        cards, filled = sorted(table.free_cards(seat)), table.seats[seat].filled
        return ArrangeOptions(
            card=card,
            legions=sum(len(filled[number]) for number in cards),
            cards=tuple((number, table.deck[number].symbols) for number in cards),
            now=tuple((number, filled[number]) for number in cards),
        )

    def verify(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Judge the arrangement at the end: the same cards, spaces that exist, as many legions."""
        if not isinstance(choice, Arrange):
            raise IllegalChoice("wrong_answer", expected=Arrange.code)
        options = self.options(table, seat, card)
        spaces = dict(options.cards)
        if tuple(number for number, _ in choice.objectives) != tuple(spaces):
            raise IllegalChoice("wrong_cards", expected=", ".join(map(str, spaces)))
        for number, filled in choice.objectives:
            if too_many := Counter(filled) - Counter(spaces[number]):
                raise IllegalChoice("no_such_space", card=number, symbol=min(too_many))
            if list(filled) != sorted(filled, key=SYMBOLS.index):
                raise IllegalChoice("wrong_order", card=number)
        found = sum(len(filled) for _, filled in choice.objectives)
        if found != options.legions:
            raise IllegalChoice("wrong_number", expected=options.legions, found=found)

    def apply(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Stand the legions anew, then note what that completed."""
        assert isinstance(choice, Arrange)
        if choice.objectives == self.options(table, seat, card).now:
            table.emit(events.PowerDeclined(seat, card))
            return
        for number, filled in choice.objectives:
            table.seats[seat].filled[number] = filled
        table.emit(events.Rearranged(seat, choice.objectives, card))
        table.note_completions([seat], card)
