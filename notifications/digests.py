"""Digests: one mail a day for a player with many games, at an hour of their own day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games import mine
from games.clocks import zone_of
from games.models import Order, Player, Seat, Turn
from notifications import queue, wishes
from notifications.models import Kind, Mail, Wish

#: A digest whose hour has come, whose it is, and which hour that was.
Come = tuple[Mail, Player, datetime]

#: After an outage a digest may come so late; later than that the next one says all.
LATEST = timedelta(hours=12)
#: A turn that closes sooner after the digest than this is mailed at once.
ENOUGH = timedelta(hours=1)


def owed(player: Player, opened_by: datetime | None = None) -> QuerySet[Order]:
    """Give the orders that a player owes now, the most urgent first."""
    found = mine.owed(player)
    return found if opened_by is None else found.filter(turn__opened__lte=opened_by)


def moment_of(player: Player, hour: int, day: date, wanted: wishes.Wishes) -> datetime:
    """Give when the digest of a day goes out: at its hour, or when quiet hours end."""
    at = datetime.combine(day, time(hour), zone_of(player.time_zone))
    return wanted.quiet_until(player, at) or at


def next_moment(player: Player, hour: int, now: datetime, wanted: wishes.Wishes) -> datetime:
    """Give when the next digest after ``now`` goes out."""
    today = now.astimezone(zone_of(player.time_zone)).date()
    moments = (
        moment_of(player, hour, today + timedelta(days=later), wanted) for later in (-1, 0, 1, 2)
    )
    return next(moment for moment in moments if moment > now)


def can_wait(player: Player, turn: Turn, now: datetime, wanted: wishes.Wishes) -> bool:
    """Tell whether a turn is asked about in the player's next digest, in time to answer."""
    hour = wanted.digest_hour(player.pk)
    if hour is None:
        return False
    return turn.due is None or turn.due >= next_moment(player, hour, now, wanted) + ENOUGH


def queue_due(now: datetime) -> int:
    """Queue the digests whose hour has come; gives how many. A day's key keeps each to one."""
    return sum(_queue(some) for some in queue.in_parts(_come(now)))


def _queue(come: Sequence[Come]) -> int:
    """Queue those of some digests that were not made yet and have anything in them."""
    keys = [mail.key for mail, _player, _moment in come]
    made = set(Mail.objects.filter(key__in=keys).values_list("key", flat=True))
    found = [
        mail
        for mail, player, moment in come
        if mail.key not in made and owed(player, moment).exists()
    ]
    queue.put(found)
    return len(found)


def _come(now: datetime) -> Iterable[Come]:
    """Give the digests whose hour has come, made already or not, with whose and which hour."""
    rows = Wish.objects.filter(game=None, digest_hour__isnull=False, player__is_active=True)
    for row in rows.select_related("player"):
        wanted = wishes.Wishes({(row.player_id, None): row})
        found = _day_of(row, now, wanted)
        if found is not None:
            day, moment = found
            mail = queue.digest(row.player, day)
            if wanted.allow(mail):
                yield mail, row.player, moment


def _day_of(row: Wish, now: datetime, wanted: wishes.Wishes) -> tuple[date, datetime] | None:
    """Give the day whose digest may go out now, and at which moment it was due."""
    assert row.digest_hour is not None
    if wanted.quiet_until(row.player, now) is not None:
        return None
    today = now.astimezone(zone_of(row.player.time_zone)).date()
    for day in (today, today - timedelta(days=1)):
        moment = moment_of(row.player, row.digest_hour, day, wanted)
        if moment <= now < _latest(row.player, moment, wanted):
            return day, moment
    return None


def _latest(player: Player, moment: datetime, wanted: wishes.Wishes) -> datetime:
    """Give until when a digest of this moment still comes; quiet hours at that time pass first."""
    latest = moment + LATEST
    quiet = wanted.quiet_until(player, latest)
    return quiet + ENOUGH if quiet is not None else latest


def told_until(mail: Mail, seat: Seat) -> datetime:
    """Give up to when a seat's player was told of its table before a digest."""
    about = Q(seat=seat, turn__isnull=False) | Q(kind=Kind.DIGEST, player=mail.player_id)
    before = Mail.objects.filter(about, state=Mail.State.SENT, pk__lt=mail.pk)
    last = before.order_by("-id").values_list("created", flat=True).first()
    return last or seat.accepted_at or mail.created


def reason_against(mail: Mail, wanted: wishes.Wishes) -> str:
    """Say why a digest should not go out now, an empty string if it should."""
    if mail.player is None or not mail.player.is_active or not mail.player.email:
        return "no_address"
    if wanted.digest_hour(mail.player.pk) is None or not wanted.allow(mail):
        return "not_wished"
    if wanted.quiet_until(mail.player, timezone.now()) is not None:
        return wishes.QUIET
    return "" if owed(mail.player).exists() else "nothing_asked"
