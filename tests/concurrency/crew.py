"""Real processes that do things at the same moment.

A crew is forked once; each member has a database connection of its own. ``together`` hands every
member one thing to do, waits until all are ready, and lets them go through a barrier. Whoever
works alone goes through none: killed there with ``kill``, they would keep its lock for ever.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Self

from celery import current_app
from django.db import connection, connections
from kombu import pools

_FORK = multiprocessing.get_context("fork")
LARGEST = 8
#: Its descriptor, whatever stands in for it in Python.
_STDERR = 2

#: A process and our end of the pipe to it.
Member = tuple[Any, Any]

#: A function (importable, of keyword arguments) and its arguments.
Job = tuple[Callable[..., Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Result:
    """What a member came back with: a value, or the name and code of an exception."""

    value: Any = None
    error: str = ""
    code: str = ""
    trace: str = ""


class Crew:
    """Up to eight forked processes."""

    def __init__(self, size: int) -> None:
        """Fork ``size`` members."""
        connections.close_all()
        self.barriers = [None, None, *map(_FORK.Barrier, range(2, LARGEST + 1))]
        self.members: list[Member] = [self._member() for _ in range(size)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for _process, pipe in self.members:
            pipe.send(None)
        for process, _pipe in self.members:
            process.join(5)
            if process.is_alive():
                process.kill()

    def together(self, jobs: Sequence[Job]) -> list[Result]:
        """Let one member each do these jobs at the same moment; gives their results in order."""
        for (_, pipe), job in zip(self.members, jobs, strict=False):
            pipe.send((len(jobs), *job))
        return [self._answer(member) for member in self.members[: len(jobs)]]

    def start(self, member: int, job: Job) -> int:
        """Let a member begin a job by itself; gives its process id, to be killed by."""
        process, pipe = self.members[member]
        pipe.send((1, *job))
        pid: int = process.pid
        return pid

    def finish(self, member: int) -> Result:
        """Wait for a job begun with ``start``."""
        return self._answer(self.members[member])

    def kill(self, member: int) -> None:
        """Kill a member that was let ``start`` with SIGKILL, and fork another in its place.

        What it had asked of PostgreSQL last is over then, too: a commit goes on without it.
        """
        process, pipe = self.members[member]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        pipe.close()
        _wait_until_gone(process.pid)
        connections.close_all()
        self.members[member] = self._member()

    def _member(self) -> Member:
        ours, theirs = _FORK.Pipe()
        process = _FORK.Process(target=_work, args=(theirs, self.barriers), daemon=True)
        process.start()
        theirs.close()
        return process, ours

    def _answer(self, member: Member) -> Result:
        _, pipe = member
        if not pipe.poll(120):
            self._say_where()
            raise TimeoutError("a member of the crew does not come back: a deadlock?")
        result: Result = pipe.recv()
        return result

    def _say_where(self) -> None:
        """Let each member print on standard error what it is doing."""
        for process, _pipe in self.members:
            if process.is_alive():
                os.kill(process.pid, signal.SIGUSR1)
        time.sleep(1)


def _work(pipe: Connection, barriers: Sequence[Any]) -> None:
    """Do what comes through the pipe until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.register(signal.SIGUSR1, file=_STDERR)
    connections.close_all()
    _name_connection()
    _forget_broker()
    while True:
        job = pipe.recv()
        if job is None:
            return
        parties, function, arguments = job
        if barrier := barriers[parties]:
            barrier.wait(60)
        pipe.send(_do(function, arguments))


def _name_connection() -> None:
    """Let PostgreSQL know whose connection it is."""
    if connection.vendor == "postgresql":
        options = {**connection.settings_dict["OPTIONS"], "application_name": _name(os.getpid())}
        connection.settings_dict["OPTIONS"] = options


def _name(pid: int) -> str:
    return f"crew-{pid}"


def _wait_until_gone(pid: int) -> None:
    """Wait until PostgreSQL has noticed that a member is gone."""
    if connection.vendor != "postgresql":
        return
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
    end = time.monotonic() + 60
    with connection.cursor() as cursor:
        while cursor.execute(query, [_name(pid)]).fetchone()[0]:
            if time.monotonic() > end:
                raise TimeoutError("PostgreSQL holds on to a member that was killed")
            time.sleep(0.005)


def _forget_broker() -> None:
    """Let a member connect to the broker by itself: a socket shared with others tells lies."""
    pools.reset()
    current_app._after_fork()  # type: ignore[attr-defined]


def _do(function: Callable[..., Any], arguments: dict[str, Any]) -> Result:
    try:
        return Result(value=function(**arguments))
    except Exception as error:  # noqa: BLE001 - it is handed to the parent
        name, code = type(error).__name__, getattr(error, "code", "")
        return Result(error=name, code=str(code), trace=traceback.format_exc())
