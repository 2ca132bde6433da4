"""What the board of one seat promises, by what may be seen of it. For the strong bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property

from games.rules.deck import Deck
from games.rules.odds import Odds, often, race
from games.rules.rewards import TILES
from games.rules.state import JOKER, TOKENS
from games.rules.table import matching_symbols
from games.rules.views import View
from games.rules.words import SYMBOLS
from games.rules.worth import WEIGHTS, Holdings, points, worth


class Outlook:
    """The board of a seat: its objectives, and how likely they are done while the game lasts."""

    def __init__(self, deck: Deck, view: View, seat: int) -> None:
        """Take what is seen, and the seat to look for: the viewer's own, or another's."""
        board = view.seats[seat]
        done = {card for owner, card in view.waiting if owner == seat}
        if view.resolving is not None and view.resolving.seat == seat:
            done.add(view.resolving.card)
        self.deck, self.view = deck, view
        #: What the next draw comes from: a joker brings all tokens back before it.
        self.bag = TOKENS if view.token == JOKER else view.bag
        #: Card -> filled spaces, of those that are still worked on.
        self.filled = {card: filled for card, filled in board.objectives if card not in done}
        controlled = (*board.controlled, *sorted(done - set(board.controlled)))
        self.held = Holdings(deck, view, seat, controlled, tuple(self.filled))
        self._values: dict[int, float] = {}
        self._odds: dict[str, Odds] = {}

    def holding(self, cards: Iterable[int]) -> Outlook:
        """Give the outlook of this board with these cards on it as well, all spaces empty."""
        other = copy(self)
        other.filled = {**self.filled, **dict.fromkeys(cards, "")}
        other.held = replace(self.held, working_on=tuple(other.filled))
        other._values = {}
        vars(other).pop("wanted", None)
        return other

    @cached_property
    def fits(self) -> Mapping[str, str]:
        """Give token -> the symbols on which it lets a legion stand, the rarest first."""
        controlled = self.held.controlled
        return {token: matching_symbols(self.deck, controlled, token)[::-1] for token in SYMBOLS}

    @cached_property
    def draws(self) -> float:
        """Give about how many draws the game still has."""
        leader = max(len(seat.controlled) for seat in self.view.seats)
        left = max(self.view.ruleset.target - leader, 0)
        return WEIGHTS.draws_each * left + WEIGHTS.draws_more

    @cached_property
    def wanted(self) -> Mapping[int, frozenset[str]]:
        """Give card -> the symbols that it still wants."""
        return {card: frozenset(self.missing(card, have)) for card, have in self.filled.items()}

    def missing(self, card: int, filled: str) -> str:
        """Give the empty spaces of a card on which ``filled`` stands."""
        rest = self.deck[card].symbols
        for symbol in filled:
            rest = rest.replace(symbol, "", 1)
        return rest

    @cached_property
    def waits(self) -> Mapping[str, float]:
        """Give symbol -> draws until a legion can stand there, by this bag and the full one.

        Spaces wait one after the other: in nearly every draw a legion goes to one of them.
        """
        this, full = often(self.bag), often(TOKENS)
        rates = {token: (this[token] + full[token]) / 2 for token in this}
        return {
            symbol: 1
            / (
                WEIGHTS.joker_each * rates[JOKER]
                + sum(rates[token] for token, fits in self.fits.items() if symbol in fits)
            )
            for symbol in SYMBOLS
        }

    def to_go(self, card: int, filled: str) -> float:
        """Give the expected draws to the completion of a card with these spaces filled."""
        return sum(self.waits[symbol] for symbol in self.missing(card, filled))

    def odds(self, card: int) -> Odds:
        """Give the odds for a card: what other cards want as well does not all come to it."""
        rivals = [symbols for other, symbols in self.wanted.items() if other != card]
        key = "".join(sorted("".join("".join(symbols) for symbols in rivals)))
        if key not in self._odds:
            part = {symbol: WEIGHTS.shared ** key.count(symbol) for symbol in SYMBOLS}
            part[JOKER] = WEIGHTS.joker
            now, later = (
                {token: rate * part[token] for token, rate in often(tokens).items()}
                for tokens in (self.bag, TOKENS)
            )
            self._odds[key] = Odds(now, later, self.fits, self.draws)
        return self._odds[key]

    def value(self, card: int) -> float:
        """Give what controlling a card is worth."""
        if card not in self._values:
            self._values[card] = worth(self.held, card)
        return self._values[card]

    def hope(self, card: int, filled: str = "") -> float:
        """Give what a card with these spaces filled brings, by the odds that it is ever done."""
        done = self.value(card) + WEIGHTS.place * self.draws  # its place is free for the next
        return done * self.odds(card).in_time(self.missing(card, filled))

    def prospect(self, card: int, filled: str = "") -> float:
        """Give what a card with these spaces filled promises, the end of the game included."""
        hoped = self.hope(card, filled)
        return hoped if self.missing(card, filled) else hoped + self.end(card)

    def end(self, card: int) -> float:
        """Give what it brings, or costs, if this card ends the game."""
        if len(self.held.controlled) + 1 < self.view.ruleset.target or self.view.ended:
            return 0.0
        seats = self.view.seats
        own = points(self.deck, (*self.held.controlled, card), seats[self.held.seat].tiles)
        best = max(
            points(self.deck, seats[other].controlled, seats[other].tiles)
            for other in self.held.others
        )
        return WEIGHTS.end if own >= best - WEIGHTS.end_less else -WEIGHTS.end

    def claims(self) -> bool:
        """Tell whether the tile for the number of objectives now controlled is worth taking.

        A later one may bring more, if it is still to be had: by how the race for it stands.
        """
        now = len(self.view.seats[self.held.seat].controlled)
        taken = {tile for seat in self.view.seats for tile in seat.tiles}
        later = [
            TILES[tile] * self._reaches(number - now, number)
            for number in range(now + 1, self.view.ruleset.target + 1)
            if (tile := f"count:{number}") in TILES and tile not in taken
        ]
        return TILES[f"count:{now}"] >= max(later, default=0.0)

    def _reaches(self, steps: int, number: int) -> float:
        """Give the chance to reach a number before its tile is gone or the game is over."""
        chance = 1.0
        for seat in self.held.others:
            board = self.view.seats[seat]
            controlled = len(board.controlled)
            chance *= race(steps, self.view.ruleset.target - controlled)
            if number > controlled and not any("count:" in tile for tile in board.tiles):
                chance *= race(steps, number - controlled)
        return chance
