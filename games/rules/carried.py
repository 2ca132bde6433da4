"""Answers that a ``mobilize`` order carries. docs/rules.md, *Carried answers*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from games.rules.choices import Arrange, Carried, Choice, Claim, Move, PowerAnswer, Steps, Take
from games.rules.errors import IllegalChoice
from games.rules.powers import unit_of
from games.rules.rewards import TILES
from games.rules.state import CLAIM, POWER
from games.rules.table import Board, Table


def check_carried(table: Table, seat: int, carried: Carried) -> None:
    """Raise ``IllegalChoice`` unless the answers could ever be used: shape only, not the moment.

    Whether an answer is legal is judged when its moment comes; until then it is only kept.
    """
    for card, answer in carried.power:
        _check_power(table, seat, card, answer)
    for count, _ in carried.claim:
        if f"count:{count}" not in TILES:
            raise IllegalChoice("no_such_tile", count=count)
    for card in (*carried.take, *(carried.seen or ())):
        if card not in table.deck:
            raise IllegalChoice("no_such_card", card=card)
    powers, counts = [card for card, _ in carried.power], [count for count, _ in carried.claim]
    for keys in (powers, counts, carried.take, carried.seen or ()):
        if len(keys) != len(set(keys)):
            raise IllegalChoice("carried_twice")


def _check_power(table: Table, seat: int, card: int, answer: PowerAnswer) -> None:
    if card not in table.seats[seat].filled:
        raise IllegalChoice("not_your_objective", card=card)
    power = table.deck[card].power
    expected = unit_of(power).answer if power is not None and power.immediate else None
    if power is None or expected is None:
        raise IllegalChoice("no_choice_of_power", card=card)
    if not isinstance(answer, expected):
        raise IllegalChoice("wrong_answer", expected=expected.code)
    if isinstance(answer, Steps) and len(answer.steps) > (allowed := int(power.arguments[-1])):
        raise IllegalChoice("too_many_steps", allowed=allowed, found=len(answer.steps))
    for number, symbols in _named(answer):
        if number not in table.deck:
            raise IllegalChoice("no_such_card", card=number)
        if too_many := Counter(symbols) - Counter(table.deck[number].symbols):
            raise IllegalChoice("no_such_space", card=number, symbol=min(too_many))


def _named(answer: PowerAnswer) -> Iterator[tuple[int, str]]:
    """Give the (card, symbols) that an answer names, so that nothing endless is ever kept."""
    if isinstance(answer, Steps):
        for step in answer.steps:
            yield step.card, step.symbol
            if isinstance(step, Move):
                yield step.to_card, step.to_symbol
    elif isinstance(answer, Arrange):
        cards = [card for card, _ in answer.objectives]
        if cards != sorted(set(cards)):
            raise IllegalChoice("wrong_order", card=cards[0])
        yield from answer.objectives
    else:
        yield answer.card, ""


def carried_answer(table: Table, kind: str, verify: Callable[[Choice], None]) -> Choice | None:
    """Give the resolving owner's answer to the decision ``kind``, if it carries one legal now.

    Used or not, that answer is gone: each has one moment.
    """
    current = table.resolving
    assert current is not None
    board = table.seats[current.seat]
    if board.carried is None:
        return None
    for choice in _candidates(table, board, board.carried, kind, current.card):
        try:
            verify(choice)
        except IllegalChoice:
            continue
        return choice
    return None


def _candidates(table: Table, board: Board, carried: Carried, kind: str, card: int) -> list[Choice]:
    """Take the answers for one moment out of what the seat carries."""
    if kind == POWER:
        rest = tuple(entry for entry in carried.power if entry[0] != card)
        board.carried = replace(carried, power=rest)
        return [answer for number, answer in carried.power if number == card]
    if kind == CLAIM:
        count = len(board.controlled)
        board.carried = replace(
            carried, claim=tuple(entry for entry in carried.claim if entry[0] != count)
        )
        return [Claim(wanted) for number, wanted in carried.claim if number == count]
    if carried.seen is not None and not set(table.market_cards()) <= set(carried.seen):
        # A new card lies there. What was seen stays, so that no older wish answers instead.
        board.carried = replace(carried, take=())
        return []
    board.carried = replace(carried, take=(), seen=None)
    return [Take(number) for number in carried.take]
