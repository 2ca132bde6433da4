"""Step B, the immediate powers: docs/rules.md, *Powers*, and docs/record.md, *How a game goes*.

Each power is a generator: it yields what must be decided, gets the choices by seat, and goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from tests.recorded.stranger.deck import SYMBOLS
from tests.recorded.stranger.table import Ask, Choice, Seat, Table, shift

Play = Generator[Ask, dict[int, Choice], None]


def use_power(table: Table, seat: Seat, card: int) -> Play:
    """Carry out a card's power, if it is an immediate one."""
    word, *values = table.deck[card].power or [""]
    if word == "gain":
        gain(table, seat, card, int(values[0]))
    elif word == "place":
        symbols = SYMBOLS if values[0] == "any" else values[0]
        yield from place(table, seat, card, symbols, int(values[1]))
    elif word == "rearrange":
        yield from rearrange(table, seat, card)
    elif word == "complete":
        yield from complete(table, seat, card)
    elif word == "extra_objective":
        yield from extra_objective(table, seat, card)
    elif word == "attack":
        yield from Attack(table, seat, card).run()


def gain(table: Table, seat: Seat, card: int, n: int) -> None:
    """``gain:n``."""
    taken = min(n, table.supply)
    table.supply -= taken
    seat.supply += taken
    if taken:
        table.tell("gained", seat=seat.number, legions=taken, by=card)
    else:
        table.tell("power_idle", seat=seat.number, card=card)


def place(table: Table, seat: Seat, card: int, symbols: str, n: int) -> Play:
    """``place:X:n``."""
    moves = table.rules["power_moves"] == "yes"
    if not table.can_step(seat, symbols, moves=moves):
        table.tell("power_idle", seat=seat.number, card=card)
        return

    def legal(_: int, choice: Choice) -> bool:
        if choice["type"] != "steps" or len(choice["steps"]) > n:
            return False
        trial = seat.trial()
        for step in choice["steps"]:
            if not table.is_step(trial, step, symbols, moves=moves):
                return False
            shift(trial, step)
        return True

    answers = yield Ask("power", [seat.number], legal, card)
    steps = answers[seat.number]["steps"]
    if not steps:
        table.tell("power_declined", seat=seat.number, card=card)
    for step in steps:
        table.do_step(seat, step, card)
    table.note_full(seat, card)


def rearrange(table: Table, seat: Seat, card: int) -> Play:
    """``rearrange``."""
    standing, free = table.standing(seat), table.free(seat)
    if not standing or not table.empty(seat, SYMBOLS):
        table.tell("power_idle", seat=seat.number, card=card)
        return

    def legal(_: int, choice: Choice) -> bool:
        if choice["type"] != "arrange" or [number for number, _ in choice["objectives"]] != free:
            return False
        fits = all(
            Counter(symbols) <= table.deck[number].spaces
            and list(symbols) == sorted(symbols, key=SYMBOLS.index)
            for number, symbols in choice["objectives"]
        )
        return fits and sum(len(s) for _, s in choice["objectives"]) == standing.total()

    answers = yield Ask("power", [seat.number], legal, card)
    wanted = {number: Counter(symbols) for number, symbols in answers[seat.number]["objectives"]}
    if all(wanted[number] == seat.legions[number] for number in free):
        table.tell("power_declined", seat=seat.number, card=card)
        return
    seat.legions.update(wanted)
    objectives = answers[seat.number]["objectives"]
    table.tell("rearranged", seat=seat.number, objectives=objectives, by=card)
    table.note_full(seat, card)


def complete(table: Table, seat: Seat, card: int) -> Play:
    """``complete``."""
    free = table.free(seat)
    if not free:
        table.tell("power_idle", seat=seat.number, card=card)
        return
    chosen = free[0]
    if len(free) > 1:

        def legal(_: int, choice: Choice) -> bool:
            return choice["type"] == "complete" and choice["card"] in free

        answers = yield Ask("power", [seat.number], legal, card)
        chosen = answers[seat.number]["card"]
    seat.clear(chosen)
    table.wait(seat, chosen, card)


def extra_objective(table: Table, seat: Seat, card: int) -> Play:
    """``extra_objective``."""
    if table.is_done(seat) or not table.lying():
        table.tell("power_idle", seat=seat.number, card=card)
        return
    yield from take_one(table, seat, "power", card)


def take_one(table: Table, seat: Seat, kind: str, by: int) -> Play:
    """Let the seat take one of the market cards; it is asked only where there are several."""
    lying = table.lying()
    chosen = lying[0]
    if len(lying) > 1:

        def legal(_: int, choice: Choice) -> bool:
            return choice["type"] == "take" and choice["card"] in lying

        answers = yield Ask(kind, [seat.number], legal, by)
        chosen = answers[seat.number]["card"]
    table.take(seat, chosen, by)


class Attack:
    """One of the three attacks, by a seat with a card."""

    def __init__(self, table: Table, seat: Seat, card: int) -> None:
        """Take who attacks with what."""
        self.table, self.seat, self.card = table, seat, card
        _, self.what, *values = table.deck[card].power
        self.n = int(values[0]) if values else 1

    def run(self) -> Play:
        """Tell who is spared, ask who has a choice, let all targets lose."""
        table, others = self.table, [seat for seat in self.table.seats if seat is not self.seat]
        if table.rules["shelter"] == "player":
            for seat in filter(table.is_waiting, others):
                table.tell("sheltered", seat=seat.number, by=self.card)
            others = [seat for seat in others if not table.is_waiting(seat)]
        if self.what != "controlled_objective":
            others = [seat for seat in others if not table.is_done(seat)]
        targets = [seat for seat in others if self.ways(seat)]
        if not targets:
            table.tell("power_idle", seat=self.seat.number, card=self.card)
            return
        numbers = [seat.number for seat in targets]
        table.tell("attacked", seat=self.seat.number, card=self.card, targets=numbers)
        answers: dict[int, Choice] = {}
        if asked := [seat.number for seat in targets if self.ways(seat) > 1]:
            answers = yield Ask("losses", asked, self.legal)
        for seat in targets:
            self.strike(seat, answers.get(seat.number))

    def objectives(self, seat: Seat) -> list[int]:
        """Give what a seat can lose one of, by card."""
        if self.what == "controlled_objective":
            return sorted(seat.controlled)
        return [card for card in self.table.free(seat) if seat.legions[card].total()]

    def ways(self, seat: Seat) -> int:
        """Give in how many ways the seat can lose what is asked; 2 or more is all the same."""
        if self.what != "legions":
            return len(self.objectives(seat))
        standing = self.table.standing(seat)
        all_or_one = standing.total() <= self.n or len(standing) == 1
        return 1 if standing and all_or_one else 2 * bool(standing)

    def legal(self, number: int, choice: Choice) -> bool:
        """Tell whether a seat may lose so."""
        seat = self.table.seats[number]
        if self.what != "legions":
            return choice["type"] == "lose_objective" and choice["card"] in self.objectives(seat)
        if choice["type"] != "lose_legions":
            return False
        standing = self.table.standing(seat)
        lost = Counter((card, symbol) for card, symbol in choice["spaces"])
        return lost <= standing and lost.total() == min(self.n, standing.total())

    def strike(self, seat: Seat, choice: Choice | None) -> None:
        """Let a seat lose what it chose, or the only thing that it can."""
        table, by = self.table, self.card
        if self.what == "legions":
            spaces = choice["spaces"] if choice else list(table.standing(seat).elements())
            for card, symbol in spaces[: self.n]:
                seat.legions[card][symbol] -= 1
                seat.supply += 1
                table.tell("legion_lost", seat=seat.number, card=card, symbol=symbol, by=by)
            return
        card = choice["card"] if choice else self.objectives(seat)[0]
        if self.what == "clear_objective":
            legions = seat.clear(card)
            table.tell("objective_cleared", seat=seat.number, card=card, legions=legions, by=by)
        else:
            seat.controlled.remove(card)
            table.discards.append(card)
            table.tell("objective_discarded", seat=seat.number, card=card, by=by)
