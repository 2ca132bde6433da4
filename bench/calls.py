"""What an order, a look for the next turn and an advance cost one process, apart from all others.

    python -m bench.calls --games 3 --turns 25

Calls of Python's functions, as ``cProfile`` counts them, do not depend on how busy the machine is;
processor time beside them, taken without it. DATABASE_URL and CELERY_BROKER_URL name the servers to
use; without them embedded ones are started.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import logging.config
import pstats
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

from bench.figures import spread
from bench.house import open_house

if TYPE_CHECKING:
    from bench.play import Twin


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.calls",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=3, help="to count in, and as many to time")
    parser.add_argument("--turns", type=int, default=25, help="of each game")
    return parser.parse_args()


class Deed:
    """Something that is done again and again: how often, in how many calls, in what time."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.profile = cProfile.Profile()
        self.counted = 0
        self.seconds: list[float] = []

    def do(self, deed: Callable[[], Any], *, counting: bool) -> Any:
        """Do it once, counting its calls or taking its processor time."""
        if counting:
            self.counted += 1
            return self.profile.runcall(deed)
        begun = time.process_time()
        done = deed()
        self.seconds.append(time.process_time() - begun)
        return done

    def figures(self) -> dict[str, Any]:
        """Give calls for each time it was done, and milliseconds of processor time."""
        calls: int = pstats.Stats(self.profile).total_calls  # type: ignore[attr-defined]
        return {"calls": round(calls / self.counted), **spread("cpu", self.seconds)}


class Nowhere(io.TextIOBase):
    """Where log lines go that are made for their cost alone."""

    def write(self, text: str) -> int:
        """Take it."""
        return len(text)


class Process:
    """This process, which answers requests and advances games, as web and worker do."""

    def __init__(self) -> None:
        """Load the web service, with the log lines that it makes in production."""
        from augustus_site.logs import logging_config
        from augustus_site.wsgi import application

        logging.config.dictConfig(logging_config(level="INFO", readable=False))
        for handler in logging.getLogger().handlers:
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(Nowhere())
        self.application: Callable[..., Any] = application
        self.deeds = {name: Deed() for name in ("order", "look", "advance")}

    def ask(self, method: str, path: str, body: bytes = b"") -> str:
        """Answer a request, as gunicorn would hand it over; gives the status."""
        status = []
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
        }
        setup_testing_defaults(environ)
        response = self.application(environ, lambda line, _headers: status.append(line[:3]))
        response.close()
        return str(status[0])

    def play(self, twin: Twin, turns: int, *, counting: bool) -> None:
        """Play some turns of a game: every order, the advance, and a look at what came of it."""
        from games.forms import data_of
        from games.services import clock

        def do(name: str, deed: Callable[[], Any], expected: object) -> None:
            done = self.deeds[name].do(deed, counting=counting)
            if done != expected:
                raise SystemExit(f"bench: {name}: {done}")

        for _ in range(turns):
            choices = twin.choices()
            for seat, choice in choices.items():
                body = urlencode(data_of(choice), doseq=True).encode()
                path = twin.path(seat, twin.number)
                do("order", partial(self.ask, "POST", path, body), "303")
            do("advance", partial(clock.try_advance, turn_id=twin.open_turn_id()), True)
            twin.advance(choices)
            if twin.over:
                return
            path = twin.path(next(iter(twin.state.awaited)), twin.number)
            do("look", partial(self.ask, "HEAD", path), "200")


def main() -> int:
    """Count and measure, print one JSON object."""
    options = arguments()
    with open_house():
        from bench.play import Twin, new_game

        process = Process()
        # The first game warms up, and counts for nothing.
        process.play(Twin(new_game(0, 4)), options.turns, counting=False)
        for deed in process.deeds.values():
            deed.seconds.clear()
        for number in range(1, 2 * options.games + 1):
            twin = Twin(new_game(number, 4))
            process.play(twin, options.turns, counting=number > options.games)
        found = {name: deed.figures() for name, deed in process.deeds.items()}
    print(json.dumps({"bench": "calls", "players": 4, **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
