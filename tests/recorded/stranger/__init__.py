"""A stranger's checker of records, written from docs/record.md and docs/rules.md alone.

It shares no line with the game (a test sees to that) and needs nothing but Python itself:

    python -m tests.recorded.stranger FILE...
"""

from tests.recorded.stranger.check import check
from tests.recorded.stranger.wrong import Wrong

__all__ = ["Wrong", "check"]
