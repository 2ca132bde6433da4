"""What one more controlled objective is worth to a seat, in points. For the strong bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.deck import Deck, Objective
from games.rules.rewards import GOODS, OF_A_KIND, TILES
from games.rules.scoring import sheet
from games.rules.state import TOKENS
from games.rules.views import View
from games.rules.words import ANY, KINDS, PowerWord


@dataclass(frozen=True, slots=True)
class Weights:
    """What the strong bot believes, in points unless said otherwise; set by measured play."""

    #: One more objective, whatever is on it: a step to the rewards for numbers and to the end.
    objective: float = 6.5
    #: What a place for an objective earns a draw: it is free again when its card is done.
    place: float = 2
    #: Being done at all, where legions go: what is near its end is to be ended.
    done: float = 5
    #: How much it counts that a legion makes a card likelier to be done, beside sooner.
    likelier: float = 1.2
    #: What a move must bring more than it takes away: placing keeps both.
    moved: float = 0.75
    #: Draws that the game lasts for each objective that its leader still needs, and some more.
    draws_each: float = 4.8
    draws_more: float = 9.5
    #: Which part of a token's legions a card gets for each rival for them, and of the jokers'.
    shared: float = 0.7
    joker: float = 0.9
    #: Which part of the jokers comes to one of the spaces that wait, where all are counted.
    joker_each: float = 0.9
    #: Wheat or gold: a part of its tile, since it may be lost again.
    good: float = 0.9
    #: One, two of the three alike that a tile wants: as parts of the tile.
    first: float = 0.2
    second: float = 0.33
    #: What the others lose or do not get, as a part of what one gets oneself.
    denial: float = 0.3
    #: Attacks, for what one other player loses: a legion, all on a card, a controlled objective.
    legion_lost: float = 0.15
    card_cleared: float = 1.2
    objective_lost: float = 22
    #: A legion gained for good, and one placed by a power on a common space, on any space.
    gained: float = 0.9
    placed: float = 0.55
    placed_any: float = 5
    rearranged: float = 3.7
    #: A swap, for each token that shows one of its two symbols.
    swapped: float = 0.35
    extra: float = 1.1
    completed: float = 9.5
    #: Which part of the objectives still to come end powers may count on.
    hope: float = 0.43
    #: Ending the game as its winner; as its loser it costs as much.
    end: float = 80
    #: So many points less are enough for that: tiles may come with the last card.
    end_less: float = 8


WEIGHTS = Weights()

#: Which part of the objectives to come may be expected to have an attack.
_ATTACKS = 0.1


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a seat controls, what it works on, and what everybody sees of the others."""

    deck: Deck
    view: View
    seat: int
    controlled: tuple[int, ...]
    working_on: tuple[int, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """Give the other seats."""
        return tuple(seat for seat in range(len(self.view.seats)) if seat != self.seat)

    @property
    def to_come(self) -> float:
        """Give how many objectives end powers may still count on."""
        return WEIGHTS.hope * max(self.view.ruleset.target - len(self.controlled) - 1, 0)


def points(deck: Deck, controlled: Iterable[int], tiles: Iterable[str] = ()) -> int:
    """Give what a seat with these cards and tiles would score."""
    return sum(line.points for line in sheet(deck, tuple(controlled), tuple(tiles)))


def worth(held: Holdings, number: int) -> float:
    """Give what controlling a card would be worth: points, power, rewards within reach."""
    card = held.deck[number]
    printed = points(held.deck, (*held.controlled, number)) - points(held.deck, held.controlled)
    power = WORTH[card.power.word](held, card, card.power) if card.power else 0.0
    return WEIGHTS.objective + printed + power + _kinds(held, card) + _goods(held, card)


# Powers

Worth = Callable[[Holdings, Objective, PowerWord], float]


def _score_symbol(held: Holdings, card: Objective, power: PowerWord) -> float:
    symbol, each, cap = power.arguments[0], int(power.arguments[1]), int(power.arguments[2])
    showing = [held.deck[number].symbols.count(symbol) for number in held.controlled]
    room = cap - each * (sum(showing) + card.symbols.count(symbol))
    coming = _mean(held.deck[number].symbols.count(symbol) for number in held.working_on)
    return max(min(each * held.to_come * coming, room), 0.0)


def _score_kind(held: Holdings, card: Objective, power: PowerWord) -> float:
    kind, each = power.arguments[0], int(power.arguments[1])
    coming = _mean(held.deck[number].kind == kind for number in held.working_on)
    usual = _mean(held.deck[number].kind == kind for number in held.deck.numbers)
    return each * held.to_come * (coming + usual) / 2


def _score_attack(held: Holdings, card: Objective, power: PowerWord) -> float:
    return int(power.arguments[0]) * held.to_come * _ATTACKS


def _place(held: Holdings, card: Objective, power: PowerWord) -> float:
    symbol, number = power.arguments[0], int(power.arguments[1])
    if symbol == ANY:
        return WEIGHTS.placed_any * number
    return float(WEIGHTS.placed * number / TOKENS.count(symbol) ** 0.5)


def _swap(held: Holdings, card: Objective, power: PowerWord) -> float:
    return WEIGHTS.swapped * sum(TOKENS.count(symbol) for symbol in power.arguments)


def _attack(lost: Callable[[PowerWord], float]) -> Worth:
    """Give the worth of an attack: less for each other player, as only one of them is the rival."""
    return lambda held, card, power: lost(power) * WEIGHTS.denial * len(held.others) ** 0.5


#: Word of a power -> what it is worth beside what the card scores at once.
WORTH: Mapping[str, Worth] = {
    "score_symbol": _score_symbol,
    "score_kind": _score_kind,
    "score_attack": _score_attack,
    "swap": _swap,
    "attack:legions": _attack(lambda power: WEIGHTS.legion_lost * int(power.arguments[0])),
    "attack:clear_objective": _attack(lambda power: WEIGHTS.card_cleared),
    "attack:controlled_objective": _attack(lambda power: WEIGHTS.objective_lost),
    "place": _place,
    "gain": lambda held, card, power: WEIGHTS.gained * int(power.arguments[0]),
    "extra_objective": lambda held, card, power: WEIGHTS.extra,
    "rearrange": lambda held, card, power: WEIGHTS.rearranged,
    "complete": lambda held, card, power: WEIGHTS.completed,
}


def _mean(values: Iterable[float]) -> float:
    found: Sequence[float] = tuple(values)
    return sum(found) / len(found) if found else 0.0


# Rewards within reach


def _kinds(held: Holdings, card: Objective) -> float:
    kinds = [held.deck[number].kind for number in held.controlled]
    taken = {tile for seat in held.view.seats for tile in seat.tiles}
    gained = 0.0
    if (tile := f"kind:{card.kind}") not in taken:
        gained += TILES[tile] * _part(OF_A_KIND - kinds.count(card.kind) - 1)
    if (tile := "kind:each") not in taken and card.kind not in kinds:
        gained += TILES[tile] * _part(len(KINDS) - len(set(kinds)) - 1)
    return gained


def _part(missing: int) -> float:
    """Give which part of a tile is worth having where so many cards are still missing."""
    return {0: 1.0, 1: WEIGHTS.second, 2: WEIGHTS.first}.get(missing, 0.0)


def _goods(held: Holdings, card: Objective) -> float:
    return sum(
        TILES[f"good:{good}"] * WEIGHTS.good * _good(held, good)
        for good in GOODS
        if getattr(card, good)
    )


def _good(held: Holdings, good: str) -> float:
    """Give which part of a good's tile one more card with it is worth."""
    seats = held.view.seats
    holder = next((at for at, seat in enumerate(seats) if f"good:{good}" in seat.tiles), None)
    if holder is None:
        return 1.0
    if holder == held.seat:
        return WEIGHTS.second  # it makes the tile harder to take away
    own, other = (
        sum(getattr(held.deck[number], good) for number in cards)
        for cards in (held.controlled, seats[holder].controlled)
    )
    lacking = other - own - 1 + (held.view.ruleset.goods_tie == "holder")
    return 1.0 + WEIGHTS.denial if lacking <= 0 else WEIGHTS.second
