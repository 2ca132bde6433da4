"""What the server takes for every page, with few and with many stored games.

    python -m bench.pages [--stored 100,100000] [--rounds N] [--looks N] [--only ROUTE...]

The pages are those that the tests look at (``tests.games.town``), so that none is missing. There
is one database for each number of games, and the same town in each; a page is looked at in turns
in one and the other, so that a busy machine meets both alike. The board is the page of an open turn
in a game of six at draw 40; what it takes of the processor, PostgreSQL's part included, hardly
depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.cpu import since, spent
from bench.figures import spread
from bench.house import open_house
from bench.scale import REAL, Databases, grow, play_turn

if TYPE_CHECKING:
    from tests.games.visits import Visit, Visitors

#: How often the board is asked for.
BOARD = 200


@dataclass(frozen=True, slots=True)
class Town:
    """The town in one database: who looks, at what, and the open boards of the long game."""

    visitors: Visitors
    visits: Sequence[Visit]
    boards: Sequence[str]


def real_games() -> None:
    """Make the games that are copied: running ones, and a table that waits for players."""
    from bench.play import Twin, new_game
    from games.services.lobby import Invitee
    from tests.games.town import table

    for number in range(REAL - 1):
        twin = Twin(new_game(number, 4, hours=48))
        for _ in range(number % 4 + 1):
            play_turn(twin)
    table("Host", *[Invitee(free=True)] * 3, public=True)


def build_town(only: Sequence[str] = ()) -> Town:
    """Build the town in the database in use; what asks for nothing and shows a page is measured.

    Newer than what is stored: as many tables that wait for players as are listed on one page.
    """
    from games.mine import TABLES
    from games.models import Game
    from games.services.lobby import Invitee
    from games.services.table import open_turn
    from tests.games.browsing import turn_path
    from tests.games.cast import awaited
    from tests.games.town import BOTS_DICE, every_visit, table
    from tests.games.visits import Visitors

    for number in range(TABLES):
        table(f"Host{number}", Invitee(free=True), public=True)
    visitors, visits = Visitors(), []
    for visit in every_visit():
        visitors.send(visit)  # the town is what became of all of these
        if not visit.form and (not only or visit.route in only):
            visits.append(visit)
    long = Game.objects.get(public_id=BOTS_DICE)
    turn = open_turn(long)
    assert turn is not None
    boards = [turn_path(long, seat.name, turn) for seat in awaited(turn)]
    return Town(visitors, visits, boards)


def took(town: Town, visit: Visit) -> float:
    """Give the seconds that one look takes."""
    client = town.visitors.browser(visit.who).client
    begun = time.perf_counter()
    client.get(visit.path)
    return time.perf_counter() - begun


def by_page(
    databases: Databases, towns: dict[str, Town], options: argparse.Namespace
) -> dict[str, dict[str, float]]:
    """Look at everything in every database, in turns; gives milliseconds by kind of page."""
    times: dict[tuple[int, str], list[float]] = defaultdict(list)
    names = list(towns)
    for number in range(options.rounds):
        for place, visits in enumerate(zip(*(town.visits for town in towns.values()), strict=True)):
            of = dict(zip(names, visits, strict=True))
            for look in range(options.looks + 1):
                for name in names if (number + look) % 2 else reversed(names):
                    databases.switch(name)
                    found = took(towns[name], of[name])
                    if look:  # the first one in a while warms up
                        times[place, name].append(found)
    rows: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for place, visit in enumerate(next(iter(towns.values())).visits):
        for name in towns:
            rows[visit.route][name].append(1000 * statistics.median(times[place, name]))
    return {
        route: {name: statistics.mean(found) for name, found in row.items()}
        for route, row in rows.items()
    }


def board(databases: Databases, name: str, town: Town) -> dict[str, float | None]:
    """Look at the boards of the long game: seconds by the clock, and of the processor."""
    from django.test import Client

    databases.use(name)
    client, times = Client(), []
    client.get(town.boards[0])
    database = f"postgres://server/{name}"
    before, own = spent({}, database), time.process_time()
    for number in range(BOARD):
        begun = time.perf_counter()
        assert client.get(town.boards[number % len(town.boards)]).status_code == 200
        times.append(time.perf_counter() - begun)
    own = time.process_time() - own
    postgres = since(before, spent({}, database))["postgres"]
    used = {"python_cpu_ms": own, "postgres_cpu_ms": postgres}
    each = {key: round(1000 * seconds / BOARD, 2) for key, seconds in used.items()}
    return {**spread("board", times), **each}


def figures(databases: Databases, options: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Give one figure after the other, under its name."""
    real_games()
    names = grow(databases, [int(size) for size in options.stored.split(",")])
    towns = {}
    for name in names.values():
        databases.use(name)
        towns[name] = build_town(options.only)
    few, many = names[min(names)], names[max(names)]
    yield "board", board(databases, many, towns[many])
    rows = by_page(databases, towns, options)
    databases.use(databases.base)
    yield (
        "pages",
        {
            route: {
                str(min(names)): round(row[few], 2),
                str(max(names)): round(row[many], 2),
                "ratio": round(row[many] / row[few], 2),
            }
            for route, row in sorted(rows.items())
        },
    )
    everything = {name: sum(row[name] for row in rows.values()) for name in (few, many)}
    yield "ratio_of_all", round(everything[many] / everything[few], 2)


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stored", default="100,100000", help="how many games")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--looks", type=int, default=8, help="at each page, in each round")
    parser.add_argument("--only", nargs="*", default=[], help="pages by the names of their routes")
    options = parser.parse_args()
    with open_house() as house, ExitStack() as stack:
        from django.test.utils import setup_test_environment

        setup_test_environment(debug=False)  # the name under which Django's test client asks
        found = dict(figures(Databases(house, stack), options))
    print(json.dumps({"bench": "pages", "unit": "ms", **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
