"""Three players who are never late: ``random``, ``greedy`` and ``strong`` (in a file of its own).

All take what a seat may see (``View``) and may choose (``Options``), never the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from games.rules.deck import Deck, Objective
from games.rules.engine import Rules
from games.rules.options import ArrangeOptions, Options, Randomness, StepsOptions
from games.rules.state import MOBILIZE, TOKENS, State
from games.rules.strong import strong_bot
from games.rules.table import Space, with_symbol
from games.rules.views import View
from games.rules.words import SYMBOLS

Bot = Callable[[Deck, View, Options, Randomness], Choice]

#: Symbol -> how many draws it takes on average until it comes, jokers apart.
WAIT: Mapping[str, float] = {symbol: len(TOKENS) / TOKENS.count(symbol) for symbol in SYMBOLS}

#: What a power is worth in points, roughly, beside what the card prints.
WORTH: Mapping[str, float] = {
    "score_symbol": 7,
    "score_kind": 6,
    "score_attack": 7,
    "swap": 4,
    "attack:legions": 2,
    "attack:clear_objective": 3,
    "attack:controlled_objective": 6,
    "place": 4,
    "gain": 3,
    "extra_objective": 4,
    "rearrange": 2,
    "complete": 8,
}
#: What controlling one more objective is worth by itself, on the way to the target and the tiles.
OBJECTIVE = 8
GOOD = 2
#: From this number of objectives on its tile is claimed.
CLAIM_FROM = 4


def random_bot(deck: Deck, view: View, options: Options, chance: Randomness) -> Choice:
    """Place if possible, else move, else pass; pass 1 in 10 when it could place. Else uniform."""
    if not isinstance(options, tuple):
        return options.sample(chance)
    places = [
        option
        for option in options
        if isinstance(option, Mobilize) and isinstance(option.action, Place)
    ]
    moves = [
        option
        for option in options
        if isinstance(option, Mobilize) and isinstance(option.action, Move)
    ]
    if places and chance.randrange(10) == 0:
        return Mobilize(Pass())
    among = places or moves or options
    return among[chance.randrange(len(among))]


def greedy_bot(deck: Deck, view: View, options: Options, chance: Randomness) -> Choice:
    """Take what brings the most now, by fixed estimates; never by chance."""
    eye = Eye(deck, view)
    if isinstance(options, StepsOptions):
        return eye.steps(options)
    if isinstance(options, ArrangeOptions):
        return eye.arrange(options)
    return max(options, key=eye.merit)


#: Kind -> the bot: the one table of them. What people read of each: games/presenting/questions.py.
BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "strong": strong_bot}


def default_choice(rules: Rules, state: State, seat: int, chance: Randomness) -> Choice:
    """Give what a missing decision becomes: pass at a draw, else the greedy bot's choice.

    docs/rules.md, *Decisions*.
    """
    if state.kind == MOBILIZE:
        return Mobilize(Pass())
    return greedy_bot(rules.deck, rules.view_for(state, seat), rules.options(state, seat), chance)


class Eye:
    """How the greedy bot looks at the board of its own seat."""

    def __init__(self, deck: Deck, view: View) -> None:
        """Take what the seat may see."""
        assert view.seat is not None
        self.deck, self.view = deck, view
        self.board = view.seats[view.seat]
        self.filled = dict(self.board.objectives)

    def merit(self, choice: Choice) -> float:
        """Give how good one choice of a flat list is, to be compared within that list only."""
        match choice:
            case Mobilize(action=Pass()):
                return 0
            case Mobilize(action=Place() | Move() as action):
                return self.step_gain(action)
            case Keep(cards=cards):
                return sum(self.pace(card) for card in cards)
            case Take(card=card):
                return self.pace(card)
            case Complete(card=card):
                return self.value(card) + self.missing(card)
            case Claim(take=take):
                return float(take == (len(self.board.controlled) >= self.claim_from()))
            case LoseLegions(spaces=spaces):
                return -sum(self.gain(card, symbol) for card, symbol in spaces)
            case LoseObjective(card=card):
                filled = self.filled.get(card)
                return (
                    -self.value(card) if filled is None else -sum(WAIT[symbol] for symbol in filled)
                )
        raise TypeError(type(choice))

    def claim_from(self) -> int:
        """Give the number of objectives from which the tile is claimed: lower near the end."""
        most = max(len(seat.controlled) for seat in self.view.seats)
        return 2 if most >= CLAIM_FROM + 1 else CLAIM_FROM

    def value(self, card: int) -> float:
        """Give what controlling a card is worth, in points."""
        objective: Objective = self.deck[card]
        power = WORTH[objective.power.word] if objective.power else 0
        return objective.points + power + GOOD * (objective.wheat + objective.gold) + OBJECTIVE

    def missing(self, card: int, filled: str | None = None) -> float:
        """Give how many draws the empty spaces of a card wait for together."""
        rest = self.deck[card].symbols
        for symbol in self.filled.get(card, "") if filled is None else filled:
            rest = rest.replace(symbol, "", 1)
        return sum(WAIT[symbol] for symbol in rest)

    def pace(self, card: int) -> float:
        """Give a card's value for each draw that it still waits for."""
        return self.value(card) / max(self.missing(card), 1)

    def gain(self, card: int, symbol: str, filled: str | None = None) -> float:
        """Give what a legion on a space is worth: more if rare, and near the end of a card."""
        return WAIT[symbol] * self.value(card) / (self.missing(card, filled) + WAIT[symbol])

    def step_gain(self, step: Place | Move) -> float:
        """Give what a step brings; a move loses what the legion was worth where it stood."""
        if isinstance(step, Place):
            return self._arrival(step.card, step.symbol)
        left = self.filled[step.card].replace(step.symbol, "", 1)
        lost = self.gain(step.card, step.symbol, left)
        # Placing from the supply keeps both, so a move has to bring clearly more to be chosen.
        return self._arrival(step.to_card, step.to_symbol) - lost - 1

    def _arrival(self, card: int, symbol: str) -> float:
        rest = self.missing(card) - WAIT[symbol]
        done = self.value(card) if rest < 0.5 else 0
        return WAIT[symbol] * self.value(card) / (rest + WAIT[symbol]) + done

    def steps(self, options: StepsOptions) -> Steps:
        """Choose the best step while it gains anything, up to the limit."""
        empty, placed, supply = dict(options.targets), dict(options.sources), options.supply
        steps: list[Place | Move] = []
        for _ in range(options.limit):
            targets = [space for space, count in empty.items() if count]
            candidates: list[Place | Move] = [Place(*space) for space in targets] if supply else []
            if not supply and options.moves:
                candidates = self._moves(placed, targets)
            best = max(candidates, key=self.step_gain, default=None)
            if best is None or self.step_gain(best) <= 0:
                break
            supply -= self._make(best, empty, placed, options.symbols)
            steps.append(best)
        return Steps(tuple(steps))

    def _moves(self, placed: dict[Space, int], targets: list[Space]) -> list[Place | Move]:
        sources = [space for space, count in placed.items() if count]
        return [
            Move(*source, *target) for source in sources for target in targets if source != target
        ]

    def _make(
        self, step: Place | Move, empty: dict[Space, int], placed: dict[Space, int], symbols: str
    ) -> int:
        """Make a step in the bot's mind; gives how many legions it takes from the supply."""
        target: Space = (step.card, step.symbol)
        if isinstance(step, Move):
            source, target = target, (step.to_card, step.to_symbol)
            self.filled[source[0]] = self.filled[source[0]].replace(source[1], "", 1)
            placed[source] -= 1
            if source[1] in symbols:
                empty[source] = empty.get(source, 0) + 1
        empty[target] -= 1
        placed[target] = placed.get(target, 0) + 1
        self.filled[target[0]] = with_symbol(self.filled[target[0]], target[1])
        return int(isinstance(step, Place))

    def arrange(self, options: ArrangeOptions) -> Arrange:
        """Fill the cards that bring the most for each legion, one after the other."""
        rest, filled = options.legions, {card: "" for card, _ in options.cards}
        spaces = dict(options.cards)
        for card in sorted(spaces, key=lambda card: -self.value(card) / len(spaces[card])):
            rare_first = sorted(spaces[card], key=SYMBOLS.index, reverse=True)[:rest]
            rest -= len(rare_first)
            filled[card] = "".join(sorted(rare_first, key=SYMBOLS.index))
        return Arrange(tuple(sorted(filled.items())))
