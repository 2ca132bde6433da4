"""The bag: docs/record.md, *The bag*."""

from __future__ import annotations

import hashlib
import hmac

FULL_BAG = "SSSSSSHHHHHCCCCKKKTTDJJ"


class Bag:
    """Everything that chance decides in one game."""

    def __init__(self, seed: bytes, words: list[str]) -> None:
        """Make the key from the seed and the words, in the order of invitation."""
        message = b""
        for word in words:
            raw = word.encode("utf-8")
            message += len(raw).to_bytes(4, "big") + raw
        self.key = hmac.new(seed, message, hashlib.sha256).digest()

    def index(self, label: str, n: int, counter: int) -> tuple[int, int]:
        """Give the index and the counter after the last one used."""
        limit = (2**64 // n) * n
        while True:
            message = label.encode("ascii") + b"\x00" + counter.to_bytes(8, "big")
            block = hmac.new(self.key, message, hashlib.sha256).digest()
            x = int.from_bytes(block[:8], "big")
            counter += 1
            if x < limit:
                return x % n, counter

    def shuffle(self, label: str, items: list[int]) -> list[int]:
        """Give the items in the order of chance."""
        shuffled, counter = list(items), 0
        for i in range(len(shuffled) - 1, 0, -1):
            j, counter = self.index(label, i + 1, counter)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def token(self, draw: int, out: list[str]) -> str:
        """Give the token of a draw, when those in ``out`` are out of the bag."""
        left = list(FULL_BAG)
        for token in out:
            left.remove(token)
        return left[self.index(f"token/{draw}", len(left), 0)[0]]
