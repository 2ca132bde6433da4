"""What the benches share: a database of their own, and servers set up as in production."""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from script.lib.broker import embedded_broker
from script.lib.postgres import embedded_postgres
from script.lib.processes import die_with_parent, stop_process
from script.play.house import free_port

PYTHON = sys.executable
ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30


@dataclass(frozen=True, slots=True)
class House:
    """Where things are: a folder for logs, the database's and the broker's URL, the web port."""

    folder: Path
    database: str
    broker: str
    port: int


@contextlib.contextmanager
def own_database(name: str) -> Iterator[str]:
    """Make a database on the server of DATABASE_URL (else an embedded one); dropped afterwards."""
    import psycopg

    with contextlib.ExitStack() as stack:
        server = os.environ.get("DATABASE_URL") or stack.enter_context(embedded_postgres())
        parts = urlsplit(server)
        url = urlunsplit(parts._replace(path=f"/{name}"))
        admin = urlunsplit(parts._replace(scheme="postgresql", path="/postgres"))

        def run(*commands: str) -> None:
            with psycopg.connect(admin, autocommit=True) as connection:
                for command in commands:
                    connection.execute(command.encode())

        drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
        run(drop, f'CREATE DATABASE "{name}"')
        stack.callback(run, drop)
        yield url


@contextlib.contextmanager
def own_broker(folder: Path) -> Iterator[str]:
    """Give the broker of CELERY_BROKER_URL, which must be empty (else an embedded one)."""
    url = os.environ.get("CELERY_BROKER_URL")
    if not url:
        with embedded_broker(folder / "broker") as embedded:
            yield embedded
        return
    import redis

    client = redis.Redis.from_url(url)
    if client.dbsize():
        raise SystemExit("bench: the database of CELERY_BROKER_URL is not empty; choose another")
    try:
        yield url
    finally:
        client.flushdb()


@contextlib.contextmanager
def open_house() -> Iterator[House]:
    """Make database, broker and settings, and load Django in this process."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="augustus-bench-")))
        database = stack.enter_context(own_database(f"augustus_bench_{os.getpid()}"))
        broker = stack.enter_context(own_broker(folder))
        house = House(folder, database, broker, free_port())
        set_environment(house)
        for command in ("migrate", "collectstatic"):
            _manage(command, "--no-input", "--verbosity", "0")
        import django

        django.setup()
        yield house
        from django.db import connection

        connection.close()


def set_environment(house: House) -> None:
    """Set this process and its children up as in production, but for https and mail."""
    for name in ("ALLOWED_HOSTS", "SECRET_KEY_FALLBACKS", "LOG_TEXT"):
        os.environ.pop(name, None)
    os.environ.update(
        DJANGO_SETTINGS_MODULE="augustus_site.settings",
        DEBUG="0",
        SECRET_KEY=secrets.token_hex(32),
        VAR_DIR=str(house.folder),
        DATABASE_URL=house.database,
        CELERY_BROKER_URL=house.broker,
        SITE_URL=f"http://127.0.0.1:{house.port}",
        EMAIL_URL="dummymail://",
        LOG_LEVEL="ERROR",  # of this process; the servers log as in production
        PYTHONWARNINGS="ignore:You're running the worker with superuser",
    )


def _manage(*arguments: str) -> None:
    subprocess.run([PYTHON, "manage.py", *arguments], check=True, cwd=ROOT)


@contextlib.contextmanager
def running(
    house: House, name: str, command: Sequence[str], env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run a program, its output in ``<name>.log``; stopped when the block is left.

    With BENCH_LOGS set, logs go to that folder and stay.
    """
    folder = Path(os.environ.get("BENCH_LOGS") or house.folder)
    with (folder / f"{name}.log").open("a") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "LOG_LEVEL": "INFO", **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
    try:
        yield process
    finally:
        stop_process(process)


def web_command(port: int, application: str = "augustus_site.wsgi") -> list[str]:
    """Give the command of the web server, as docs/operations.md has it for two processes."""
    return [
        *[PYTHON, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}"],
        *["--workers", "2", "--threads", "2", "--keep-alive", "75"],
        *["--log-level", "warning", "--no-control-socket"],
    ]


def worker_command() -> list[str]:
    """Give the command of the worker: the queue ``turns`` alone, so that no mail goes out."""
    return [
        *[PYTHON, "-m", "celery", "-A", "augustus_site", "--quiet", "worker", "-B"],
        *["-Q", "turns", "--concurrency", "2", "--loglevel", "WARNING"],
    ]


def wait_for(port: int, path: str = "/t/x/") -> None:
    """Wait until the web server answers anything."""
    import http.client

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", path)
            connection.getresponse()
        except OSError:
            time.sleep(0.05)
        else:
            return
        finally:
            connection.close()
    raise SystemExit(f"bench: nothing answers on port {port}")
