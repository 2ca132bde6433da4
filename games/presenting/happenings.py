"""What the table is told beside the game: one sentence for each code. Names come from the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.pace_models import Happening
from games.presenting import symbols

#: Code -> sentence; ``name`` is the seat's, ``new`` who plays it on.
SENTENCES: Mapping[str, Promise] = {
    "absent": _(
        "%(name)s has missed two turns in a row. A bot orders for them until they come back."
    ),
    "back": _("%(name)s is back and plays again."),
    "came": _("%(name)s has taken the seat that was offered, and plays from now on."),
}


def happening_text(happening: Happening, shown: Callable[[str], str] = str) -> str:
    """Give the sentence; ``shown`` makes a name fit to stand among other text."""
    seat = happening.seat
    name = shown(seat.name) if seat else gettext("Somebody")
    new = shown(seat.replaced_by.name) if seat and seat.replaced_by else gettext("somebody")
    values = {**happening.parameters, "name": name, "new": new}
    return str(SENTENCES[happening.code]) % values


def absent_text(seats: tuple[Seat, ...]) -> str:
    """Say for whom bots order at the moment; nothing where everybody is there."""
    names = [seat.name for seat in seats if seat.absent_since is not None]
    if not names:
        return ""
    return gettext("Absent: %(names)s. A bot orders for whoever is absent, so nobody waits.") % {
        "names": symbols.and_list(names)
    }
