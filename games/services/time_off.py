"""Time off: planned, ended early, and what is left of a year's days.

Days count whole, in the player's zone, each in the year it falls into; so whoever takes time off
for an hour has paid for the day, and nobody gains more than they pay for. Days cannot lie in the
past or be used twice. Ended early, only days that have not begun come back. A deadline that has
passed is moved by nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import days_off, signals
from games.models import Game, Player, Seat, Turn
from games.services import absence, dues, limits
from games.services.errors import Refused
from games.services.table import open_turn
from games.time_off_models import DayOff, TimeOff

#: So often within an hour somebody may plan or end time off: each time the tables are told.
MOST = 6
_GOING_ON = (Game.Status.RUNNING, Game.Status.PAUSED)


@transaction.atomic
def plan(*, player: Player, first: date, last: date, now: datetime | None = None) -> TimeOff:
    """Take time off from the first to the last day; what is planned already is a success.

    Raises ``Refused`` for days in the past or too far ahead, for days that are taken already, and
    for more than are left of their year.
    """
    now = now or timezone.now()
    games = _lock_games(player)
    player = Player.objects.select_for_update().get(pk=player.pk)
    same = TimeOff.objects.filter(player=player, first=first, last=last, ends__gt=now).first()
    if same is not None:
        return same
    wanted = _checked(player, first, last, now)
    if not limits.take(what="time_off", who=str(player.pk), most=MOST, now=now):
        raise Refused("time_off_too_often", most=MOST)
    begins, ends = days_off.period(first, last, player.time_zone, now)
    made = TimeOff.objects.create(
        player=player, zone=player.time_zone, first=first, last=last, begins=begins, ends=ends
    )
    DayOff.objects.bulk_create(DayOff(time_off=made, player=player, day=day) for day in wanted)
    _announce(games, player, made, "time_off", now)
    return made


def _checked(player: Player, first: date, last: date, now: datetime) -> Sequence[date]:
    today = days_off.today(now, player.time_zone)
    if last < first:
        raise Refused("time_off_backwards")
    if first < today:
        raise Refused("time_off_past", today=today.isoformat())
    furthest = today + days_off.FURTHEST
    if last > furthest:
        raise Refused("time_off_too_far", furthest=furthest.isoformat())
    wanted = days_off.days(first, last)
    used = list(DayOff.objects.filter(player=player).values_list("day", flat=True))
    if not set(wanted).isdisjoint(used):
        raise Refused("time_off_overlaps")
    over = days_off.overdrawn(wanted, used)
    if over is not None:
        raise Refused("time_off_used_up", year=over[0], left=over[1])
    return wanted


@transaction.atomic
def end(*, player: Player, time_off_id: int, now: datetime | None = None) -> None:
    """End time off at once, or give up what has not begun; its days that have not begun come back.

    Ended already is a success. Raises ``Refused`` for what is no time off of this player.
    """
    now = now or timezone.now()
    games = _lock_games(player)
    found = TimeOff.objects.select_for_update().filter(player=player, pk=time_off_id).first()
    if found is None:
        raise Refused("no_such_time_off")
    if found.ends <= now:
        return
    if not limits.take(what="time_off", who=str(player.pk), most=MOST, now=now):
        raise Refused("time_off_too_often", most=MOST)
    if found.begins > now:
        found.delete()
    else:
        found.last = days_off.today(now, found.zone)
        found.ends = max(now, found.begins + timedelta(seconds=1))
        found.save(update_fields=["last", "ends"])
        DayOff.objects.filter(time_off=found, day__gt=found.last).delete()
    _announce(games, player, found, "time_off_ended", now)


def left(player: Player, year: int) -> Mapping[int, int]:
    """Give how many days a player has left of a year, and of the one after it."""
    days = DayOff.objects.filter(player=player, day__year__in=[year, year + 1])
    used = days_off.by_year(days.values_list("day", flat=True))
    return {one: days_off.ALLOWANCE - used.get(one, 0) for one in (year, year + 1)}


def current(player: Player, now: datetime) -> Sequence[TimeOff]:
    """Give the time off that a player has or has planned, the first to come first."""
    return list(TimeOff.objects.filter(player=player, ends__gt=now).order_by("begins"))


def _lock_games(player: Player) -> Sequence[Game]:
    """Lock the games that allow time off and in which somebody plays, in one order."""
    seats = Seat.objects.filter(player=player, replaced_at=None, accepted_at__isnull=False)
    found = Game.objects.select_for_update().filter(
        pk__in=seats.values("game_id"), time_off=True, status__in=_GOING_ON
    )
    return list(found.order_by("pk"))


def _announce(
    games: Sequence[Game], player: Player, time_off: TimeOff, code: str, now: datetime
) -> None:
    """Move the deadlines of the open turns that wait for a player, and tell their tables."""
    seats = {
        seat.game_id: seat
        for seat in Seat.objects.filter(game__in=games, player=player, replaced_at=None)
    }
    named = {"first": time_off.first.isoformat(), "last": time_off.last.isoformat()}
    for game in games:
        turn: Turn | None = open_turn(game, lock=True)
        if turn is not None:
            dues.stand_still(game, turn, now)
        seat = seats[game.pk]
        absence.tell(game, code, seat, **named)
        signals.time_off_announced.send(
            Game, game=game, turn=turn, seat=seat, time_off=time_off, code=code
        )
