"""The bag's page: the commitment, the words, the seed once the game is over, and the check."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games import links
from games.bagcheck import Drawn, Found, check_bag
from games.past import Past, seed_of
from games.presenting import symbols
from games.presenting.around import Way, ways
from games.rules import Chance, Deck
from games.rules.chance import commitment_of
from games.services.table import rules_of, words_of

_SNIPPET = Path(__file__).resolve().parent.parent / "static" / "games" / "check_bag.py"


@dataclass(frozen=True, slots=True)
class Word:
    """A player's word for the bag, empty for who gave none."""

    name: str
    word: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One line of the check: what chance gave, what it had to be, what it was."""

    what: str
    label: str
    expected: str
    happened: str
    right: bool


@dataclass(frozen=True, slots=True)
class Check:
    """The whole check in one sentence, and line by line: tokens apart from cards and seats."""

    verdict: str
    right: bool
    commitment: bool
    key: str
    tokens: tuple[CheckRow, ...]
    cards: tuple[CheckRow, ...]


@dataclass(frozen=True, slots=True)
class BagPage:
    """Everything on the page; ``check`` None: the game is not over."""

    state: str
    game: str
    game_url: str
    ways: tuple[Way, ...]
    commitment: str
    words: tuple[Word, ...]
    seed: str
    check: Check | None
    record_url: str
    record_name: str
    snippet: str
    snippet_url: str


@cache
def snippet() -> str:
    """Give the little program that the page shows: it checks a record's bag with nothing of ours.

    It is a static file, so that it can be fetched as well as copied.
    """
    return _SNIPPET.read_text(encoding="utf-8")


def bag_page(past: Past) -> BagPage:
    """Give the page; the check is carried out now, for a finished game alone."""
    game, seed = past.game, seed_of(past.game)
    invited = sorted(past.seats, key=lambda seat: seat.invited) if game.started else []
    of_game = {"public_id": game.public_id}
    return BagPage(
        state="over" if seed else "open",
        game=game.name,
        game_url=links.game_path(game),
        ways=ways(game, "bag"),
        commitment=game.commitment,
        words=tuple(Word(seat.name, seat.word) for seat in invited),
        seed=seed.hex() if seed else "",
        check=_check(past, seed) if seed else None,
        record_url=reverse("games:record", kwargs=of_game) if game.started else "",
        record_name=f"augustus-{game.public_id}.json",
        snippet=snippet(),
        snippet_url=static("games/check_bag.py"),
    )


def _check(past: Past, seed: bytes) -> Check:
    chance = Chance.of(seed, words_of(past.seats))
    deck, names = rules_of(past.game).deck, past.names
    found = list(
        check_bag(chance, deck, len(past.seats), past.events, by_host=past.game.seats_by_host)
    )
    committed = commitment_of(seed) == past.game.commitment
    invited = [seat.name for seat in sorted(past.seats, key=lambda seat: seat.invited)]
    wrong = sum(not drawn.right for drawn in found) + (not committed)
    rows = [(drawn.what, _row(drawn, deck, names, invited)) for drawn in found]
    return Check(
        verdict=_verdict(len(found), wrong),
        right=not wrong,
        commitment=committed,
        key=chance.key.hex(),
        tokens=tuple(row for what, row in rows if what == "token"),
        cards=tuple(row for what, row in rows if what != "token"),
    )


def _verdict(found: int, wrong: int) -> str:
    if wrong:
        return ngettext(
            "%(n)d thing is not what it had to be. Please tell us: this must not happen.",
            "%(n)d things are not what they had to be. Please tell us: this must not happen.",
            wrong,
        ) % {"n": wrong}
    return gettext(
        "The seed is the one that was committed to, and all %(n)d things that chance gave in this"
        " game (seats, cards and tokens) are what seed and words had to give."
    ) % {"n": found}


def _row(drawn: Drawn, deck: Deck, names: tuple[str, ...], invited: list[str]) -> CheckRow:
    what = {
        "seats": gettext("Seats, in order"),
        "hand": gettext("Six cards for %(name)s") % {"name": names[drawn.seat]},
        "market": gettext("The market opens"),
        "refill": gettext("Next card to the market"),
        "token": gettext("Draw %(draw)d, out of %(bag)d") % {"draw": drawn.draw, "bag": drawn.bag},
    }[drawn.what]
    return CheckRow(
        what,
        drawn.label,
        _said(drawn.what, drawn.expected, deck, invited),
        _said(drawn.what, drawn.happened, deck, invited),
        drawn.right,
    )


def _said(what: str, found: Found, deck: Deck, invited: list[str]) -> str:
    """Say what was drawn: players by name, tokens by name, cards by number and, alone, by name."""
    if isinstance(found, str):
        return symbols.symbol(found).name
    if what == "seats":
        return ", ".join(invited[player] for player in found)
    if len(found) == 1:
        return symbols.card_name(deck, found[0])
    return ", ".join(map(str, found))
