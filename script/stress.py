"""Do everything to many games at once, for as long as one likes, and check what is stored.

Real processes on a real PostgreSQL do, at the same moment, what could collide; a real worker with
a real broker and SMTP server competes with them; worker and processes are killed with SIGKILL.
Afterwards all that is stored is played again. Exit 1 if anything is found.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Game, Turn
    from script.strain.arena import Arena
    from tests.concurrency.crew import Crew, Job

#: How long everything may take to come to rest when nothing more is done to it.
REST = 90
#: Seconds between two kills of the worker, in a run that is long enough.
KILL_EVERY = 15
#: After its restart a killed worker's games must go on within so many seconds.
GOES_ON = 15


def main() -> int:
    """Strain, rest, check, tell."""
    options = arguments()
    seed = options.seed if options.seed is not None else time.time_ns() % 10**9
    print(f"Seed {seed}; {options.games} games, {options.minutes} minutes.", flush=True)
    from script.strain.arena import arena

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="augustus-stress-")))
        ground = stack.enter_context(arena(folder, options.plant))
        run = Run(ground, options, Random(seed))
        run.strain()
        run.leave()
        run.rest()
        run.check()
        return run.tell()


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="script/stress", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=20, help="games that go on at once")
    parser.add_argument("--seed", type=int, help="what is done follows from it, though not when")
    parser.add_argument(
        "--goes-on", type=float, default=GOES_ON, metavar="SECONDS",
        help="after its restart a killed worker's games must go on within so many",
    )  # fmt: skip
    parser.add_argument("--plant", default="", help="plant a fault, to see that it is found")
    options = parser.parse_args()
    from script.strain.plant import PLANTS

    if options.plant and options.plant not in PLANTS:
        parser.error(f"no such fault; there are {', '.join(PLANTS)}")
    return options


class Run:
    """One run: what was tried, and what was found."""

    def __init__(self, ground: Arena, options: argparse.Namespace, dice: Random) -> None:
        """Fork the crew, plant the fault in all processes, and create the games."""
        import django

        django.setup()
        from script.strain.plant import PLANTS
        from tests.concurrency.crew import Crew

        if options.plant:
            PLANTS[options.plant]()
        self.ground, self.dice, self.minutes = ground, dice, options.minutes
        self.goes_on = options.goes_on
        self.tried: collections.Counter[str] = collections.Counter()
        self.found: list[str] = []
        self.crew: Crew = Crew(8)
        self.games = [self.new_game() for _ in range(options.games)]
        ground.start_worker()

    def new_game(self) -> Game:
        """Create a game of two to six people and let all of them accept."""
        from games.models import Game, Seat
        from games.services import lobby

        count, number = self.dice.randrange(2, 7), self.dice.randrange(10**9)
        invitees = [lobby.Invitee(email=f"g{number}p{place}@example.org") for place in range(count)]
        target = self.dice.choice([3, 4, 5, 6, 7])
        from games.rules import Ruleset

        ruleset = Ruleset(target=target)
        game = lobby.create_game(name="Via Appia", invitees=invitees, hours=24, ruleset=ruleset)
        for pk in Seat.objects.filter(game=game).values_list("pk", flat=True):
            lobby.accept(seat_id=pk)
        self.tried["games"] += 1
        return Game.objects.get(pk=game.pk)

    def strain(self) -> None:
        """Do one thing after the other to the games until the time is over."""
        from script.strain.strains import STRAINS

        names = list(STRAINS)
        weights = [weight for _, weight in STRAINS.values()]
        begun, seconds = time.monotonic(), self.minutes * 60
        end, gap = begun + seconds, min(KILL_EVERY, seconds / 2)
        next_kill = begun + gap
        while time.monotonic() < end:
            place = self.dice.randrange(len(self.games))
            game = self.games[place]
            game.refresh_from_db()
            if game.status == "finished":
                game = self.games[place] = self.new_game()
            # The first time in any case: however short the run or slow the machine, one is killed.
            if self.dice.random() < 0.12 or not self.tried["process killed"]:
                self.kill_member(game)
            name = self.dice.choices(names, weights)[0]
            self.together(name, STRAINS[name][0](game, self.dice))
            if time.monotonic() >= next_kill:
                self.ground.replace_worker()
                self.tried["worker killed"] += 1
                next_kill = time.monotonic() + gap

    def together(self, name: str, jobs: Sequence[Job]) -> None:
        """Let the crew do the jobs at the same moment and judge what they come back with."""
        from script.strain.strains import EXPECTED

        jobs = jobs[: len(self.crew.members)]
        if not jobs:
            return
        self.tried[name] += 1
        for result in self.crew.together(jobs):
            if result.error and (result.error, result.code) not in EXPECTED:
                self.found.append(f"{name}: {result.error} {result.code}\n{result.trace}")

    def kill_member(self, game: Game) -> None:
        """Kill a process with SIGKILL while it orders, advances, or hands a seat over."""
        from games.services.table import open_turn
        from script.strain.strains import replacement, resignation
        from tests.concurrency import deeds

        turn = open_turn(game)
        if turn is None:
            return
        wishes: list[Job] = [(deeds.submit, wish) for wish in deeds.wishes(game, self.dice)]
        advance: Job = (deeds.advance, {"turn_id": turn.pk})
        given = [*replacement(game, self.dice)[:1], *resignation(game, self.dice)[:1]]
        last = self.dice.choice([*wishes[-1:], *given, advance])
        # An advance has something to do only when every order is in.
        if before := wishes if last is advance else wishes[:-1]:
            self.crew.together(before)
        self.crew.start(0, last)
        time.sleep(self.dice.random() * 0.03)
        self.crew.kill(0)
        self.tried["process killed"] += 1

    def leave(self) -> None:
        """Let somebody in each game go absent: nobody may be waiting for them when it rests."""
        from script.strain.strains import leaving

        for game in self.games:
            game.refresh_from_db()
            self.together("absence against deadline", leaving(game, self.dice))

    def rest(self) -> None:
        """Wait until a worker alone has brought everything to rest; else say what is stuck.

        The one before it was killed while there was work for it.
        """
        from notifications.models import Mail

        live = (Mail.State.QUEUED, Mail.State.SENDING, Mail.State.RETRY)
        self.ground.kill_worker()
        self.order_everywhere()
        begun = time.monotonic()
        self.ground.start_worker()
        while time.monotonic() < begun + REST:
            waiting = to_be_advanced().count()
            mails = Mail.objects.filter(state__in=live).count()
            if not waiting and self.went_on is None:
                self.went_on = time.monotonic() - begun
            if not waiting and not mails:
                return
            time.sleep(0.2)
        self.found.append(f"not at rest after {REST} s: {waiting} turns and {mails} mails wait")

    went_on: float | None = None

    def order_everywhere(self) -> None:
        """Let everybody order in all games; half of these are held by who was killed just now."""
        from django.utils import timezone

        from games.models import Game
        from games.services.clock import LEASE
        from script.strain.strains import last_orders

        for place, game in enumerate(self.games):
            game.refresh_from_db()
            if game.status == "finished":
                game = self.games[place] = self.new_game()
            self.together("last orders, nobody advances", last_orders(game, self.dice))
        left = to_be_advanced()
        self.tried["turns that a killed worker left"] = left.count()
        held = Game.objects.filter(
            pk__in=left.order_by("pk").values_list("game_id", flat=True)[::2], advance_attempts=0
        )
        self.tried["games that a killed worker held"] = held.update(
            next_try_at=timezone.now() + LEASE, advance_attempts=1
        )

    def check(self) -> None:
        """Play all that is stored again, and count how often each mail arrived."""
        from games.integrity import faults_of
        from games.models import Game
        from notifications.integrity import mail_faults_of
        from notifications.models import Mail

        self.ground.stop()  # what changes while it is read would look wrong
        for game in Game.objects.all():
            self.found += [str(fault) for fault in (*faults_of(game), *mail_faults_of(game))]
            if game.quarantined_at is not None:
                self.found.append(f"set apart: game {game.pk}")
        failed = Mail.objects.filter(state=Mail.State.FAILED).count()
        if failed:
            self.found.append(f"{failed} mails failed")
        sent = set(Mail.objects.filter(state=Mail.State.SENT).values_list("message_id", flat=True))
        arrived = set().union(*self.ground.post.ids.values()) if self.ground.post.ids else set()
        if lost := sent - arrived:
            self.found.append(f"{len(lost)} mails marked as sent never arrived")

    def tell(self) -> int:
        """Print what was tried and found; 0 when nothing was found."""
        from games.models import Order, Turn

        self.crew.__exit__()
        self.tried["turns closed"] = Turn.objects.filter(closed__isnull=False).count()
        self.tried["orders given"] = Order.objects.filter(submitted_at__isnull=False).count()
        self.tried["mails arrived"] = self.ground.post.mails()
        for what, number in self.tried.items():
            print(f"{number:>8}  {what}")
        if self.went_on is not None:
            print(f"{self.went_on:8.1f}  seconds until every game went on after the last kill")
            if self.went_on > self.goes_on:
                self.found.append(f"games stood still for more than {self.goes_on} s after a kill")
        for line in self.ground.worker_errors()[-20:]:
            print(f"{'':8}  the worker said: {line}")
        print(f"{len(self.found):>8}  found")
        for line in self.found[:20]:
            print(f"- {line}")
        return int(bool(self.found))


def to_be_advanced() -> QuerySet[Turn]:
    """Give the open turns whose time has come, whoever tries them just now."""
    from django.db.models import Q
    from django.utils import timezone

    from games.models import Game, Turn

    come = Q(ready__isnull=False) | Q(due__lte=timezone.now())
    running = Game.objects.filter(status=Game.Status.RUNNING, quarantined_at=None)
    return Turn.objects.filter(come, closed=None, game__in=running)


if __name__ == "__main__":
    sys.exit(main())
