"""Where a stress run happens: a database, broker, SMTP server and worker of its own, all real."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from script.lib.broker import embedded_broker
from script.lib.postgres import embedded_postgres
from script.play.house import House, free_ports, set_environment
from script.play.mailbox import PostOffice, serve

PYTHON = sys.executable


class Arena(House):
    """The house of a stress run: a worker that can be killed, and no web server."""

    def __init__(self, folder: Path, post: PostOffice, plant: str) -> None:
        """Take the folder for logs, where mails arrive, and the fault to be planted, if any."""
        super().__init__(folder, 0)
        self.post, self.plant = post, plant

    def worker_line(self) -> list[str]:
        """Give the command of the worker, fault and all."""
        return [PYTHON, "-m", "script.strain.worker", *([self.plant] if self.plant else [])]

    def worker_errors(self) -> list[str]:
        """Give the lines of error that the worker wrote."""
        log = self.folder / "worker.log"
        text = log.read_text(errors="replace") if log.exists() else ""
        return [line for line in text.splitlines() if "[error" in line or "Error:" in line]


@contextmanager
def own_database(url: str) -> Iterator[str]:
    """Make a database beside the one that the URL names, and drop it at the end."""
    name = f"augustus_stress_{secrets.token_hex(4)}"
    parts = urlsplit(url)
    server = urlunsplit(parts._replace(path="/postgres"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextmanager
def arena(folder: Path, plant: str) -> Iterator[Arena]:
    """Start everything but the worker; all is stopped when the block is left."""
    given = os.environ.get("DATABASE_URL", "")
    with ExitStack() as stack:
        post, (port, web_port) = PostOffice(), free_ports(2)
        stack.callback(serve(post, port).stop)
        if given.startswith("postgres"):
            url = stack.enter_context(own_database(given))
        else:
            url = stack.enter_context(embedded_postgres())
        set_environment(folder, port, web_port, secrets.token_hex(32))
        os.environ["DATABASE_URL"] = url
        os.environ["CELERY_BROKER_URL"] = stack.enter_context(embedded_broker(folder / "broker"))
        subprocess.run([PYTHON, "manage.py", "migrate", "--verbosity", "0"], check=True)
        found = Arena(folder, post, plant)
        stack.callback(found.stop)
        yield found
