"""The peer that is measured beside ours: a Node server and its own driver, in a given folder."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from bench.house import House, own_database, running

PORT = 8123


@contextlib.contextmanager
def peer_server(house: House, folder: Path) -> Iterator[None]:
    """Run the peer on the same PostgreSQL, in a database of its own that is dropped afterwards."""
    if _taken():
        raise SystemExit(f"bench: port {PORT} is in use; the peer needs it")
    name = f"{urlsplit(house.database).path.strip('/')}_peer"
    with own_database(name) as _:
        url = urlunsplit(urlsplit(house.database)._replace(scheme="postgres", path=f"/{name}"))
        env = {"DB": "pg", "PGURL": url, "NODE_ENV": "production"}
        command = ["node", str(folder.absolute() / "server.js")]
        with running(house, "peer", command, env) as process:
            _wait(process)
            yield


def _taken() -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", PORT)) == 0


def _wait(process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/games", timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("bench: the peer did not start")


def drive(folder: Path, games: int, players: int, seconds: float) -> dict[str, Any]:
    """Run the peer's driver once; gives the line that it prints."""
    command = ["node", "drive.js", str(games), str(players), str(max(round(seconds), 1))]
    done = subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 90
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
