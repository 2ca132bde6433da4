"""Mails to be: bare rows inserted in the transaction of what they tell about.

Nothing is rendered here, so that no template can ever undo a draw. Each function makes the key,
which names the person and the moment: the same signal twice inserts nothing the second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import TypeVar

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from games.models import Game, Order, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.prepared import Insert
from games.services.wake import wake
from notifications.address_models import Address
from notifications.models import DECISIONS, Kind, Mail

Found = TypeVar("Found")

#: Names of tasks, kept for as long as messages with them may be on their way.
DRAIN = "notifications.tasks.drain"

_INSERT = Insert(Mail, ignore_conflicts=True)
#: So many rows are asked about or inserted at once; PostgreSQL takes 65,535 values with one query.
AT_ONCE = 1000


def in_parts(found: Iterable[Found]) -> Iterator[list[Found]]:
    """Give what was found in lists of ``AT_ONCE``, the last one shorter; none of nothing."""
    rest = iter(found)
    while some := list(islice(rest, AT_ONCE)):
        yield some


def put(mails: Iterable[Mail]) -> None:
    """Insert mails that are not there yet and wake a worker after the commit.

    In one query, or after an outage, when thousands fall due together, in one for each thousand.
    """
    mails = list(mails)
    for some in in_parts(mails):
        _INSERT(some)
    if mails:
        wake(DRAIN)


def ask_again(players: QuerySet[Player]) -> None:
    """Queue what players were not asked for a reason that may be gone; each is judged anew.

    What a daily mail has asked meanwhile is not asked again.
    """
    daily = Mail.objects.filter(
        player=OuterRef("player"), kind=Kind.DIGEST, sent_at__gte=OuterRef("created")
    )
    kept = Mail.objects.filter(
        player__in=players, kind__in=DECISIONS, state=Mail.State.SKIPPED, turn__closed=None
    )
    open_to = Q(error__in=("not_wished", "dead_address")) | Q(~Exists(daily), error="in_digest")
    asked = kept.filter(open_to).update(
        state=Mail.State.QUEUED, attempts=0, next_try_at=timezone.now(), error=""
    )
    if asked:
        wake(DRAIN)


def invitation(game: Game, seat: Seat) -> Mail:
    """Offer a seat of a game."""
    return for_seat(f"invitation:seat:{seat.pk}", Kind.INVITATION, game, seat)


def decision(game: Game, turn: Turn, seat: Seat) -> Mail:
    """Ask a seat for its decision of a turn."""
    key = f"turn:{turn.pk}:seat:{seat.pk}:{turn.kind}"
    return for_seat(key, Kind(turn.kind), game, seat, turn)


def decisions(game: Game, turn: Turn, orders: Iterable[Order]) -> list[Mail]:
    """Ask every person who still owes an order of this turn; orders come with their seats.

    Nobody who is absent: a bot orders for them, at the deadline if there is nobody who waits.
    """
    return [
        decision(game, turn, order.seat)
        for order in orders
        if order.submitted_at is None
        and order.voided_at is None
        and order.seat.player_id is not None
        and order.seat.absent_since is None
    ]


def game_over(game: Game, seat: Seat) -> Mail:
    """Tell a seat how the game ended."""
    return for_seat(f"game:{game.pk}:seat:{seat.pk}:game_over", Kind.GAME_OVER, game, seat)


def taken_over(game: Game, old: Seat) -> Mail:
    """Tell a player that somebody else, or a bot, plays their seat on."""
    return for_seat(f"seat:{old.pk}:taken_over", Kind.TAKEN_OVER, game, old)


def offered(game: Game, seat: Seat) -> Mail:
    """Offer somebody the seat of a game that is under way."""
    return for_seat(f"seat:{seat.pk}:offered", Kind.OFFERED, game, seat)


def absent(game: Game, seat: Seat) -> Mail:
    """Tell a player that a bot orders for them, once for each time that they are missed."""
    moment = int(seat.absent_since.timestamp()) if seat.absent_since else 0
    return for_seat(f"seat:{seat.pk}:absent:{moment}", Kind.ABSENT, game, seat)


def resend(game: Game, seat: Seat, number: int) -> Mail:
    """Mail a seat the current link, asked for through the old link of turn ``number``."""
    return for_seat(f"resend:game:{game.pk}:seat:{seat.pk}:{number}", Kind.RESEND, game, seat)


def by_moderator(action: ModeratorAction, kind: Kind, seat: Seat) -> Mail:
    """Mail a seat what a moderator did or wants done; ``action`` is its line in the trace."""
    assert action.game is not None
    mail = for_seat(f"action:{action.pk}:seat:{seat.pk}", kind, action.game, seat)
    mail.note = action.action
    return mail


def warning(action: ModeratorAction, player: Player) -> Mail:
    """Mail somebody the moderators' warning, which is the reason in the trace."""
    key = f"action:{action.pk}:player:{player.pk}"
    return Mail(key=key, kind=Kind.WARNING, player=player, note=str(action.pk))


def reminder(game: Game, turn: Turn, seat: Seat, share: int) -> Mail:
    """Remind a seat when ``share`` per cent of a turn's time are gone, anew once that is moved."""
    moved = f":{int(turn.moved_at.timestamp())}" if turn.moved_at else ""
    key = f"turn:{turn.pk}:seat:{seat.pk}:reminder:{share}{moved}"
    mail = for_seat(key, Kind.REMINDER, game, seat, turn)
    mail.note = str(share)
    return mail


def confirmed(game: Game, turn: Turn, order: Order) -> Mail:
    """Confirm an order as it was submitted at that moment."""
    moment = int(order.submitted_at.timestamp() * 1000) if order.submitted_at else 0
    key = f"turn:{turn.pk}:seat:{order.seat_id}:confirmed:{moment}"
    return for_seat(key, Kind.CONFIRMED, game, order.seat, turn)


def digest(player: Player, day: date) -> Mail:
    """Tell a player once a day, all in one, what their games ask of them."""
    return Mail(key=f"digest:player:{player.pk}:{day}", kind=Kind.DIGEST, player=player)


def switched_off(seat: Seat, scope: str, day: date) -> Mail:
    """Send the last mail before none comes any more, at most one a day."""
    key = f"switched_off:seat:{seat.pk}:{scope}:{day}"
    mail = for_seat(key, Kind.SWITCHED_OFF, seat.game, seat)
    mail.note = scope
    return mail


def notes(key: str, note: str, game: Game | None = None) -> list[Mail]:
    """Tell every moderator whom mail reaches, or else the ADMINS, once for each ``key``."""
    dead = Address.objects.filter(stopped__isnull=False).values("address")
    staff = Player.objects.filter(is_staff=True, is_active=True).exclude(email="")
    staff = staff.alias(address=Lower("email")).exclude(address__in=dead)
    found = [
        Mail(key=f"{key}:player:{player.pk}", kind=Kind.NOTE, player=player, game=game, note=note)
        for player in staff
    ]
    return found or [
        Mail(key=f"{key}:admin:{place}", kind=Kind.NOTE, to_address=address, game=game, note=note)
        for place, (_name, address) in enumerate(settings.ADMINS)
    ]


def for_seat(key: str, kind: Kind, game: Game, seat: Seat, turn: Turn | None = None) -> Mail:
    """Give the bare row of a mail to a seat of a game."""
    return Mail(
        key=key,
        kind=kind,
        player_id=seat.player_id,
        game_id=game.pk,
        seat_id=seat.pk,
        turn_id=turn.pk if turn else None,
    )


def take_back(mail: Mail) -> None:
    """Forget a claimed mail that was never sent, so that the sweep queues it anew when it fits."""
    Mail.objects.filter(
        pk=mail.pk, state=Mail.State.SENDING, lease_until=mail.lease_until, sent_at=None
    ).delete()
