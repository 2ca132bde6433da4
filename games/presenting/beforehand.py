"""The table of things said beforehand: an order for each symbol that may come, and the wishes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games.presenting import symbols
from games.presenting.board import BagCount
from games.presenting.choices import step_text
from games.presenting.fields import Check, Filled, Select, ask_new, check, first, select
from games.presenting.kept import by_language
from games.presenting.played import stored_choice
from games.presenting.symbols import Symbol
from games.rules import Deck
from games.rules.choices import Mobilize, Move, Place
from games.rules.rewards import TILES
from games.rules.standing import Action, Wishes, next_draw
from games.rules.views import View
from games.selectors import TurnData
from games.services.standing import Spoken
from games.services.table import rules_of, state_of
from games.standing_forms import ASK, PASS, SUPPLY, data_of_said

#: So many wishes from the market are asked for, unless more were said.
WISHES = 3

Entries = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What to do if a symbol is drawn; ``legion`` None: it can only come from the supply."""

    symbol: Symbol
    odds: str
    order: Select
    legion: Select | None
    note: str


@dataclass(frozen=True, slots=True)
class BeforehandForm:
    """The form, filled in. ``opened``: it shows by itself. ``summary`` says what stands in it."""

    version: str
    opened: bool
    summary: str
    rows: tuple[Row, ...]
    completing: Check
    only: Check
    claims: tuple[Select, ...]
    least: Check
    market: tuple[Select, ...]
    new: Check


def beforehand_form(
    data: TurnData, spoken: Spoken, bag: Sequence[BagCount], posted: Filled
) -> BeforehandForm:
    """Give the form of the open turn; ``posted``: one that was refused, shown as filled in."""
    assert data.seat.index is not None
    rules = rules_of(data.game)
    view = rules.view_for(state_of(data.turn.state_before), data.seat.index)
    refused = first(posted, "form") == "beforehand"
    filled = posted if refused else data_of_said(spoken.said)
    wishes = spoken.said.wishes
    return BeforehandForm(
        version=first(posted, "version") if refused else str(spoken.version),
        opened=refused,
        summary=_summary(spoken),
        rows=tuple(_row(data, view, count, spoken, filled) for count in bag),
        completing=check(
            filled, "completing", gettext("Ask me whenever something could be completed")
        ),
        only=check(
            filled,
            "only",
            gettext("Ask me only if something could be completed"),
        ),
        claims=_claims(filled),
        least=check(filled, "lose-least", gettext("If I am attacked, lose what helps me least")),
        market=_market(view, rules.deck, wishes, filled),
        new=ask_new(filled),
    )


def dropped_sentences(spoken: Spoken, number: int, deck: Deck) -> tuple[str, ...]:
    """Say which orders did not fit when turn ``number`` opened, so that it asks."""
    text = gettext(
        "For %(symbol)s you had said beforehand: %(order)s. That is not possible any more, so it"
        " was dropped and you are asked."
    )
    return tuple(
        text % {"symbol": symbols.symbol(symbol).name, "order": step_text(action, deck)}
        for symbol, (action, turn) in spoken.dropped.items()
        if turn == number
    )


def _summary(spoken: Spoken) -> str:
    count = len(spoken.said.orders)
    if not count:
        return gettext("Nothing is said yet for the next draws: you are asked each time.")
    return ngettext(
        "You have said what to do for %(count)d symbol.",
        "You have said what to do for %(count)d symbols.",
        count,
    ) % {"count": count}


def _row(data: TurnData, view: View, count: BagCount, spoken: Spoken, filled: Filled) -> Row:
    rules, letter = rules_of(data.game), count.symbol.letter
    assert view.seat is not None
    state = next_draw(rules.deck, view, stored_choice(data.order), letter)
    options = rules.options(state, view.seat)
    steps = [option.action for option in options if isinstance(option, Mobilize)]  # type: ignore[union-attr]
    said = spoken.said.orders.get(letter)
    targets, sources = _entries(steps, rules.deck)
    note = "" if targets else gettext("None of your spaces will match.")
    if said is not None and said not in steps:
        note = gettext("As things stand this will not be possible; you would be asked.")
        more_targets, more_sources = _entries([said], rules.deck)
        targets = list(dict([*targets, *more_targets]).items())
        sources = list(dict([*sources, *more_sources]).items())
    orders = [(ASK, gettext("Ask me")), (PASS, gettext("Pass")), *targets]
    label = {"symbol": count.symbol.name}
    return Row(
        symbol=count.symbol,
        odds=count.odds,
        order=select(filled, f"do-{letter}", gettext("If %(symbol)s comes") % label, orders),
        legion=_legions(filled, letter, sources, label) if sources else None,
        note=note,
    )


def _entries(steps: Iterable[Action], deck: Deck) -> tuple[Entries, Entries]:
    """Give the spaces that steps lead to, and those that legions leave for them, each once."""
    targets, sources = dict[str, str](), dict[str, str]()
    for step in steps:
        match step:
            case Place(card, symbol):
                targets[f"{card}-{symbol}"] = _space(card, symbol, deck)
            case Move(card, symbol, to_card, to_symbol):
                targets[f"{to_card}-{to_symbol}"] = _space(to_card, to_symbol, deck)
                sources[f"{card}-{symbol}"] = _space(card, symbol, deck)
    return list(targets.items()), list(sources.items())


def _legions(filled: Filled, letter: str, sources: Entries, label: dict[str, str]) -> Select:
    moved = gettext("moved from %(space)s")
    entries = [
        (SUPPLY, gettext("from my supply")),
        *((value, moved % {"space": space}) for value, space in sources),
    ]
    return select(
        filled, f"from-{letter}", gettext("Which legion, if %(symbol)s comes") % label, entries
    )


def _space(card: int, symbol: str, deck: Deck) -> str:
    return _space_at(symbols.card_name(deck, card), symbol)


@by_language
def _space_at(card: str, symbol: str) -> str:
    return gettext("%(card)s: %(symbol)s") % {"card": card, "symbol": symbols.symbol(symbol).name}


def _claims(filled: Filled) -> tuple[Select, ...]:
    counts = [code.removeprefix("count:") for code in TILES if code.startswith("count:")]
    more, fewer = gettext("for %(count)s or more"), gettext("for %(count)s or fewer")
    return (
        select(
            filled,
            "claim-from",
            gettext("Claim rewards for objectives"),
            [("", gettext("ask me")), *((n, more % {"count": n}) for n in counts)],
        ),
        select(
            filled,
            "leave-to",
            gettext("Leave rewards for objectives"),
            [("", gettext("ask me")), *((n, fewer % {"count": n}) for n in counts[:-1])],
        ),
    )


def _market(view: View, deck: Deck, wishes: Wishes, filled: Filled) -> tuple[Select, ...]:
    lying = [card for card in view.market if card is not None]
    gone = [card for card in wishes.market if card not in lying]
    away = gettext("%(card)s, not there now")
    entries = [
        ("", "—"),
        *((str(card), symbols.card_name(deck, card)) for card in lying),
        *((str(card), away % {"card": symbols.card_name(deck, card)}) for card in gone),
    ]
    return tuple(
        select(filled, f"market-{place}", gettext("%(place)d. wish") % {"place": place}, entries)
        for place in range(1, max(WISHES, len(wishes.market)) + 1)
    )
