"""What every immediate power can do."""

from __future__ import annotations

from games.rules import events
from games.rules.choices import Choice, PowerAnswer
from games.rules.errors import IllegalChoice
from games.rules.options import Options
from games.rules.state import LOSSES, POWER
from games.rules.table import Ask, Table


class Unit:
    """An immediate power. ``card`` is always the card that has it, ``seat`` its owner."""

    #: The type of the owner's answer; a carried answer of another type is refused at once.
    answer: type[PowerAnswer] | None = None

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Carry the power out, or give the decision that it needs first."""
        raise NotImplementedError

    def options(self, table: Table, seat: int, card: int) -> Options:
        """Give the owner's possible answers."""
        raise NotImplementedError

    def verify(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Raise ``IllegalChoice`` unless the owner may answer so."""
        raise NotImplementedError

    def apply(self, table: Table, seat: int, card: int, choice: Choice) -> None:
        """Carry the power out as the owner's verified answer says."""
        raise NotImplementedError


def one_of(table: Table, seat: int, card: int, unit: Unit) -> Ask | None:
    """Begin a duty whose options are a flat list: none is idle, one is done, more are asked."""
    options = unit.options(table, seat, card)
    assert isinstance(options, tuple)
    if not options:
        table.emit(events.PowerIdle(seat, card))
    elif len(options) == 1:
        unit.apply(table, seat, card, options[0])
    else:
        return Ask(POWER, (seat,))
    return None


class Attack(Unit):
    """A power that makes every other player lose something of their own choice, all at once."""

    #: Whether it takes legions: such attacks are left out when they could not matter any more.
    on_legions = True

    def ways(self, table: Table, target: int) -> tuple[Choice, ...]:
        """Give every different way in which the target can lose what is asked."""
        raise NotImplementedError

    def lose(self, table: Table, target: int, choice: Choice, by: int) -> None:
        """Let the target lose what its choice names."""
        raise NotImplementedError

    def refuse(self, table: Table, target: int, choice: Choice) -> IllegalChoice:
        """Give the reason why a choice is not one of the target's ways."""
        raise NotImplementedError

    def sheltered(self, table: Table, seat: int) -> list[int]:
        """Give the other seats that a waiting objective shelters from this attack."""
        if table.ruleset.shelter != "player":
            return []
        return [
            board.seat
            for board in table.seats
            if board.seat != seat and table.is_waiting(board.seat)
        ]

    def targets(self, table: Table, seat: int) -> list[int]:
        """Give the seats that lose something, in seat order."""
        spared = {seat, *self.sheltered(table, seat)}
        return [
            board.seat
            for board in table.seats
            if board.seat not in spared
            and not (self.on_legions and table.takes_no_more(board.seat))
            and self.ways(table, board.seat)
        ]

    def begin(self, table: Table, seat: int, card: int) -> Ask | None:
        """Ask every target that has more than one way to lose; with none to ask, carry it out."""
        for spared in self.sheltered(table, seat):
            table.emit(events.Sheltered(spared, card))
        targets = self.targets(table, seat)
        if not targets:
            table.emit(events.PowerIdle(seat, card))
            return None
        table.emit(events.Attacked(seat, card, tuple(targets)))
        asked = tuple(target for target in targets if len(self.ways(table, target)) > 1)
        if asked:
            return Ask(LOSSES, asked)
        self.strike(table, seat, card, {})
        return None

    def strike(self, table: Table, seat: int, card: int, choices: dict[int, Choice]) -> None:
        """Let all targets lose at once: what they chose, or the only thing that they can."""
        losses = [
            (target, choices[target] if target in choices else self.ways(table, target)[0])
            for target in self.targets(table, seat)
        ]
        for target, choice in losses:
            self.lose(table, target, choice, card)

    def verify_loss(self, table: Table, target: int, choice: Choice) -> None:
        """Raise ``IllegalChoice`` unless the choice is one of the target's ways to lose."""
        if choice not in self.ways(table, target):
            raise self.refuse(table, target, choice)
