"""The vocabulary of powers in a deck file: which words there are and what follows them.

What a word does is a unit in ``games.rules.powers`` or a line in ``games.rules.scoring``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

SYMBOLS = "SHCKTD"
KINDS = ("senator", "green", "pink", "orange")
ANY = "any"

_SYMBOL = tuple(SYMBOLS)
_PLACED = (*SYMBOLS, ANY)
_NUMBER = tuple(str(number) for number in range(1, 100))
_FEW = tuple(str(number) for number in range(1, 7))

#: Word -> what each of its arguments may be. Some words have two parts.
VOCABULARY: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "score_symbol": (_SYMBOL, _NUMBER, _NUMBER),
    "score_kind": (KINDS, _NUMBER),
    "score_attack": (_NUMBER,),
    "swap": (_SYMBOL, _SYMBOL),
    "attack:legions": (_FEW,),
    "attack:clear_objective": (),
    "attack:controlled_objective": (),
    "place": (_PLACED, _FEW),
    "gain": (_FEW,),
    "extra_objective": (),
    "rearrange": (),
    "complete": (),
}

#: Words that count at the end of the game; their cards print no points.
END_WORDS = frozenset(("score_symbol", "score_kind", "score_attack"))
PERMANENT_WORDS = frozenset(("swap",))


@dataclass(frozen=True, slots=True)
class PowerWord:
    """A power as the deck writes it: its word and arguments (``place``, ``("any", "2")``)."""

    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Give the form that stands in the deck."""
        return ":".join((self.word, *self.arguments))

    @property
    def immediate(self) -> bool:
        """Tell whether the power is carried out at step B."""
        return self.word not in END_WORDS and self.word not in PERMANENT_WORDS


@cache
def read_word(text: str) -> PowerWord:
    """Read ``place:any:2``; raises ``ValueError`` for what the vocabulary does not have."""
    for word, allowed in VOCABULARY.items():
        if text == word or text.startswith(word + ":"):
            arguments = tuple(text[len(word) + 1 :].split(":")) if len(text) > len(word) else ()
            if len(arguments) == len(allowed) and all(
                argument in values for argument, values in zip(arguments, allowed, strict=True)
            ):
                return PowerWord(word, arguments)
    raise ValueError(text)
