"""Whether a mail still makes sense, looked at just before it goes out.

Between a draw and its mails there may be minutes or, after an outage, days: whoever has played
meanwhile is not asked again, and nobody gets five mails of which four are history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game, Order, Player, Seat, Turn
from notifications import access, digests, together, tracking, unbegun, wishes
from notifications.models import DECISIONS, Kind, Mail

#: Kinds that may be lost rather than come twice.
AT_MOST_ONCE: frozenset[str] = access.KINDS | frozenset({Kind.REMINDER, Kind.DIGEST})

#: Kinds about one turn, which say nothing any more once it is closed.
_ABOUT_A_TURN = DECISIONS | {Kind.REMINDER, Kind.CONFIRMED}

#: Kinds about what a table does, also while its game is paused.
_TOGETHER = frozenset({Kind.VOTE, Kind.VOTED, Kind.TIME_OFF})

#: A mail that carries what an older one of the same seat would have said.
_SUPERSEDES = DECISIONS | {Kind.GAME_OVER, Kind.RESEND, Kind.CONFIRMED}

OPEN_STATES = (Mail.State.QUEUED, Mail.State.RETRY, Mail.State.SENDING)

_Orders = Mapping[tuple[int, int], Order]


def check(mails: Sequence[Mail]) -> dict[int, str]:
    """Give for each mail why it should not go out, an empty string if it should.

    The mails come with player, game, seat and turn loaded.
    """
    rivals = _rivals(mails)
    everything = [*mails, *rivals]
    orders = _orders(everything)
    wanted = wishes.load(mail.player_id for mail in everything if mail.player_id is not None)
    dead = tracking.dead(_address(mail) for mail in everything)
    reasons = {
        mail.pk: "dead_address" if _address(mail).lower() in dead else _reason(mail, orders, wanted)
        for mail in everything
    }
    newest: dict[tuple[int, bool], int] = defaultdict(int)
    for mail in everything:
        if mail.seat_id and not reasons[mail.pk] and mail.kind in _SUPERSEDES:
            place = (mail.seat_id, mail.kind == Kind.CONFIRMED)
            newest[place] = max(newest[place], mail.pk)
    unsent = {
        mail.seat_id for mail in everything if mail.kind in DECISIONS and not reasons[mail.pk]
    }
    return {
        mail.pk: reasons[mail.pk] or _superseded(mail, newest) or _said_beside(mail, unsent)
        for mail in mails
    }


def _superseded(mail: Mail, newest: Mapping[tuple[int, bool], int]) -> str:
    """Say that a newer mail says more: of the same seat, and confirmations among themselves."""
    if mail.seat_id is None or mail.kind in (Kind.TAKEN_OVER, Kind.MODERATED):
        return ""
    newer = newest.get((mail.seat_id, mail.kind == Kind.CONFIRMED), 0) > mail.pk
    return "newer_mail_waits" if newer else ""


def _said_beside(mail: Mail, unsent: Collection[int | None]) -> str:
    """Say why nobody is reminded of a mail that is only going out now, nor told that it comes."""
    if mail.kind == Kind.REMINDER and mail.seat_id in unsent:
        return "not_asked_yet"
    return "asked_anyway" if together.asked_anyway(mail, unsent) else ""


def _rivals(mails: Sequence[Mail]) -> list[Mail]:
    """Give the other unsent mails of the same seats, as far as they could go out soon."""
    soon = timezone.now() + timedelta(minutes=1)
    seats = {mail.seat_id for mail in mails if mail.seat_id is not None}
    if not seats:
        return []
    return list(
        Mail.objects.filter(seat_id__in=seats, state__in=OPEN_STATES, next_try_at__lte=soon)
        .exclude(pk__in=[mail.pk for mail in mails])
        .select_related("player", "game", "seat", "turn")
        .defer("text", "html", "game__state", "turn__state_before", "turn__events")
    )


def _orders(mails: Iterable[Mail]) -> _Orders:
    asked = [mail for mail in mails if mail.turn_id is not None and mail.seat_id is not None]
    if not asked:
        return {}
    found = Order.objects.filter(
        turn_id__in={mail.turn_id for mail in asked}, seat_id__in={mail.seat_id for mail in asked}
    )
    return {(order.turn_id, order.seat_id): order for order in found}


def _reason(mail: Mail, orders: _Orders, wanted: wishes.Wishes) -> str:
    if mail.kind in access.KINDS:
        return access.reason(mail)
    if mail.kind in (Kind.NOTE, Kind.WARNING):
        return "" if _address(mail) else "no_address"
    if mail.kind == Kind.DIGEST:
        return digests.reason_against(mail, wanted)
    if mail.kind == Kind.WITHDRAWN:
        return unbegun.reason(mail) or ("" if wanted.allow(mail) else "not_wished")
    if mail.game is None or mail.seat is None or mail.player is None:
        return "deleted"
    if not mail.player.is_active or not mail.player.email:
        return "no_address"
    if mail.seat.replaced_at is not None and mail.kind != Kind.TAKEN_OVER:
        return "seat_replaced"
    return (
        _game_reason(mail, mail.game)
        or _turn_reason(mail, orders)
        or _presence_reason(mail)
        or ("" if wanted.allow(mail) else "not_wished")
        or _quiet_reason(mail, wanted)
        or _digest_reason(mail, wanted)
    )


def _address(mail: Mail) -> str:
    return mail.player.email if mail.player is not None else mail.to_address


def _game_reason(mail: Mail, game: Game) -> str:
    """Say why a mail of this kind does not fit the state its game is in."""
    if mail.kind == Kind.INVITATION:
        accepted = isinstance(mail.seat, Seat) and mail.seat.accepted_at is not None
        return "accepted" if accepted else _unless(game, Game.Status.OPEN)
    if mail.kind == Kind.CALLED_OFF:
        return _unless(game, Game.Status.CANCELLED)
    if mail.kind == Kind.GAME_OVER:
        return _unless(game, Game.Status.FINISHED)
    if mail.kind in _TOGETHER:
        return together.reason(mail)
    if mail.kind == Kind.MODERATED:
        return ""
    if mail.kind in (Kind.TAKEN_OVER, Kind.SWITCHED_OFF):
        return f"game_{game.status}" if game.status == Game.Status.CANCELLED else ""
    return _unless(game, Game.Status.RUNNING)


def _unless(game: Game, status: str) -> str:
    return "" if game.status == status else f"game_{game.status}"


def _turn_reason(mail: Mail, orders: _Orders) -> str:
    """Say why a mail that asks for a decision has nothing to ask any more."""
    if mail.kind not in _ABOUT_A_TURN:
        return ""
    if mail.turn is None or mail.seat_id is None:
        return "deleted"
    if mail.turn.closed is not None:
        return "turn_closed"
    order = orders.get((mail.turn.pk, mail.seat_id))
    if order is None or order.voided_at is not None:
        return "nothing_asked"
    if mail.kind == Kind.CONFIRMED:
        return "" if order.submitted_at is not None else "nothing_asked"
    return "already_played" if order.submitted_at is not None else ""


def _presence_reason(mail: Mail) -> str:
    """Say why a mail about who is there makes no sense any more: its player has come."""
    here = mail.seat is not None and mail.seat.absent_since is None
    return {Kind.ABSENT: "is_back", Kind.OFFERED: "accepted"}.get(Kind(mail.kind), "") * here


def _quiet_reason(mail: Mail, wanted: wishes.Wishes) -> str:
    """Say why a reminder does not go out now: quiet hours, unless the deadline falls in them."""
    if mail.kind != Kind.REMINDER or mail.player is None or mail.turn is None:
        return ""
    return wishes.QUIET if hushed(mail.player, mail.turn, timezone.now(), wanted) else ""


def _digest_reason(mail: Mail, wanted: wishes.Wishes) -> str:
    """Say why a decision is not asked for now: the player's digest will ask, and in time."""
    if mail.kind not in DECISIONS or mail.player is None or mail.turn is None:
        return ""
    waits = digests.can_wait(mail.player, mail.turn, timezone.now(), wanted)
    return "in_digest" if waits else ""


def hushed(player: Player, turn: Turn, now: datetime, wanted: wishes.Wishes) -> bool:
    """Tell whether a player is to be left alone now; not if the turn closes before they wake."""
    until = wanted.quiet_until(player, now)
    return until is not None and (turn.due is None or turn.due >= until)


def checked_long_ago(checked: datetime, now: datetime) -> bool:
    """Tell whether so much time has passed since a check that it should be made again."""
    return (now - checked).total_seconds() > 1
