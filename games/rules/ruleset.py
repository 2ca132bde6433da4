"""The switches of a game: every ruling on which published sources disagree (docs/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.rules.errors import RulesError

#: Switch -> the values it may take, the default first. A correction of a rule is a new value
#: here, never a new meaning of an old one: stored games keep the rules that they started with.
SWITCHES: dict[str, tuple[str | int, ...]] = {
    "opening": ("choose", "dealt"),
    "shelter": ("player", "none"),
    "power_moves": ("yes", "no"),
    "goods_tie": ("newcomer", "holder"),
    "target": (7, 3, 4, 5, 6),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rulings that one game is played by; raises ``RulesError`` for a value that is none."""

    opening: str = "choose"
    shelter: str = "player"
    power_moves: str = "yes"
    goods_tie: str = "newcomer"
    target: int = 7
    always: ClassVar[tuple[str, ...]] = tuple(SWITCHES)

    def __post_init__(self) -> None:
        """Refuse a value that the table of switches does not name."""
        for switch, allowed in SWITCHES.items():
            value = getattr(self, switch)
            if type(value) is not type(allowed[0]) or value not in allowed:
                raise RulesError(
                    "bad_switch",
                    switch=switch,
                    value=str(value),
                    allowed=", ".join(map(str, allowed)),
                )
