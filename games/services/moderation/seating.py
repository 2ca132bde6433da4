"""Deeds about a seat: who plays it, and the links that lead to it."""

from __future__ import annotations

from django.db.models import F

from games.models import Order, Seat, Turn
from games.services import presence, seats
from games.services.errors import Refused
from games.services.moderation.case import GOING, LIVE, Action, Case, Changed


def resend(case: Case) -> Changed:
    """Mail the current links again: to one seat, or to everybody who still owes an order."""
    owing = seats_owing(case.open_turn, case.seat)
    if not owing:
        raise Refused("nobody_owes")
    return {"turn": case.open_turn.number, "seats": len(owing)}


def seats_owing(turn: Turn | None, seat: Seat | None) -> list[Seat]:
    """Give the seats of people who still owe an order of a turn; of ``seat`` alone if named."""
    owed = Order.objects.filter(Order.OWED, turn=turn, seat__player__isnull=False).select_related(
        "seat"
    )
    return [order.seat for order in owed if seat is None or order.seat_id == seat.pk]


def replace_by_bot(case: Case, *, bot: str = Seat.Bot.GREEDY) -> Changed:
    """Let a bot play the seat on."""
    new = seats.replace_by_bot(seat_id=case.the_seat.pk, bot=bot)
    return {"old_seat": case.the_seat.pk, "new_seat": new.pk, "bot": bot}


def replace_by_player(case: Case, *, email: str, name: str = "") -> Changed:
    """Let somebody else play the seat on; the trace names the seats, not the address."""
    new = seats.replace_by_player(seat_id=case.the_seat.pk, email=email, name=name)
    return {"old_seat": case.the_seat.pk, "new_seat": new.pk}


def give_back(case: Case) -> Changed:
    """Give a seat back to whoever played it before the one who plays it now."""
    former = (
        Seat.objects.filter(replaced_by=case.the_seat, player__isnull=False)
        .select_related("player")
        .first()
    )
    if former is None or former.player is None:
        raise Refused("no_former_player")
    new = seats.replace_by_player(
        seat_id=case.the_seat.pk, email=former.player.email, name=former.name
    )
    return {"old_seat": case.the_seat.pk, "new_seat": new.pk}


def revoke(case: Case) -> Changed:
    """Make every link of the seat worthless that was mailed so far; the current one is mailed."""
    Seat.objects.filter(pk=case.the_seat.pk).update(link_epoch=F("link_epoch") + 1)
    return {"seat": case.the_seat.pk}


def excuse(case: Case) -> Changed:
    """Forget the turns that a seat missed in a row; who was absent is so no more."""
    seat, before = case.the_seat, case.the_seat.missed
    if not before and seat.absent_since is None:
        raise Refused("nothing_missed")
    absent = seat.absent_since is not None
    if absent:
        presence.come_back(seat_id=seat.pk)
    Seat.objects.filter(pk=seat.pk).update(missed=0)
    return {"missed_before": before, "absent_before": absent}


ACTIONS = (
    Action("resend", resend, GOING),
    Action("nudge", resend, GOING),
    Action("replace_by_bot", replace_by_bot, LIVE, about_seat=True, told=True),
    Action("replace_by_player", replace_by_player, LIVE, about_seat=True, told=True),
    Action("give_back", give_back, LIVE, about_seat=True, told=True),
    Action("revoke", revoke, LIVE, about_seat=True),
    Action("excuse", excuse, GOING, about_seat=True),
)
