"""What a seat may choose now, for pages, mails, bots and tests. ``verify`` alone is the judge.

Most decisions have a flat list of choices. ``place`` and ``rearrange`` have too many (a rearrange
can have over 200,000 arrangements), so they are described, with a sampler.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from games.rules.choices import Arrange, Choice, Move, Place, Steps
from games.rules.table import Space, with_symbol


class Randomness(Protocol):
    """What a sampler needs: ``random.Random`` fits. It never decides a game's own chance."""

    def randrange(self, bound: int, /) -> int:
        """Give 0 <= i < bound."""


@dataclass(frozen=True, slots=True)
class StepsOptions:
    """A ``place`` power: up to ``limit`` steps onto ``targets``, from the supply or ``sources``.

    ``targets``: (space, empty spaces there) now; ``sources``: (space, legions there) now, empty
    where the game's ``power_moves`` is off; ``symbols``: where legions may go. A step changes what
    the next one finds.
    """

    card: int
    symbols: str
    limit: int
    supply: int
    targets: tuple[tuple[Space, int], ...]
    sources: tuple[tuple[Space, int], ...]
    moves: bool

    def sample(self, chance: Randomness) -> Steps:
        """Give a legal answer by chance: each step from the supply while it lasts, then moved."""
        empty, placed, supply = dict(self.targets), dict(self.sources), self.supply
        steps: list[Place | Move] = []
        for _ in range(chance.randrange(self.limit + 1)):
            free = [space for space, count in empty.items() if count]
            if not free:
                break
            target = free[chance.randrange(len(free))]
            source = [space for space, count in placed.items() if count and space != target]
            if supply:
                supply -= 1
                steps.append(Place(*target))
            elif self.moves and source:
                origin = source[chance.randrange(len(source))]
                placed[origin] -= 1
                if origin[1] in self.symbols:
                    empty[origin] = empty.get(origin, 0) + 1
                steps.append(Move(*origin, *target))
            else:
                break
            empty[target] -= 1
            placed[target] = placed.get(target, 0) + 1
        return Steps(tuple(steps))


@dataclass(frozen=True, slots=True)
class ArrangeOptions:
    """A ``rearrange`` power: ``legions`` to stand on ``cards``; ``now`` is how they stand."""

    card: int
    legions: int
    cards: tuple[tuple[int, str], ...]
    now: tuple[tuple[int, str], ...]

    def sample(self, chance: Randomness) -> Arrange:
        """Give a legal arrangement by chance."""
        spaces = [(card, symbol) for card, symbols in self.cards for symbol in symbols]
        filled = {card: "" for card, _ in self.cards}
        for _ in range(self.legions):
            card, symbol = spaces.pop(chance.randrange(len(spaces)))
            filled[card] = with_symbol(filled[card], symbol)
        return Arrange(tuple(sorted(filled.items())))


Options = tuple[Choice, ...] | StepsOptions | ArrangeOptions
