"""Which games are recorded: who plays, by which rules, from which seed."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path

from games.rules import Ruleset
from games.rules.record import Player

FOLDER = Path(__file__).resolve().parent
DECK = (FOLDER.parents[1] / "games" / "decks" / "objectives.csv").read_text(encoding="utf-8")

#: A deck for 2 that runs out: the discards become a new one, and in the end nothing is to be had.
FEW = (1, 2, 3, 4, 6, 7, 9, 13, 15, 21, 35, 50, 57, 72, 78, 84, 87)


def deck_of(cards: tuple[int, ...]) -> str:
    """Give a deck file with these cards of the whole deck alone."""
    head, *rows = csv.reader(io.StringIO(DECK))
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [head, *(row for row in rows if int(row[0]) in cards)]
    )
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class Plan:
    """One game to record. ``bots``: a letter a seat, g greedy, r random.

    ``carried``: how many orders in ten carry answers; ``moves``: powers answered so move a legion
    rather than place it, which no bot does. ``seated``: the host's order of seats.
    """

    name: str
    players: tuple[Player, ...]
    bots: str
    ruleset: Ruleset = field(default_factory=Ruleset)
    number: int = 0
    carried: int = 5
    moves: bool = False
    seated: tuple[int, ...] | None = None
    deck: str = DECK

    @property
    def seed(self) -> bytes:
        """Give the game's secret, which is none here."""
        return self.name.encode().ljust(31, b".")[:31] + bytes([self.number])

    @property
    def file(self) -> Path:
        """Give where the record stands."""
        return FOLDER / f"{self.name}.json"


ANNA, BRUNO, CLARA = Player("Anna", "ave"), Player("Bruno", "Köln"), Player("Clara")
DORA, EMIL, FRIDA = Player("Dora", "十二"), Player("Emil", " a word "), Player("Frida")
CAST = (ANNA, BRUNO, CLARA, DORA, EMIL, FRIDA)

#: Each ``number`` was looked for, so that together the games show all that can happen.
PLANS = (
    Plan("two", CAST[:2], "gg"),
    Plan(
        "two-few-cards",
        CAST[:2],
        "gg",
        Ruleset(power_moves="no"),
        number=30,
        carried=7,
        deck=deck_of(FEW),
    ),
    Plan("three", CAST[:3], "ggr", Ruleset(opening="dealt"), number=17),
    Plan("three-moving", CAST[:3], "ggg", number=19, carried=9, moves=True),
    Plan("three-short", CAST[:3], "ggg", Ruleset(target=3), number=11, carried=0),
    Plan("four", CAST[:4], "gggg", number=1, carried=8),
    Plan(
        "four-seated",
        CAST[:4],
        "ggrg",
        Ruleset(shelter="none", target=5),
        number=1,
        seated=(2, 0, 3, 1),
    ),
    Plan(
        "four-other",
        CAST[:4],
        "grgg",
        Ruleset(opening="dealt", shelter="none", power_moves="no", goods_tie="holder", target=6),
        number=26,
    ),
    Plan("five", CAST[:5], "ggrgg", Ruleset(goods_tie="holder"), number=18, carried=9),
    Plan("five-four", CAST[:5], "ggggg", Ruleset(target=4, power_moves="no"), number=17),
    Plan("six", CAST, "gggggg", number=33, carried=6),
    Plan("six-random", CAST, "grgrgr", Ruleset(opening="dealt", target=5), number=12),
)
