"""Why an open turn waits: who is missing, and all that is known of whether word reached them.

Whether a page was opened is not known: GET changes nothing here, not even a mark. What is known is
what became of the mail, and when somebody last ordered in this game or signed in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils.translation import gettext

from augustus_site.desk import post
from games.models import Order, Seat, Turn
from notifications.address_models import Address

#: Orders that somebody gave with their own hand.
_BY_HAND = (Order.Source.LINK, Order.Source.SITE, Order.Source.REPLY)


def why_waiting(turns: Sequence[Turn]) -> Mapping[int, list[str]]:
    """Give for each open turn, seat by seat, who is missing and what is known: three queries."""
    owed = (
        Order.objects.filter(Order.OWED, turn__in=turns)
        .select_related("seat__player")
        .only(
            "turn", "seat__name", "seat__absent_since", "seat__bot", "seat__player__email",
            "seat__player__last_login",
        )
        .annotate(
            stopped=Exists(_stopped_address("seat__player__email")),
            ordered=Subquery(_last_order().values("submitted_at")[:1]),
        )
        .order_by("seat__index")
    )  # fmt: skip
    mails = post.of_turns(turn.pk for turn in turns)
    lines: dict[int, list[str]] = defaultdict(list)
    for order in owed:
        sent = mails.get((order.turn_id, order.seat_id), ())
        lines[order.turn_id].append(
            _missing(order.seat, sent, stopped=order.stopped, ordered=order.ordered)
        )
    return lines


def _last_order() -> QuerySet[Order]:
    by_hand = Order.objects.filter(
        seat=OuterRef("seat"), submitted_at__isnull=False, source__in=_BY_HAND
    )
    return by_hand.order_by("-submitted_at")


def _stopped_address(email: str) -> QuerySet[Address]:
    """Give the row that stops mail to the address in this field of the outer query."""
    return Address.objects.filter(address=Lower(OuterRef(email)), stopped__isnull=False)


def _missing(
    seat: Seat, sent: Sequence[post.Sent], *, stopped: bool, ordered: datetime | None
) -> str:
    player = seat.player
    if player is None:
        return gettext("%(name)s: nobody sits there, or a bot that could not be asked.") % {
            "name": seat.name
        }
    newest = sent[0] if sent else None
    said = [
        gettext("the mail of %(when)s %(state)s") % {"when": _at(newest.at), "state": newest.text}
        if newest
        else gettext("no mail was written")
    ]
    if stopped:
        said.append(gettext("mail to this address is stopped"))
    said.append(
        gettext("last ordered here %(when)s") % {"when": _at(ordered)}
        if ordered
        else gettext("has never ordered here")
    )
    said.append(
        gettext("last signed in %(when)s") % {"when": _at(player.last_login)}
        if player.last_login
        else gettext("has never signed in")
    )
    if seat.absent_since:
        said.append(gettext("absent since %(when)s") % {"when": _at(seat.absent_since)})
    return gettext("%(name)s: %(said)s.") % {"name": seat.name, "said": "; ".join(said)}


def _at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
