"""Whether anything gets slower: with 100, 10,000 and 100,000 stored games, and late in a long game.

    python -m bench.scale [--stored 100,10000,100000] [--rounds N]

One database for each number, measured in turns so that a busy machine meets all alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bench.house import House, open_house

if TYPE_CHECKING:
    from bench.play import Twin

#: So many real games are copied; some of their turns are over.
REAL = 10
#: The long games: so many, measured from this turn on, and for comparison from the early one on.
LONG, EARLY, LATE = 4, 5, 150
#: Decisions of this kind are as many as players in every draw; others are rare.
MOBILIZE = "mobilize"

Times = dict[str, list[float]]


def timed(times: Times, name: str, work: Callable[[], Any]) -> Any:
    """Do something and note how long it took."""
    begun = time.perf_counter()
    result = work()
    times[name].append(time.perf_counter() - begun)
    return result


def play_turn(twin: Twin, times: Times | None = None) -> None:
    """Play one turn through the services, noting times of draws where wished."""
    from games.services import clock, orders

    noted: Times = times if times is not None and twin.state.kind == MOBILIZE else defaultdict(list)
    choices = twin.choices()
    for seat, choice in choices.items():
        seat_id, number = twin.seats[seat], twin.number

        def submit(seat_id: int = seat_id, number: int = number, choice: Any = choice) -> None:
            orders.submit_order(seat_id=seat_id, turn_number=number, choice=choice)

        timed(noted, "submit", submit)
    turn_id = twin.open_turn_id()
    assert timed(noted, "advance", lambda: clock.try_advance(turn_id=turn_id))
    twin.advance(choices)


def look(twin: Twin, times: Times) -> None:
    """Get the game's page and the page of a seat's turn."""
    from django.test import Client

    from games.links import game_path
    from games.models import Game

    client = Client(SERVER_NAME="127.0.0.1")
    pages = {
        "game_page": game_path(Game.objects.get(pk=twin.game_id)),
        "turn_page": twin.path(twin.state.awaited[0], twin.number),
    }
    for name, path in pages.items():
        answer = timed(times, name, partial(client.get, path))
        assert answer.status_code == 200, answer.status_code


def sweep(times: Times) -> None:
    """Look for what is due, as the sweeps do: turns, mails, and mails whose worker is lost."""
    from django.utils import timezone

    from games.services import clock
    from notifications import outbox

    now = timezone.now()
    timed(times, "sweep_turns", lambda: clock.sweep(now=now))
    timed(times, "outbox_due", lambda: list(outbox.due(now).values_list("pk", flat=True)[:20]))
    timed(times, "outbox_recover", lambda: outbox.recover(now))


def measure(twins: Sequence[Twin], turns: int) -> Times:
    """Play on, look and sweep; the first turn warms everything up and is not counted."""
    times: Times = defaultdict(list)
    for number in range(turns + 1):
        noted = times if number else defaultdict(list)
        for twin in twins:
            if not twin.over:
                play_turn(twin, noted)
            if not twin.over and twin.state.kind == MOBILIZE:
                look(twin, noted)
        sweep(noted)
    return times


class Databases:
    """The databases of the run, of which this process uses one at a time."""

    def __init__(self, house: House, stack: ExitStack) -> None:
        """Take where to make them and what drops them."""
        from django.db import connection

        self.connection, self.stack = connection, stack
        self.base = urlsplit(house.database).path.strip("/")
        self.now = self.base
        self.kept: dict[str, Any] = {}

    def switch(self, name: str) -> None:
        """Go on in this database, and keep the connection to the last one for coming back."""
        self.kept[self.now] = self.connection.connection
        self.connection.connection = self.kept.pop(name, None)
        self.connection.settings_dict["NAME"] = self.now = name

    def use(self, name: str) -> None:
        """Go on in this database."""
        self.connection.close()
        self.connection.settings_dict["NAME"] = self.now = name

    def run(self, command: str) -> None:
        """Run a command outside of all of them."""
        before = self.now
        self.use("postgres")
        with self.connection.cursor() as cursor:
            cursor.execute(command)
        self.use(before)

    def copy(self, name: str) -> None:
        """Make a database like the one in use."""
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{self.now}"')
        self.stack.callback(self.run, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def real_games() -> None:
    """Make ``REAL`` games of four that are running, some turns old."""
    from bench.play import Twin, new_game

    for number in range(REAL):
        twin = Twin(new_game(number, 4, hours=48))
        for _ in range(number % 4 + 1):
            play_turn(twin)


def build(databases: Databases, sizes: Sequence[int]) -> dict[int, str]:
    """Make a database for each number of stored games, of which the real ones are running."""
    real_games()
    return grow(databases, sizes)


def grow(databases: Databases, sizes: Sequence[int]) -> dict[int, str]:
    """Make a database for each number of stored games; the bigger ones grow from the smaller."""
    from bench.stored import add_copies, make_ready

    make_ready()
    made, copies = {}, 1
    for size in sorted(sizes):
        add_copies(copies, size // REAL - 1)
        copies = size // REAL
        made[size] = f"{databases.base}_{size}"
        databases.copy(made[size])
    return made


def by_stored(databases: Databases, options: argparse.Namespace) -> dict[str, Any]:
    """Measure the same in every database, in turns."""
    from bench.play import Twin, new_game

    sizes = [int(size) for size in options.stored.split(",")]
    names = build(databases, sizes)
    rounds: dict[int, list[Times]] = {size: [] for size in sizes}
    for number in range(options.rounds):
        for size in sizes if number % 2 else reversed(sizes):
            databases.use(names[size])
            twins = [Twin(new_game(10**6 + 100 * number + i, 4, hours=48)) for i in range(2)]
            rounds[size].append(measure(twins, 8))
    databases.use(databases.base)
    found = {str(size): summary(times) for size, times in rounds.items()}
    return {**found, "ratio": ratio(found[str(max(sizes))], found[str(min(sizes))])}


def by_length(options: argparse.Namespace) -> dict[str, Any]:
    """Measure early and late in long games, in turns: at the late turn of one, early in another."""
    late = list(long_games())
    found: dict[str, list[Times]] = {"early": [], "late": []}
    for number in range(options.rounds):
        found["late"].append(measure(late, 3))
        early = list(long_games(10**7 + 100 * number, EARLY))
        found["early"].append(measure(early, 3))
    rows = {f"turn_{EARLY}": summary(found["early"]), f"turn_{LATE}": summary(found["late"])}
    return {**rows, "ratio": ratio(*reversed(rows.values()))}


def long_games(first: int = 10**7 + 10**6, until: int = LATE) -> Iterator[Twin]:
    """Give games played up to a turn, by players who pass so often that no game ends before."""
    from bench.play import Twin, new_game

    for number in range(first, first + LONG):
        twin = Twin(new_game(number, 4, hours=48))
        twin.idle = 0.7
        while twin.number < until:
            play_turn(twin)
            assert not twin.over
        yield twin


def summary(rounds: Sequence[Times]) -> dict[str, float]:
    """Give for each thing the median over rounds of each round's median, in milliseconds."""
    return {
        name: round(1000 * statistics.median(statistics.median(t[name]) for t in rounds), 2)
        for name in rounds[0]
    }


def ratio(much: dict[str, float], little: dict[str, float]) -> dict[str, float]:
    """Give for each thing how many times as long it takes with more."""
    return {name: round(much[name] / little[name], 2) for name in little}


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.scale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stored", default="100,10000,100000", help="how many games")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with open_house() as house, ExitStack() as stack:
        found: dict[str, Any] = {"bench": "scale", "unit": "ms"}
        found["length"] = by_length(options)
        # A database of its own for stored games: ids below a bound are copied.
        found["stored"] = by_stored(_emptied(Databases(house, stack)), options)
    print(json.dumps(found))
    return 0


def _emptied(databases: Databases) -> Databases:
    from django.core.management import call_command

    call_command("flush", "--no-input", verbosity=0)
    return databases


if __name__ == "__main__":
    sys.exit(main())
