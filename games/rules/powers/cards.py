"""Powers over cards: ``extra_objective`` and ``complete``."""

from __future__ import annotations

from games.rules.choices import Choice, Complete, Take
from games.rules.errors import IllegalChoice
from games.rules.powers.base import Unit, one_of
from games.rules.table import Ask, Table


class ExtraObjective(Unit):
    """``extra_objective``: one more market card now, its place is filled."""

    answer = Take

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Take the only card, or ask which; none if the end is set and nothing more waits."""
        return one_of(table, seat, card, self)

    def options(self, table: Table, seat: int, card: int) -> tuple[Choice, ...]:
        """Give the market cards."""
        if table.takes_no_more(seat):
            return ()
        return tuple(Take(number) for number in table.market_cards())

    def verify(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Judge whether the card lies in the market."""
        verify_take(table, choice)

    def apply(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Take it."""
        assert isinstance(choice, Take)
        table.take(seat, choice.card, card)


class CompleteObjective(Unit):
    """``complete``: one own objective not waiting; its legions return and it is completed."""

    answer = Complete

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Complete the only objective, or ask which."""
        return one_of(table, seat, card, self)

    def options(self, table: Table, seat: int, card: int) -> tuple[Choice, ...]:
        """Give the objectives that are neither waiting nor being resolved."""
        return tuple(Complete(number) for number in sorted(table.free_cards(seat)))

    def verify(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Judge whether the objective may be chosen."""
        if not isinstance(choice, Complete):
            raise IllegalChoice("wrong_answer", expected=Complete.code)
        if choice.card not in table.seats[seat].filled:
            raise IllegalChoice("not_your_objective", card=choice.card)
        if choice.card not in table.free_cards(seat):
            raise IllegalChoice("objective_waiting", card=choice.card)

    def apply(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Return its legions and note it as completed."""
        assert isinstance(choice, Complete)
        table.seats[seat].clear(choice.card)
        table.note(seat, choice.card, card)


def verify_take(table: Table, choice: Choice) -> None:
    """Raise ``IllegalChoice`` unless the choice takes a card that lies in the market."""
    if not isinstance(choice, Take):
        raise IllegalChoice("wrong_answer", expected=Take.code)
    if choice.card not in table.market_cards():
        raise IllegalChoice("not_in_market", card=choice.card)
