"""The game as one value that moves on: start, verify, advance. Rules: docs/rules.md.

    rules = Rules(ruleset, deck)
    step = rules.start(4, chance)
    step = rules.advance(step.state, {seat: choice, ...}, chance)

Pure: no clock, no I/O, no randomness but the given chance. The same chance and choices give the
same states and events on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules import events, opening
from games.rules.carried import check_carried
from games.rules.chance import Chance
from games.rules.choices import Choice, Claim, Keep, Mobilize, Pass, Take
from games.rules.deck import Deck
from games.rules.errors import IllegalChoice, RefusedState
from games.rules.events import Event
from games.rules.options import Options
from games.rules.placing import check_step, mobilize, mobilize_options, mobilize_seats
from games.rules.resolution import attack, decide, resolve, unit, verify
from games.rules.ruleset import Ruleset
from games.rules.scoring import Outcome, outcome
from games.rules.state import CLAIM, FORMAT, JOKER, KEEP, LOSSES, MOBILIZE, OVER, TAKE, State
from games.rules.table import Ask, Table
from games.rules.views import View, events_for, view_for
from games.rules.words import SYMBOLS

#: Version of the rules as coded here; stored with a game. See ``Ruleset`` for corrections.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True)
class Step:
    """What one call of the engine gives: the position after it, and what happened."""

    state: State
    events: tuple[Event, ...]


class Rules:
    """The rules of one game: its switches and its deck."""

    def __init__(self, ruleset: Ruleset, deck: Deck) -> None:
        """Take the switches and the deck that the game started with."""
        self.ruleset, self.deck = ruleset, deck

    def start(self, seats: int, chance: Chance, order: Sequence[int] | None = None) -> Step:
        """Set the game up for 2 to 6 seats and go on until somebody has something to choose.

        ``order`` seats the players as the host wants it: seat -> place in the order of invitation,
        from 0; without it chance does. Raises ``RulesError`` for a wrong number or order of seats.
        """
        table = opening.set_up(self.ruleset, self.deck, seats, chance, order)
        return self._go_on(table)

    def advance(self, state: State, choices: Mapping[int, Choice], chance: Chance) -> Step:
        """Move the game on by exactly the awaited choices, until somebody has something to choose.

        Raises ``IllegalChoice`` if a choice is illegal, missing or of a seat that owes none, and
        ``RefusedState`` if the chance is not the game's or the state cannot be.
        """
        if (chance.commitment, chance.key_id) != (state.commitment, state.key_id):
            raise RefusedState("foreign_chance")
        table = self._table(state, chance)
        if missing := set(state.awaited) - choices.keys():
            raise IllegalChoice("choice_missing", seat=min(missing))
        for seat, choice in choices.items():
            self._verify(table, seat, choice)
        if state.kind == KEEP:
            opening.keep(
                table,
                {seat: choice for seat, choice in choices.items() if isinstance(choice, Keep)},
            )
        elif state.kind == MOBILIZE:
            mobilize(
                table,
                {seat: choice for seat, choice in choices.items() if isinstance(choice, Mobilize)},
            )
        else:
            decide(table, state.kind, choices)
        return self._go_on(table)

    def verify(self, state: State, seat: int, choice: Choice) -> None:
        """Judge a choice: raises ``IllegalChoice`` unless the seat may make it now."""
        self._verify(self._table(state), seat, choice)

    def options(self, state: State, seat: int) -> Options:
        """Give what the seat may choose now; raises ``IllegalChoice`` if it owes nothing."""
        table = self._table(state)
        self._check_awaited(table, seat)
        current = state.resolving
        if state.kind == KEEP:
            return opening.keep_options(table, seat)
        if state.kind == MOBILIZE:
            return mobilize_options(table, seat)
        if state.kind == CLAIM:
            return (Claim(True), Claim(False))
        if state.kind == TAKE:
            return tuple(Take(card) for card in table.market_cards())
        if current is None:
            raise RefusedState("nothing_resolving")
        if state.kind == LOSSES:
            return attack(table, current.card).ways(table, seat)
        return unit(table, current.card).options(table, seat, current.card)

    def view_for(self, state: State, seat: int | None) -> View:
        """Give the position as the seat may know it; ``None`` is a spectator."""
        return view_for(self.deck, self.ruleset, state, seat)

    def events_for(self, happened: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
        """Give the events that the seat may know; ``None`` is a spectator."""
        return events_for(happened, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Give the score sheets, ranks and winners of a finished game; None while it runs."""
        return outcome(self.deck, state)

    def _table(self, state: State, chance: Chance | None = None) -> Table:
        if state.version != FORMAT:
            raise RefusedState("unknown_version", found=state.version, known=FORMAT)
        return Table(self.ruleset, self.deck, state, chance)

    def _check_awaited(self, table: Table, seat: int) -> None:
        if seat not in table.awaiting.seats:
            raise IllegalChoice("not_awaited", seat=seat)

    def _verify(self, table: Table, seat: int, choice: Choice) -> None:
        self._check_awaited(table, seat)
        kind = table.awaiting.kind
        if kind == KEEP:
            opening.verify_keep(table, seat, choice)
        elif kind == MOBILIZE:
            _verify_mobilize(table, seat, choice)
        else:
            verify(table, kind, seat, choice)

    def _go_on(self, table: Table) -> Step:
        table.awaiting = _run(table)
        if table.awaiting.kind == OVER:
            result = outcome(table.deck, table.freeze())
            assert result is not None
            table.emit(
                events.GameOver(tuple(score.points for score in result.scores), result.winners)
            )
        return Step(table.freeze(), tuple(table.events))


def _verify_mobilize(table: Table, seat: int, choice: Choice) -> None:
    if not isinstance(choice, Mobilize):
        raise IllegalChoice("wrong_answer", expected=Mobilize.code)
    if not isinstance(choice.action, Pass):
        check_step(table, seat, choice.action, table.matching(seat))
    if choice.carried is not None:
        check_carried(table, seat, choice.carried)


def _run(table: Table) -> Ask:
    """Go on until a decision stops the game or it is over; gives what is awaited."""
    if table.awaiting.kind == KEEP and any(board.hand for board in table.seats):
        return table.awaiting
    while True:
        ask = resolve(table)
        if ask is not None:
            return ask
        _end_draw(table)
        if table.ended:
            return Ask(OVER, ())
        if not any(table.empty_spaces(board.seat, SYMBOLS) for board in table.seats):
            raise RefusedState("no_space_left")
        table.draw_token()
        if seats := mobilize_seats(table):
            return Ask(MOBILIZE, seats)
        mobilize(table, {})


def _end_draw(table: Table) -> None:
    """End a draw: carried answers are cleared; after a joker tokens return, the crier changes."""
    for board in table.seats:
        board.carried = None
    if table.drawn[-1:] == JOKER and not table.ended:
        table.drawn = ""
        table.crier = (table.crier + 1) % len(table.seats)
        table.emit(events.TokensReturned(table.crier))
