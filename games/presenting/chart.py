"""Points and controlled objectives over time: the lines of a chart, and the same as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.past import Holding, Past, holdings
from games.rules import Deck
from games.rules.scoring import sheet
from games.services.table import rules_of

#: The drawing's own measure; it is scaled to the page.
WIDTH, HEIGHT = 400, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 10, 24
#: So many numbers stand along an axis, at most.
_TICKS = 8


@dataclass(frozen=True, slots=True)
class Tick:
    """A number along an axis, and where it stands."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's line as SVG writes a path; ``last`` is where it ends, in words too."""

    seat: int
    name: str
    path: str
    last_x: float
    last_y: float
    last: int


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing: a curve for each player over the turns; ``marker`` is the turn looked at."""

    title: str
    summary: str
    width: int
    height: int
    left: int
    right: int
    base: int
    top: int
    ticks_x: tuple[Tick, ...]
    ticks_y: tuple[Tick, ...]
    curves: tuple[Curve, ...]
    marker: float


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player had after a draw."""

    points: int
    controlled: int


@dataclass(frozen=True, slots=True)
class Row:
    """A draw after which something had changed, and what everybody had then."""

    draw: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawings, and all of it as a table for whoever cannot see or use them."""

    panels: tuple[Panel, ...]
    names: tuple[str, ...]
    rows: tuple[Row, ...]


def chart(past: Past, place: int) -> Chart | None:
    """Draw a game's course; ``place`` is the stop looked at. None before there is any course."""
    if len(past.stops) < 3:
        return None
    deck, told = rules_of(past.game).deck, holdings(past)
    known: dict[Holding, int] = {}
    cells = [tuple(_cell(deck, has, known) for has in seats) for seats in told]
    draws = [stop.draw for stop in past.stops]
    panels = (
        _panel(gettext("Points as things stood"), past, cells, place, lambda cell: cell.points),
        _panel(gettext("Controlled objectives"), past, cells, place, lambda cell: cell.controlled),
    )
    return Chart(panels, past.names, _rows(draws, cells))


def _cell(deck: Deck, has: Holding, known: dict[Holding, int]) -> Cell:
    if has not in known:
        known[has] = sum(line.points for line in sheet(deck, has.controlled, has.tiles))
    return Cell(known[has], len(has.controlled))


def _rows(draws: Sequence[int], cells: Sequence[tuple[Cell, ...]]) -> tuple[Row, ...]:
    """Give a row for each draw that changed something, and for the last."""
    ends = dict(zip(draws, cells, strict=True))
    rows, before = list[Row](), cells[0]
    for draw, found in ends.items():
        if found != before or draw == draws[-1]:
            rows.append(Row(str(draw), found))
        before = found
    return tuple(rows)


def _panel(
    title: str,
    past: Past,
    cells: Sequence[tuple[Cell, ...]],
    place: int,
    value: Callable[[Cell], int],
) -> Panel:
    values = [[value(cell) for cell in found] for found in cells]
    highest = max(max(found) for found in values) or 1
    across = (WIDTH - LEFT - RIGHT) / max(len(values) - 1, 1)
    up = (HEIGHT - TOP - BOTTOM) / highest
    columns = [LEFT + number * across for number in range(len(values))]
    curves = tuple(
        _curve(seat, name, columns, [HEIGHT - BOTTOM - found[seat] * up for found in values], last)
        for seat, (name, last) in enumerate(zip(past.names, values[-1], strict=True))
    )
    listed = ", ".join(f"{curve.name} {curve.last}" for curve in curves)
    return Panel(
        title=title,
        summary=gettext("%(title)s, at last: %(values)s") % {"title": title, "values": listed},
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        base=HEIGHT - BOTTOM,
        top=TOP,
        ticks_x=_draw_ticks([stop.draw for stop in past.stops], columns),
        ticks_y=tuple(
            Tick(round(HEIGHT - BOTTOM - number * up, 1), str(number))
            for number in range(0, highest + 1, _step(highest))
        ),
        curves=curves,
        marker=round(columns[min(place, len(columns) - 1)], 1),
    )


def _curve(seat: int, name: str, xs: Sequence[float], ys: Sequence[float], last: int) -> Curve:
    """Draw steps: what changed at a turn stays until it changes again."""
    path, before = [f"M{xs[0]:.1f} {ys[0]:.1f}"], ys[0]
    for x, y in zip(xs, ys, strict=True):
        if y != before:
            path.append(f"H{x:.1f}V{y:.1f}")
            before = y
    path.append(f"H{xs[-1]:.1f}")
    return Curve(seat, name, "".join(path), round(xs[-1], 1), round(ys[-1], 1), last)


def _step(highest: int) -> int:
    """Give a round distance for numbers along an axis."""
    return next(step for step in _round_steps() if highest / step <= _TICKS)


def _round_steps() -> Sequence[int]:
    return [digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5)]


def _draw_ticks(draws: Sequence[int], columns: Sequence[float]) -> tuple[Tick, ...]:
    """Number the draws where each begins, as many as there is room for."""
    firsts = {draw: columns[number] for number, draw in reversed(list(enumerate(draws)))}
    step = _step(max(draws))
    shown = sorted(draw for draw in firsts if draw % step == 0 or draw == 1)
    if len(shown) > 1 and shown[0] == 0 and shown[1] == 1:
        shown.remove(0)
    if step > 1 and 1 in shown and firsts.get(step, 0) - firsts[1] < 20:
        shown.remove(1)
    return tuple(Tick(round(firsts[draw], 1), str(draw)) for draw in shown)
