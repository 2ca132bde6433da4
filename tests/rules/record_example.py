"""The worked example of docs/record.md, computed by the game's own code."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence

from games.rules import Chance
from games.rules.state import bag_of

SEED = bytes(range(32))
WORDS = ("Köln", "salve", "")


def example() -> dict[str, str]:
    """Give every line of the example by its name."""
    chance = Chance.of(SEED, WORDS)
    message = b"".join(
        len(raw).to_bytes(4, "big") + raw for raw in (word.encode() for word in WORDS)
    )
    seats = chance.shuffle("seats", (0, 1, 2))
    first = chance.token(1, bag_of(""))
    lines = {
        "seed": SEED.hex(),
        "commitment": chance.commitment,
        "words": json.dumps(WORDS, ensure_ascii=False),
        "message": message.hex(),
        "key": chance.key.hex(),
    }
    for counter, bound in enumerate((3, 2)):
        lines |= _block(chance, "seats", bound, counter)
    lines["seats shuffled"] = _list(seats)
    for counter, bound in enumerate((88, 87)):
        lines |= _block(chance, "deck/0", bound, counter)
    deck = chance.shuffle("deck/0", tuple(range(1, 89)))
    lines["deck/0 last two"] = _list(deck[-2:])
    lines["deck/0 first six"] = _list(deck[:6])
    lines |= _block(chance, "token/1", 23, 0)
    lines["token 1"] = first
    lines["bag after it"] = bag_of(first)
    lines |= _block(chance, "token/2", 22, 0)
    lines["token 2"] = chance.token(2, bag_of(first))
    return lines


def _block(chance: Chance, label: str, bound: int, counter: int) -> dict[str, str]:
    name = f"{label} {counter}"
    message = label.encode() + b"\0" + counter.to_bytes(8, "big")
    digest = hmac.digest(chance.key, message, "sha256")
    number = int.from_bytes(digest[:8], "big")
    return {
        f"{name} message": message.hex(),
        f"{name} digest": digest.hex(),
        f"{name} x": str(number),
        f"{name} limit": str(2**64 // bound * bound),
        f"{name} index": f"{number} mod {bound} = {chance.index(label, bound, counter)[0]}",
    }


def _list(items: Sequence[int]) -> str:
    return ", ".join(map(str, items))
