"""One legion: placing and moving, at a draw and by the power of a card. docs/rules.md, *A draw*."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import events
from games.rules.choices import Choice, Mobilize, Move, Pass, Place
from games.rules.errors import IllegalChoice
from games.rules.table import Table


def check_space(table: Table, seat: int, card: int, symbol: str) -> None:
    """Raise ``IllegalChoice`` unless the space is on one of the seat's free objectives."""
    if card not in table.seats[seat].filled:
        raise IllegalChoice("not_your_objective", card=card)
    if card not in table.free_cards(seat):
        raise IllegalChoice("objective_waiting", card=card)
    if symbol not in tuple(table.deck[card].symbols):
        raise IllegalChoice("no_such_space", card=card, symbol=symbol)


def check_step(
    table: Table, seat: int, step: Place | Move, symbols: str, *, moves: bool = True
) -> None:
    """Raise ``IllegalChoice`` unless the seat may make this step onto a space of ``symbols``."""
    card, symbol = (
        (step.card, step.symbol) if isinstance(step, Place) else (step.to_card, step.to_symbol)
    )
    check_space(table, seat, card, symbol)
    if symbol not in symbols:
        raise IllegalChoice("no_match", card=card, symbol=symbol, symbols=symbols)
    if isinstance(step, Move):
        check_source(table, seat, step, moves=moves)
    elif not table.seats[seat].supply:
        raise IllegalChoice("supply_empty")
    if table.empty(seat, card, symbol) < 1:
        raise IllegalChoice("space_full", card=card, symbol=symbol)


def check_source(table: Table, seat: int, step: Move, *, moves: bool) -> None:
    """Raise ``IllegalChoice`` unless a legion may leave the move's source."""
    if not moves:
        raise IllegalChoice("no_moves_by_powers")
    check_space(table, seat, step.card, step.symbol)
    if (step.card, step.symbol) == (step.to_card, step.to_symbol):
        raise IllegalChoice("same_space", card=step.card, symbol=step.symbol)
    if step.symbol not in table.seats[seat].filled[step.card]:
        raise IllegalChoice("no_legion", card=step.card, symbol=step.symbol)


def do_step(table: Table, seat: int, step: Place | Move, by: int = 0) -> None:
    """Make a step that was checked."""
    board = table.seats[seat]
    if isinstance(step, Place):
        board.put(step.card, step.symbol)
        table.emit(events.Placed(seat, step.card, step.symbol, by))
    else:
        board.lift(step.card, step.symbol)
        board.put(step.to_card, step.to_symbol)
        table.emit(events.Moved(seat, step.card, step.symbol, step.to_card, step.to_symbol, by))


def steps_onto(
    table: Table, seat: int, symbols: str, *, moves: bool = True
) -> Iterator[Place | Move]:
    """Give every step that the seat may make onto a space of ``symbols`` now, places first."""
    targets = table.empty_spaces(seat, symbols)
    if table.seats[seat].supply:
        for target in targets:
            yield Place(*target)
    if moves:
        sources = list(table.legions(seat)) if targets else []
        for source in sources:
            for target in targets:
                if source != target:
                    yield Move(*source, *target)


def mobilize_options(table: Table, seat: int) -> tuple[Choice, ...]:
    """Give every ``mobilize`` choice of the seat: places, moves, then the pass."""
    steps = steps_onto(table, seat, table.matching(seat))
    return (*(Mobilize(step) for step in steps), Mobilize(Pass()))


def mobilize_seats(table: Table) -> tuple[int, ...]:
    """Give the seats that have an empty matching space, and so something to choose."""
    return tuple(
        board.seat
        for board in table.seats
        if table.empty_spaces(board.seat, table.matching(board.seat))
    )


def mobilize(table: Table, choices: dict[int, Mobilize]) -> None:
    """Let a whole round of placements take effect together, then note what it completed.

    Who was not asked had no empty matching space and passes.
    """
    for board in table.seats:
        choice = choices.get(board.seat)
        if choice is None:
            table.emit(events.Passed(board.seat, automatic=True))
            continue
        board.carried = choice.carried
        if isinstance(choice.action, Pass):
            table.emit(events.Passed(board.seat))
        else:
            do_step(table, board.seat, choice.action)
    table.note_completions(range(len(table.seats)))
