"""Read what a player's form posts into a choice, and write a choice as the fields that say it.

Nothing is clamped or guessed: what cannot be read is refused with a code; whether it is legal is
the engine's to judge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.presenting.choices import read_value, value_of
from games.presenting.consequences import Completion
from games.rules import IllegalChoice, Malformed
from games.rules.choices import (
    Arrange,
    Carried,
    Choice,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Place,
    PowerAnswer,
    Steps,
    Take,
)
from games.rules.options import ArrangeOptions, Options, StepsOptions
from games.rules.views import View
from games.rules.words import SYMBOLS

Data = Mapping[str, Sequence[str]]

_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
_SPACE = re.compile(r"([1-9][0-9]{0,2})-([SHCKTD])")
_COUNT = re.compile(r"[0-9]")
#: More steps, or more wishes, than any power or market has.
_MANY = 10


def read_order(data: Data, options: Options | None) -> Choice:
    """Read an order from the fields of its form.

    ``options`` is what is asked, None where that cannot be known any more. Raises ``Malformed`` or
    ``IllegalChoice`` for what is no order at all.
    """
    if "card" in data:
        return Keep(tuple(sorted(read_number(value) for value in data["card"])))
    said = single(data, "choice")
    if not said:
        raise IllegalChoice("nothing_chosen")
    if said in ("use", "decline"):
        return _read_power(data, "", said, options)
    return read_value(said)


def single(data: Data, name: str) -> str:
    """Give a field's only value, empty for a missing one; two different ones are refused."""
    values = set(data.get(name, ()))
    if len(values) > 1:
        raise Malformed("bad_value")
    return next(iter(values), "")


def checked(data: Data, name: str) -> bool:
    """Tell whether a box is ticked; raises ``Malformed`` for any other value than its own."""
    said = single(data, name)
    if said not in ("", "yes"):
        raise Malformed("bad_value")
    return said == "yes"


def read_number(value: str) -> int:
    """Read the number of a card or of objectives; raises ``Malformed`` for what is none."""
    if not _NUMBER.fullmatch(value):
        raise Malformed("bad_value")
    return int(value)


def _read_power(data: Data, prefix: str, said: str, options: Options | None) -> Steps | Arrange:
    """Read the answer to a ``place`` or ``rearrange`` power: used as the selects say, or not."""
    if isinstance(options, ArrangeOptions) or _has(data, f"{prefix}space-"):
        if said == "use":
            return _read_arrangement(data, f"{prefix}space-")
        return Arrange(options.now if isinstance(options, ArrangeOptions) else ())
    if isinstance(options, StepsOptions) or _has(data, f"{prefix}from-"):
        return Steps(_read_steps(data, prefix)) if said == "use" else Steps()
    raise Malformed("bad_value")


def _has(data: Data, beginning: str) -> bool:
    return any(name.startswith(beginning) for name in data)


def _read_steps(data: Data, prefix: str) -> tuple[Place | Move, ...]:
    steps: list[Place | Move] = []
    for number in range(1, _MANY):
        source = single(data, f"{prefix}from-{number}")
        target = single(data, f"{prefix}to-{number}")
        if source and target:
            steps.append(_read_step(source, target))
        elif source or target:
            raise IllegalChoice("not_a_step")
    if not steps:
        raise IllegalChoice("nothing_chosen")
    return tuple(steps)


def _read_step(source: str, target: str) -> Place | Move:
    to_card, to_symbol = read_space(target)
    if source == "supply":
        return Place(to_card, to_symbol)
    return Move(*read_space(source), to_card, to_symbol)


def read_space(value: str) -> tuple[int, str]:
    """Read a space (card and symbol); raises ``Malformed`` for what is none."""
    found = _SPACE.fullmatch(value)
    if found is None:
        raise Malformed("bad_value")
    return int(found[1]), found[2]


def _read_arrangement(data: Data, beginning: str) -> Arrange:
    filled: dict[int, list[str]] = {}
    for name in data:
        if not name.startswith(beginning):
            continue
        number, symbol = read_space(name.removeprefix(beginning))
        count = single(data, name)
        if not _COUNT.fullmatch(count):
            raise Malformed("bad_value")
        filled.setdefault(number, []).extend(symbol * int(count))
    return Arrange(
        tuple(
            (number, "".join(sorted(letters, key=SYMBOLS.index)))
            for number, letters in sorted(filled.items())
        )
    )


def read_carried(
    data: Data, found: Completion, options: Options | None, view: View
) -> Carried | None:
    """Read what the form says should follow a completion; None if it says nothing.

    ``view``: what lies in the market now is what its wishes were made of.
    """
    power: tuple[tuple[int, PowerAnswer], ...] = ()
    said = single(data, "power-choice")
    if said not in ("", "ask"):
        power = ((found.card, _read_carried_power(data, said, options)),)
    claim: tuple[tuple[int, bool], ...] = ()
    wanted = single(data, "claim")
    if wanted in ("yes", "no"):
        claim = ((found.count, wanted == "yes"),)
    elif wanted not in ("", "ask"):
        raise Malformed("bad_value")
    wishes = [single(data, f"take-{place}") for place in range(1, _MANY)]
    take = tuple(read_number(wish) for wish in wishes if wish)
    ask_new = checked(data, "ask-new")
    seen = tuple(card for card in view.market if card) if take and ask_new else None
    return Carried(power, claim, take, seen) if power or claim or take else None


def _read_carried_power(data: Data, said: str, options: Options | None) -> PowerAnswer:
    if said in ("use", "decline"):
        return _read_power(data, "power-", said, options)
    answer = read_value(said)
    if isinstance(answer, Complete | Take):
        return answer
    raise Malformed("bad_value")


def data_of(choice: Choice) -> dict[str, list[str]]:
    """Give the fields that say a choice: the form of a stored order, filled in."""
    match choice:
        case Keep(cards):
            return {"card": [str(number) for number in cards]}
        case Steps() | Arrange():
            return _power_data(choice, "")
        case Mobilize() | Claim() | Take() | Complete() | LoseLegions() | LoseObjective():
            return {"choice": [value_of(choice)]}
    raise ValueError(choice.code)


def carried_data_of(carried: Carried | None) -> dict[str, list[str]]:
    """Give the fields that say carried answers."""
    data: dict[str, list[str]] = {}
    if carried is None:
        return data
    for _, answer in carried.power:
        data |= _power_data(answer, "power-")
    for _, wanted in carried.claim:
        data["claim"] = ["yes" if wanted else "no"]
    for place, number in enumerate(carried.take, start=1):
        data[f"take-{place}"] = [str(number)]
    if carried.seen is not None:
        data["ask-new"] = ["yes"]
    return data


def _power_data(answer: PowerAnswer, prefix: str) -> dict[str, list[str]]:
    match answer:
        case Steps(steps):
            data = {f"{prefix}choice": ["use" if steps else "decline"]}
            for place, step in enumerate(steps, start=1):
                if isinstance(step, Move):
                    source, target = _text(step), f"{step.to_card}-{step.to_symbol}"
                else:
                    source, target = "supply", _text(step)
                data[f"{prefix}from-{place}"] = [source]
                data[f"{prefix}to-{place}"] = [target]
            return data
        case Arrange(objectives):
            data = {f"{prefix}choice": ["use"]}
            for number, filled in objectives:
                for letter in SYMBOLS:
                    data[f"{prefix}space-{number}-{letter}"] = [str(filled.count(letter))]
            return data
    return {f"{prefix}choice": [value_of(answer)]}


def _text(step: Place | Move) -> str:
    return f"{step.card}-{step.symbol}"
