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
from urllib.parse import unquote, urlsplit, urlunsplit

from bench import cpu
from bench.house import House, own_database, running

PORT = 8123


@contextlib.contextmanager
def peer_server(house: House, folder: Path) -> Iterator[tuple[int, str]]:
    """Run the peer on the same PostgreSQL, in a database of its own that is dropped afterwards.

    Gives its process group and the URL of its database.
    """
    if _taken():
        raise SystemExit(f"bench: port {PORT} is in use; the peer needs it")
    name = f"{urlsplit(house.database).path.strip('/')}_peer"
    with own_database(name) as _:
        url = _as_node_reads_it(house.database, name)
        env = {"DB": "pg", "PGURL": url, "NODE_ENV": "production"}
        command = ["node", str(folder.absolute() / "server.js")]
        with running(house, "peer", command, env) as process:
            _wait(process)
            yield process.pid, url


def _as_node_reads_it(database: str, name: str) -> str:
    """Give the URL of another database of the same server, a folder of sockets as a parameter."""
    parts = urlsplit(database)._replace(scheme="postgres", path=f"/{name}")
    place, _, _port = parts.netloc.rpartition("@")[2].partition(":")
    if "%2f" in place.lower():
        netloc = parts.netloc.replace(place, "localhost")
        parts = parts._replace(netloc=netloc, query=f"host={unquote(place)}")
    return urlunsplit(parts)


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


def drive(
    folder: Path, games: int, players: int, seconds: float, server: tuple[int, str]
) -> dict[str, Any]:
    """Run the peer's driver once; gives the line that it prints, and processor time a placement.

    The driver first makes its games, then plays: what counts is what was spent while it played.
    """
    seconds = max(round(seconds), 1)
    command = ["node", "drive.js", str(games), str(players), str(seconds)]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as driver:
        groups = {"server": server[0], "client": driver.pid}
        looks: list[tuple[float, dict[str, float]]] = []
        while driver.poll() is None:
            looks.append((time.monotonic(), cpu.spent(groups, server[1])))
            time.sleep(0.2)
        assert driver.stdout is not None
        found: dict[str, Any] = json.loads(driver.stdout.read().splitlines()[-1])
    last, end = looks[-1]
    begun, start = min(looks, key=lambda look: abs(last - seconds - look[0]))
    placements = round(found["moves_s"] * (last - begun))
    return {**found, "cpu_ms_a_placement": cpu.shares(cpu.since(start, end), placements)}
