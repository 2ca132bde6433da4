"""What the scripts share: the embedded broker, and programs that live and die together."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from script.lib import broker, server
from script.lib.processes import Supervisor, stop_process

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-uc",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1); time.sleep(60)",
]


def test_the_broker_answers_only_inside_its_block(tmp_path: Path) -> None:
    with broker.embedded_broker(tmp_path / "data") as url:
        assert url == f"redis+socket://{broker.socket_path(tmp_path / 'data')}"
        assert broker.answers(broker.socket_path(tmp_path / "data"))
    assert not broker.answers(broker.socket_path(tmp_path / "data"))


def test_a_long_folder_still_gives_a_short_socket(tmp_path: Path) -> None:
    path = broker.socket_path(tmp_path / ("x" * 120))
    assert len(os.fsencode(path)) < broker.LONGEST_SOCKET_PATH
    assert path != broker.socket_path(tmp_path / ("y" * 120))


def test_a_program_that_ends_is_told_by_name(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor()
    sleeper = supervisor.start("sleeper", SLEEPER)
    supervisor.start("brief", [sys.executable, "-c", "print('hello'); raise SystemExit(3)"])
    assert supervisor.wait() == ("brief", 3)
    supervisor.stop_all()
    assert sleeper.poll() is not None
    assert "brief  | hello" in capfd.readouterr().out


def test_a_program_that_will_not_stop_is_killed() -> None:
    process = subprocess.Popen(STUBBORN, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    with process.stdout:
        process.stdout.readline()
        stop_process(process, patience=0.2)
    assert process.returncode == -9


@pytest.mark.parametrize(("port", "trouble"), [("0", True), ("eighty", True), ("65536", True)])
def test_a_port_that_is_none_is_refused(port: str, trouble: bool) -> None:
    assert bool(server.port_trouble(port)) is trouble
