"""Reporting a message of the table to the moderators, and being done with the reports."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.models import Player, Seat
from games.services import limits
from games.services.errors import Refused
from games.services.table import one
from games.services.talk import seat_at_table, tidy
from games.talk_models import TableTalk, TalkMute, TalkReport

#: So many messages one player may report in an hour.
MOST = 10


@transaction.atomic
def report(*, seat_id: int, turn_number: int, message: int, why: str = "") -> TalkReport:
    """Report a message of somebody else, by the newest link of a seat; said twice, it is one.

    ``why``: a line, or nothing. Raises ``Refused`` for a message that the seat is not shown or
    said itself, a line that is too long, and the player's one report too many.
    """
    why = tidy(why)
    if len(why) > TalkReport.LONGEST:
        raise Refused("report_too_long", found=len(why), longest=TalkReport.LONGEST)
    _game, seat = seat_at_table(seat_id, turn_number)
    said = _heard(seat, message)
    before = one(TalkReport.objects.filter(message=said, player=seat.player_id))
    if before is not None:
        return before
    if not limits.take(what="talk.reports", who=str(seat.player_id), most=MOST):
        raise Refused("reported_too_often", most=MOST)
    return TalkReport.objects.create(message=said, player_id=seat.player_id, why=why)


def _heard(seat: Seat, message: int) -> TableTalk:
    """Give a message of somebody else that the seat is shown; raises ``Refused`` for any other."""
    others = TableTalk.objects.filter(pk=message, game=seat.game_id, hidden_at=None).exclude(
        seat__in=Seat.objects.filter(game=seat.game_id, player=seat.player_id)
    )
    said = one(others)
    muted = said is not None and TalkMute.objects.filter(seat=seat, of=said.seat_id).exists()
    if said is None or muted or not seat.hears_talk:
        raise Refused("no_such_message")
    return said


def close(*, message: int, outcome: str) -> int:
    """Be done with the open reports of a message; gives how many there were."""
    found = TalkReport.objects.filter(message=message, closed_at=None)
    return found.update(closed_at=timezone.now(), outcome=outcome)


def forget_words(player: Player) -> None:
    """Blank what somebody wrote in reports: their account is about to be deleted."""
    TalkReport.objects.filter(player=player).update(why="")
