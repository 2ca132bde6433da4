"""What an accepted placement may say beforehand: the moment foreseen, and the answers in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.choices import action_text
from games.presenting.consequences import (
    Completion,
    completion_of,
    completion_sentences,
    power_moment,
)
from games.rules import Deck, Rules, State
from games.rules.choices import Carried, Choice, Mobilize
from games.rules.options import Options, StepsOptions
from games.rules.views import View


@dataclass(frozen=True, slots=True)
class CarriedState:
    """What a placement completes, in sentences; ``options``: its power's at ``moment``, if any."""

    completion: Completion
    sentences: tuple[str, ...]
    moment: State | None
    options: Options | None


def carried_state(choice: Choice | None, view: View, rules: Rules) -> CarriedState | None:
    """Give what a stored order completes, or None where it completes nothing."""
    if not isinstance(choice, Mobilize) or view.seat is None:
        return None
    found = completion_of(choice, view, rules)
    if found is None:
        return None
    moment, options = None, None
    if found.asks_power:
        moment = power_moment(choice, found, view)
        options = rules.options(moment, view.seat)
        if isinstance(options, StepsOptions) and not options.targets:
            options = None
    return CarriedState(found, completion_sentences(found, view, rules), moment, options)


def carried_text(carried: Carried | None, deck: Deck) -> tuple[str, ...]:
    """Say carried answers in words."""
    if carried is None:
        return ()
    lines = [
        gettext("The power of %(card)s: %(answer)s")
        % {"card": symbols.card_name(deck, card), "answer": action_text(answer, deck)}
        for card, answer in carried.power
    ]
    for count, wanted in carried.claim:
        tile = {"tile": symbols.tile_with_points(f"count:{count}")}
        if wanted:
            lines.append(gettext("Claim the reward for %(tile)s") % tile)
        else:
            lines.append(gettext("Leave the reward for %(tile)s") % tile)
    if carried.take:
        cards = ", ".join(symbols.card_name(deck, card) for card in carried.take)
        text = gettext("From the market, in this order: %(cards)s")
        if carried.seen is not None:
            text = gettext(
                "From the market, unless a new card lies there, in this order: %(cards)s"
            )
        lines.append(text % {"cards": cards})
    return tuple(lines)
