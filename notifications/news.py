"""What a mail tells of the table, beside the game."""

from __future__ import annotations

from games.pace_models import Happening
from games.presenting.happenings import happening_text
from notifications import together
from notifications.models import Mail
from notifications.names import clean, isolated


def news(mail: Mail, before: Mail | None) -> list[str]:
    """Give what happened at the table since the mail that the seat was sent before this one.

    Of the seat's own doings nothing: its player knows. The first mail tells from when they came.
    """
    since = before.created if before is not None else mail.seat and mail.seat.accepted_at
    if since is None:
        return []
    found = Happening.objects.filter(
        game=mail.game_id, created__gt=since, created__lte=mail.created
    ).exclude(seat=mail.seat_id)
    rows = found.select_related("seat__replaced_by").order_by("created", "pk")
    told = [happening_text(row, lambda name: isolated(clean(name))) for row in rows]
    return [*told, *together.open_proposals(mail.seat)] if mail.seat is not None else told
