"""The text part's layout: monospace, at most 72 columns, no sign that needs a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.board import Board, Card, SeatBoard, Space
from games.presenting.choices import Group
from games.presenting.score import ScoreSheet, Worth
from games.presenting.story import Chapter
from notifications.names import columns, cut
from notifications.talk import Talk

WIDTH = 72


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> list[str]:
    """Break a sentence into lines; ``first`` begins the first of them, ``rest`` the others."""
    rest = " " * len(first) if rest is None else rest
    lines: list[str] = []
    line, indent = "", first
    for word in text.split():
        longer = f"{line} {word}" if line else f"{indent}{word}"
        if line and columns(longer) > width:
            lines.append(line)
            indent = rest
            longer = f"{indent}{word}"
        while columns(longer) > width:
            lines.append(cut(longer, width))
            longer = f"{rest}{longer[len(lines[-1]) :]}"
        line = longer
    return [*lines, line] if line else lines


def heading(text: str) -> list[str]:
    """Give a heading, underlined, with a free line before and after it."""
    lines = wrap(text.upper())
    return ["", *lines, "-" * max(map(columns, lines), default=0), ""]


def paragraph(*sentences: str) -> str:
    """Give sentences as one wrapped paragraph; empty ones are left out."""
    return "\n".join(wrap(" ".join(sentence for sentence in sentences if sentence)))


def _mark(space: Space) -> str:
    sign = "#" if space.filled else "*" if space.matching else " "
    return f"[{sign}] {space.symbol.name}"


def _columns(items: Iterable[str], indent: str) -> list[str]:
    """Put short items side by side, never breaking one."""
    lines: list[str] = []
    line = ""
    for item in items:
        longer = f"{line}   {item}" if line else f"{indent}{item}"
        if line and len(longer) > WIDTH:
            lines.append(line)
            longer = f"{indent}{item}"
        line = longer
    return [*lines, line] if line else lines


def card_facts(card: Card) -> str:
    """Give a card's kind, points and goods in words."""
    goods = [good.name for good in card.goods]
    points = [card.points_text] if card.points else []
    return ", ".join([card.kind.name, *points, *goods])


def card(found: Card, *, spaces: bool = True) -> list[str]:
    """Give a card: its name and facts, its spaces with what stands on them, its power.

    A completed card's legions are back in the supply, and nobody can place there any more.
    """
    facts = f"{found.title}: {card_facts(found)}"
    lines = wrap(f"{facts}; {found.progress}" if spaces else facts, "  ", "    ")
    if spaces and not found.completed:
        lines += _columns(map(_mark, found.spaces), "    ")
    else:
        lines += wrap(", ".join(space.symbol.name for space in found.spaces), "    ")
    if found.power:
        lines += wrap(found.power.sentence, "    ")
    return lines


def cards(found: Iterable[Card | None], *, spaces: bool = True) -> str:
    """Give several cards, a free line between them."""
    return "\n\n".join("\n".join(card(one, spaces=spaces)) for one in found if one is not None)


def own(seat: SeatBoard, controlled: Sequence[Worth]) -> str:
    """Give what lies before the reader; ``controlled``: what each such card would score now."""
    lines = heading(gettext("Your objectives"))
    lines += [cards(seat.objectives), "", *_legend(seat.objectives)]
    return "\n".join([*lines, "", *_state(seat, controlled)])


def _legend(objectives: Iterable[Card]) -> list[str]:
    """Explain the marks that stand on these cards, and no others."""
    marks = {_mark(space)[:3] for one in objectives if not one.completed for space in one.spaces}
    legend = {
        "[#]": gettext("[#] a legion stands here"),
        "[*]": gettext("[*] open, fits"),
        "[ ]": gettext("[ ] open"),
    }
    return _columns([said for mark, said in legend.items() if mark in marks], "  ")


def _state(seat: SeatBoard, controlled: Sequence[Worth]) -> list[str]:
    lines = wrap(f"{gettext('Legions in your supply')}: {seat.supply}", "  ")
    brought = "; ".join(f"{one.card.title}, {one.points_text}" for one in controlled)
    lines += wrap(
        f"{gettext('You control')} {len(controlled)}: {brought}"
        if brought
        else gettext("You control no objective yet."),
        "  ",
        "    ",
    )
    if seat.tiles:
        tiles = "; ".join(f"{tile.name}, {tile.points_text}" for tile in seat.tiles)
        lines += wrap(f"{gettext('Your rewards')}: {tiles}", "  ", "    ")
    return [*lines, *wrap(f"{gettext('Points so far')}: {seat.points}", "  ")]


def standing(seat: SeatBoard) -> str:
    """Say how far somebody is: objectives, legions in the supply, points."""
    return gettext("%(progress)s, %(legions)s in the supply, %(points)s so far.") % {
        "progress": seat.progress,
        "legions": symbols.legions_text(seat.supply),
        "points": symbols.points_text(seat.points),
    }


def others(board: Board) -> str:
    """Give everybody else's progress."""
    lines = heading(gettext("The others"))
    for seat in board.others:
        lines += wrap(f"{seat.name}: {standing(seat)}", "  ", "    ")
        for one in seat.objectives:
            lines += wrap(f"{one.title}: {one.progress}", "    ")
        if seat.tiles:
            tiles = ", ".join(tile.name for tile in seat.tiles)
            lines += wrap(f"{gettext('Rewards')}: {tiles}", "    ", "      ")
        lines.append("")
    return "\n".join(lines)


def market(board: Board) -> str:
    """Give the market."""
    return "\n".join([*heading(gettext("Market")), cards(board.market, spaces=False)])


def rewards(board: Board) -> str:
    """Give the rewards still to be had."""
    lines = heading(gettext("Rewards still to be had"))
    tiles = [f"{tile.name}: {tile.points_text}" for tile in board.tiles_left]
    return "\n".join([*lines, *_columns(tiles or [gettext("none")], "  ")])


def bag(board: Board) -> str:
    """Give what may still be in the bag, by symbol."""
    lines = heading(gettext("Still in the bag (%(size)d)") % {"size": board.bag_size})
    counts = [f"{count.symbol.name} {count.left}/{count.total}" for count in board.bag]
    return "\n".join([*lines, *_columns(counts, "  ")])


def story(chapters: Iterable[Chapter]) -> str:
    """Give what happened: each draw's heading, then a sentence a line."""
    lines: list[str] = []
    for chapter in chapters:
        lines += ["", *wrap(chapter.heading, "  ")]
        for line in chapter.lines:
            lines += wrap(line.text, "  ! " if line.strong else "  - ", "    ")
    return "\n".join(lines)


def talk(found: Talk | None) -> str:
    """Give what was said at the table, a message a paragraph; empty for nothing."""
    if found is None:
        return ""
    lines = wrap(gettext("(What was said before stands on your page.)")) if found.more else []
    for said in found.messages:
        lines += wrap(f"{said.name}: {said.text}", "  - ", "    ")
    return "\n".join(lines)


def choices(groups: Iterable[Group]) -> str:
    """Give every choice in words, with what follows from it."""
    lines: list[str] = []
    for group in groups:
        lines += ["", *wrap(f"{group.heading}:", "  ")]
        for option in group.options:
            lines += choice(option.text, option.follows)
    return "\n".join(lines)


def choice(text: str, follows: Iterable[str]) -> list[str]:
    """Give one choice, and what follows from it."""
    lines = wrap(text, "   - ", "     ")
    for sentence in follows:
        lines += wrap(sentence, "       ")
    return lines


def sheet(score: ScoreSheet) -> str:
    """Give the score sheet, best first, points in a column of their own."""
    lines: list[str] = []
    for one in score.sheets:
        you = f" ({gettext('you')})" if one.own else ""
        lines += ["", *_row(f"{one.rank}. {one.name}{you}", one.points)]
        for entry in one.lines:
            lines += _row(entry.text, entry.points, "     ")
    return "\n".join(lines)


def _row(text: str, points: int, indent: str = "  ") -> list[str]:
    room = WIDTH - 6
    lines = wrap(text, indent, f"{indent}  ", room - 2)
    dots = "." * (room - columns(lines[-1]) - 1)
    lines[-1] = f"{lines[-1]} {dots}{points:>6}"
    return lines
