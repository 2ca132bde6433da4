"""An order chosen for a seat at the desk: among what lies open, never from a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from games.forms import read_order
from games.models import Game, Seat, Turn
from games.presenting.fields import OrderForm
from games.presenting.order_forms import order_form
from games.rules import IllegalChoice, RulesError
from games.rules.choices import Choice
from games.rules.options import Options
from games.services.table import rules_of, state_of


@dataclass(frozen=True, slots=True)
class Chooser:
    """The players' own form for what is asked of a seat, and what was posted to it."""

    form: OrderForm | None
    options: Options | None
    posted: Mapping[str, list[str]]

    def choice(self) -> Choice:
        """Read the posted choice; raises ``IllegalChoice`` or ``Malformed`` for what is none."""
        if self.form is None:
            raise IllegalChoice("keep_is_secret")
        return read_order(self.posted, self.options)


def chooser(game: Game, turn: Turn | None, seat: Seat | None, posted: QueryDict) -> Chooser:
    """Give the form for a seat; without one where a hand would show, or nothing can be asked."""
    said = {name: posted.getlist(name) for name in posted}
    nothing = Chooser(None, None, said)
    if turn is None or seat is None or seat.index is None or turn.kind == "keep":
        return nothing
    rules = rules_of(game)
    try:
        state = state_of(turn.state_before)
        options = rules.options(state, seat.index)
        # A spectator's view: nothing that the game's page does not show.
        form = order_form(options, rules.view_for(state, None), rules, said)
    except RulesError:
        return nothing
    return Chooser(form, options, said)
