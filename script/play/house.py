"""The service as the demo runs it: its own database, broker, worker and web server, all real."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from script.lib.broker import embedded_broker
from script.lib.processes import die_with_parent, stop_process
from script.lib.server import web_command, worker_command

PYTHON = sys.executable


def free_ports(number: int) -> list[int]:
    """Give so many local ports that nobody listens on."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(number)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def free_port() -> int:
    """Give a local port that nobody listens on."""
    (port,) = free_ports(1)
    return port


def set_environment(folder: Path, smtp_port: int, web_port: int, secret: str) -> None:
    """Point the settings of this process and its children at the demo's own servers."""
    for name in list(os.environ):
        if name in ("ALLOWED_HOSTS", "SECRET_KEY_FALLBACKS", "DJANGO_SETTINGS_MODULE"):
            del os.environ[name]
    static = folder / "static"
    static.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        DJANGO_SETTINGS_MODULE="augustus_site.settings",
        DEBUG="1",
        SECRET_KEY=secret,
        VAR_DIR=str(folder),
        DATABASE_URL=f"sqlite:///{folder / 'demo.sqlite3'}",
        SITE_URL=f"http://127.0.0.1:{web_port}",
        EMAIL_URL=f"smtp://127.0.0.1:{smtp_port}",
        DEFAULT_FROM_EMAIL="Augustus by mail <augustus@example.org>",
        # A killed worker must not hold the game up for long.
        SWEEP_SECONDS="1",
        MAIL_LEASE_SECONDS="3",
        VISIBILITY_SECONDS="8",
        LOG_LEVEL="WARNING",
        PYTHONUNBUFFERED="1",
    )


class House:
    """Web server and worker, their output in files; the worker can be killed and started again."""

    def __init__(self, folder: Path, web_port: int) -> None:
        """Take the folder for logs and the port of the web server."""
        self.folder, self.web_port = folder, web_port
        self.web: subprocess.Popen[str] | None = None
        self.worker: subprocess.Popen[str] | None = None
        self.kills = 0

    def start(self) -> None:
        """Start both and wait until the web server answers; else raise ``RuntimeError``."""
        self.start_worker()
        self.web = self._run("web", web_command(str(self.web_port)))
        end = time.monotonic() + 30
        while time.monotonic() < end and self.web.poll() is None:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.web_port}/t/x/", timeout=5)
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the web server did not start; see {self.folder / 'web.log'}")

    def worker_line(self) -> list[str]:
        """Give the command of the worker."""
        return worker_command("WARNING")

    def start_worker(self) -> None:
        """Start the worker."""
        self.worker = self._run("worker", self.worker_line())

    def kill_worker(self) -> None:
        """Kill the worker and its children with SIGKILL, wherever they are."""
        assert self.worker is not None
        os.killpg(self.worker.pid, signal.SIGKILL)
        self.worker.wait()
        self.kills += 1

    def replace_worker(self) -> None:
        """Kill the worker, and start it again."""
        self.kill_worker()
        self.start_worker()

    def stop(self) -> None:
        """Stop both."""
        for process in (self.worker, self.web):
            if process is not None:
                stop_process(process)

    def dead(self) -> str | None:
        """Name a process that ended by itself, if one did."""
        for name, process in (("worker", self.worker), ("web", self.web)):
            if process is not None and process.poll() is not None:
                return name
        return None

    def _run(self, name: str, command: list[str]) -> subprocess.Popen[str]:
        with (self.folder / f"{name}.log").open("a") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )


@contextmanager
def running_house(folder: Path, web_port: int) -> Iterator[House]:
    """Run broker, migrations, worker and web server; all stopped when the block is left."""
    with embedded_broker(folder / "broker") as url:
        os.environ["CELERY_BROKER_URL"] = url
        subprocess.run([PYTHON, "manage.py", "migrate", "--verbosity", "0"], check=True)
        house = House(folder, web_port)
        try:
            house.start()
            yield house
        finally:
            house.stop()
