"""How soon games go on after a worker was killed with SIGKILL, set up as in production.

``python -m bench.kills [--games N] [--kills K] [--seed NUMBER]``

People give the last orders of N games one after the other; while a worker advances them it is
killed, K times as a whole and started again at once, and K times one of its processes alone. Times
are counted from there until each turn that was waiting then is closed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bench.figures import spread
from bench.house import PYTHON, House, open_house, running

if TYPE_CHECKING:
    from games.models import Game

#: A game that stands still for longer than this is stuck, in seconds.
PATIENCE = 180
CELERY = [PYTHON, "-m", "celery", "-A", "augustus_site", "--quiet"]
BEAT = [*CELERY, "beat", "--loglevel", "WARNING"]
#: As in docs/operations.md, with no more processes than the two that the benches use.
WORKER = [*CELERY, "worker", "-Q", "turns", "--concurrency", "2", "--loglevel", "WARNING"]


def main() -> int:
    """Play, kill, print the figures as JSON; 1 if a game never went on."""
    parser = argparse.ArgumentParser(prog="bench.kills", description=main.__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with open_house() as house:
        bench = Bench(house, options.games, Random(options.seed))
        found = {what: bench.measure(what, options.kills) for what in ("worker", "process")}
    print(json.dumps({"games": options.games, "seed": options.seed, "killed": found}, indent=1))
    return int(any(figures["stuck"] for figures in found.values()))


class Bench:
    """Games, a clock, and workers that are killed while they advance the games."""

    def __init__(self, house: House, games: int, dice: Random) -> None:
        """Begin so many games."""
        self.house, self.dice = house, dice
        self.games = [self._new_game() for _ in range(games)]

    def measure(self, what: str, kills: int) -> dict[str, Any]:
        """Kill a whole worker, or one of its processes, so often; give the figures."""
        times: list[float] = []
        held = stuck = 0
        for _ in range(kills):
            with ExitStack() as stack:
                stack.enter_context(running(self.house, "beat", BEAT))
                worker = stack.enter_context(running(self.house, "worker", WORKER))
                self._wait_for_worker()
                self._order_and_kill(worker, what)
                turns = _waiting()
                held += len(_waiting(game__next_try_at__isnull=False))
                begun = time.monotonic()
                if what == "worker":
                    stack.enter_context(running(self.house, "worker", WORKER))
                gone = _until_closed(turns, begun)
            times += gone
            stuck += len(turns) - len(gone)
        figures = {"kills": kills, "turns": len(times), "held_by_the_killed": held, "stuck": stuck}
        longest = round(max(times), 1) if times else None
        return {**figures, **spread("goes_on", times), "goes_on_at_most_s": longest}

    def _wait_for_worker(self) -> None:
        """Give a worker a game to advance, and wait until it has."""
        from games.services.table import open_turn

        game = self._new_game()
        turn = open_turn(game)
        assert turn is not None
        self._order([game])
        if not _until_closed([turn.pk], time.monotonic()):
            raise SystemExit("bench: the worker does not come up")

    def _new_game(self) -> Game:
        from bench.play import new_game

        return new_game(self.dice.randrange(10**6, 10**9), 4)

    def _order_and_kill(self, worker: subprocess.Popen[str], what: str) -> None:
        """Let everybody order, some of them last, and kill while that is advanced."""
        from tests.concurrency import deeds

        for place, game in enumerate(self.games):
            game.refresh_from_db()
            if game.status != "running":
                self.games[place] = self._new_game()
        last = self._order(self.games, but=1)
        self.dice.shuffle(last)
        for wish in last[: self.dice.randrange(len(last) // 2, len(last))]:
            deeds.submit(**wish)
        time.sleep(self.dice.random() * 0.01)
        _kill(worker, what)

    def _order(self, games: Sequence[Game], but: int = 0) -> list[dict[str, Any]]:
        """Let all people order but the last of each game; give what those would order."""
        from tests.concurrency import deeds

        left = []
        for game in games:
            wishes = deeds.wishes(game, self.dice)
            given = wishes[: len(wishes) - but]
            left += wishes[len(given) :]
            for wish in given:
                deeds.submit(**wish)
        return left


def _waiting(**which: Any) -> list[int]:
    """Give the turns with every order in that nobody has advanced yet."""
    from games.models import Turn

    found = Turn.objects.filter(closed=None, ready__isnull=False, **which)
    return list(found.values_list("pk", flat=True))


def _until_closed(turns: Sequence[int], begun: float) -> list[float]:
    """Wait for these turns; give after how many seconds each that was closed was."""
    from games.models import Turn

    left, times = set(turns), []
    while left and time.monotonic() < begun + PATIENCE:
        time.sleep(0.01)
        open_still = Turn.objects.filter(pk__in=left, closed=None)
        gone = left - set(open_still.values_list("pk", flat=True))
        times += [time.monotonic() - begun] * len(gone)
        left -= gone
    return times


def _kill(worker: subprocess.Popen[str], what: str) -> None:
    """Kill a worker with all of its processes, or the youngest of these."""
    if what == "worker":
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        return
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    os.kill(int(children[-1]), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
