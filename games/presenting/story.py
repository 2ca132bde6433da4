"""What happened, in short sentences, grouped by draws; the viewer's own deeds in second person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext, ngettext

from games.presenting import symbols
from games.presenting.choices import arrangement_text
from games.presenting.symbols import Symbol
from games.presenting.wordings import SENTENCES
from games.rules import Deck
from games.rules.events import Event, TokenDrawn
from games.rules.views import events_for
from games.said import AsSaid, Happened


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence; ``code`` is the event's, ``strong`` marks what nobody should miss.

    ``said``: the viewer had said so beforehand.
    """

    code: str
    text: str
    own: bool
    strong: bool
    seat: int | None
    said: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """What followed from one token (or what came before the first); ``draw`` 0: the set-up."""

    heading: str
    draw: int
    token: Symbol | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _Teller:
    """Who listens, and what things are called."""

    deck: Deck
    names: Sequence[str]
    viewer: int | None

    def name(self, seat: int) -> str:
        return gettext("you") if seat == self.viewer else self.names[seat]

    def name_list(self, seats: Iterable[int]) -> str:
        return symbols.and_list([self.name(seat) for seat in seats])

    def card(self, number: int) -> str:
        return symbols.card_name(self.deck, number)

    def card_list(self, numbers: Iterable[int]) -> str:
        return symbols.and_list([self.card(number) for number in numbers])


#: What no reader should miss.
_STRONG = frozenset(
    ("attacked", "completed", "controlled", "end_set", "game_over", "objective_discarded")
)


def story(
    happened: Iterable[Happened], deck: Deck, names: Sequence[str], viewer: int | None
) -> tuple[Chapter, ...]:
    """Tell what happened as the viewer (a seat, or None for a spectator) may know it.

    One chapter for each draw; events before the first token make one without a token. What the
    viewer had said beforehand (``AsSaid``) is told so.
    """
    teller = _Teller(deck, names, viewer)
    chapters: list[Chapter] = []
    heading, draw, token, lines = "", 0, None, list[Line]()
    for event in happened:
        if isinstance(event, AsSaid):
            lines.append(_as_said(line_of(event.event, teller)))
        elif not events_for([event], viewer):
            continue
        elif isinstance(event, TokenDrawn):
            if lines or token:
                chapters.append(Chapter(heading, draw, token, tuple(lines)))
            heading, draw, token = (
                heading_of(event, teller),
                event.draw,
                symbols.symbol(event.token),
            )
            lines = []
        else:
            lines.append(line_of(event, teller))
    if lines or token:
        chapters.append(Chapter(heading, draw, token, tuple(lines)))
    return tuple(chapters)


def plain_lines(chapters: Iterable[Chapter]) -> list[str]:
    """Give a story as lines of text, each chapter's heading before its sentences."""
    lines: list[str] = []
    for chapter in chapters:
        lines += [
            *([chapter.heading] if chapter.heading else []),
            *(f"- {line.text}" for line in chapter.lines),
        ]
    return lines


def heading_of(event: TokenDrawn, teller: _Teller) -> str:
    """Give the heading of a draw: its number, token and crier."""
    text = gettext("Draw %(draw)d: %(token)s, called by %(crier)s")
    values = {
        "draw": event.draw,
        "token": symbols.symbol(event.token).name,
        "crier": teller.name(event.crier),
    }
    return text % values


def _as_said(line: Line) -> Line:
    """Give a line that says that the viewer had said so beforehand."""
    text = gettext("%(sentence)s, as you had said beforehand.")
    return replace(line, text=text % {"sentence": line.text.removesuffix(".")}, said=True)


def line_of(event: Event, teller: _Teller) -> Line:
    """Give the sentence for one event."""
    seat: int | None = getattr(event, "seat", getattr(event, "crier", None))
    own = seat is not None and seat == teller.viewer
    other, second = SENTENCES[_sentence_key(event)]
    template = second if own and second is not None else other
    text = str(template) % _values(event, teller, seat)
    by = getattr(event, "by", 0)
    if by and event.code != "sheltered":
        text = gettext("By the power of %(card)s: %(sentence)s") % {
            "card": teller.card(by),
            "sentence": text,
        }
    return Line(event.code, text, own, event.code in _STRONG, seat)


def _sentence_key(event: Event) -> str:
    if getattr(event, "automatic", False):
        return f"{event.code}.automatic"
    if getattr(event, "loser", None) is not None:
        return f"{event.code}.loser"
    return event.code


def _values(event: Event, teller: _Teller, seat: int | None) -> Mapping[str, str]:
    """Give an event's fields in words, for its sentence."""
    given = {field.name: getattr(event, field.name) for field in fields(event)}
    values = {
        name: _IN_WORDS[name](value, teller)
        for name, value in given.items()
        if name in _IN_WORDS and value is not None
    }
    if seat is not None:
        values["name"] = teller.name(seat)
    if event.code == "seated":
        values["names"] = teller.name_list(range(len(teller.names)))
    elif event.code == "controlled":
        values["objectives"] = symbols.objectives_text(given["count"])
    elif event.code == "deck_reshuffled":
        values["cards"] = _cards_text(given["cards"])
    elif event.code == "game_over":
        values["result"] = victory(given["winners"], teller.names, teller.viewer)
    return values


def victory(winners: Sequence[int], names: Sequence[str], viewer: int | None) -> str:
    """Say who won: *Anna wins.*, *You and Bruno share the victory.*"""
    if len(winners) > 1:
        listed = [gettext("you") if seat == viewer else names[seat] for seat in winners]
        return gettext("The victory is shared by %(names)s.") % {"names": symbols.and_list(listed)}
    if winners[0] == viewer:
        return gettext("You win!")
    return gettext("%(name)s wins!") % {"name": names[winners[0]]}


def _cards_text(number: int) -> str:
    return ngettext("%(number)d card", "%(number)d cards", number) % {"number": number}


def _card_or_cards(value: Any, teller: _Teller) -> str:
    return teller.card_list(value) if isinstance(value, tuple) else ""


def _points(value: tuple[int, ...], teller: _Teller) -> str:
    return ", ".join(
        f"{teller.names[seat]}: {symbols.points_text(points)}" for seat, points in enumerate(value)
    )


#: Field of an event -> how it is said.
_IN_WORDS: Mapping[str, Callable[[Any, _Teller], str]] = {
    "card": lambda value, teller: teller.card(value),
    "to_card": lambda value, teller: teller.card(value),
    "by": lambda value, teller: teller.card(value) if value else "",
    "cards": _card_or_cards,
    "symbol": lambda value, teller: symbols.symbol(value).name,
    "to_symbol": lambda value, teller: symbols.symbol(value).name,
    "legions": lambda value, teller: symbols.legions_text(value),
    "targets": lambda value, teller: teller.name_list(value),
    "tile": lambda value, teller: symbols.tile_with_points(value),
    "loser": lambda value, teller: teller.name(value),
    "objectives": lambda value, teller: arrangement_text(value, teller.deck),
    "points": _points,
}
