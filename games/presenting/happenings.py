"""What the table is told beside the game: one sentence for each code. Names come from the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.pace_models import Happening
from games.presenting import proposals, symbols
from games.presenting.moments import Moment, moment

#: Code -> sentence; ``name`` is the seat's, ``new`` who plays it on.
SENTENCES: Mapping[str, Promise] = {
    "absent": _(
        "%(name)s has missed two turns in a row. A bot orders for them until they come back."
    ),
    "back": _("%(name)s is back and plays again."),
    "cancelled": _("The table has decided to end the game without a result."),
    "clock_changed": _("The table has decided to play with another clock."),
    "extended": _("The table has decided to give everybody a day more for the open turn."),
    "paused": _("The table has decided to pause the game."),
    "resumed": _("The game goes on after the pause."),
    "time_off": _("%(name)s takes time off from %(first)s to %(last)s."),
    "day_off": _("%(name)s takes the day off on %(first)s."),
    "time_off_ended": _("%(name)s has ended their time off early."),
    "resigned": _("%(name)s has given up the seat. %(new)s plays it on."),
    "resigned_to": _(
        "%(name)s has given up the seat and offers it to %(new)s. Until they take it, a bot orders."
    ),
    "offered": _(
        "The seat of %(name)s is offered to %(new)s. Until they take it, a bot orders for it."
    ),
    "vote_declined": _("A proposal was declined: %(what)s."),
    "vote_expired": _("A proposal has expired, since not everybody answered it: %(what)s."),
    "came": _("%(name)s has taken the seat that was offered, and plays from now on."),
    # What a moderator did, in neutral words: never why.
    "moderator_advance_now": _("A moderator closed the turn."),
    "moderator_cancel": _("A moderator called the game off."),
    "moderator_close": _("A moderator closed the game, which could not go on."),
    "moderator_extend": _("A moderator moved the deadline of the open turn."),
    "moderator_give_back": _("A moderator gave a seat back to its former player."),
    "moderator_go_back": _(
        "A moderator took the game back to an earlier turn. The same tokens come again."
    ),
    "moderator_hide_talk": _("A moderator hid a message."),
    "moderator_order_default": _("A moderator let %(name)s have the default order."),
    "moderator_order_given": _("A moderator gave an order for %(name)s."),
    "moderator_pause": _("A moderator paused the game."),
    "moderator_quarantine": _("A moderator stopped the game to look after it."),
    "moderator_release": _("A moderator let the game go on."),
    "moderator_replace_by_bot": _("A moderator let a bot play on for %(name)s."),
    "moderator_replace_by_player": _("A moderator gave the seat of %(name)s to somebody else."),
    "moderator_set_due": _("A moderator set the deadline of the open turn."),
    "moderator_suspend": _("A moderator took the deadline of the open turn away."),
}

_DAYS = ("first", "last")


def happening_text(happening: Happening, shown: Callable[[str], str] = str) -> str:
    """Give the sentence; ``shown`` makes a name fit to stand among other text."""
    seat = happening.seat
    name = shown(seat.name) if seat else gettext("Somebody")
    new = shown(seat.replaced_by.name) if seat and seat.replaced_by else gettext("somebody")
    values = {**_in_words(happening.parameters), "name": name, "new": new}
    one_day = happening.code == "time_off" and values["first"] == values["last"]
    return str(SENTENCES["day_off" if one_day else happening.code]) % values


def _in_words(parameters: Mapping[str, str | int]) -> dict[str, str | int]:
    """Give what a sentence names: days as people write them, and what was proposed."""
    return {key: _in_word(key, value) for key, value in parameters.items()}


def _in_word(key: str, value: str | int) -> str | int:
    if key in _DAYS:
        return date_format(date.fromisoformat(str(value)), "j F Y")
    return proposals.in_a_sentence(str(value)) if key == "what" else value


#: What is for the table alone, not for whoever watches.
FOR_THE_TABLE = frozenset(("time_off", "time_off_ended"))


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened beside the game, and when."""

    text: str
    at: Moment


def told_to_all(found: Iterable[Happening]) -> tuple[Told, ...]:
    """Give what happened beside the game as whoever has the game's page may read it."""
    return tuple(
        Told(happening_text(one), moment(one.created, "UTC"))
        for one in found
        if one.code not in FOR_THE_TABLE
    )


def absent_text(seats: tuple[Seat, ...]) -> str:
    """Say for whom bots order at the moment; nothing where everybody is there."""
    names = [
        seat.name if seat.accepted_at else gettext("%(name)s (invited)") % {"name": seat.name}
        for seat in seats
        if seat.absent_since is not None
    ]
    if not names:
        return ""
    return gettext("Absent: %(names)s. A bot orders for whoever is absent, so nobody waits.") % {
        "names": symbols.and_list(names)
    }
