"""The names of things: symbols, kinds, goods, tiles, and every power in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.presenting.kept import by_language
from games.rules.deck import Deck
from games.rules.rewards import TILES
from games.rules.words import ANY, END_WORDS, PERMANENT_WORDS, PowerWord

#: Letter -> (name, word that pictures and style sheets know the symbol by).
_SYMBOLS = {
    "S": (gettext_lazy("two swords"), "swords"),
    "H": (gettext_lazy("shield"), "shield"),
    "C": (gettext_lazy("chariot"), "chariot"),
    "K": (gettext_lazy("catapult"), "catapult"),
    "T": (gettext_lazy("standard"), "standard"),
    "D": (gettext_lazy("dagger"), "dagger"),
    "J": (gettext_lazy("joker"), "joker"),
}
_KINDS = {
    "senator": gettext_lazy("senator"),
    "green": gettext_lazy("green province"),
    "pink": gettext_lazy("pink province"),
    "orange": gettext_lazy("orange province"),
}
_MANY_KINDS = {
    "senator": gettext_lazy("senators"),
    "green": gettext_lazy("green provinces"),
    "pink": gettext_lazy("pink provinces"),
    "orange": gettext_lazy("orange provinces"),
}
_GOODS = {"wheat": gettext_lazy("wheat"), "gold": gettext_lazy("gold")}
_TILES = {
    "kind:senator": gettext_lazy("three senators"),
    "kind:green": gettext_lazy("three green provinces"),
    "kind:pink": gettext_lazy("three pink provinces"),
    "kind:orange": gettext_lazy("three orange provinces"),
    "kind:each": gettext_lazy("one of each kind"),
    "good:wheat": gettext_lazy("most wheat"),
    "good:gold": gettext_lazy("most gold"),
}
_DECISIONS = {
    "keep": gettext_lazy("choose three of six objectives"),
    "mobilize": gettext_lazy("place a legion"),
    "power": gettext_lazy("use a power"),
    "losses": gettext_lazy("choose a loss"),
    "claim": gettext_lazy("claim a reward or leave it"),
    "take": gettext_lazy("take a card from the market"),
    "over": gettext_lazy("nothing: the game is over"),
}
_QUESTIONS = {
    "keep": gettext_lazy("Which three of your six objectives do you keep?"),
    "mobilize": gettext_lazy("Where does your legion go?"),
    "power": gettext_lazy("How do you use the power?"),
    "losses": gettext_lazy("You are attacked: what do you lose?"),
    "claim": gettext_lazy("Do you claim the reward?"),
    "take": gettext_lazy("Which card do you take from the market?"),
}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol: its letter, its name, and the word that pictures know it by (``swords``)."""

    letter: str
    name: str
    icon: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of objective: ``senator``, ``green``, ``pink`` or ``orange``, and its name."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Good:
    """Wheat or gold, as a card shows it."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Power:
    """A card's power: when it counts (``once``, ``always``, ``end``), in one word and a sentence.

    ``icon`` is the word that pictures know it by.
    """

    when: str
    when_name: str
    sentence: str
    icon: str


@by_language
def symbol(letter: str) -> Symbol:
    """Give a symbol by its letter."""
    name, icon = _SYMBOLS[letter]
    return Symbol(letter, str(name), icon)


@by_language
def kind(code: str) -> Kind:
    """Give a kind of objective by its code in the deck."""
    return Kind(code, str(_KINDS[code]))


@by_language
def good(code: str) -> Good:
    """Give a good by its code in the deck."""
    return Good(code, str(_GOODS[code]))


@by_language
def tile_name(code: str) -> str:
    """Give the name of a reward tile, without its points: *3 objectives*, *three senators*."""
    family, _, number = code.partition(":")
    if family == "count":
        return gettext("%(number)s objectives") % {"number": number}
    return str(_TILES[code])


@by_language
def tile_with_points(code: str) -> str:
    """Give the name of a reward tile with its points: *3 objectives (4 points)*."""
    return gettext("%(tile)s (%(points)s)") % {
        "tile": tile_name(code),
        "points": points_text(TILES[code]),
    }


def decision_name(code: str) -> str:
    """Say in an infinitive what a decision kind asks: *place a legion*."""
    return str(_DECISIONS[code])


def question(code: str) -> str:
    """Ask what a decision kind asks, as a heading."""
    return str(_QUESTIONS.get(code, ""))


def card_name(deck: Deck, number: int) -> str:
    """Name a card as players know it: *Lydia (18)*."""
    return f"{deck[number].name} ({number})"


@by_language
def points_text(points: int) -> str:
    """Give *1 point*, *4 points*."""
    return ngettext("%(number)d point", "%(number)d points", points) % {"number": points}


@by_language
def legions_text(number: int) -> str:
    """Give *1 legion*, *3 legions*."""
    return ngettext("%(number)d legion", "%(number)d legions", number) % {"number": number}


@by_language
def objectives_text(number: int) -> str:
    """Give *1 objective*, *3 objectives*."""
    return ngettext("%(number)d objective", "%(number)d objectives", number) % {"number": number}


def and_list(items: list[str]) -> str:
    """Join words as a list is read: *Anna, Bruno and Clara*."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(items[:-1]), "last": items[-1]}


def percent(part: int, whole: int) -> str:
    """Give a share in whole percent: *26 %*."""
    return gettext("%(share)d %%") % {"share": round(100 * part / whole) if whole else 0}


def symbols_text(letters: str) -> str:
    """Name several symbols: *two swords, two swords and shield*; *none* for no letter."""
    return and_list([symbol(letter).name for letter in letters]) or gettext("none")


def _score_symbol(letter: str, value: str, cap: str) -> str:
    return gettext(
        "At the end: %(points)s for every %(symbol)s space on your controlled cards, at most"
        " %(cap)s."
    ) % {"points": points_text(int(value)), "symbol": symbol(letter).name, "cap": cap}


def _score_kind(code: str, value: str) -> str:
    return gettext("At the end: %(points)s for every %(kind)s that you control.") % {
        "points": points_text(int(value)),
        "kind": _KINDS[code],
    }


def _score_attack(value: str) -> str:
    return gettext("At the end: %(points)s for every card with an attack that you control.") % {
        "points": points_text(int(value))
    }


def _swap(one: str, other: str) -> str:
    return gettext("From the next draw on, %(one)s and %(other)s count as each other for you.") % {
        "one": symbol(one).name,
        "other": symbol(other).name,
    }


def _attack_legions(number: str) -> str:
    return gettext("Every other player takes %(legions)s off their objectives.") % {
        "legions": legions_text(int(number))
    }


def _attack_clear() -> str:
    return gettext("Every other player takes all legions off one of their objectives.")


def _attack_controlled() -> str:
    return gettext("Every other player discards one controlled objective.")


def _place(letter: str, number: str) -> str:
    if letter == ANY:
        return ngettext(
            "Place up to %(number)d legion on any empty space.",
            "Place up to %(number)d legions on any empty spaces.",
            int(number),
        ) % {"number": int(number)}
    return ngettext(
        "Place up to %(number)d legion on an empty %(symbol)s space.",
        "Place up to %(number)d legions on empty %(symbol)s spaces.",
        int(number),
    ) % {"number": int(number), "symbol": symbol(letter).name}


def _gain(number: str) -> str:
    return gettext("Take %(legions)s from the common supply, for good.") % {
        "legions": legions_text(int(number))
    }


def _extra_objective() -> str:
    return gettext("Take one more card from the market.")


def _rearrange() -> str:
    return gettext("Move any of your placed legions to any empty spaces of your objectives.")


def _complete() -> str:
    return gettext("Complete one of your objectives at once.")


#: Word of the deck -> (picture, sentence). A new power is one line here.
_POWERS: Mapping[str, tuple[str, Callable[..., str]]] = {
    "score_symbol": ("laurel", _score_symbol),
    "score_kind": ("laurel", _score_kind),
    "score_attack": ("laurel", _score_attack),
    "swap": ("swap", _swap),
    "attack:legions": ("attack", _attack_legions),
    "attack:clear_objective": ("attack", _attack_clear),
    "attack:controlled_objective": ("attack", _attack_controlled),
    "place": ("legion", _place),
    "gain": ("legion", _gain),
    "extra_objective": ("market", _extra_objective),
    "rearrange": ("swap", _rearrange),
    "complete": ("ave", _complete),
}


@by_language
def power(word: PowerWord | None) -> Power | None:
    """Give a power in words, or None for a card without one."""
    if word is None:
        return None
    icon, sentence = _POWERS[word.word]
    if word.word in END_WORDS:
        when, when_name = "end", gettext("at the end")
    elif word.word in PERMANENT_WORDS:
        when, when_name = "always", gettext("from then on")
    else:
        when, when_name = "once", gettext("once, when completed")
    return Power(when, when_name, sentence(*word.arguments), icon)


def power_sentence(word: PowerWord | None) -> str:
    """Say in one sentence what a power does; empty for a card without one."""
    found = power(word)
    return found.sentence if found else ""
