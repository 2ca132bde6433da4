"""Set-up: seats, deal, market, which three of six each player keeps. docs/rules.md, *Set-up*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from games.rules import events
from games.rules.chance import Chance
from games.rules.choices import Choice, Keep
from games.rules.deck import Deck
from games.rules.errors import IllegalChoice, RulesError
from games.rules.ruleset import Ruleset
from games.rules.state import (
    HAND,
    KEEP,
    KEPT,
    LEGIONS,
    LEGIONS_A_PLAYER,
    MARKET_PLACES,
    SeatState,
    State,
)
from games.rules.table import Table

SEATS = range(2, 7)


def set_up(
    ruleset: Ruleset, deck: Deck, seats: int, chance: Chance, order: Sequence[int] | None
) -> Table:
    """Seat the players, deal six cards each, open the market; ``dealt`` keeps the first three.

    Raises ``RulesError`` for fewer than 2 or more than 6 seats, and for an order that is none.
    """
    if seats not in SEATS:
        raise RulesError("bad_seats", found=seats, low=SEATS[0], high=SEATS[-1])
    invited = tuple(range(seats))
    seated = tuple(order) if order is not None else chance.shuffle("seats", invited)
    if tuple(sorted(seated)) != invited:
        raise RulesError("bad_order", expected=", ".join(map(str, invited)))
    if len(deck.numbers) < HAND * seats + MARKET_PLACES:
        raise RulesError("deck_too_small", found=len(deck.numbers))
    state = State(
        commitment=chance.commitment,
        key_id=chance.key_id,
        order=seated,
        seats=(SeatState(LEGIONS_A_PLAYER),) * seats,
        market=(None,) * MARKET_PLACES,
        supply=LEGIONS - LEGIONS_A_PLAYER * seats,
        kind=KEEP,
        awaited=invited,
    )
    table = Table(ruleset, deck, state, chance)
    table.emit(events.Seated(seated))
    for board in table.seats:
        board.hand = tuple(card for _ in range(HAND) if (card := table.next_card()) is not None)
        table.emit(events.Dealt(board.seat, board.hand))
    table.market = [table.next_card() for _ in range(MARKET_PLACES)]
    table.emit(events.MarketOpened(tuple(table.market_cards())))
    if ruleset.opening == "dealt":
        keep(table, {board.seat: Keep(tuple(sorted(board.hand[:KEPT]))) for board in table.seats})
    return table


def keep_options(table: Table, seat: int) -> tuple[Choice, ...]:
    """Give the twenty ways to keep three of the six cards."""
    return tuple(Keep(cards) for cards in combinations(sorted(table.seats[seat].hand), KEPT))


def verify_keep(table: Table, seat: int, choice: Choice) -> None:
    """Raise ``IllegalChoice`` unless it keeps three different dealt cards, in rising order."""
    if not isinstance(choice, Keep):
        raise IllegalChoice("wrong_answer", expected=Keep.code)
    for card in choice.cards:
        if card not in table.seats[seat].hand:
            raise IllegalChoice("not_dealt", card=card)
    if len(choice.cards) != KEPT:
        raise IllegalChoice("wrong_number", expected=KEPT, found=len(choice.cards))
    if list(choice.cards) != sorted(set(choice.cards)):
        raise IllegalChoice("wrong_order", card=choice.cards[0])


def keep(table: Table, choices: Mapping[int, Keep]) -> None:
    """Let all seats keep their three at the same time; the others go face down to the discards."""
    for seat, choice in sorted(choices.items()):
        board = table.seats[seat]
        table.discards.extend(card for card in board.hand if card not in choice.cards)
        board.hand = ()
        board.filled = dict.fromkeys(choice.cards, "")
        table.emit(events.Kept(seat, choice.cards))
