"""The rules on one page: the drawn examples and the tables; the sentences stand in the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenting import symbols
from games.presenting.around import Way
from games.presenting.board import Card, card
from games.presenting.learning import FAMILIES, usual_deck
from games.presenting.symbols import Power, Symbol
from games.rules import Deck
from games.rules.rewards import TILES
from games.rules.scoring import sheet
from games.rules.state import TOKENS
from games.rules.words import ANY, PowerWord, read_word

#: The cards of the examples.
_ANATOMY, _PLACING, _MOVING, _JOKER, _SWAP, _FULL = 24, 20, 18, 22, 15, 31
#: One word of each family of powers, for a sentence that shows what it does.
_EXAMPLES = (
    "place:H:2",
    "place:any:2",
    "gain:2",
    "extra_objective",
    "rearrange",
    "complete",
    "attack:legions:2",
    "attack:clear_objective",
    "attack:controlled_objective",
    "swap:S:H",
    "score_symbol:C:2:10",
    "score_kind:senator:2",
    "score_attack:5",
)
_WHEN: Mapping[str, Promise] = {
    "once": _("Once, at step B"),
    "always": _("From the next draw on"),
    "end": _("When the game is scored"),
}
#: What seven controlled cards and three tiles of the example at the end are.
_SCORED = (2, 7, 15, 17, 31, 33, 47)
_SCORED_TILES = ("count:4", "kind:senator", "good:gold")


@dataclass(frozen=True, slots=True)
class Token:
    """A symbol, and how many tokens of it are in the full bag."""

    symbol: Symbol
    count: int


@dataclass(frozen=True, slots=True)
class PowerRow:
    """A power by an example: its picture, when it counts, and how many cards have its like."""

    family: str
    power: Power
    when: str
    cards: int


@dataclass(frozen=True, slots=True)
class TileRow:
    """A reward tile and what it is worth."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """One line of the example of a score sheet."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The drawn examples, named by what they show."""

    ways: tuple[Way, ...]
    tokens: tuple[Token, ...]
    anatomy: Card
    token: Symbol
    before: Card
    after: Card
    moved: Card
    moved_to: Card
    joker: Symbol
    at_joker: Card
    swap: Card
    swapped: Card
    full: Card
    powers: tuple[PowerRow, ...]
    counts: tuple[TileRow, ...]
    kinds: tuple[TileRow, ...]
    goods: tuple[TileRow, ...]
    scored: tuple[ScoredLine, ...]
    total: int


def rules_page() -> RulesPage:
    """Give the examples, drawn with cards of the deck that new games are played with."""
    deck = usual_deck()
    scored = _scored(deck)
    return RulesPage(
        ways=(
            Way("practice", gettext("Practise now"), reverse("games:practice"), here=False),
            Way("objectives", gettext("All objectives"), reverse("games:objectives"), here=False),
        ),
        tokens=_tokens(),
        anatomy=card(deck, _ANATOMY, "SC"),
        token=symbols.symbol("S"),
        before=card(deck, _PLACING, "C", "S"),
        after=card(deck, _PLACING, "SC"),
        moved=card(deck, _MOVING, "SH"),
        moved_to=card(deck, _MOVING, "SS"),
        joker=symbols.symbol("J"),
        at_joker=card(deck, _JOKER, "SC", "SHCKTD"),
        swap=card(deck, _SWAP),
        swapped=card(deck, _PLACING, "C", "SH"),
        full=card(deck, _FULL, deck[_FULL].symbols, completed=True),
        powers=_powers(deck),
        counts=_tiles("count"),
        kinds=_tiles("kind"),
        goods=_tiles("good"),
        scored=scored,
        total=sum(line.points for line in scored),
    )


def _tokens() -> tuple[Token, ...]:
    return tuple(Token(symbols.symbol(letter), count) for letter, count in Counter(TOKENS).items())


def _powers(deck: Deck) -> tuple[PowerRow, ...]:
    cards = Counter(_like(found.power) for found in deck.objectives.values() if found.power)
    rows = []
    for text in _EXAMPLES:
        word = read_word(text)
        family = word.word.partition(":")[0]
        power = symbols.power(word)
        assert power is not None
        rows.append(
            PowerRow(str(FAMILIES[family]), power, str(_WHEN[power.when]), cards[_like(word)])
        )
    return tuple(rows)


def _like(word: PowerWord) -> tuple[str, bool]:
    """Give what powers have in common that differ in a symbol, kind or number alone."""
    return word.word, word.arguments[:1] == (ANY,)


def _tiles(family: str) -> tuple[TileRow, ...]:
    return tuple(
        TileRow(symbols.tile_name(code), points)
        for code, points in TILES.items()
        if code.startswith(family)
    )


def _scored(deck: Deck) -> tuple[ScoredLine, ...]:
    lines = []
    for line in sheet(deck, _SCORED, _SCORED_TILES):
        if line.what == "tile":
            text = gettext("Reward: %(tile)s") % {"tile": symbols.tile_name(line.tile)}
        else:
            text = symbols.card_name(deck, line.card)
            if line.what == "power":
                text = f"{text}: {symbols.power_sentence(deck[line.card].power)}"
        lines.append(ScoredLine(text, line.points))
    return tuple(lines)
