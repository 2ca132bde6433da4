"""The stored order of a seat in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.models import Order
from games.presenting.carried import carried_state, carried_text
from games.presenting.choices import action_text
from games.presenting.moments import Moment, moment
from games.rules.choices import Choice, Mobilize
from games.rules.codec import read_choice
from games.rules.views import View
from games.selectors import TurnData
from games.services.table import rules_of


@dataclass(frozen=True, slots=True)
class Played:
    """The stored order in words: ``follows`` is what it brings, ``carried`` what was added."""

    text: str
    how: str
    at: Moment | None
    follows: tuple[str, ...]
    carried: tuple[str, ...]


def stored_choice(order: Order | None) -> Choice | None:
    """Give what an order says, None while it is open."""
    return read_choice(order.choice) if order and order.choice is not None else None


def _how(order: Order) -> str:
    if order.source == Order.Source.CLOCK:
        return gettext("No order was in when the time was up, so this was done for you:")
    if order.source == Order.Source.BOT:
        return gettext("A bot ordered for you, since you were absent:")
    if order.source == Order.Source.STANDING:
        return gettext("As you had said beforehand:")
    return gettext("Your order:")


def played_of(data: TurnData, view: View | None) -> Played | None:
    """Say the stored order in words; None while there is none."""
    order, choice = data.order, stored_choice(data.order)
    if order is None or choice is None:
        return None
    rules = rules_of(data.game)
    found = carried_state(choice, view, rules) if view else None
    return Played(
        text=action_text(choice, rules.deck, view),
        how=_how(order),
        at=moment(order.submitted_at, data.zone) if order.submitted_at else None,
        follows=found.sentences if found else (),
        carried=carried_text(choice.carried, rules.deck) if isinstance(choice, Mobilize) else (),
    )
