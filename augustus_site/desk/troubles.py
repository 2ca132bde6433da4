"""What needs a person first: each kind of trouble, its worst rows, and why each is there.

Bounded: so many rows of each kind, found along partial indexes, however much is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from augustus_site.desk import troubles_of_games, troubles_of_mails, troubles_of_tables
from augustus_site.desk.rows import ALONE, MOST, SHOWN, Look, Trouble
from games.models import Player

#: Code -> how one looks for it, the most urgent first.
_LOOKS: dict[str, Callable[[Look], Trouble]] = {
    "silent": troubles_of_mails.silent,
    "set_apart": troubles_of_games.set_apart,
    "overdue": troubles_of_games.overdue,
    "reported": troubles_of_tables.reported,
    "waiting": troubles_of_games.waiting,
    "absent": troubles_of_games.absent,
    "failed": troubles_of_mails.failed,
    "stopped": troubles_of_mails.stopped,
    "votes": troubles_of_tables.votes,
}


def troubles(
    moderator: Player, *, only: str = "", now: datetime | None = None
) -> tuple[Trouble, ...]:
    """Give every kind of trouble that there is, the most urgent first.

    ``only``: the code of one that is looked at alone, with more of its rows.
    """
    now = now or timezone.now()
    look, found = Look.of(moderator, now), []
    for code, look_for in _LOOKS.items():
        seen = look_for(replace(look, most=ALONE if code == only else SHOWN))
        found += [seen] if seen.rows else []
    long = [one for one in found if len(one.rows) == (ALONE if one.code == only else SHOWN)]
    counts = _counts([one.found for one in long if one.found is not None])
    counted = dict(zip((one.code for one in long), counts, strict=True))
    return tuple(replace(one, count=counted.get(one.code, len(one.rows))) for one in found)


def _counts(found: Sequence[QuerySet[Any]]) -> Sequence[int]:
    """Count all of these up to ``MOST`` each, in one query."""
    if not found:
        return ()
    compiled = [rows.order_by().values("pk")[:MOST].query.sql_with_params() for rows in found]
    # Django's own SQL, and its values apart from it.
    parts = (f"(SELECT count(*) FROM ({sql}) AS part)" for sql, _values in compiled)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(parts)}", [value for _sql, values in compiled for value in values]
        )
        return tuple(cursor.fetchone() or ())


def summary(found: Sequence[Trouble]) -> str:
    """Say in one sentence how much needs a person."""
    number = sum(one.count for one in found if one.code != "votes")
    if not number:
        return gettext("Nothing needs you. All games go on by themselves.")
    return ngettext(
        "%(count)d thing needs a person.", "%(count)d things need a person.", number
    ) % {"count": number}
