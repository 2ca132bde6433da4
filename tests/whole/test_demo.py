"""One whole game through a real worker, a real broker, a real web server and a real SMTP server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.rules.recordcheck import check_record, read_record

SEED = "a5"
pytestmark = pytest.mark.slow


def demo(*options: str) -> dict[str, Any]:
    """Play a demo as a person would, in a process of its own; give its figures."""
    done = subprocess.run(
        [sys.executable, "-m", "script.demo", "--seed", SEED, "--json", *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "COVERAGE_PROCESS_START": ""},
    )
    assert done.returncode == 0, done.stderr
    figures: dict[str, Any] = json.loads(done.stdout)
    figures.pop("seconds")
    return figures


def test_a_whole_game_by_mail_is_the_same_with_its_worker_killed_again_and_again(
    tmp_path: Path,
) -> None:
    calm = demo("--players", "3", "--target", "4", "--record", str(tmp_path / "calm.json"))
    assert calm["bag_ok"] is True
    assert len(calm["scores"]) == 3
    # Everybody gets an invitation, each decision once, and the score sheet.
    assert calm["mails"] == calm["orders"] + 2 * 3
    killed = demo(
        "--players",
        "3",
        "--target",
        "4",
        "--kill-worker",
        "--record",
        str(tmp_path / "killed.json"),
    )
    assert killed == calm
    records = [read_record((tmp_path / name).read_bytes()) for name in ("calm.json", "killed.json")]
    assert records[0].steps == records[1].steps
    check_record(records[0])


def test_a_game_with_silent_people_one_leaving_and_one_on_time_off_ends_without_help() -> None:
    who = ("--silent", "2", "--leaving", "1", "--time-off", "1")
    found = demo("--players", "6", "--target", "3", *who)
    assert found["bag_ok"] is True
    assert (found["absent"], found["given_up"], found["days_off"]) == (2, 1, 3)
    # Two turns that the silent ones missed, the end of the time off; no more waits than that.
    assert 3 <= found["jumps"] <= 5


@pytest.mark.parametrize(
    "option", ["--players=7", "--players=1", "--seed=xyz", "--silent=4", "--target=8", "--nonsense"]
)
def test_a_wrong_option_is_refused(option: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "script.demo", option], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "error" in done.stderr
