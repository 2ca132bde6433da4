"""How the bots do against each other in games of two, and how long they take to decide.

``python -m bench.bots [--games N] [--first NUMBER]``

Every pair plays each seed twice, with the seats exchanged. A shared victory counts as half a win
for each. The time is processor time of the bot alone: what it sees and may choose is given.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bench.figures import percentile
from games.rules import Chance, Deck, Rules, Ruleset
from games.rules.bots import BOTS
from games.rules.scoring import Outcome
from games.rules.state import State

DECK = Path(__file__).resolve().parent.parent / "games" / "decks" / "objectives.csv"

#: (bot, other bot, part of the games that it is to win).
PAIRS = (("greedy", "random", 0.95), ("strong", "greedy", 0.65))


class Match:
    """Games of two between two kinds of bots."""

    def __init__(self, rules: Rules, bot: str, other: str) -> None:
        """Take the rules and the kinds; figures are those of ``bot``."""
        self.rules, self.bot, self.other = rules, bot, other
        self.results: list[float] = []
        self.margins: list[int] = []
        self.draws: list[int] = []
        self.seconds: list[float] = []

    def play(self, seed: int, own: int) -> None:
        """Play one game in which ``bot`` has the seat ``own``."""
        names = [self.bot, self.other] if own == 0 else [self.other, self.bot]
        chance, dice = Chance.of(seed.to_bytes(32, "big"), ["", ""]), Random(seed)
        state = self.rules.start(2, chance, order=(0, 1)).state
        while state.awaited:
            choices = {seat: self._choice(state, seat, names[seat], dice) for seat in state.awaited}
            state = self.rules.advance(state, choices, chance).state
        outcome = self.rules.outcome(state)
        assert outcome is not None
        self._note(outcome, own, state.draw)

    def _choice(self, state: State, seat: int, name: str, dice: Random) -> Any:
        view, options = self.rules.view_for(state, seat), self.rules.options(state, seat)
        before = time.thread_time()
        choice = BOTS[name](self.rules.deck, view, options, dice)
        if name == self.bot:
            self.seconds.append(time.thread_time() - before)
        return choice

    def _note(self, outcome: Outcome, own: int, draws: int) -> None:
        self.results.append(1 / len(outcome.winners) if own in outcome.winners else 0.0)
        self.margins.append(outcome.scores[own].points - outcome.scores[1 - own].points)
        self.draws.append(draws)

    def figures(self, to_reach: float) -> dict[str, Any]:
        """Give what was found."""
        won = statistics.mean(self.results)
        return {
            "games": len(self.results),
            "won": round(won, 3),
            "error": round((won * (1 - won) / len(self.results)) ** 0.5, 3),
            "to_reach": to_reach,
            "shared": self.results.count(0.5),
            "points_ahead": round(statistics.mean(self.margins), 1),
            "draws": round(statistics.mean(self.draws), 1),
            "decisions": len(self.seconds),
            "decision_p50_ms": percentile(self.seconds, 0.5),
            "decision_p99_ms": percentile(self.seconds, 0.99),
            "decision_max_ms": percentile(self.seconds, 1),
        }


def played(rules: Rules, bot: str, other: str, seeds: Sequence[int]) -> Match:
    """Play each seed twice, with the seats exchanged."""
    match = Match(rules, bot, other)
    for seed in seeds:
        for own in (0, 1):
            match.play(seed, own)
    return match


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each pair of bots")
    parser.add_argument("--first", type=int, default=1, help="the first seed; the others follow")
    options = parser.parse_args()
    rules = Rules(Ruleset(), Deck.from_csv(DECK.read_bytes()))
    seeds = range(options.first, options.first + options.games // 2)
    found: dict[str, Any] = {"bench": "bots", "seeds": [seeds[0], seeds[-1]]}
    for bot, other, to_reach in PAIRS:
        found[f"{bot}_beats_{other}"] = played(rules, bot, other, seeds).figures(to_reach)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
