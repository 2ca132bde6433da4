"""The page on which a practice game begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.models import Seat
from games.presenting.around import Way, practice_ways
from games.presenting.questions import HOW_BOTS_PLAY
from games.rules import RulesError
from games.sentences import sentence
from games.services.practice import KEPT_FOR, OPPONENTS


@dataclass(frozen=True, slots=True)
class Radio:
    """One of several things to choose."""

    name: str
    value: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class PracticePage:
    """Everything on the page; ``error``: why no game was started."""

    error: str
    ways: tuple[Way, ...]
    opponents: tuple[Radio, ...]
    bot: tuple[Radio, ...]
    target: tuple[Radio, ...]
    opening: tuple[Radio, ...]
    kept: str
    form_key: str


def practice_page(
    form_key: str, chosen: Mapping[str, str] | None = None, error: RulesError | None = None
) -> PracticePage:
    """Give the page; ``form_key``: what tells its form sent twice from two forms.

    ``chosen`` and ``error``: a form that was refused, shown as filled in.
    """
    filled = {"target": "7", "opening": "choose", "bot": Seat.Bot.GREEDY, **(chosen or {})}
    days = KEPT_FOR.days
    return PracticePage(
        error=sentence(error) if error else "",
        ways=practice_ways(over=False),
        opponents=_radios("opponents", _opponents(), filled),
        bot=_radios("bot", _bots(), filled),
        target=_radios("target", _targets(), filled),
        opening=_radios("opening", _openings(), filled),
        kept=ngettext(
            "A practice game is kept for %(days)d day after the last move.",
            "A practice game is kept for %(days)d days after the last move.",
            days,
        )
        % {"days": days},
        form_key=form_key,
    )


def _radios(name: str, values: Mapping[str, str], filled: Mapping[str, str]) -> tuple[Radio, ...]:
    return tuple(
        Radio(name, value, text, filled.get(name) == value) for value, text in values.items()
    )


def _opponents() -> dict[str, str]:
    return {
        str(number): ngettext("%(n)d bot", "%(n)d bots", number) % {"n": number}
        for number in OPPONENTS
    }


def _bots() -> dict[str, str]:
    return {
        kind: gettext("%(bot)s. %(how)s") % {"bot": capfirst(Seat.Bot(kind).label), "how": how}
        for kind, how in HOW_BOTS_PLAY.items()
    }


def _targets() -> dict[str, str]:
    return {
        "7": gettext("A whole game: to seven objectives"),
        "4": gettext("A short one: to four objectives"),
    }


def _openings() -> dict[str, str]:
    return {
        "choose": gettext("I choose three of six objectives at the beginning"),
        "dealt": gettext("I begin with three that are dealt (easier the first time)"),
    }
