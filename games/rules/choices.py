"""What a seat may answer to each decision, as frozen values with an exact JSON form.

A *space* is (card number, symbol): equal symbols on a card are one and the same (docs/rules.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Keep:
    """``keep``: the three of the six dealt cards that the seat plays with, in rising order."""

    code: ClassVar[str] = "keep"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One legion from the supply on an empty space."""

    code: ClassVar[str] = "place"
    card: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Move:
    """One placed legion from the space (card, symbol) to the empty space (to_card, to_symbol)."""

    code: ClassVar[str] = "move"
    card: int
    symbol: str
    to_card: int
    to_symbol: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing, this draw."""

    code: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Steps:
    """``power`` of a ``place`` card: up to n steps, one after the other; none declines it."""

    code: ClassVar[str] = "steps"
    steps: tuple[Place | Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrange:
    """``power`` of a ``rearrange`` card: (card, filled symbols) of every own objective, at the end.

    The arrangement as it stands declines the power.
    """

    code: ClassVar[str] = "arrange"
    objectives: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Complete:
    """``power`` of a ``complete`` card: the own objective that is completed."""

    code: ClassVar[str] = "complete"
    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """``take``, and ``power`` of an ``extra_objective`` card: the market card taken."""

    code: ClassVar[str] = "take"
    card: int


@dataclass(frozen=True, slots=True)
class LoseLegions:
    """``losses`` to ``attack:legions``: the spaces that lose a legion each, one entry a legion."""

    code: ClassVar[str] = "lose_legions"
    spaces: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class LoseObjective:
    """``losses`` to ``attack:clear_objective`` or ``attack:controlled_objective``: which one."""

    code: ClassVar[str] = "lose_objective"
    card: int


@dataclass(frozen=True, slots=True)
class Claim:
    """``claim``: whether the tile for exactly this number of objectives is taken."""

    code: ClassVar[str] = "claim"
    take: bool


PowerAnswer = Steps | Arrange | Complete | Take


@dataclass(frozen=True, slots=True)
class Carried:
    """Answers that a ``mobilize`` order carries in case it completes something, each used once.

    ``power``: (card, answer); ``claim``: (number of objectives, wanted or not); ``take``: market
    cards in order of preference. ``seen``: those that lay in the market when the answers were
    given, if ``take`` is to hold only while no other lies there; None: it holds whatever does.
    """

    power: tuple[tuple[int, PowerAnswer], ...] = ()
    claim: tuple[tuple[int, bool], ...] = ()
    take: tuple[int, ...] = ()
    seen: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Mobilize:
    """``mobilize``: place, move or pass, with or without carried answers."""

    code: ClassVar[str] = "mobilize"
    action: Place | Move | Pass
    carried: Carried | None = None


Choice = Keep | Mobilize | Steps | Arrange | Complete | Take | LoseLegions | LoseObjective | Claim
