"""How likely missing spaces fill in time, from the tokens known to be in the bag.

Pure arithmetic over symbols: no board and no position. docs/rules.md, *A draw*: a token stays out
until a joker comes, and a joker matches every space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb

from games.rules.state import JOKER
from games.rules.words import SYMBOLS

Rates = Mapping[str, float]


def often(bag: str) -> Rates:
    """Give token -> how often it comes a draw from this bag, until the joker that fills it again.

    Each token comes before that joker with probability 1 / (jokers + 1), and the joker on average
    at draw (tokens + 1) / (jokers + 1).
    """
    rates = {symbol: bag.count(symbol) / (len(bag) + 1) for symbol in SYMBOLS}
    rates[JOKER] = (bag.count(JOKER) + 1) / (len(bag) + 1)
    return rates


class Odds:
    """The odds of one card's spaces, while the game lasts.

    Two bags are told apart: the one until the next joker, and the full one after it.
    """

    def __init__(self, now: Rates, later: Rates, fits: Mapping[str, str], draws: float) -> None:
        """Take how often tokens come for the card before and after the next joker.

        ``fits``: token -> the symbols on which it lets a legion stand, the rarest first.
        ``draws``: how many the game lasts on average; it may end after each alike.
        """
        self.now, self.later, self.fits = now, later, fits
        self.stay = draws / (draws + 1)
        self._now: dict[str, float] = {"": 1.0}
        # With all tokens in the bag both bags are one.
        self._later: dict[str, float] = self._now if now == later else {"": 1.0}

    def in_time(self, missing: str) -> float:
        """Give the chance that all these spaces (SHCKTD) fill before the game is over.

        A legion goes to them whenever a token fits, to the rarest of them at a joker.
        """
        if missing not in self._now:
            self._now[missing] = self._chance(missing, self.now, self.in_time)
        return self._now[missing]

    def _in_later_time(self, missing: str) -> float:
        if missing not in self._later:
            self._later[missing] = self._chance(missing, self.later, self._in_later_time)
        return self._later[missing]

    def _chance(self, missing: str, rates: Rates, further: Callable[[str], float]) -> float:
        useful = rates[JOKER]
        hoped = useful * self._in_later_time(missing[:-1])
        for token, fits in self.fits.items():
            for symbol in fits:
                if symbol in missing:
                    useful += rates[token]
                    hoped += rates[token] * further(missing.replace(symbol, "", 1))
                    break
        return self.stay * hoped / (1 - self.stay * (1 - useful))


def race(own: int, other: int) -> float:
    """Give the chance to do ``own`` things before somebody as fast does ``other`` things."""
    if own <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    tries = own + other - 1
    return float(sum(comb(tries, done) for done in range(own, tries + 1)) / 2**tries)
