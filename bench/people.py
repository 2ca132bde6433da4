"""Simulated people: when they answer, and what they would have chosen, which the strong bot tells.

They use what the service offers through the same pure functions that it uses: carried answers with
an order, standing orders for the next draw, wishes.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from games.rules import Rules, State
from games.rules.choices import (
    Carried,
    Choice,
    Claim,
    Mobilize,
    Pass,
    PowerAnswer,
    Take,
)
from games.rules.outlook import Outlook
from games.rules.powers import unit_of
from games.rules.rewards import TILES
from games.rules.standing import Action, Said, Wishes, could_complete, next_draw
from games.rules.state import CLAIM, POWER, TAKE, Resolving, SeatState
from games.rules.strong import Mind, stepped, strong_bot
from games.rules.views import View
from games.rules.words import SYMBOLS

#: Hours until somebody answers: half of all answers come sooner than this.
MEDIAN = 5.0
#: How much that varies: the standard deviation of its logarithm.
SPREAD = 1.0
#: Local hours between which everybody sleeps.
ASLEEP, AWAKE = 23, 7
#: Offsets of the zones that people live in, in hours, by seat.
ZONES = (0, 1, -5, 9)
#: Which part of the turns nobody answers at all.
MISSED = 0.03
#: What is better than this part of the cards that a new one could be is taken whatever comes.
SURE = 0.8
#: One of so many cards out of sight is thought of for that.
THOUGHT_OF = 8


class Clock:
    """When one person answers."""

    def __init__(self, zone: int, dice: Random) -> None:
        """Take the zone's offset in hours, and what decides."""
        self.zone, self.dice = zone, dice

    def answers(self, asked: float, due: float) -> float:
        """Give the hour of the answer to what is asked at an hour; ``due``: it is missed.

        Who would be late for any other reason than missing it answers in the last hour.
        """
        delay = math.exp(self.dice.gauss(math.log(MEDIAN), SPREAD))
        late = due if self.dice.random() < MISSED else due - self.dice.random()
        return late if late == due else min(self.awake(asked + delay), late)

    def awake(self, hour: float) -> float:
        """Give this hour, or where it is at night the time soon after getting up."""
        local = (hour + self.zone) % 24
        if AWAKE <= local < ASLEEP:
            return hour
        return hour + (AWAKE - local) % 24 + self.dice.random()


def chosen(rules: Rules, state: State, seat: int) -> Choice:
    """Give what the person on a seat chooses: what the strong bot would."""
    view, options = rules.view_for(state, seat), rules.options(state, seat)
    return strong_bot(rules.deck, view, options, Random(0))


def with_carried(rules: Rules, state: State, seat: int, choice: Choice) -> Choice:
    """Give an order with answers to all that it leads to, where it completes something."""
    done = completed(rules, state, seat, choice)
    if not done or not isinstance(choice, Mobilize):
        return choice
    view = rules.view_for(state, seat)
    filled = dict(view.seats[seat].objectives)
    assert not isinstance(choice.action, Pass)
    board = replace(
        view.seats[seat], objectives=tuple(stepped(filled, choice.action).items()), carried=None
    )
    power = _power(rules, state, seat, board, done)
    count = len(board.controlled) + 1
    board = replace(
        board,
        objectives=tuple(entry for entry in board.objectives if entry[0] != done),
        controlled=(*board.controlled, done),
    )
    carried = Carried(
        power=((done, power),) if power is not None else (),
        claim=_claim(rules, state, seat, board, done, count),
    )
    return replace(choice, carried=_with_take(rules, state, seat, board, done, carried))


def completed(rules: Rules, state: State, seat: int, choice: Choice) -> int:
    """Give the card that an order completes, 0 for none."""
    if not isinstance(choice, Mobilize) or isinstance(choice.action, Pass):
        return 0
    after = stepped(dict(state.seats[seat].objectives), choice.action)
    full = [card for card, have in after.items() if len(have) == len(rules.deck[card].symbols)]
    return full[0] if full else 0


def _foreseen(state: State, seat: int, board: SeatState, card: int, kind: str, step: str) -> State:
    """Give a later decision of the same draw, as far as the seat can foresee it."""
    seats = tuple(board if index == seat else other for index, other in enumerate(state.seats))
    return replace(
        state,
        seats=seats,
        kind=kind,
        awaited=(seat,),
        resolving=Resolving(seat, card, step),
    )


def _power(
    rules: Rules, state: State, seat: int, board: SeatState, card: int
) -> PowerAnswer | None:
    power = rules.deck[card].power
    if power is None or not power.immediate or unit_of(power).answer is None:
        return None
    returned = len(rules.deck[card].symbols)
    board = replace(
        board,
        supply=board.supply + returned - 1,
        objectives=tuple((one, "" if one == card else have) for one, have in board.objectives),
    )
    position = _foreseen(state, seat, board, card, POWER, "power")
    options = rules.options(position, seat)
    if options == ():
        return None
    answer = strong_bot(rules.deck, rules.view_for(position, seat), options, Random(0))
    return answer if isinstance(answer, PowerAnswer) else None


def _claim(
    rules: Rules, state: State, seat: int, board: SeatState, card: int, count: int
) -> tuple[tuple[int, bool], ...]:
    if f"count:{count}" not in TILES:
        return ()
    position = _foreseen(state, seat, board, card, CLAIM, "claim")
    answer = chosen(rules, position, seat)
    return ((count, answer.take),) if isinstance(answer, Claim) else ()


def _with_take(
    rules: Rules, state: State, seat: int, board: SeatState, done: int, carried: Carried
) -> Carried:
    """Give the answers with the market cards that are wanted, the best first.

    Those that a new card is hardly better than are taken whatever comes. Where none is so good,
    all are named, and whoever named them is asked if a new card lies there.
    """
    position = _foreseen(state, seat, board, done, TAKE, "take")
    options = rules.options(position, seat)
    assert isinstance(options, tuple)
    look = Outlook(rules.deck, rules.view_for(position, seat), seat)
    wanted = sorted(options, key=Mind(look).merit, reverse=True)
    lying = tuple(choice.card for choice in wanted if isinstance(choice, Take))
    unseen = set(rules.deck.numbers[done % THOUGHT_OF :: THOUGHT_OF]) - set(lying)
    bound = sorted(look.prospect(card) for card in unseen)[int(len(unseen) * SURE)]
    sure = tuple(card for card in lying if look.prospect(card) >= bound)
    if sure and sure[0] == lying[0]:
        return replace(carried, take=sure)
    return replace(carried, take=lying, seen=lying)


def says(rules: Rules, state: State, seat: int, choice: Choice) -> Said:
    """Give what a person says beforehand, with the order that they give now.

    One order for each symbol, as they would choose at the next draw: none for a joker, and none
    where something could be completed, so that they are asked then. Whoever completes something
    now waits to see the new card before saying anything.
    """
    wishes = Wishes(ask_completing=True, lose_least=True)
    if completed(rules, state, seat, choice):
        return Said({}, wishes)
    view = rules.view_for(state, seat)
    orders = {symbol: _ordered(rules, view, seat, choice, symbol) for symbol in SYMBOLS}
    kept = {symbol: action for symbol, action in orders.items() if action is not None}
    return Said(kept, wishes)


def _ordered(rules: Rules, view: View, seat: int, given: Choice, symbol: str) -> Action | None:
    position = next_draw(rules.deck, view, given, symbol)
    options = rules.options(position, seat)
    if not isinstance(options, tuple) or len(options) < 2:
        return None
    if could_complete(rules.deck, rules.view_for(position, seat), options):
        return None
    choice = chosen(rules, position, seat)
    return choice.action if isinstance(choice, Mobilize) else None
