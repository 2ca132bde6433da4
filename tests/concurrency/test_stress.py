"""``script/stress`` runs, finds nothing in a sound service, and finds a fault that is planted.

That a run is long enough to find the rarer faults is seen by running it for longer:
``script/stress --minutes 10``, and ``--plant`` with each fault in turn.
"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from django.db import connection

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


#: How soon games go on after a kill is no matter of a machine that is busy with other tests.
SHORT = ("--minutes", "0.15", "--games", "4", "--goes-on", "80")


def stress(*options: str) -> subprocess.CompletedProcess[str]:
    """Run it for a few seconds in a process of its own."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks exist on PostgreSQL only; set DATABASE_URL")
    return subprocess.run(
        [sys.executable, "-m", "script.stress", *SHORT, *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


def with_planted(fault: str) -> subprocess.CompletedProcess[str]:
    """Run it with a fault until that is found: one run may miss it by chance, four do not."""
    for _ in range(4):
        done = stress("--plant", fault)
        if done.returncode != 0:
            break
    return done


TRIED = re.compile(r"^ *([0-9]+)  (.+)$", re.MULTILINE)
KILLED = (
    "worker killed",
    "process killed",
    "turns that a killed worker left",
    "games that a killed worker held",
)


def test_nothing_is_found_in_a_short_run() -> None:
    done = stress()
    assert done.returncode == 0, done.stdout + done.stderr
    tried = {what: int(number) for number, what in TRIED.findall(done.stdout)}
    assert min(tried[what] for what in KILLED) > 0, done.stdout


def test_a_claim_without_its_condition_is_found() -> None:
    done = with_planted("claim_without_condition")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "found" in done.stdout


def test_a_bot_that_does_not_order_for_the_absent_is_found() -> None:
    done = with_planted("absent_forgotten")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "absent_but_awaited" in done.stdout


def test_a_fault_that_does_not_exist_cannot_be_planted() -> None:
    done = stress("--plant", "goblins")
    assert done.returncode == 2
    assert "claim_without_condition" in done.stderr
