"""What a mail tells of the table, beside the game."""

from __future__ import annotations

from datetime import datetime

from games.models import Seat
from games.pace_models import Happening
from games.prepared import Select, moment, number
from games.presenting.happenings import happening_text
from games.vote_models import Ballot
from notifications import together
from notifications.models import Kind, Mail
from notifications.names import clean, isolated

_HAPPENED = Select(
    lambda: (
        Happening.objects.filter(
            game=number("game"), created__gt=moment("since"), created__lte=moment("until")
        )
        .exclude(seat=number("seat"))
        .select_related("seat__replaced_by")
        .order_by("created", "pk")
    )
)


def news(mail: Mail, before: Mail | None) -> list[str]:
    """Give what happened at the table since the mail that the seat was sent before this one.

    Of the seat's own doings nothing: its player knows. The first mail tells from when they came.
    """
    if mail.seat is None:
        return []
    since = before.created if before is not None else mail.seat.accepted_at
    if since is None:
        return []
    return [*happened(mail.seat, since, mail.created), *together.open_proposals(mail.seat)]


def happened(seat: Seat, since: datetime, until: datetime) -> list[str]:
    """Give what happened at a seat's table between two moments, the later one among them.

    What came to nothing is left out for whoever answered it: a mail of its own told them that, if
    no newer one overtook it.
    """
    rows = _HAPPENED(game=seat.game_id, seat=seat.pk, since=since, until=until)
    known = _known(seat, rows)
    rows = [row for row in rows if row.parameters.get("vote") not in known]
    return [happening_text(row, lambda name: isolated(clean(name))) for row in rows]


def _known(seat: Seat, rows: list[Happening]) -> set[int]:
    """Give of which of the proposals that are told the seat knows: no query where none is."""
    told = [row.parameters["vote"] for row in rows if "vote" in row.parameters]
    if not told:
        return set()
    answered = Ballot.objects.filter(seat=seat, vote__in=told).values_list("vote", flat=True)
    overtaken = Mail.objects.filter(seat=seat, kind=Kind.VOTED, state=Mail.State.SKIPPED)
    unread = set(overtaken.filter(note__in=map(str, told)).values_list("note", flat=True))
    return {vote for vote in answered if str(vote) not in unread}
