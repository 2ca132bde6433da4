"""The form for what is asked now, and the one for what an accepted placement may say beforehand."""

from __future__ import annotations

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.board import card
from games.presenting.choices import choices, marked
from games.presenting.consequences import Completion
from games.presenting.fields import (
    CarriedForm,
    Filled,
    HandCard,
    KeepForm,
    ListForm,
    OrderForm,
    Radio,
    Select,
    ask_new,
    first,
    select,
)
from games.presenting.power_forms import arrange_form, steps_form
from games.rules import Deck, Rules
from games.rules.choices import Keep
from games.rules.options import ArrangeOptions, Options, StepsOptions
from games.rules.state import KEPT
from games.rules.views import View


def order_form(
    options: Options, view: View, rules: Rules, filled: Filled, *, highlighted: str = ""
) -> OrderForm:
    """Give the form for what is asked, filled in."""
    if isinstance(options, StepsOptions):
        return steps_form(options, rules.deck, filled)
    if isinstance(options, ArrangeOptions):
        return arrange_form(options, rules.deck, filled)
    if options and isinstance(options[0], Keep):
        return _keep_form(view, rules.deck, filled)
    groups = marked(
        choices(options, view, rules), chosen=first(filled, "choice"), highlighted=highlighted
    )
    named = [entry for group in groups for entry in group.options if entry.highlighted]
    text, value = (named[0].text, named[0].value) if named else ("", "")
    return ListForm("choice", groups, text, value)


def _keep_form(view: View, deck: Deck, filled: Filled) -> KeepForm:
    checked = set(filled.get("card", ()))
    hand = (HandCard(card(deck, number), str(number) in checked) for number in sorted(view.hand))
    return KeepForm(KEPT, tuple(hand))


def carried_form(
    completion: Completion,
    sentences: tuple[str, ...],
    options: Options | None,
    view: View,
    rules: Rules,
    filled: Filled,
) -> CarriedForm | None:
    """Give the form for what follows a completion; None where nothing of it can be chosen.

    ``options``: the power's, at its moment, as far as it can be foreseen.
    """
    power = _carried_power(options, view, rules, filled)
    claim: tuple[Radio, ...] = ()
    claim_text = ""
    if completion.tile:
        claim_text = symbols.tile_with_points(completion.tile)
        claim = _claim_radios(filled)
    take = _wishes(view, rules.deck, filled) if completion.takes else ()
    if not (power or claim or take):
        return None
    return CarriedForm(
        title=symbols.card_name(rules.deck, completion.card),
        sentences=sentences,
        power=power,
        power_sentence=symbols.power_sentence(rules.deck[completion.card].power),
        power_ask=Radio(
            "power-choice",
            "ask",
            gettext("Ask me then"),
            first(filled, "power-choice") in ("", "ask"),
        ),
        claim=claim,
        claim_text=claim_text,
        take=take,
        ask_new=ask_new(filled),
        remember=_remember(completion) if claim or take else "",
    )


def _remember(completion: Completion) -> str:
    """Say what is remembered: that of the power belongs to its card alone."""
    if not completion.tile:
        return gettext("Remember my wishes from the market for later objectives too")
    text = gettext(
        "Remember this for later objectives too: the reward for %(count)d or more (or, if I leave"
        " it, for %(count)d or fewer), and my wishes from the market"
    )
    return text % {"count": completion.count}


def _carried_power(
    options: Options | None, view: View, rules: Rules, filled: Filled
) -> OrderForm | None:
    if not options:
        return None
    if isinstance(options, StepsOptions):
        return steps_form(options, rules.deck, filled, prefix="power-")
    if isinstance(options, ArrangeOptions):
        return arrange_form(options, rules.deck, filled, prefix="power-")
    groups = marked(choices(options, view, rules), chosen=first(filled, "power-choice"))
    return ListForm("power-choice", groups)


def _claim_radios(filled: Filled) -> tuple[Radio, ...]:
    said = first(filled, "claim")
    return tuple(
        Radio("claim", value, text, said == value or (value == "ask" and not said))
        for value, text in (
            ("yes", gettext("Claim it")),
            ("no", gettext("Leave it")),
            ("ask", gettext("Ask me then")),
        )
    )


def _wishes(view: View, deck: Deck, filled: Filled) -> tuple[Select, ...]:
    """Give a select for each wish, from the cards that lie in the market now."""
    cards = [number for number in view.market if number is not None]
    entries = [("", "—"), *((str(number), symbols.card_name(deck, number)) for number in cards)]
    return tuple(
        select(filled, f"take-{place}", gettext("%(place)d. wish") % {"place": place}, entries)
        for place in range(1, len(cards) + 1)
    )
