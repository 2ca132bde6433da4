"""What can be proposed to a table, in words: on its pages and in its mails."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenting.paces import pace_text
from games.services import stopping
from games.services.votes import LASTS
from games.vote_models import Vote

#: Kind -> what is to be chosen, what that means, and how it is told when it has passed.
_WORDS: Mapping[str, tuple[Promise, Promise, Promise]] = {
    "pause": (
        _("Pause the game"),
        _(
            "No clock runs and no order is taken until the table decides to go on, for 30 days at"
            " the most. What is left of the turn's time is given back then."
        ),
        _("The game is paused"),
    ),
    "resume": (
        _("Go on with the game"),
        _("The turn that is open gets the time back that it had left when the game was paused."),
        _("The game goes on"),
    ),
    "extend": (
        _("A day more for this turn"),
        _("The deadline of the turn that is open comes a day later, for everybody."),
        _("There is a day more for this turn"),
    ),
    "clock": (
        _("Another clock"),
        _("It counts from the next turn on; the one that is open never closes earlier by it."),
        _("The game has another clock"),
    ),
    "cancel": (
        _("End the game without a result"),
        _("Nobody wins, and it cannot be taken back."),
        _("The game was cancelled"),
    ),
}


def label(kind: str) -> str:
    """Give what is proposed, as a choice."""
    return str(_WORDS[kind][0])


def meaning(vote: Vote) -> str:
    """Say what happens if a proposal passes; of another clock also which."""
    text = str(_WORDS[vote.kind][1])
    return f"{pace_text(stopping.pace_of(vote))} {text}" if vote.kind == "clock" else text


def meaning_of(kind: str) -> str:
    """Say what a proposal of a kind does."""
    return str(_WORDS[kind][1])


def passed(kind: str) -> str:
    """Say that a proposal has passed."""
    return str(_WORDS[kind][2])


def proposal(vote: Vote, name: str) -> str:
    """Say who proposes what."""
    return gettext("%(name)s proposes: %(what)s") % {"name": name, "what": in_a_sentence(vote.kind)}


def in_a_sentence(kind: str) -> str:
    """Give what is proposed, as it stands within a sentence."""
    text = label(kind)
    return text[:1].lower() + text[1:]


def rule() -> str:
    """Say how a table decides."""
    return gettext(
        "A proposal passes when everybody at the table has said yes; bots are not asked, nor those"
        " who are absent or on time off. A single no declines it. It expires after %(n)d days."
    ) % {"n": LASTS.days}
