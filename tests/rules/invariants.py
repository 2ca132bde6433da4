"""What must be true of every position, whatever was played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from games.rules import Chance, Rules, State
from games.rules.choices import Carried, Choice, Complete, Mobilize, Place, Steps, Take
from games.rules.codec import from_json, read_event, to_json
from games.rules.events import AnswerUsed, Dealt, Event
from games.rules.options import Options
from games.rules.powers import unit_of
from games.rules.state import LEGIONS, OVER, TOKENS, SeatState, bag_of


def rest_of_deck(state: State, chance: Chance, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are still to come, as only the server could know them."""
    pile = state.pile if state.shuffles else numbers
    return chance.shuffle(f"deck/{state.shuffles}", pile)[state.dealt :]


def check_conservation(rules: Rules, state: State, chance: Chance) -> None:
    """48 legions; every card in exactly one place; 23 tokens; every tile at most once."""
    placed = sum(len(filled) for board in state.seats for _, filled in board.objectives)
    assert state.supply + placed + sum(board.supply for board in state.seats) == LEGIONS
    assert state.supply >= 0
    cards = [*rest_of_deck(state, chance, rules.deck.numbers), *state.discards]
    cards += [card for card in state.market if card is not None]
    for board in state.seats:
        cards += [*board.hand, *board.controlled, *(card for card, _ in board.objectives)]
    assert sorted(cards) == list(rules.deck.numbers)
    assert Counter(state.drawn) + Counter(bag_of(state.drawn)) == Counter(TOKENS)
    tiles = [tile for board in state.seats for tile in board.tiles]
    assert len(tiles) == len(set(tiles))


def check_position(rules: Rules, state: State) -> None:
    """Something is awaited unless it is over; spaces hold what they can; who waits is full."""
    assert bool(state.awaited) is (state.kind != OVER)
    assert set(state.awaiting) <= set(range(len(state.seats)))
    waiting = {card for _, card in state.waiting}
    if state.resolving is not None:
        waiting.add(state.resolving.card)
    for seat, board in enumerate(state.seats):
        assert board.supply >= 0
        assert sum(tile.startswith("count:") for tile in board.tiles) <= 1
        for card, filled in board.objectives:
            symbols = rules.deck[card].symbols
            assert not Counter(filled) - Counter(symbols)
            assert len(filled) < len(symbols) or card in waiting
        for owner, card in state.waiting:
            assert owner != seat or card in dict(board.objectives)
    if state.kind in ("keep", "mobilize", OVER):
        assert not waiting
        assert all(board.carried is None for board in state.seats)


def check_round_trip(state: State, events: Iterable[Event]) -> None:
    data = to_json(state)
    assert from_json(State, json.loads(json.dumps(data))) == state
    for event in events:
        assert read_event(json.loads(json.dumps(to_json(event)))) == event


def check_hidden(rules: Rules, state: State, events: tuple[Event, ...]) -> None:
    """A view is the same whatever hides behind it, and no event tells what is not the seat's."""
    for seat in (*range(len(state.seats)), None):
        assert rules.view_for(state, seat) == rules.view_for(blinded(state, seat), seat)
        for event in rules.events_for(events, seat):
            assert not isinstance(event, Dealt) or event.seat == seat


def blinded(state: State, seat: int | None) -> State:
    """The position with everything changed that the seat may not know."""

    def board(index: int, old: SeatState) -> SeatState:
        return old if index == seat else replace(old, hand=(0,) * len(old.hand), carried=None)

    return replace(
        state,
        commitment="",
        key_id="",
        seats=tuple(board(index, old) for index, old in enumerate(state.seats)),
        pile=(0,) * len(state.pile),
        discards=(0,) * len(state.discards),
    )


def without_carried(state: State) -> State:
    return replace(state, seats=tuple(replace(board, carried=None) for board in state.seats))


def stripped(choice: Choice) -> Choice:
    return replace(choice, carried=None) if isinstance(choice, Mobilize) else choice


def advance_plainly(
    rules: Rules, state: State, choices: dict[int, Choice], events: Iterable[Event], chance: Chance
) -> State:
    """Go on as a record does: no order carries answers, those used are decisions of their own."""
    state = rules.advance(state, {s: stripped(c) for s, c in choices.items()}, chance).state
    for event in events:
        if isinstance(event, AnswerUsed):
            state = rules.advance(state, {event.seat: event.choice}, chance).state
    return state


def any_choice(options: Options, dice: Random) -> Choice:
    """One of the options; at a draw mostly a placement, or a game would take hundreds of draws."""
    if not isinstance(options, tuple):
        return options.sample(dice)
    places = [
        choice
        for choice in options
        if isinstance(choice, Mobilize) and isinstance(choice.action, Place)
    ]
    among = places if places and dice.random() < 0.85 else options
    return among[dice.randrange(len(among))]


def any_carried(rules: Rules, state: State, seat: int, dice: Random) -> Carried | None:
    """Answers by chance, legal or not when their moment comes, but never refused."""
    if dice.random() < 0.5:
        return None
    market = [card for card in state.market if card is not None]
    cards = [card for card, _ in state.seats[seat].objectives]
    dice.shuffle(market)
    return Carried(
        power=tuple(_any_answers(rules, cards, market, dice)),
        claim=tuple((count, dice.random() < 0.5) for count in range(2, 7) if dice.random() < 0.7),
        take=tuple(market[: dice.randrange(6)]),
        seen=tuple(sorted(market)) if dice.random() < 0.3 else None,
    )


def _any_answers(
    rules: Rules, cards: list[int], market: list[int], dice: Random
) -> Iterator[tuple[int, Any]]:
    for card in cards:
        power = rules.deck[card].power
        answer = unit_of(power).answer if power is not None and power.immediate else None
        if answer is Steps:
            assert power is not None
            spaces = [(other, symbol) for other in cards for symbol in rules.deck[other].symbols]
            count = dice.randrange(int(power.arguments[1]) + 1)
            yield card, Steps(tuple(Place(*dice.choice(spaces)) for _ in range(count)))
        elif answer is Complete:
            yield card, Complete(dice.choice(cards))
        elif answer is Take and market:
            yield card, Take(dice.choice(market))
