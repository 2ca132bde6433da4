"""The forms of the powers that have too many answers for a list: ``place`` and ``rearrange``."""

from __future__ import annotations

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.fields import (
    ArrangeCard,
    ArrangeForm,
    Filled,
    Radio,
    Step,
    StepsForm,
    first,
    select,
)
from games.rules import Deck
from games.rules.options import ArrangeOptions, StepsOptions


def steps_form(options: StepsOptions, deck: Deck, filled: Filled, *, prefix: str = "") -> StepsForm:
    """Offer every space that a step could start from or end on: later steps may find more."""
    sources, targets = _sources(options, deck), _targets(options, deck)
    steps = tuple(
        Step(
            number,
            select(filled, f"{prefix}from-{number}", gettext("from"), sources),
            select(filled, f"{prefix}to-{number}", gettext("to"), targets),
        )
        for number in range(1, options.limit + 1)
    )
    use = _use_radios(
        filled, prefix, gettext("Use the power: place as chosen below"), gettext("Do not use it")
    )
    note = gettext("At most %(legions)s; %(supply)d in your supply.") % {
        "legions": symbols.legions_text(options.limit),
        "supply": options.supply,
    }
    return StepsForm(use, steps, note)


def _sources(options: StepsOptions, deck: Deck) -> list[tuple[str, str]]:
    entries = {"": "—"}
    if options.supply:
        entries["supply"] = gettext("my supply")
    if options.moves:
        # The targets too: a step may move on what an earlier one has put down.
        entries |= {
            _value(space): _space(space, deck) for space, _ in options.sources + options.targets
        }
    return list(entries.items())


def _targets(options: StepsOptions, deck: Deck) -> list[tuple[str, str]]:
    # The sources too: a step may fill what an earlier one has left.
    left = [(space, count) for space, count in options.sources if space[1] in options.symbols]
    entries = {_value(space): _space(space, deck) for space, _ in (*options.targets, *left)}
    return [("", "—"), *entries.items()]


def _value(space: tuple[int, str]) -> str:
    return f"{space[0]}-{space[1]}"


def _space(space: tuple[int, str], deck: Deck) -> str:
    number, letter = space
    return f"{symbols.symbol(letter).name} · {symbols.card_name(deck, number)}"


def arrange_form(
    options: ArrangeOptions, deck: Deck, filled: Filled, *, prefix: str = ""
) -> ArrangeForm:
    """Offer for each symbol of each card how many legions stand there in the end."""
    now = dict(options.now)
    cards = tuple(
        ArrangeCard(
            symbols.card_name(deck, number),
            tuple(
                select(
                    filled,
                    f"{prefix}space-{number}-{letter}",
                    symbols.symbol(letter).name,
                    [
                        (str(count), _of(count, letters.count(letter)))
                        for count in range(letters.count(letter) + 1)
                    ],
                    default=str(now[number].count(letter)),
                )
                for letter in dict.fromkeys(letters)
            ),
        )
        for number, letters in options.cards
    )
    use = _use_radios(
        filled, prefix, gettext("Rearrange as chosen below"), gettext("Leave everything as it is")
    )
    note = gettext("In the end exactly %(legions)s must stand on your objectives.") % {
        "legions": symbols.legions_text(options.legions)
    }
    return ArrangeForm(use, cards, options.legions, note)


def _of(count: int, size: int) -> str:
    return gettext("%(count)d of %(size)d") % {"count": count, "size": size}


def _use_radios(filled: Filled, prefix: str, use: str, decline: str) -> tuple[Radio, ...]:
    name, said = f"{prefix}choice", first(filled, f"{prefix}choice")
    return (
        Radio(name, "use", use, said == "use"),
        Radio(name, "decline", decline, said == "decline"),
    )
