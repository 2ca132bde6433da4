"""The twelve reward tiles. docs/rules.md, *Rewards (step D)*."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules import events
from games.rules.choices import Choice, Claim
from games.rules.errors import IllegalChoice
from games.rules.table import Table
from games.rules.words import KINDS

#: Tile -> its points.
TILES: Mapping[str, int] = {
    "count:2": 2,
    "count:3": 4,
    "count:4": 6,
    "count:5": 8,
    "count:6": 10,
    "kind:senator": 2,
    "kind:green": 4,
    "kind:each": 6,
    "kind:pink": 8,
    "kind:orange": 10,
    "good:wheat": 5,
    "good:gold": 5,
}

#: How many cards of one kind a tile for that kind wants.
OF_A_KIND = 3
GOODS = ("wheat", "gold")


def holder_of(table: Table, tile: str) -> int | None:
    """Give the seat that holds a tile, or None where it is still to be had."""
    return next((board.seat for board in table.seats if tile in board.tiles), None)


def claimable(table: Table, seat: int) -> str | None:
    """Give the tile for exactly as many objectives as the seat controls, if it may claim it."""
    board = table.seats[seat]
    tile = f"count:{len(board.controlled)}"
    has_one = any(held.startswith("count:") for held in board.tiles)
    return tile if tile in TILES and not has_one and holder_of(table, tile) is None else None


def verify_claim(choice: Choice) -> None:
    """Raise ``IllegalChoice`` unless the choice says yes or no to a tile."""
    if not isinstance(choice, Claim):
        raise IllegalChoice("wrong_answer", expected=Claim.code)


def apply_claim(table: Table, seat: int, choice: Choice) -> None:
    """Take or leave the tile."""
    tile = claimable(table, seat)
    assert isinstance(choice, Claim)
    assert tile is not None
    if choice.take:
        take_tile(table, seat, tile)
    else:
        table.emit(events.TileDeclined(seat, tile))


def take_tile(table: Table, seat: int, tile: str) -> None:
    """Give a tile to a seat, from the table or from its holder."""
    loser = holder_of(table, tile)
    if loser is not None:
        table.seats[loser].tiles.remove(tile)
    table.seats[seat].tiles.append(tile)
    table.emit(events.TileTaken(seat, tile, loser))


def take_kind_tiles(table: Table, seat: int) -> None:
    """Take every tile for kinds that the seat meets and nobody has: at once and without asking."""
    kinds = [table.deck[card].kind for card in table.seats[seat].controlled]
    met = [f"kind:{kind}" for kind in KINDS if kinds.count(kind) >= OF_A_KIND]
    if set(kinds) == set(KINDS):
        met.append("kind:each")
    for tile in met:
        if holder_of(table, tile) is None:
            take_tile(table, seat, tile)


def take_goods(table: Table, seat: int, card: int) -> None:
    """Compare with the holders of wheat and gold, for the goods on the just controlled card."""
    for good in GOODS:
        if getattr(table.deck[card], good) and _wins_good(table, seat, good):
            take_tile(table, seat, f"good:{good}")


def _wins_good(table: Table, seat: int, good: str) -> bool:
    holder = holder_of(table, f"good:{good}")
    if holder is None or holder == seat:
        return holder is None
    own, others = (_showing(table, player, good) for player in (seat, holder))
    return own > others or (own == others and table.ruleset.goods_tie == "newcomer")


def _showing(table: Table, seat: int, good: str) -> int:
    return sum(getattr(table.deck[card], good) for card in table.seats[seat].controlled)
