"""Figures from lists of times."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def percentile(times: Sequence[float], part: float) -> float | None:
    """Give the value below which this part of the times lies, in milliseconds."""
    if not times:
        return None
    ordered = sorted(times)
    return round(1000 * ordered[int((len(ordered) - 1) * part)], 2)


def spread(name: str, times: Sequence[float]) -> dict[str, float | None]:
    """Give p50 and p99 in milliseconds, under names that begin with ``name``."""
    return {
        f"{name}_p50_ms": percentile(times, 0.5),
        f"{name}_p99_ms": percentile(times, 0.99),
    }


def median_of(rows: Sequence[dict[str, float]], name: str) -> float:
    """Give the median of one figure over several rounds."""
    return round(statistics.median(row[name] for row in rows), 2)
