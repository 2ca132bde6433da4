"""Play one whole game by mail, with nobody at the keyboard, in a database of its own.

A real worker, broker, web server and SMTP server; as many independent little mail clients as there
are players, which know nothing but their own mails.
"""

from __future__ import annotations

import argparse
import contextlib
import hmac
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from script.play.client import Client, Dice
from script.play.house import House, free_ports, running_house, set_environment
from script.play.mailbox import PostOffice, serve
from script.play.waits import HOURS, Habits, Waits

if TYPE_CHECKING:
    from games.models import Game

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio")
#: A game that has not ended by then is stuck.
PATIENCE = 500
#: Between two kills so many mails go by, at least and at most.
KILL_EVERY = (12, 60)


def main() -> int:
    """Play, print, check; 0 when the game ended and its bag is right."""
    options = arguments()
    seed = options.seed if options.seed is not None else secrets.token_bytes(32)
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="augustus-demo-")))
        post = PostOffice()
        smtp_port, web_port = free_ports(2)
        stack.callback(serve(post, smtp_port).stop)
        set_environment(folder, smtp_port, web_port, secrets.token_hex(32))
        house = stack.enter_context(running_house(folder, web_port))
        say(options, f"Seed {seed.hex()}; {options.players} players, all of them by mail.")
        habits = Habits(options.silent, options.leaving, options.time_off)
        game = create(options.players, seed, HOURS if habits else None, options.target)
        clients = [Client(name, address(name), seed, post) for name in NAMES[: options.players]]
        kills = Kills(seed) if options.kill_worker else None
        waits = Waits(game, clients, habits)
        for client in clients:
            client.start()
        trouble = play(game, house, post, clients, kills, waits)
        for client in clients:
            client.ended.set()
        if trouble:
            return give_up(trouble, folder)
        return report(options, waits, house, post, clients, time.monotonic() - begun)


def arguments() -> argparse.Namespace:
    """Read the command line; a wrong option is one line that says what is possible."""
    parser = argparse.ArgumentParser(prog="script/demo", description=main.__doc__)
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7), metavar="2..6")
    parser.add_argument("--seed", type=seed_of, metavar="HEX", help="64 hexadecimal digits or less")
    parser.add_argument(
        "--kill-worker", action="store_true", help="SIGKILL the worker now and then"
    )
    parser.add_argument(
        "--target", type=int, default=7, choices=range(3, 8), metavar="3..7",
        help="so many objectives end the game",
    )  # fmt: skip
    parser.add_argument("--silent", type=int, default=0, metavar="N", help="N never order")
    parser.add_argument("--leaving", type=int, default=0, metavar="N", help="N give their seats up")
    parser.add_argument("--time-off", type=int, default=0, metavar="N", help="N take time off")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the game's record there")
    parser.add_argument("--json", action="store_true", help="print figures alone, as JSON")
    options = parser.parse_args()
    habits = (options.silent, options.leaving, options.time_off)
    if min(habits) < 0 or sum(habits) >= options.players:
        parser.error("of the players one at least must play to the end")
    return options


def seed_of(text: str) -> bytes:
    """Read a seed of up to 64 hexadecimal digits, filled with zeros in front."""
    try:
        return bytes.fromhex(text.rjust(64, "0"))[-32:] if len(text) <= 64 else _refuse(text)
    except ValueError:
        return _refuse(text)


def _refuse(text: str) -> bytes:
    raise argparse.ArgumentTypeError(f"{text[:70]!r} is not up to 64 hexadecimal digits")


def say(options: argparse.Namespace, line: str = "") -> None:
    """Print a line for people, unless figures alone are wanted."""
    if not options.json:
        print(line, flush=True)


def address(name: str) -> str:
    """Give a player's address."""
    return f"{name.lower()}@example.org"


def create(players: int, seed: bytes, hours: int | None, target: int) -> Game:
    """Create the game, its bag's seed from this one (only a demo can do that), and invite."""
    import django

    django.setup()
    from games.rules import Ruleset
    from games.services.lobby import Invitee, create_game

    invitees = [Invitee(email=address(name), name=name) for name in NAMES[:players]]
    bag = hmac.digest(seed, b"bag", "sha256")
    game = create_game(
        name="Via Appia",
        invitees=invitees,
        seed=bag,
        hours=hours,
        ruleset=Ruleset(target=target),
    )
    game.time_off = True
    game.save(update_fields=["time_off"])
    return game


class Kills:
    """The moments, in mails delivered, at which the worker is killed: they follow from the seed."""

    def __init__(self, seed: bytes) -> None:
        """Find the first moment."""
        self.dice = Dice(seed, "kills", [])
        self.next = self._gap()

    def _gap(self) -> int:
        low, high = KILL_EVERY
        return low + self.dice.below(high - low)

    def due(self, deliveries: int) -> bool:
        """Tell whether it is time to kill, and find the moment after."""
        if deliveries < self.next:
            return False
        self.next = deliveries + self._gap()
        # Somewhere within whatever the worker does next.
        time.sleep(self.dice.below(300) / 1000)
        return True


def play(
    game: Game,
    house: House,
    post: PostOffice,
    clients: list[Client],
    kills: Kills | None,
    waits: Waits,
) -> str:
    """Wait until the game is over and every mail is out; gives what went wrong, or nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(0.05)
        if over(game):
            return ""
        waits.look()
        if kills is not None and kills.due(post.deliveries):
            house.replace_worker()
        troubles = [client.trouble for client in clients if client.trouble]
        if troubles:
            return troubles[0]
        if dead := house.dead():
            return f"the {dead} ended by itself"
    return f"the game has not ended within {PATIENCE} seconds"


def over(game: Game) -> bool:
    """Tell whether the game is finished and no mail is waiting to go out."""
    from notifications.models import Mail

    game.refresh_from_db()
    waiting = (Mail.State.QUEUED, Mail.State.SENDING, Mail.State.RETRY)
    return game.status == "finished" and not Mail.objects.filter(state__in=waiting).exists()


def give_up(trouble: str, folder: Path) -> int:
    """Print what went wrong, with the last lines of the servers' logs."""
    print(f"augustus: {trouble}", file=sys.stderr)
    for log in sorted(folder.glob("*.log")):
        for line in log.read_text(errors="replace").splitlines()[-15:]:
            print(f"{log.stem}: {line}", file=sys.stderr)
    return 1


def report(
    options: argparse.Namespace,
    waits: Waits,
    house: House,
    post: PostOffice,
    clients: list[Client],
    seconds: float,
) -> int:
    """Print story, score sheet and figures; 0 when the record checks."""
    from games.records import record_of
    from games.rules.record import record_text
    from script.play.report import figures, story_lines, trouble_with

    game = waits.game
    record = record_text(record_of(game))
    if options.record is not None:
        options.record.write_text(record)
    trouble = trouble_with(record)
    found = figures(
        game, mails=post.mails(), bag_ok=not trouble, jumps=waits.moved, seconds=seconds
    )
    if options.json:
        print(found.as_json())
        return int(bool(trouble))
    print("\n".join(story_lines(game)))
    print()
    refused = sum(client.refused for client in clients)
    print(
        f"{found.draws} draws, {found.turns} turns, {found.orders} orders ({refused} more were"
        f" refused and given anew), {found.mails} mails ({post.deliveries} deliveries),"
        f" {house.kills} kills of the worker, {found.seconds} s."
    )
    if waits.habits:
        print(
            f"{found.absent} absent to the end, {found.given_up} seats given up, {found.days_off}"
            f" days off; time was moved on {found.jumps} times."
        )
    print(f"The bag and every step: {trouble or 'right'}.")
    return int(bool(trouble))


if __name__ == "__main__":
    sys.exit(main())
