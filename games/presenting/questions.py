"""A field of a form with its choices, each with a sentence that says what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose."""

    value: str
    text: str
    chosen: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One field with its choices."""

    name: str
    text: str
    choices: tuple[Choice, ...]


#: Kind of bot -> how it plays, from the easiest to the hardest.
HOW_BOTS_PLAY: Mapping[str, Promise] = {
    Seat.Bot.RANDOM: _("It places wherever it can, without any plan: easy to beat."),
    Seat.Bot.GREEDY: _("It takes what brings the most at the moment."),
    Seat.Bot.STRONG: _(
        "It reckons with the odds of the bag, the rewards within reach and what others want."
    ),
}


def bot_question(chosen: str) -> Question:
    """Ask which bot plays where a bot plays."""
    return Question(
        "bot",
        gettext("How the bots play"),
        tuple(
            Choice(kind, str(capfirst(str(Seat.Bot(kind).label))), kind == chosen, str(how))
            for kind, how in HOW_BOTS_PLAY.items()
        ),
    )
