"""Ave Caesar: completed objectives, one step after the other. docs/rules.md, steps A to E.

The place in the steps is part of the state (``Resolving.step``), so a resolution can stop for a
decision, be stored, and go on. Each step carries itself out, or gives the decision that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules import events
from games.rules.carried import carried_answer
from games.rules.choices import Choice, Take
from games.rules.errors import IllegalChoice, RefusedState
from games.rules.powers import Attack, unit_of
from games.rules.powers.base import Unit
from games.rules.powers.cards import verify_take
from games.rules.rewards import apply_claim, claimable, take_goods, take_kind_tiles, verify_claim
from games.rules.state import CLAIM, LOSSES, POWER, TAKE, Resolving
from games.rules.table import Ask, Table

Step = Callable[[Table, int, int], Ask | None]


def resolve(table: Table) -> Ask | None:
    """Resolve all that waits; gives the decision that stops it, or None at the end."""
    if table.resolving is None:
        begin_next(table, None)
    while (current := table.resolving) is not None:
        ask = STEPS[current.step](table, current.seat, current.card)
        if ask is None:
            go_on(table)
        elif not answered_beforehand(table, ask):
            return ask
    return None


def begin_next(table: Table, owner: int | None) -> None:
    """Begin the lowest waiting number of the last owner, else the lowest of all, if any."""
    own = [entry for entry in table.waiting if entry[0] == owner]
    if waiting := own or table.waiting:
        seat, card = min(waiting, key=lambda entry: entry[1])
        table.waiting.remove((seat, card))
        table.resolving = Resolving(seat, card, FIRST)


def go_on(table: Table) -> None:
    """Go to the next step; after the last one to the next completed objective, if any waits."""
    current = table.resolving
    assert current is not None
    if following := NEXT[current.step]:
        table.resolving = Resolving(current.seat, current.card, following)
    else:
        table.resolving = None
        begin_next(table, current.seat)


def answered_beforehand(table: Table, ask: Ask) -> bool:
    """Use the owner's carried answer, if one is legal now; True: the decision is made."""
    current = table.resolving
    assert current is not None
    if ask.kind == LOSSES:
        return False
    choice = carried_answer(
        table, ask.kind, lambda choice: verify(table, ask.kind, current.seat, choice)
    )
    if choice is None:
        return False
    table.emit(events.AnswerUsed(current.seat, current.card, ask.kind, choice))
    decide(table, ask.kind, {current.seat: choice})
    return True


def decide(table: Table, kind: str, choices: Mapping[int, Choice]) -> None:
    """Carry out the current step's decision as the verified choices say, and go on to the next."""
    current = table.resolving
    if current is None:
        raise RefusedState("nothing_resolving")
    seat, card = current.seat, current.card
    if kind == POWER:
        unit(table, card).apply(table, seat, card, choices[seat])
    elif kind == LOSSES:
        attack(table, card).strike(table, seat, card, dict(choices))
    elif kind == CLAIM:
        apply_claim(table, seat, choices[seat])
    else:
        choice = choices[seat]
        assert isinstance(choice, Take)
        table.take(seat, choice.card)
    go_on(table)


def verify(table: Table, kind: str, seat: int, choice: Choice) -> None:
    """Raise ``IllegalChoice`` unless the seat may answer the decision of the current step so."""
    current = table.resolving
    if current is None:
        raise RefusedState("nothing_resolving")
    if kind == POWER:
        unit(table, current.card).verify(table, seat, current.card, choice)
    elif kind == LOSSES:
        attack(table, current.card).verify_loss(table, seat, choice)
    elif kind == CLAIM:
        verify_claim(choice)
    elif kind == TAKE:
        verify_take(table, choice)
    else:
        raise IllegalChoice("wrong_kind", kind=kind)


def unit(table: Table, card: int) -> Unit:
    """Give the unit of a card's immediate power; raises ``RefusedState`` where it has none."""
    power = table.deck[card].power
    if power is None or not power.immediate:
        raise RefusedState("no_power", card=card)
    return unit_of(power)


def attack(table: Table, card: int) -> Attack:
    """Give the unit of a card's attack; raises ``RefusedState`` where it has none."""
    found = unit(table, card)
    if not isinstance(found, Attack):
        raise RefusedState("no_attack", card=card)
    return found


def return_legions(table: Table, seat: int, card: int) -> None:
    """Step A: the legions return to the owner's supply."""
    legions = table.seats[seat].clear(card)
    table.emit(events.LegionsReturned(seat, card, legions))


def use_power(table: Table, seat: int, card: int) -> Ask | None:
    """Step B: the immediate power, if the card has one."""
    power = table.deck[card].power
    return (
        unit_of(power).begin(table, seat, card) if power is not None and power.immediate else None
    )


def control(table: Table, seat: int, card: int) -> None:
    """Step C: the card becomes controlled; the target reached sets the end for good."""
    board = table.seats[seat]
    del board.filled[card]
    board.controlled.append(card)
    table.emit(events.Controlled(seat, card, len(board.controlled)))
    if len(board.controlled) >= table.ruleset.target and not table.ended:
        table.ended = True
        table.emit(events.EndSet(seat))


def claim(table: Table, seat: int, card: int) -> Ask | None:
    """Step D, the tile for exactly this number of objectives: a choice."""
    return Ask(CLAIM, (seat,)) if claimable(table, seat) else None


def collect(table: Table, seat: int, card: int) -> None:
    """Step D, the tiles that nobody is asked about: kinds and goods."""
    take_kind_tiles(table, seat)
    take_goods(table, seat, card)


def take(table: Table, seat: int, card: int) -> Ask | None:
    """Step E: the owner takes a market card; left out if the end is set and nothing more waits."""
    if table.takes_no_more(seat):
        return None
    cards = table.market_cards()
    if len(cards) > 1:
        return Ask(TAKE, (seat,))
    if cards:
        table.take(seat, cards[0])
    else:
        table.emit(events.NothingToTake(seat))
    return None


STEPS: Mapping[str, Step] = {
    "return": return_legions,
    "power": use_power,
    "control": control,
    "claim": claim,
    "collect": collect,
    "take": take,
}

FIRST = next(iter(STEPS))
#: Step -> the one that follows; nothing follows the last.
NEXT: Mapping[str, str] = dict(zip(STEPS, [*list(STEPS)[1:], ""], strict=True))
