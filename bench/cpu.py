"""Processor time by program, from /proc: what a busy machine beside us distorts the least."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

_TICKS = os.sysconf("SC_CLK_TCK")


def spent(groups: Mapping[str, int], database: str) -> dict[str, float]:
    """Give name -> seconds spent so far by a process group, and by the database's connections."""
    found = dict.fromkeys([*groups, "postgres"], 0.0)
    name = f" {urlsplit(database).path.strip('/')} "
    by_group = {group: name for name, group in groups.items()}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        seconds = (int(fields[11]) + int(fields[12])) / _TICKS
        if line.startswith("postgres:") and name in line:
            found["postgres"] += seconds
        elif int(fields[2]) in by_group:
            found[by_group[int(fields[2])]] += seconds
    return found


def since(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Give name -> seconds between two looks."""
    return {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}


def shares(seconds: Mapping[str, float], placements: int) -> dict[str, float]:
    """Give name -> milliseconds for each placement, and their sum."""
    each = {name: round(1000 * spent / max(placements, 1), 2) for name, spent in seconds.items()}
    return {**each, "all": round(sum(each.values()), 2)}
