"""The table as one seat (or a spectator) may see it, ready to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.kept import by_language
from games.presenting.prospects import prospects
from games.presenting.symbols import Good, Kind, Power, Symbol
from games.rules import Deck, Rules
from games.rules.deck import Objective
from games.rules.rewards import TILES
from games.rules.scoring import sheet
from games.rules.state import JOKER, MOBILIZE, OVER, TOKENS, SeatState
from games.rules.table import matching_symbols
from games.rules.views import View


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a card: filled or open, and whether the current token matches it.

    ``label`` says all three in words. In a form, ``key`` names it, ``pick`` is the value of the
    choice that a click makes, and ``lift`` numbers the legions that may move (empty for others).
    """

    symbol: Symbol
    filled: bool
    matching: bool
    label: str
    key: str = ""
    pick: str = ""
    lift: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One objective as it lies on the table; ``title`` is *Lydia (18)*."""

    number: int
    name: str
    title: str
    kind: Kind
    points: int
    points_text: str
    goods: tuple[Good, ...]
    power: Power | None
    spaces: tuple[Space, ...]
    symbols: str
    filled: int
    size: int
    completed: bool
    progress: str

    @property
    def matching(self) -> bool:
        """Tell whether a legion may go somewhere on this card now."""
        return any(space.matching for space in self.spaces)


@dataclass(frozen=True, slots=True)
class Tile:
    """A reward tile; ``holder`` is a name, empty while it is still to be had.

    ``near`` says who is one objective away from it, empty where nobody is.
    """

    code: str
    family: str
    name: str
    points: int
    points_text: str
    holder: str
    near: str = ""


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """What lies before one player; ``points`` is what would be scored now."""

    seat: int
    name: str
    own: bool
    crier: bool
    awaited: bool
    supply: int
    placed: int
    objectives: tuple[Card, ...]
    controlled: tuple[Card, ...]
    tiles: tuple[Tile, ...]
    points: int
    progress: str


@dataclass(frozen=True, slots=True)
class BagCount:
    """How many tokens of a symbol may still come, and how many there are.

    ``odds``: how likely the next token is one, in percent.
    """

    symbol: Symbol
    left: int
    total: int
    label: str
    odds: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table. ``own`` is None for a spectator; ``hand`` only while three are kept.

    ``token`` None: nothing is drawn yet. ``awaited``: the names of those who owe a decision.
    """

    own: SeatBoard | None
    others: tuple[SeatBoard, ...]
    hand: tuple[Card, ...]
    market: tuple[Card | None, ...]
    tiles: tuple[Tile, ...]
    tiles_left: tuple[Tile, ...]
    token: Symbol | None
    matching: tuple[Symbol, ...]
    draw: int
    crier: str
    bag: tuple[BagCount, ...]
    bag_size: int
    supply: int
    deck: int
    target: int
    kind: str
    asked: str
    awaited: tuple[str, ...]
    ended: bool

    @property
    def over(self) -> bool:
        """Tell whether the game is over: nothing is to be had any more."""
        return self.kind == OVER

    @property
    def seats(self) -> tuple[SeatBoard, ...]:
        """Give every board in seat order."""
        boards = (*((self.own,) if self.own else ()), *self.others)
        return tuple(sorted(boards, key=lambda board: board.seat))


def card(
    deck: Deck, number: int, filled: str = "", matching: str = "", *, completed: bool = False
) -> Card:
    """Give a card with these symbols filled; ``matching``: the symbols that a legion may go to."""
    found, open_to = deck[number], "" if completed else matching
    return _card(found, symbols.card_name(deck, number), filled, open_to, completed)


@by_language
def _card(found: Objective, title: str, filled: str, matching: str, completed: bool) -> Card:
    count, size = len(filled), len(found.symbols)
    progress = gettext("%(filled)d of %(size)d filled") % {"filled": count, "size": size}
    return Card(
        number=found.number,
        name=found.name,
        title=title,
        kind=symbols.kind(found.kind),
        points=found.points,
        points_text=symbols.points_text(found.points),
        goods=tuple(symbols.good(code) for code in ("wheat", "gold") if getattr(found, code)),
        power=symbols.power(found.power),
        spaces=_spaces(found.symbols, filled, matching),
        symbols=found.symbols,
        filled=count,
        size=size,
        completed=completed,
        progress=gettext("completed") if completed else progress,
    )


def _spaces(letters: str, filled: str, matching: str) -> tuple[Space, ...]:
    spaces = []
    for place, letter in enumerate(letters):
        is_filled = letters[:place].count(letter) < filled.count(letter)
        spaces.append(_space(letter, is_filled, not is_filled and letter in matching))
    return tuple(spaces)


@by_language
def _space(letter: str, is_filled: bool, matches: bool) -> Space:
    symbol = symbols.symbol(letter)
    label = gettext("%(symbol)s: open, matches the token")
    if is_filled:
        label = gettext("%(symbol)s: a legion stands here")
    elif not matches:
        label = gettext("%(symbol)s: open")
    return Space(symbol, is_filled, matches, label % {"symbol": symbol.name})


def board(view: View, rules: Rules, names: Sequence[str]) -> Board:
    """Give the table as the view shows it; ``names``: the players' names in seat order."""
    boards = [_seat_board(view, rules, names, seat, state) for seat, state in enumerate(view.seats)]
    tiles = _tiles(view, rules, names)
    return Board(
        own=next((found for found in boards if found.own), None),
        others=tuple(found for found in boards if not found.own),
        hand=tuple(card(rules.deck, number) for number in sorted(view.hand)),
        market=tuple(None if place is None else card(rules.deck, place) for place in view.market),
        tiles=tiles,
        tiles_left=tuple(tile for tile in tiles if not tile.holder),
        token=symbols.symbol(view.token) if view.token else None,
        matching=tuple(symbols.symbol(letter) for letter in _matching(view, rules.deck)),
        draw=view.draw,
        crier=names[view.crier],
        bag=_bag(view),
        bag_size=len(view.bag),
        supply=view.supply,
        deck=view.deck,
        target=rules.ruleset.target,
        kind=view.kind,
        asked=symbols.decision_name(view.kind),
        awaited=tuple(names[seat] for seat in view.awaited),
        ended=view.ended,
    )


def _matching(view: View, deck: Deck) -> str:
    """Give the symbols that the viewer may place on; none outside a draw's placements."""
    if view.seat is None or view.kind != MOBILIZE or not view.token:
        return ""
    return matching_symbols(deck, view.seats[view.seat].controlled, view.token)


def _seat_board(
    view: View, rules: Rules, names: Sequence[str], seat: int, state: SeatState
) -> SeatBoard:
    own = seat == view.seat
    completed = {number for owner, number in view.waiting if owner == seat}
    if view.resolving is not None and view.resolving.seat == seat:
        completed.add(view.resolving.card)
    matching = _matching(view, rules.deck) if own else ""
    return SeatBoard(
        seat=seat,
        name=names[seat],
        own=own,
        crier=seat == view.crier,
        awaited=seat in view.awaited,
        supply=state.supply,
        placed=sum(len(filled) for _, filled in state.objectives),
        objectives=tuple(
            card(rules.deck, number, filled, matching, completed=number in completed)
            for number, filled in state.objectives
        ),
        controlled=tuple(card(rules.deck, number) for number in state.controlled),
        tiles=tuple(_tile(code, names[seat]) for code in state.tiles),
        points=sum(line.points for line in sheet(rules.deck, state.controlled, state.tiles)),
        progress=_progress(len(state.controlled), rules.ruleset.target),
    )


def _progress(count: int, target: int) -> str:
    if count > target:
        return gettext("controls %(count)d") % {"count": count}
    return gettext("controls %(count)d of %(target)d") % {"count": count, "target": target}


def _tiles(view: View, rules: Rules, names: Sequence[str]) -> tuple[Tile, ...]:
    holders = {code: names[seat] for seat, state in enumerate(view.seats) for code in state.tiles}
    near = {} if view.kind == OVER else prospects(view, rules, names)
    return tuple(
        replace(_tile(code, holders.get(code, "")), near=near.get(code, "")) for code in TILES
    )


def _tile(code: str, holder: str) -> Tile:
    name, family, points = symbols.tile_name(code), code.replace(":", "-"), TILES[code]
    return Tile(code, family, name, points, symbols.points_text(points), holder)


def _bag(view: View) -> tuple[BagCount, ...]:
    """Give what is left, and the odds of the next draw: after a joker all tokens are back."""
    coming = TOKENS if view.token == JOKER else view.bag
    counts = []
    for letter in dict.fromkeys(TOKENS):
        left, total = view.bag.count(letter), TOKENS.count(letter)
        values = {
            "symbol": symbols.symbol(letter).name,
            "left": left,
            "total": total,
            "odds": symbols.percent(coming.count(letter), len(coming)),
        }
        label = gettext(
            "%(symbol)s: %(left)d of %(total)d still in the bag, %(odds)s for the next draw"
        )
        counts.append(
            BagCount(symbols.symbol(letter), left, total, label % values, str(values["odds"]))
        )
    return tuple(counts)
