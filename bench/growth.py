"""How much the database grows by a turn: whole games played through the services, mails unsent.

    python -m bench.growth [--games N] [--every TURNS]

Rows are changed until their turn closes, and what a change leaves behind is free only after a
VACUUM. ``many`` runs it every so many turns, as autovacuum does; ``one_vacuum`` once at the end,
which is the worst that can be.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from bench.house import open_house

TABLES = ("games_turn", "games_order", "notifications_mail")


def grow(first: int, count: int, every: int) -> dict[str, Any]:
    """Play games side by side; gives bytes a turn by table, and by index for the large ones."""
    from bench import checks
    from bench.play import Twin, new_game
    from bench.scale import play_turn

    twins = [Twin(new_game(first + number, 4)) for number in range(count)]
    before = checks.bytes_by_table()
    parts = {table: checks.parts_of(table) for table in TABLES}
    turns = 0
    while left := [twin for twin in twins if not twin.over]:
        for twin in left:
            play_turn(twin)
            turns += 1
            if every and turns % every == 0:
                checks.bytes_by_table()
    found: dict[str, Any] = {"turns": turns, "orders": sum(twin.orders for twin in twins)}
    found["bytes_a_turn"] = checks.growth(before, checks.bytes_by_table(), turns)
    found["of_which"] = {
        table: checks.growth(parts[table], checks.parts_of(table), turns) for table in TABLES
    }
    found["wrong"] = checks.faults(twins)[:5]
    return found


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--every", type=int, default=100, help="turns between two VACUUMs")
    options = parser.parse_args()
    with open_house():
        found = {
            "bench": "growth",
            "many": grow(0, options.games, options.every),
            "one_vacuum": grow(10**4, options.games, 0),
        }
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
