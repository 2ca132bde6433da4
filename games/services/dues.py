"""When an open turn closes: moved by time off, by a vote, by a pause. Deadlines move here alone.

The game is locked by the caller, then the turn. Nobody is hurried: where a deadline moves to an
earlier time again, at least ``at_least`` is left from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.clocks import SHORTEST, later
from games.days_off import Period, a_day_more, at_the_hour, standing_still, time_left
from games.models import Game, Order, Turn
from games.time_off_models import TimeOff

_FIELDS = ("due", "left", "runs_from", "undelayed", "moved_at")


def at_least(game: Game) -> timedelta:
    """Give how much time is left at least after a pause, or when time off ends early."""
    return min(SHORTEST, timedelta(hours=game.hours)) if game.hours else SHORTEST


def stand_still(game: Game, turn: Turn, now: datetime) -> bool:
    """Move an open turn's deadline by the time off of those who owe an order; gives whether it did.

    A deadline that has passed is not moved. Where nobody who is awaited is delayed any more, it
    moves back, as far as nobody is hurried by that.
    """
    base = turn.undelayed or turn.due
    if base is None or turn.due is None:
        return False
    if turn.undelayed is None and (not game.time_off or base <= now):
        return False
    due = _delayed(game, turn, base)
    if due < turn.due:
        due = max(due, min(turn.due, later(now, at_least(game), game.pace)))
    if due == turn.due:
        return False
    _move(turn, base, due, now)
    return True


def extend(game: Game, turn: Turn, now: datetime) -> None:
    """Give everybody a day more for an open turn; counted from now where its time is up."""
    base = turn.undelayed or turn.due
    assert base is not None
    base = a_day_more(max(base, now) if turn.undelayed is None else base, game.pace)
    _move(turn, base, _delayed(game, turn, base), now)


def restart(game: Game, turn: Turn, due: datetime | None, now: datetime) -> None:
    """Give an open turn another deadline, with time off on top; None: no deadline any more."""
    if due is None:
        turn.due = turn.undelayed = None
        turn.save(update_fields=["due", "undelayed"])
        return
    _move(turn, due, _delayed(game, turn, due), now)


def hold(game: Game, turn: Turn, now: datetime) -> None:
    """Stop an open turn's clock, and keep how much of its time is left."""
    base = turn.undelayed or turn.due
    if base is None:
        return
    own = [
        time_left(_runs_from(turn), base, off, game.pace, now) for off in _periods(turn).values()
    ]
    # Those without time off have what is left of the turn's own time.
    turn.left = max([time_left(_runs_from(turn), base, (), game.pace, now), *own])
    turn.due = turn.undelayed = None
    turn.save(update_fields=_FIELDS)


def release(game: Game, turn: Turn, now: datetime) -> None:
    """Let an open turn's clock run again with the time that was left, if not a little more."""
    turn.runs_from = now
    if turn.left is None:
        turn.save(update_fields=["runs_from"])
        return
    left, turn.left = max(turn.left, at_least(game)), None
    base = at_the_hour(later(now, left, game.pace), game.pace)
    _move(turn, base, _delayed(game, turn, base), now)


def _runs_from(turn: Turn) -> datetime:
    return turn.runs_from or turn.opened


def _delayed(game: Game, turn: Turn, base: datetime) -> datetime:
    """Give when the turn closes, given the time off of each who still owes an order."""
    if not game.time_off:
        return base
    start = _runs_from(turn)
    own = (standing_still(start, base, off, game.pace) for off in _periods(turn).values())
    return max([base, *own])


def _periods(turn: Turn) -> Mapping[int, list[Period]]:
    """Give the time off of the players who owe an order, as far as the turn can be open in it."""
    owed = Order.objects.filter(Order.OWED, turn=turn, seat__player=OuterRef("player"))
    found = TimeOff.objects.filter(Exists(owed), ends__gt=_runs_from(turn))
    periods: dict[int, list[Period]] = defaultdict(list)
    for player, begins, ends in found.values_list("player_id", "begins", "ends"):
        periods[player].append((begins, ends))
    return periods


def _move(turn: Turn, base: datetime, due: datetime, now: datetime) -> None:
    turn.due, turn.undelayed = due, base if due > base else None
    turn.moved_at = now if now > turn.opened else None
    turn.save(update_fields=_FIELDS)
