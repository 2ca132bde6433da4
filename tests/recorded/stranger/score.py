"""The score: docs/record.md, *The score*."""

from __future__ import annotations

from typing import Any

from tests.recorded.stranger.deck import Card
from tests.recorded.stranger.table import Seat, Table

TILES = {
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


def lines_of(table: Table, seat: Seat) -> list[dict[str, Any]]:
    """Give a seat's lines."""
    cards = [table.deck[number] for number in seat.controlled]
    lines = []
    for card in cards:
        if card.scores:
            points = end_power(card, cards)
            lines.append({"what": "power", "points": points, "card": card.number, "tile": ""})
        if not card.scores or card.points:
            points = card.points
            lines.append({"what": "printed", "points": points, "card": card.number, "tile": ""})
    tiles = [{"what": "tile", "points": TILES[t], "card": 0, "tile": t} for t in seat.tiles]
    return lines + tiles


def end_power(card: Card, cards: list[Card]) -> int:
    """Give what an end-of-game power brings its owner, who controls ``cards``."""
    word, *values = card.power
    if word == "score_symbol":
        found = sum(other.spaces[values[0]] for other in cards)
        return min(int(values[2]), int(values[1]) * found)
    if word == "score_kind":
        return int(values[1]) * sum(other.kind == values[0] for other in cards)
    return int(values[0]) * sum(other.word == "attack" for other in cards)


def points_of(table: Table, seat: Seat) -> int:
    """Give a seat's points."""
    return sum(line["points"] for line in lines_of(table, seat))


def senators_of(table: Table, seat: Seat) -> int:
    """Give how many senators a seat controls."""
    return sum(table.deck[card].kind == "senator" for card in seat.controlled)


def rank_of(table: Table, seat: Seat) -> int:
    """Give a seat's rank, from 1."""
    merits = [(points_of(table, other), senators_of(table, other)) for other in table.seats]
    return 1 + sum(merit > merits[seat.number] for merit in merits)


def winners_of(table: Table) -> list[int]:
    """Give the seats that won."""
    return [seat.number for seat in table.seats if rank_of(table, seat) == 1]


def outcome_of(table: Table) -> dict[str, Any]:
    """Give the outcome of a finished game."""
    scores = [
        {
            "seat": seat.number,
            "lines": lines_of(table, seat),
            "points": points_of(table, seat),
            "senators": senators_of(table, seat),
            "rank": rank_of(table, seat),
        }
        for seat in table.seats
    ]
    return {"scores": scores, "winners": winners_of(table)}
