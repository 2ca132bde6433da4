"""Names as people type them, made harmless: for headers, and for text among other text."""

from __future__ import annotations

import unicodedata

LONGEST = 60
#: Joiners that hold emoji and some scripts together; other invisible letters only do mischief.
_JOINERS = "\u200c\u200d"


def columns(text: str) -> int:
    """Give how many columns a text takes where all letters are equally wide or twice as wide."""
    if text.isascii():  # most lines, and a fourth of the time that a mail takes
        return len(text)
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, room: int) -> str:
    """Give the beginning of a text that fits into so many columns; at least one letter."""
    while len(text) > 1 and columns(text) > room:
        text = text[:-1]
    return text


def clean(name: str, longest: int = LONGEST) -> str:
    """Give a name on one line, without control or direction marks, cut to ``longest`` columns."""
    kept = "".join(
        letter if letter in _JOINERS or unicodedata.category(letter)[0] != "C" else " "
        for letter in name
    )
    kept = " ".join(kept.split())
    return kept if columns(kept) <= longest else cut(kept, longest - 1).rstrip() + "…"


def isolated(name: str) -> str:
    """Give a name that may be written from right to left so that it cannot turn what follows.

    What was added to it in brackets, as in *(bot)*, reads on from left to right, behind it.
    """
    own, added = name, ""
    if name.endswith(")") and " (" in name:
        start = name.rindex(" (")
        if not _turns(name[start:]):
            own, added = name[:start], name[start:]
    return f"\u2068{own}\u2069{added}" if _turns(own) else name


def _turns(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
