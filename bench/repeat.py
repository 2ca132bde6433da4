"""Submissions alone: seats change their orders over and over while one seat keeps the turn open.

What is measured so is one request, and nothing that goes on beside it: no advance, no page.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

from bench.figures import spread
from bench.http import Line, Loop, post
from bench.play import Twin
from games.forms import data_of
from games.rules.choices import Mobilize
from games.rules.codec import to_json
from games.rules.state import MOBILIZE
from games.services import clock
from games.services.orders import submit_order


def to_first_draw(twin: Twin) -> None:
    """Play a game here until more than one seat is asked to mobilize."""
    while twin.state.kind != MOBILIZE or len(twin.state.awaited) < len(twin.seats):
        choices = twin.choices()
        for seat, choice in choices.items():
            submit_order(seat_id=twin.seats[seat], turn_number=twin.number, choice=choice)
        assert clock.try_advance(turn_id=twin.open_turn_id())
        twin.advance(choices)


def our_requests(twins: Sequence[Twin]) -> list[list[bytes]]:
    """Give for every seat but each game's last one its two orders, to be given in turns."""
    return [
        [
            post(twin.path(seat, twin.number), urlencode(data_of(choice), doseq=True))
            for choice in _two(twin, seat)
        ]
        for twin in twins
        for seat in twin.state.awaited[:-1]
    ]


def _two(twin: Twin, seat: int) -> list[Mobilize]:
    """Give two different orders of a seat: its first placement, and the pass."""
    options = twin.rules.options(twin.state, seat)
    assert isinstance(options, tuple)
    return [choice for choice in (options[0], options[-1]) if isinstance(choice, Mobilize)]


def bare_requests(twins: Sequence[Twin]) -> list[list[bytes]]:
    """Give the same for the bare view."""
    return [
        [
            post(
                f"/bare/{twin.seats[seat]}/{twin.number}/",
                urlencode({"action": json.dumps(to_json(choice.action))}),
            )
            for choice in _two(twin, seat)
        ]
        for twin in twins
        for seat in twin.state.awaited[:-1]
    ]


def repeat(port: int, requests: Sequence[Sequence[bytes]], seconds: float) -> dict[str, Any]:
    """Let every seat send its requests in turns, in a closed loop; gives what came of it."""
    loop = Loop(port)
    times: list[float] = []
    wrong: list[str] = []
    lines = []

    def start(line: Line, wanted: Sequence[bytes]) -> None:
        coming = cycle(wanted)

        def send() -> None:
            begun = time.perf_counter()

            def answered(status: int, answer: bytes) -> None:
                times.append(time.perf_counter() - begun)
                if status != 303:
                    wrong.append(f"{status} {answer[:200]!r}")
                send()

            line.send(next(coming), answered)

        lines.append(line)
        send()

    begun = time.perf_counter()
    for wanted in requests:
        start(Line(loop), wanted)
    loop.run(lambda: time.perf_counter() - begun >= seconds or bool(wrong))
    took = time.perf_counter() - begun
    for line in lines:
        line.close()
    return {
        "placements_s": round(len(times) / took, 1),
        **spread("placement", times),
        "wrong": wrong[:3],
    }
