"""Choices put where they belong on the page: each at the card that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from games.presenting.board import Board, Card
from games.presenting.choices import Option
from games.presenting.fields import KeepForm, ListForm, OrderForm
from games.presenting.spots import Spots, hint, spots
from games.rules.state import MOBILIZE


@dataclass(frozen=True, slots=True)
class CardChoices:
    """A card and what may be chosen at it; ``more`` are moves, folded in while there are others."""

    card: Card
    options: tuple[Option, ...]
    more: tuple[Option, ...]
    more_open: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A form laid out: choices at cards, the ``rest``, and own ``objectives`` not shown so.

    ``hint`` says how to choose on the board; empty where it does not play a part.
    """

    cards: tuple[CardChoices, ...] = ()
    rest: tuple[Option, ...] = ()
    objectives: tuple[Card, ...] = ()
    hint: str = ""


def laid_out(form: OrderForm, board: Board) -> Laid:
    """Put each choice about a card at that card, and the others below."""
    own = board.own
    if own is None or isinstance(form, KeepForm):
        return Laid()
    if not isinstance(form, ListForm):
        return Laid(objectives=tuple(card for card in own.objectives if not card.completed))
    options = [option for group in form.groups for option in group.options]
    moves = {o.value for group in form.groups if group.code == "move" for o in group.options}
    named = {option.card for option in options}
    table = [*own.objectives, *own.controlled, *(card for card in board.market if card)]
    shown = [
        card
        for card in table
        if card.number in named or (board.kind == MOBILIZE and card in own.objectives)
    ]
    found = spots(options) if board.kind == MOBILIZE else None
    return Laid(
        cards=tuple(
            _choices_at(card, [o for o in options if o.card == card.number], moves, found)
            for card in shown
        ),
        rest=tuple(option for option in options if not option.card),
        objectives=tuple(
            card for card in own.objectives if card not in shown and not card.completed
        ),
        hint=hint(board, found) if found else "",
    )


def _choices_at(
    card: Card, options: list[Option], moves: set[str], found: Spots | None
) -> CardChoices:
    if found:
        options = [found.marked(option, card) for option in options]
        card = found.on(card)
    first = tuple(option for option in options if option.value not in moves)
    more = tuple(option for option in options if option.value in moves)
    opened = any(option.highlighted or option.chosen for option in more)
    return CardChoices(card, first, more, opened)
