"""Whole games over HTTP against real servers, in a closed loop; beside it a bare view and a peer.

    python -m bench.service --games 1,10,50 --seconds 10 --rounds 2 --bare --peer DIR

Other games are stored beside those that are played (``--stored``): in an empty database PostgreSQL
plans to read whole tables, and keeps to it for a minute while they grow. DATABASE_URL and
CELERY_BROKER_URL name the servers to use; without them embedded ones are started.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import house as houses
from bench.figures import median_of, spread
from bench.house import House, open_house, running, wait_for
from bench.scale import REAL, real_games
from script.play.house import free_port

if TYPE_CHECKING:
    from bench.play import Twin

Row = dict[str, Any]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.service",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", default="10", help="how many at once, or several: 1,10,50")
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7), metavar="2..6")
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=1, help="of everything, in turns")
    parser.add_argument(
        "--stored", type=int, default=1000, help="games beside those played, in tens, at least 10"
    )
    parser.add_argument("--bare", action="store_true", help="measure a bare view beside ours")
    parser.add_argument("--peer", type=Path, metavar="DIR", help="measure the peer installed there")
    parser.add_argument("--poll", choices=["head", "get"], default="head", help="of the turn page")
    parser.add_argument(
        "--poll-ms", type=float, help="before the first look, fixed; else it is learned"
    )
    return parser.parse_args()


class Bench:
    """Everything that one run of the program measures."""

    def __init__(self, options: argparse.Namespace, house: House) -> None:
        """Take the command line and where things are."""
        self.options, self.house = options, house
        self.bare_port = free_port()
        # The first are among those that are stored.
        self.made = REAL

    def store(self) -> None:
        """Store games that nobody plays on."""
        from bench.stored import add_copies, make_ready

        real_games()
        make_ready()
        add_copies(1, self.options.stored // REAL - 1)

    def new_twins(self, count: int) -> list[Twin]:
        """Make so many running games."""
        from bench.play import Twin, new_game

        self.made += count
        numbers = range(self.made - count, self.made)
        return [Twin(new_game(number, self.options.players)) for number in numbers]

    def ours(self, games: int) -> Row:
        """Play whole games for a while, then look whether everything is right."""
        from bench import checks, cpu
        from bench.play import Polling, play

        seconds = self.options.seconds
        twins = self.new_twins(games + round(seconds * 0.7) + 1)
        before, closed = checks.bytes_by_table(), checks.turns_closed()
        fixed = self.options.poll_ms
        polling = Polling(
            self.options.poll.upper(), (fixed or _first_look(games)) / 1000, learns=not fixed
        )
        with self._servers() as groups:
            spent = cpu.spent(groups, self.house.database)
            found = play(self.house.port, twins, games, seconds, polling)
            spent = cpu.since(spent, cpu.spent(groups, self.house.database))
        turns = checks.turns_closed() - closed
        tally = found.tally
        wrong = [*tally.wrong, *checks.faults(found.twins)]
        return {
            "placements_s": round(len(tally.placements) / found.seconds, 1),
            "turns_s": round(len(tally.turns) / found.seconds, 1),
            "orders_a_turn": round(len(tally.placements) / max(len(tally.turns), 1), 2),
            **spread("placement", tally.placements),
            **spread("next_turn_seen", tally.turns),
            **spread("next_turn_open", checks.timestamps(found.twins)),
            **polling.figures(),
            "polls_s": round(len(tally.polls) / found.seconds, 1),
            **spread("poll", tally.polls),
            "bytes_a_turn": checks.growth(before, checks.bytes_by_table(), turns),
            "cpu_ms_a_placement": cpu.shares(spent, sum(twin.orders for twin in found.twins)),
            "turns_checked": turns,
            "reconnects": found.reconnects,
            "wrong": wrong[:5],
        }

    @contextlib.contextmanager
    def _servers(self) -> Iterator[dict[str, int]]:
        """Run web and worker; gives name -> process group."""
        port = self.house.port
        with (
            running(self.house, "worker", houses.worker_command()) as worker,
            running(self.house, "web", houses.web_command(port)) as web,
        ):
            wait_for(port)
            self._warm_up()
            yield {"web": web.pid, "worker": worker.pid, "client": os.getpgrp()}

    def _warm_up(self) -> None:
        """Let every process of the servers answer something before the clock starts."""
        from bench.play import Polling, play

        found = play(self.house.port, self.new_twins(6), 4, 1.5, Polling("GET", 0.02))
        if found.tally.wrong:
            raise SystemExit(f"bench: {found.tally.wrong[0]}")

    def submissions(self, games: int) -> Row:
        """Measure submissions alone, ours and the bare view's in turns."""
        from bench import repeat

        twins = self.new_twins(games)
        for twin in twins:
            repeat.to_first_draw(twin)
        port, seconds = self.house.port, self.options.seconds / 2
        bare = houses.web_command(self.bare_port, "bench.bare:make()")
        found: Row = {}
        with (
            running(self.house, "web", houses.web_command(port)),
            running(self.house, "bare", bare),
        ):
            wait_for(port)
            wait_for(self.bare_port)
            targets = {
                "ours": (port, repeat.our_requests(twins)),
                "bare": (self.bare_port, repeat.bare_requests(twins)),
            }
            for warming in (True, False):
                for name, (where, requests) in targets.items():
                    found[name] = repeat.repeat(where, requests, 1 if warming else seconds)
        return found

    def round(self, games: int) -> Row:
        """Measure everything once, one after the other."""
        found: Row = {"ours": self.ours(games)}
        if self.options.peer:
            from bench.peer import drive, peer_server

            with peer_server(self.house, self.options.peer) as server:
                options = self.options
                peer = drive(options.peer, games, options.players, options.seconds, server)
            found["peer"] = {"placements_s": peer["moves_s"], **peer}
        if self.options.bare:
            found["submissions"] = self.submissions(games)
        return found

    def queries(self) -> dict[str, int]:
        """Count queries in this process."""
        from bench.queries import counted

        return counted(self.new_twins(1)[0])


def _first_look(games: int) -> float:
    """Give from what wait before the first look for the next turn to learn on, in ms.

    Early with one game, whose next turn is there at once; later with many, since each look takes
    from the servers what they need for the turn.
    """
    return min(6 * games, 150)


def summary(rounds: list[Row]) -> Row:
    """Give the medians over the rounds, and the ratios that there are targets for."""
    ours = [row["ours"] for row in rounds]
    found: Row = {"placements_s": median_of(ours, "placements_s")}
    if "peer" in rounds[0]:
        peer = [row["peer"] for row in rounds]
        found |= {
            "peer_placements_s": median_of(peer, "placements_s"),
            "times_the_peer": _times(ours, peer),
        }
    if "submissions" in rounds[0]:
        both = [row["submissions"] for row in rounds]
        alone, bare = [row["ours"] for row in both], [row["bare"] for row in both]
        found |= {
            "submissions_s": median_of(alone, "placements_s"),
            "bare_s": median_of(bare, "placements_s"),
            "submissions_of_bare": _times(alone, bare),
            "placements_of_bare": _times(ours, bare),
        }
    return found


def _times(ours: list[Row], others: list[Row]) -> float | None:
    """Give how many times another's placements ours are: the median of the rounds' ratios.

    What belongs to one round was measured one after the other; from round to round the machine can
    do twice as much, or half. None where it was too busy for a single placement of the other's.
    """
    ratios = [
        mine["placements_s"] / other["placements_s"]
        for mine, other in zip(ours, others, strict=True)
        if other["placements_s"]
    ]
    return round(statistics.median(ratios), 2) if ratios else None


def main() -> int:
    """Measure, print one JSON object; 1 where anything was wrong with the games."""
    options = arguments()
    with open_house() as house:
        bench = Bench(options, house)
        bench.store()
        found: Row = {
            "bench": "service",
            "players": options.players,
            "stored": options.stored,
            "queries": bench.queries(),
        }
        counts = [int(games) for games in options.games.split(",")]
        rounds: dict[int, list[Row]] = {games: [] for games in counts}
        for _ in range(options.rounds):
            for games in counts:
                rounds[games].append(bench.round(games))
        found["summary"] = {games: summary(rows) for games, rows in rounds.items()}
        found["rounds"] = rounds
    print(json.dumps(found))
    return int(any(row["ours"]["wrong"] for rows in rounds.values() for row in rows))


if __name__ == "__main__":
    sys.exit(main())
