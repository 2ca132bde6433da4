"""Whole games a second on one core, the mean time of an advance, the bytes of a state.

``python -m bench.engine [--seconds S] [--players P]``
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from games.rules import Chance, Deck, Rules, Ruleset
from games.rules.bots import BOTS
from games.rules.codec import to_json
from games.rules.state import OVER, State

DECK = Path(__file__).resolve().parent.parent / "games" / "decks" / "objectives.csv"


class Timed:
    """Plays whole games by one bot and notes what each part took, in seconds of processor time."""

    def __init__(self, rules: Rules, bot: str, players: int) -> None:
        """Take the rules, the bot's kind and how many play."""
        self.rules, self.bot, self.players = rules, BOTS[bot], players
        self.advances: list[float] = []
        self.sizes: list[int] = []
        self.games: list[float] = []
        self.draws: list[int] = []

    def play(self, number: int) -> None:
        """Play one whole game; its seed is its number."""
        begun = time.process_time()
        chance = Chance.of(number.to_bytes(32, "big"), [f"word {i}" for i in range(self.players)])
        dice, rules = Random(number), self.rules
        step = rules.start(self.players, chance)
        states = [step.state]
        while step.state.kind != OVER:
            choices = {seat: self._choose(step.state, seat, dice) for seat in step.state.awaited}
            before = time.perf_counter()
            step = rules.advance(step.state, choices, chance)
            self.advances.append(time.perf_counter() - before)
            states.append(step.state)
        self.games.append(time.process_time() - begun)
        self.draws.append(step.state.draw)
        self.sizes += [len(_dumped(state)) for state in states]

    def _choose(self, state: State, seat: int, dice: Random) -> Any:
        view, options = self.rules.view_for(state, seat), self.rules.options(state, seat)
        return self.bot(self.rules.deck, view, options, dice)

    def figures(self) -> dict[str, float]:
        """Give what was found."""
        return {
            "games": len(self.games),
            "games_per_s": round(len(self.games) / sum(self.games), 1),
            "draws_per_game": round(statistics.mean(self.draws), 1),
            "turns_per_game": round(len(self.advances) / len(self.games), 1),
            "advance_ms_mean": round(1000 * statistics.mean(self.advances), 3),
            "advance_ms_p50": round(1000 * statistics.median(self.advances), 3),
            "advance_ms_p99": round(1000 * statistics.quantiles(self.advances, n=100)[98], 3),
            "state_bytes_mean": round(statistics.mean(self.sizes)),
            "state_bytes_max": max(self.sizes),
        }


def _dumped(state: State) -> bytes:
    return json.dumps(to_json(state), separators=(",", ":")).encode()


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each bot")
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7), metavar="2..6")
    options = parser.parse_args()
    rules = Rules(Ruleset(), Deck.from_csv(DECK.read_bytes()))
    found: dict[str, Any] = {"bench": "engine", "players": options.players}
    for bot in ("greedy", "random"):
        timed = Timed(rules, bot, options.players)
        end, number = time.monotonic() + options.seconds, 0
        while time.monotonic() < end:
            timed.play(number)
            number += 1
        found[bot] = timed.figures()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
