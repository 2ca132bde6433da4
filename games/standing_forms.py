"""Read what the form of things said beforehand posts, and write what was said as its fields.

A row is two fields: ``do-S`` is ``ask``, ``pass`` or a space; ``from-S`` says which legion goes
there: ``supply``, or the space where it stands. Nothing is guessed: what does not go together is
refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.forms import Data, checked, read_number, read_space, single
from games.rules import IllegalChoice, Malformed
from games.rules.choices import Move, Pass, Place
from games.rules.standing import DRAWS, Action, Said, Wishes
from games.rules.state import MARKET_PLACES

ASK, PASS, SUPPLY = "ask", "pass", "supply"
#: Above every version that a seat gets to, and a number that every database takes.
_DIGITS = 9


def read_version(data: Data) -> int:
    """Give the version that the form was made from; raises ``Malformed`` for none."""
    said = single(data, "version")
    if not (said.isascii() and said.isdigit() and len(said) <= _DIGITS):
        raise Malformed("bad_value")
    return int(said)


def read_orders(data: Data) -> dict[str, Action]:
    """Give the order for each symbol that has one; raises ``Malformed`` or ``IllegalChoice``."""
    found = {}
    for symbol in DRAWS:
        action = _read_row(single(data, f"do-{symbol}"), single(data, f"from-{symbol}"))
        if action is not None:
            found[symbol] = action
    return found


def _read_row(do: str, source: str) -> Action | None:
    if do in (ASK, PASS):
        if source not in ("", SUPPLY):
            raise IllegalChoice("not_a_step")
        return Pass() if do == PASS else None
    target = read_space(do)
    return Place(*target) if source in ("", SUPPLY) else Move(*read_space(source), *target)


def read_wishes(data: Data) -> Wishes:
    """Give the wishes, without what was seen in the market; raises ``Malformed``."""
    market = [single(data, f"market-{place}") for place in range(1, MARKET_PLACES + 1)]
    return Wishes(
        ask_completing=checked(data, "completing"),
        only_completing=checked(data, "only"),
        claim_from=_count(single(data, "claim-from")),
        leave_to=_count(single(data, "leave-to")),
        lose_least=checked(data, "lose-least"),
        market=tuple(read_number(wish) for wish in market if wish),
        ask_new=checked(data, "ask-new"),
    )


def _count(said: str) -> int | None:
    return read_number(said) if said else None


def data_of_said(said: Said) -> Mapping[str, list[str]]:
    """Give the fields of the form, filled in with what was said."""
    wishes = said.wishes
    data = {
        "claim-from": [str(wishes.claim_from or "")],
        "leave-to": [str(wishes.leave_to or "")],
        **{f"market-{place}": [str(card)] for place, card in enumerate(wishes.market, start=1)},
    }
    flags = {
        "completing": wishes.ask_completing,
        "only": wishes.only_completing,
        "lose-least": wishes.lose_least,
        "ask-new": wishes.ask_new,
    }
    data |= {name: ["yes"] for name, flag in flags.items() if flag}
    for symbol in DRAWS:
        do, source = _fields(said.orders.get(symbol))
        data |= {f"do-{symbol}": [do], f"from-{symbol}": [source]}
    return data


def _fields(action: Action | None) -> tuple[str, str]:
    match action:
        case None:
            return ASK, SUPPLY
        case Place(card, symbol):
            return f"{card}-{symbol}", SUPPLY
        case Move(card, symbol, to_card, to_symbol):
            return f"{to_card}-{to_symbol}", f"{card}-{symbol}"
    return PASS, SUPPLY
