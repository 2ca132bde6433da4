"""Choices beside the legal ones, each with the code that must refuse it.

What is legal is found out here a second time, from the state and the deck alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from games.rules import Deck, Ruleset, State
from games.rules.choices import (
    Arrange,
    Choice,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Steps,
    Take,
)  # fmt: skip

Refused = tuple[Choice, str]

OTHER_KINDS: tuple[Choice, ...] = (
    Keep((1, 2, 3)), Mobilize(Pass()), Steps(), Arrange(()), Complete(1), Take(1), LoseLegions(()),
    LoseObjective(1), Claim(True),
)  # fmt: skip


def matching(deck: Deck, state: State, seat: int) -> set[str]:
    """The symbols that the token matches: itself, and what one controlled swap joins with it."""
    token = state.drawn[-1]
    if token == "J":
        return set("SHCKTD")
    swaps = [
        str(deck[card].power).split(":")[1:]
        for card in state.seats[seat].controlled
        if str(deck[card].power).startswith("swap:")
    ]
    return {token}.union(*(pair for pair in swaps if token in pair))


def verdict(deck: Deck, state: State, seat: int, card: int, symbol: str) -> str:
    """What must be said of placing a legion there at a draw; empty: nothing, it is legal."""
    board = state.seats[seat]
    objectives = dict(board.objectives)
    if card not in objectives:
        return "not_your_objective"
    if not symbol or symbol not in list(deck[card].symbols):
        return "no_such_space"
    if symbol not in matching(deck, state, seat):
        return "no_match"
    if not board.supply:
        return "supply_empty"
    full = objectives[card].count(symbol) == deck[card].symbols.count(symbol)
    return "space_full" if full else ""


def move_verdict(deck: Deck, state: State, seat: int, move: Move) -> str:
    """What must be said of a move at a draw; empty: it is legal."""
    with_supply = replace(state.seats[seat], supply=1)
    seats = (*state.seats[:seat], with_supply, *state.seats[seat + 1 :])
    target = verdict(deck, replace(state, seats=seats), seat, move.to_card, move.to_symbol)
    if target not in ("", "space_full"):
        return target
    objectives = dict(state.seats[seat].objectives)
    if move.card not in objectives:
        return "not_your_objective"
    if move.symbol not in list(deck[move.card].symbols):
        return "no_such_space"
    if (move.card, move.symbol) == (move.to_card, move.to_symbol):
        return "same_space"
    return target if move.symbol in objectives[move.card] else "no_legion"


def beside(
    deck: Deck, ruleset: Ruleset, state: State, seat: int, choice: Choice, dice: Random
) -> Iterator[Refused]:
    """Give neighbours of a legal choice that are illegal."""
    for other in OTHER_KINDS:
        if type(other) is not type(choice):
            yield other, "wrong_answer"
    match choice:
        case Keep(cards=cards):
            yield from _beside_keep(state, seat, cards)
        case Mobilize():
            yield from _beside_mobilize(deck, state, seat, dice)
        case Steps(steps=steps):
            yield from _beside_steps(deck, ruleset, state, steps)
        case Arrange(objectives=objectives):
            yield from _beside_arrange(objectives)
        case _:
            yield from _beside_cards(deck, state, seat, choice)


def _beside_cards(deck: Deck, state: State, seat: int, choice: Choice) -> Iterator[Refused]:
    match choice:
        case Take():
            for card in deck.numbers:
                if card not in state.market:
                    yield Take(card), "not_in_market"
        case Complete():
            yield from _beside_complete(deck, state, seat)
        case LoseLegions(spaces=spaces):
            yield LoseLegions(spaces[1:]), "wrong_number"
            yield LoseLegions((*spaces[1:], (89, "S"))), "no_legion"
            yield LoseLegions((*spaces[1:], (spaces[0][0], "J"))), "no_legion"
            yield LoseLegions((*spaces, *((spaces[0],) * 7))), "no_legion"
        case LoseObjective():
            yield from _beside_lose_objective(deck, state, seat)


def _beside_keep(state: State, seat: int, cards: tuple[int, ...]) -> Iterator[Refused]:
    hand = state.seats[seat].hand
    more = next(card for card in hand if card not in cards)
    yield Keep(tuple(sorted((*cards, more)))), "wrong_number"
    yield Keep(cards[1:]), "wrong_number"
    yield Keep(cards[::-1]), "wrong_order"
    yield Keep((cards[0], cards[0], cards[2])), "wrong_order"
    for other in range(len(state.seats)):
        if other != seat:
            yield Keep((*cards[:2], state.seats[other].hand[0])), "not_dealt"


def _beside_mobilize(deck: Deck, state: State, seat: int, dice: Random) -> Iterator[Refused]:
    for card in deck.numbers:
        for symbol in ("S", "H", "C", "K", "T", "D", "J", ""):
            if code := verdict(deck, state, seat, card, symbol):
                yield Mobilize(Place(card, symbol)), code
    own = [card for card, _ in state.seats[seat].objectives]
    for _ in range(40):
        cards = [dice.choice(own if dice.random() < 0.9 else deck.numbers) for _ in range(2)]
        move = Move(cards[0], dice.choice("SHCKTD"), cards[1], dice.choice("SHCKTD"))
        if code := move_verdict(deck, state, seat, move):
            yield Mobilize(move), code


def _beside_steps(
    deck: Deck, ruleset: Ruleset, state: State, steps: tuple[Place | Move, ...]
) -> Iterator[Refused]:
    assert state.resolving is not None
    power = str(deck[state.resolving.card].power).split(":")
    limit = int(power[2])
    yield Steps((Place(1, "S"),) * (limit + 1)), "too_many_steps"
    yield Steps((Place(state.resolving.card, "S"),)), "objective_waiting"
    yield Steps((*steps[: limit - 1], Place(89, "S"))), "not_your_objective"
    if steps:
        first = steps[0]
        card = first.card if isinstance(first, Place) else first.to_card
        yield Steps((Place(card, "J"),)), "no_such_space"
        for symbol in deck[card].symbols:
            if power[1] not in ("any", symbol):
                yield Steps((Place(card, symbol),)), "no_match"
        target = card, first.symbol if isinstance(first, Place) else first.to_symbol
        code = "same_space" if ruleset.power_moves == "yes" else "no_moves_by_powers"
        yield Steps((Move(*target, *target),)), code


def _beside_arrange(objectives: tuple[tuple[int, str], ...]) -> Iterator[Refused]:
    for index, (card, filled) in enumerate(objectives):
        before, after = objectives[:index], objectives[index + 1 :]
        if filled:
            yield Arrange((*before, (card, filled[1:]), *after)), "wrong_number"
        yield Arrange((*before, (card, filled + "J"), *after)), "no_such_space"
        yield Arrange((*before, (89, filled), *after)), "wrong_cards"
        yield Arrange((*before, *after)), "wrong_cards"
    yield Arrange((*objectives, (89, ""))), "wrong_cards"


def _beside_complete(deck: Deck, state: State, seat: int) -> Iterator[Refused]:
    objectives = dict(state.seats[seat].objectives)
    waiting = {card for _, card in state.waiting}
    if state.resolving is not None:
        waiting.add(state.resolving.card)
    for card in deck.numbers:
        if card not in objectives:
            yield Complete(card), "not_your_objective"
        elif card in waiting:
            yield Complete(card), "objective_waiting"


def _beside_lose_objective(deck: Deck, state: State, seat: int) -> Iterator[Refused]:
    assert state.resolving is not None
    board = state.seats[seat]
    objectives, waiting = dict(board.objectives), {card for _, card in state.waiting}
    controlled = str(deck[state.resolving.card].power) == "attack:controlled_objective"
    for card in deck.numbers:
        if controlled:
            if card not in board.controlled:
                yield LoseObjective(card), "not_controlled"
        elif card not in objectives:
            yield LoseObjective(card), "not_your_objective"
        elif card in waiting:
            yield LoseObjective(card), "objective_waiting"
        elif not objectives[card]:
            yield LoseObjective(card), "no_legions_there"
