"""The strong bot: it compares what its board promises after each choice, by the odds of the bag."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from games.rules.choices import (
    Arrange,
    Choice,
    Claim,
    Complete,
    Keep,
    LoseLegions,
    LoseObjective,
    Mobilize,
    Move,
    Pass,
    Place,
    Steps,
    Take,
)  # fmt: skip
from games.rules.deck import Deck
from games.rules.options import ArrangeOptions, Options, Randomness, StepsOptions
from games.rules.outlook import Outlook
from games.rules.table import Space, with_symbol
from games.rules.views import View
from games.rules.words import SYMBOLS
from games.rules.worth import WEIGHTS, points

#: So many ways to go on are followed at each step of a power that makes several.
BREADTH = 8

Filled = Mapping[int, str]


def strong_bot(deck: Deck, view: View, options: Options, chance: Randomness) -> Choice:
    """Take what promises the most, by the odds of the bag; never by chance."""
    assert view.seat is not None
    mind = Mind(Outlook(deck, view, view.seat))
    if isinstance(options, StepsOptions):
        return mind.steps(options)
    if isinstance(options, ArrangeOptions):
        return mind.arrange(options)
    return max(options, key=mind.merit)


class Mind:
    """The choices of one seat, weighed by its outlook."""

    def __init__(self, look: Outlook) -> None:
        """Take the outlook of the seat that decides."""
        self.look = look
        self._arrivals: dict[tuple[int, str, str], float] = {}
        self._brought: dict[tuple[int, str, str], float] = {}

    def merit(self, choice: Choice) -> float:
        """Give how good one choice of a flat list is, to be compared within that list only."""
        look = self.look
        match choice:
            case Mobilize(action=Pass()):
                return 0.0
            case Mobilize(action=Place() | Move() as action):
                return self.gain(action, look.filled)
            case Keep(cards=cards):
                three = look.holding(cards)
                return sum(three.prospect(card) for card in cards)
            case Take(card=card):
                return look.prospect(card) + self.denied(card)
            case Complete(card=card):
                done = look.prospect(card, look.deck[card].symbols)
                return done - look.prospect(card, look.filled[card])
            case Claim(take=take):
                return float(take == look.claims())
            case LoseLegions(spaces=spaces):
                return self.promise(without(look.filled, spaces))
            case LoseObjective(card=card) if card in look.filled:
                return look.prospect(card) - look.prospect(card, look.filled[card])
            case LoseObjective(card=card):
                return points(look.deck, (one for one in look.held.controlled if one != card))
        raise TypeError(type(choice))

    @cached_property
    def others(self) -> tuple[Outlook, ...]:
        """Give the outlooks of the other seats, from what everybody sees of them."""
        look = self.look
        return tuple(Outlook(look.deck, look.view, seat) for seat in look.held.others)

    def promise(self, filled: Filled) -> float:
        """Give what all objectives promise together when they are filled so."""
        return sum(self.look.prospect(card, have) for card, have in filled.items())

    def gain(self, step: Place | Move, filled: Filled) -> float:
        """Give what a step brings; a move takes away what the legion brought where it stood."""
        if isinstance(step, Place):
            return self.arrival(step.card, filled[step.card], step.symbol)
        board = without(filled, ((step.card, step.symbol),))
        lost = self.brought(step.card, board[step.card], step.symbol)
        arrived = self.arrival(step.to_card, board[step.to_card], step.to_symbol)
        return arrived - lost - WEIGHTS.moved

    def arrival(self, card: int, have: str, symbol: str) -> float:
        """Give what one more legion on a card brings, and what completing it does, if it does."""
        space = card, have, symbol
        if space not in self._arrivals:
            brought = self.brought(card, have, symbol)
            if len(have) + 1 == len(self.look.deck[card].symbols):
                brought += self.wanted(card) + self.look.end(card)
            self._arrivals[space] = brought
        return self._arrivals[space]

    def brought(self, card: int, have: str, symbol: str) -> float:
        """Give what one more legion on a card brings, its completion aside.

        Measured twice: by how much sooner the card is done, and how much likelier it ever is.
        """
        space = card, have, symbol
        if space not in self._brought:
            look = self.look
            sooner = self.wanted(card) * look.waits[symbol] / look.to_go(card, have)
            likelier = look.hope(card, with_symbol(have, symbol)) - look.hope(card, have)
            self._brought[space] = sooner + WEIGHTS.likelier * likelier
        return self._brought[space]

    def wanted(self, card: int) -> float:
        """Give what a card that legions go to is worth."""
        return self.look.value(card) + WEIGHTS.done

    def denied(self, card: int) -> float:
        """Give what taking a market card keeps the others from, whom it would serve the most."""
        serves = max(other.prospect(card) for other in self.others)
        return WEIGHTS.denial * serves / len(self.others)

    # Powers over several legions

    def steps(self, options: StepsOptions) -> Steps:
        """Choose the steps of a ``place`` power, looking to its end along the best beginnings."""
        return Steps(self._onward(options, self.look.filled, options.supply, ())[1])

    def _onward(
        self,
        options: StepsOptions,
        filled: Filled,
        supply: int,
        done: tuple[Place | Move, ...],
    ) -> tuple[float, tuple[Place | Move, ...]]:
        """Give what going on from here brings at best, and all steps of it; stopping brings 0."""
        best: tuple[float, tuple[Place | Move, ...]] = (0.0, done)
        if len(done) == options.limit:
            return best
        gains = [
            (self.gain(step, filled), step) for step in self._next_steps(options, filled, supply)
        ]
        for gained, step in sorted(gains, key=lambda entry: -entry[0])[:BREADTH]:
            left = supply - 1 if isinstance(step, Place) else supply
            more, steps = self._onward(options, stepped(filled, step), left, (*done, step))
            if gained + more > best[0]:
                best = (gained + more, steps)
        return best

    def _next_steps(self, options: StepsOptions, filled: Filled, supply: int) -> list[Place | Move]:
        """Give every step that the power may make on this board."""
        targets = [
            (card, symbol)
            for card, have in sorted(filled.items())
            for symbol in options.symbols
            if symbol in self.look.missing(card, have)
        ]
        steps: list[Place | Move] = [Place(*target) for target in targets] if supply else []
        if options.moves:
            sources = [(card, symbol) for card, have in sorted(filled.items()) for symbol in have]
            steps += [
                Move(*source, *target)
                for source in dict.fromkeys(sources)
                for target in targets
                if source != target
            ]
        return steps

    def arrange(self, options: ArrangeOptions) -> Arrange:
        """Choose the arrangement that promises the most of all."""
        best: dict[int, tuple[float, tuple[tuple[int, str], ...]]] = {0: (0.0, ())}
        for card, symbols in options.cards:
            ways = self._ways(card, symbols)
            longer: dict[int, tuple[float, tuple[tuple[int, str], ...]]] = {}
            for used, (promise, cards) in best.items():
                for legions, (more, have) in ways.items():
                    found = (promise + more, (*cards, (card, have)))
                    if promise + more > longer.get(used + legions, (-1e9, ()))[0]:
                        longer[used + legions] = found
            best = longer
        return Arrange(best[options.legions][1])

    def _ways(self, card: int, symbols: str) -> dict[int, tuple[float, str]]:
        """Give number of legions on a card -> what they promise at best, and on which spaces."""
        ways: dict[int, tuple[float, str]] = {}
        for have in parts(symbols):
            promise = self.look.prospect(card, have)
            if promise > ways.get(len(have), (-1e9, ""))[0]:
                ways[len(have)] = (promise, have)
        return ways


def stepped(filled: Filled, step: Place | Move) -> dict[int, str]:
    """Give a board after a step."""
    board = dict(filled)
    card, symbol = step.card, step.symbol
    if isinstance(step, Move):
        board[card] = board[card].replace(symbol, "", 1)
        card, symbol = step.to_card, step.to_symbol
    board[card] = with_symbol(board[card], symbol)
    return board


def without(filled: Filled, spaces: tuple[Space, ...]) -> dict[int, str]:
    """Give a board without a legion on each of these spaces."""
    board = dict(filled)
    for card, symbol in spaces:
        board[card] = board[card].replace(symbol, "", 1)
    return board


def parts(symbols: str) -> list[str]:
    """Give every different part of a card's spaces, in the order SHCKTD, the smallest first."""
    found = {""}
    for symbol in symbols:
        found |= {part + symbol for part in found}
    return sorted(found, key=lambda part: (len(part), [SYMBOLS.index(one) for one in part]))
