"""The fair bag: a game's whole chance from one secret seed and the players' words.

docs/rules.md, *Fair bag*. Nothing else in the engine is random, and nothing is ever redrawn: a
label always gives the same result, whatever anybody chose in between.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD = 2**64


def commitment_of(seed: bytes) -> str:
    """Give the SHA-256 of a 32-byte seed in hexadecimal: what stands in every invitation."""
    return hashlib.sha256(seed).hexdigest()


def chance_key(seed: bytes, words: Sequence[str]) -> bytes:
    """Give the 32-byte chance key: HMAC-SHA-256 under the seed over the words.

    ``words`` are in order of invitation, empty for bots and for whoever gave none; each is written
    as the length of its UTF-8 form in 4 bytes, big-endian, and that form.
    """
    message = b"".join(
        len(raw).to_bytes(4, "big") + raw for raw in (word.encode() for word in words)
    )
    return hmac.digest(seed, message, "sha256")


@dataclass(frozen=True, slots=True)
class Chance:
    """One game's chance. The key is secret until the game is over and never printed."""

    key: bytes = field(repr=False)
    commitment: str
    _shuffles: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(cls, seed: bytes, words: Sequence[str]) -> Chance:
        """Make a game's chance from its seed (32 bytes) and the words in order of invitation."""
        if len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        return cls(chance_key(seed, words), commitment_of(seed))

    @property
    def key_id(self) -> str:
        """Give a name for the key, which tells nothing of it: by it a state knows its chance."""
        return hashlib.sha256(b"augustus/key-id/" + self.key).hexdigest()[:32]

    def index(self, label: str, bound: int, counter: int = 0) -> tuple[int, int]:
        """Give an index 0 <= i < bound without modulo bias, and the next unused counter.

        HMAC-SHA-256 under the key over label, a zero byte and the counter in 8 bytes, big-endian;
        its first 8 bytes as a number x. x at or above the largest multiple of ``bound`` in 64 bits
        is passed over for the next counter, otherwise i is x mod bound.
        """
        limit = _WORD - _WORD % bound
        while True:
            digest = hmac.digest(
                self.key, label.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256"
            )
            counter += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % bound, counter

    def shuffle(self, label: str, items: tuple[int, ...]) -> tuple[int, ...]:
        """Give the items in the order of chance: Fisher-Yates from the last place to the second.

        At place i the index below i + 1 says which item comes there; the counter runs on.
        """
        known = self._shuffles.get((label, items))
        if known is None:
            result, counter = list(items), 0
            for place in range(len(result) - 1, 0, -1):
                other, counter = self.index(label, place + 1, counter)
                result[place], result[other] = result[other], result[place]
            known = self._shuffles[label, items] = tuple(result)
        return known

    def token(self, draw: int, bag: str) -> str:
        """Give the token of draw number ``draw``; ``bag`` is in the order S H C K T D J."""
        return bag[self.index(f"token/{draw}", len(bag))[0]]
