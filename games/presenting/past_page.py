"""A look back at one turn of a game, as a spectator may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy

from games import links
from games.models import Game
from games.past import Past, position
from games.presenting import symbols
from games.presenting.around import Way, past_path, ways
from games.presenting.board import Board, Card, SeatBoard, board
from games.presenting.chart import Chart, chart
from games.presenting.score import ScoreSheet, score_sheet
from games.presenting.story import Chapter, story
from games.presenting.symbols import Symbol
from games.rules.events import Event, Kept, Moved, Passed, Placed
from games.rules.state import MOBILIZE, OVER, State
from games.services.table import rules_of

#: What the decisions of all seats at once come to, before anything follows from them.
_DECIDED = (Kept, Placed, Moved, Passed)
_ASKED = {
    "keep": gettext_lazy("Everybody keeps three of six objectives."),
    "mobilize": gettext_lazy("Everybody places a legion, moves one or passes."),
    "power": gettext_lazy("The power of a completed objective is used."),
    "losses": gettext_lazy("Whoever is attacked chooses what to lose."),
    "claim": gettext_lazy("A reward is claimed or left."),
    "take": gettext_lazy("A card is taken from the market."),
}


@dataclass(frozen=True, slots=True)
class Scrubber:
    """The ways to other turns; empty where there is none further. ``end`` stands for *now*."""

    address: str
    number: int
    end: int
    first: str
    back: str
    forward: str
    last: str
    text: str


@dataclass(frozen=True, slots=True)
class PastPage:
    """Everything on the page; ``placed`` is what all decided at once, ``chapters`` what followed.

    ``token`` and ``crier`` are of the draw looked at. ``board`` None: it cannot be shown.
    """

    state: str
    game: str
    game_url: str
    ways: tuple[Way, ...]
    heading: str
    asked: str
    notice: str
    token: Symbol | None
    crier: str
    scrubber: Scrubber
    placed: tuple[Chapter, ...]
    chapters: tuple[Chapter, ...]
    board: Board | None
    sheet: ScoreSheet | None
    chart: Chart | None


def past_page(past: Past, wanted: str) -> PastPage:
    """Give the page; ``wanted`` is the number of a turn as it was asked for, or empty: now."""
    place, notice = _place(past, wanted)
    state = position(past, place)
    rules, names = rules_of(past.game), past.names
    decided, following = _parted(past.stops[place].events() if place < len(past.stops) else ())
    at_draw = state is not None and bool(state.token) and place > 0 and state.kind != OVER
    shown = board(rules.view_for(state, None), rules, names) if state is not None else None
    outcome = rules.outcome(state) if state is not None and state.kind == OVER else None
    return PastPage(
        state="past" if place < len(past.stops) else "now",
        game=past.game.name,
        game_url=links.game_path(past.game),
        ways=ways(past.game, "past"),
        heading=_heading(past, place, state),
        asked=_asked(past, place),
        notice=notice or ("" if shown else gettext("The position of this turn cannot be shown.")),
        token=symbols.symbol(state.token) if state is not None and at_draw else None,
        crier=names[state.crier] if state is not None and at_draw else "",
        scrubber=_scrubber(past, place),
        placed=story(decided, rules.deck, names, None),
        chapters=story(following, rules.deck, names, None),
        board=_marked(shown, decided) if shown else None,
        sheet=score_sheet(outcome, rules.deck, names) if outcome else None,
        chart=chart(past, place),
    )


def _place(past: Past, wanted: str) -> tuple[int, str]:
    """Find the stop that was asked for; for a number that is none the nearest, and a sentence."""
    end = len(past.stops)
    if not wanted:
        return end, ""
    if not (wanted.isascii() and wanted.isdecimal()) or len(wanted) > 6:
        return end, gettext("There is no such turn. This is how things stand now.")
    number = int(wanted)
    numbers = [stop.number for stop in past.stops]
    if number in numbers:
        return numbers.index(number), ""
    if number > numbers[-1]:
        told = gettext(
            "Turn %(number)d cannot be looked at: there is none, it is still open, or it was taken"
            " back. This is how things stand now."
        )
        return end, told % {"number": number} if number > _end(past) else ""
    told = gettext("Turn %(number)d was taken back. This is the one that was played instead.")
    return _after(numbers, number), told % {"number": number}


def _after(numbers: Sequence[int], number: int) -> int:
    return next(place for place, found in enumerate(numbers) if found > number)


def _end(past: Past) -> int:
    """Give the number that stands for how things are now: the one after the last closed turn."""
    return past.stops[-1].number + 1


def _parted(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """Part what was decided by all at once from what followed."""
    for place, event in enumerate(events):
        by = event.by if isinstance(event, (Placed, Moved)) else 0
        if by or not isinstance(event, _DECIDED):
            return events[:place], events[place:]
    return events, ()


def _heading(past: Past, place: int, state: State | None) -> str:
    if place == 0:
        return gettext("The set-up")
    if place >= len(past.stops):
        over = past.game.status == Game.Status.FINISHED
        return gettext("The end") if over else gettext("How things stand now")
    if past.stops[place].draw:
        return gettext("Draw %(draw)d") % {"draw": past.stops[place].draw}
    return gettext("Before the first draw")


def _asked(past: Past, place: int) -> str:
    """Say what was decided in a turn: each draw has one of placements and perhaps more."""
    if not 0 < place < len(past.stops):
        return ""
    return str(_ASKED.get(past.stops[place].kind, ""))


def _scrubber(past: Past, place: int) -> Scrubber:
    game, end = past.game, len(past.stops)
    numbers = [*(stop.number for stop in past.stops), _end(past)]
    address = past_path(game)
    paths = [f"{address}?turn={number}" for number in numbers]
    return Scrubber(
        address=address,
        number=numbers[place],
        end=numbers[-1],
        first=paths[0] if place > 0 else "",
        back=paths[place - 1] if place > 0 else "",
        forward=paths[place + 1] if place < end else "",
        last=paths[-1] if place < end else "",
        text=gettext("Step %(place)d of %(end)d") % {"place": place + 1, "end": end + 1},
    )


def _marked(board: Board, decided: Sequence[Event]) -> Board:
    """Mark the spaces onto which the placements of this turn go."""
    targets: dict[tuple[int, int], str] = {}
    for event in decided:
        if isinstance(event, Placed):
            targets[event.seat, event.card] = event.symbol
        elif isinstance(event, Moved):
            targets[event.seat, event.to_card] = event.to_symbol
    if board.kind != MOBILIZE or not targets:
        return board
    return replace(board, others=tuple(_marked_seat(seat, targets) for seat in board.others))


def _marked_seat(seat: SeatBoard, targets: dict[tuple[int, int], str]) -> SeatBoard:
    cards = tuple(
        _marked_card(card, targets.get((seat.seat, card.number), "")) for card in seat.objectives
    )
    return replace(seat, objectives=cards)


def _marked_card(card: Card, letter: str) -> Card:
    """Mark the first open space of this symbol, as it is marked for a token that matches."""
    spaces, marked = [], not letter
    for space in card.spaces:
        if not marked and not space.filled and space.symbol.letter == letter:
            marked = True
            label = gettext("%(symbol)s: a legion is placed here") % {"symbol": space.symbol.name}
            space = replace(space, matching=True, label=label)
        spaces.append(space)
    return replace(card, spaces=tuple(spaces))
