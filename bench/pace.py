"""How long whole games take among simulated people, with the helpers off and on.

``python -m bench.pace [--games N] [--first NUMBER] [--hours H]``

Four people play each game, three times with the same seed: ``off``, ``carried`` (orders carry
answers) and ``on`` (also standing orders, wishes, and a bot for whoever is absent). What they
choose is what the strong bot would. A fourth time two of them use the helpers and two do not
(``mixed``): if saying things beforehand cost strength, those two would win less than half.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.people import MEDIAN, MISSED, ZONES, Clock, chosen, says, with_carried
from games.rules import Chance, Deck, Rules, Ruleset, State
from games.rules.bots import default_choice, greedy_bot
from games.rules.choices import Choice
from games.rules.scoring import Outcome
from games.rules.standing import IN_A_ROW, Said, answer

DECK = Path(__file__).resolve().parent.parent / "games" / "decks" / "objectives.csv"
SEATS = len(ZONES)
#: Turns missed in a row after which a bot orders (games/services/absence.py).
ABSENT_AFTER = 2
#: Parts of a turn's time after which whoever owes an order is reminded.
REMINDED = (0.5, 0.85)


@dataclass(slots=True)
class Seat:
    """One person in one game. ``back``: the hour at which who is absent will be back."""

    clock: Clock
    carries: bool
    helped: bool
    said: Said = field(default_factory=Said)
    missed: int = 0
    back: float = -math.inf
    asked: int = 0
    mails: int = 0


class Play:
    """One game among people, on a clock of its own, in hours."""

    def __init__(self, rules: Rules, seed: int, seats: list[Seat], hours: float) -> None:
        """Take who plays, and the length of a turn."""
        self.rules, self.seats, self.hours = rules, seats, hours
        self.chance = Chance.of(seed.to_bytes(32, "big"), [""] * SEATS)
        self.now, self.silent, self.turns, self.waits = 0.0, 0, 0, 0

    def play(self) -> Outcome:
        """Play it to its end."""
        state = self.rules.start(SEATS, self.chance, order=range(SEATS)).state
        while state.awaited:
            state = self.rules.advance(state, self._turn(state), self.chance).state
        outcome = self.rules.outcome(state)
        assert outcome is not None
        return outcome

    def _turn(self, state: State) -> Mapping[int, Choice]:
        """Give the choices of one turn; the clock goes on until the last of them is in."""
        choices = self._unasked(state)
        asked = [seat for seat in state.awaited if seat not in choices]
        self.turns += 1
        self.silent = 0 if asked else self.silent + 1
        if asked:
            self.waits += 1
            opened, closes = self.now, self.now
            for index in asked:
                choices[index], answered = self._ask(state, index, opened)
                closes = max(closes, answered)
            self.now = closes
        return choices

    def _unasked(self, state: State) -> dict[int, Choice]:
        """Give what is decided without asking: by a bot for the absent, by what was said."""
        found: dict[int, Choice] = {}
        for index in state.awaited:
            seat = self.seats[index]
            view, options = self.rules.view_for(state, index), self.rules.options(state, index)
            if seat.helped and self.now < seat.back:
                found[index] = greedy_bot(self.rules.deck, view, options, Random(0))
            elif seat.helped and self.silent < IN_A_ROW:
                given = answer(self.rules.deck, view, options, seat.said)
                if given.choice is not None:
                    found[index] = given.choice
                elif given.dropped:
                    kept = {s: a for s, a in seat.said.orders.items() if s != given.dropped}
                    seat.said = Said(kept, seat.said.wishes)
        return found

    def _ask(self, state: State, index: int, opened: float) -> tuple[Choice, float]:
        """Ask one person; gives the choice, or what the clock makes of none, and its hour."""
        seat = self.seats[index]
        due = opened + self.hours
        answered = seat.clock.answers(opened, due)
        seat.asked += 1
        seat.mails += 1 + sum(answered > opened + part * self.hours for part in REMINDED)
        if answered == due:
            seat.missed += 1
            if seat.missed >= ABSENT_AFTER and seat.helped:
                seat.back, seat.missed = seat.clock.awake(answered + MEDIAN), 0
                seat.mails += 1
            return default_choice(self.rules, state, index, Random(0)), answered
        seat.missed = 0
        choice = chosen(self.rules, state, index)
        if seat.carries:
            choice = with_carried(self.rules, state, index, choice)
        if seat.helped:
            seat.said = says(self.rules, state, index, choice)
        return choice, answered


@dataclass(frozen=True, slots=True)
class Row:
    """What one game gave: ``points`` and ``won`` of the seats that were looked at, and the rest."""

    days: float
    asked: float
    mails: float
    turns: int
    waits: int
    points: float
    won: float
    ahead: float


Rows = Sequence[Row]

#: Way to play -> whether orders carry answers, whether the other helpers are on.
WAYS: Mapping[str, tuple[bool, bool]] = {
    "off": (False, False),
    "carried": (True, False),
    "on": (True, True),
}
#: The pairs of seats that use the helpers where two of four do, by turns.
PAIRS = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))


def one_game(rules: Rules, seed: int, hours: float, way: str, pair: Sequence[int]) -> Row:
    """Play one game in which the seats of ``pair`` play one way; the figures are theirs."""
    carries, helped = WAYS[way]
    seats = [
        # Their days do not depend on who is helped.
        Seat(Clock(zone, Random(f"{seed}/{at}")), carries and at in pair, helped and at in pair)
        for at, zone in enumerate(ZONES)
    ]
    play = Play(rules, seed, seats, hours)
    outcome = play.play()
    points, others = (
        [score.points for score in outcome.scores if (score.seat in pair) is inside]
        for inside in (True, False)
    )
    return Row(
        days=play.now / 24,
        asked=statistics.mean(seat.asked for seat in seats),
        mails=statistics.mean(seat.mails for seat in seats),
        turns=play.turns,
        waits=play.waits,
        points=statistics.mean(points),
        won=sum(seat in outcome.winners for seat in pair) / len(outcome.winners),
        ahead=statistics.mean(points) - statistics.mean(others) if others else 0.0,
    )


def played(seed: int, hours: float) -> Mapping[str, Row]:
    """Play one seed in every way, and once with two helped and two not."""
    rules = Rules(Ruleset(), Deck.from_csv(DECK.read_bytes()))
    found = {way: one_game(rules, seed, hours, way, range(SEATS)) for way in WAYS}
    return {**found, "mixed": one_game(rules, seed, hours, "on", PAIRS[seed % len(PAIRS)])}


def mean(rows: Rows, what: str) -> float:
    """Give the mean of one figure over all games."""
    return float(statistics.mean(getattr(row, what) for row in rows))


def figures(rows: Rows) -> dict[str, float]:
    """Give the means for one game, or for one player of it."""
    return {
        "days": round(mean(rows, "days"), 1),
        "days_longest": round(max(row.days for row in rows), 1),
        "asked_per_player": round(mean(rows, "asked"), 1),
        "mails_per_player": round(mean(rows, "mails"), 1),
        "turns": round(mean(rows, "turns"), 1),
        "turns_waited_for": round(mean(rows, "waits"), 1),
        "points": round(mean(rows, "points"), 1),
    }


def strength(rows: Rows) -> dict[str, float]:
    """Give how the two do who are helped, against the two who are not."""
    won = mean(rows, "won")
    return {
        "won_by_helped": round(won, 3),
        "won_error": round((won * (1 - won) / len(rows)) ** 0.5, 3),
        "points_ahead": round(mean(rows, "ahead"), 2),
        "points_error": round(statistics.stdev(row.ahead for row in rows) / len(rows) ** 0.5, 2),
    }


def measured(seeds: Sequence[int], hours: float, jobs: int) -> dict[str, Any]:
    """Play every seed in every way; gives all figures."""
    with ProcessPoolExecutor(jobs) as pool:
        games = list(pool.map(played, seeds, [hours] * len(seeds)))
    rows = {way: [game[way] for game in games] for way in games[0]}
    return {
        "games": len(games),
        **{way: figures(rows[way]) for way in WAYS},
        "cut": {
            what: round(1 - mean(rows["on"], what) / mean(rows["off"], what), 3)
            for what in ("asked", "mails", "days")
        },
        "to_reach": {"asked": 0.5, "days": 0.5},
        "mixed": strength(rows["mixed"]),
    }


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.pace", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each way to play")
    parser.add_argument("--first", type=int, default=1, help="the first seed; the others follow")
    parser.add_argument("--hours", type=float, default=48, help="the length of a turn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    found = measured(seeds, options.hours, options.jobs)
    told = {
        "bench": "pace",
        "seeds": [seeds[0], seeds[-1]],
        "missed": MISSED,
        "hours": options.hours,
    }
    print(json.dumps({**told, **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
