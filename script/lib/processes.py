"""Start programs side by side, print their output with names, and stop them all together."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: between fork and exec little is safe to do.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Ask the kernel, in a new child, to end it when we are killed and can stop nobody."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class StopRequest(BaseException):
    """Somebody asked the whole to stop."""


class Supervisor:
    """A few programs that live and die together.

    Each has a process group of its own: Ctrl-C reaches only us, and we stop the programs in
    order. None is started again silently: if one ends, all end, so that trouble is seen.
    """

    def __init__(self, patience: float = 10.0) -> None:
        """Take the seconds that a program has to stop by itself before it is killed."""
        self.patience = patience
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.copiers: list[threading.Thread] = []

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self.stop_all()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        raise StopRequest

    def start(
        self, name: str, command: Sequence[str], env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start ``command`` and print its lines with ``name`` before them; give the process."""
        process = subprocess.Popen(
            command,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        self.running[name] = process
        copier = threading.Thread(target=_copy_lines, args=(name, process), daemon=True)
        copier.start()
        self.copiers.append(copier)
        return process

    def wait(self) -> tuple[str, int]:
        """Wait until any program ends; give its name and exit code."""
        while True:
            for name, process in self.running.items():
                code = process.poll()
                if code is not None:
                    return name, code
            time.sleep(0.2)

    def stop_all(self) -> None:
        """Stop the programs, the one started last first, with whatever they started."""
        for name in reversed(list(self.running)):
            stop_process(self.running.pop(name), self.patience)
        for copier in self.copiers:
            copier.join(1)  # their last lines


def stop_process(process: subprocess.Popen[str], patience: float = 10.0) -> None:
    """End ``process``, which leads its own group: gently first, then the whole group hard."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _copy_lines(name: str, process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            print(f"{name:<7}| {line}", end="", flush=True)
