"""What the tests of time off share: people who plan it, at a given moment."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Player, Turn
from games.services import time_off
from games.services.errors import Refused
from games.time_off_models import TimeOff
from tests.games.cast import address, running_game, turn_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = "Europe/Berlin"


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


#: A Tuesday; turns in these tests open at ten.
NOW = at("2027-06-01T10:00")


def game_of(*names: str, hours: int | None = 48, allowed: bool = True, **options: Any) -> Game:
    """A game whose open turn opened at ``NOW``."""
    game = running_game(*names, hours=hours, **options)
    Game.objects.filter(pk=game.pk).update(time_off=allowed)
    due = NOW + timedelta(hours=hours) if hours else None
    Turn.objects.filter(game=game, closed=None).update(opened=NOW, due=due)
    game.refresh_from_db()
    return game


def person(name: str) -> Player:
    return Player.objects.get(email=address(name))


def plan(name: str, first: str, last: str, now: datetime = NOW) -> TimeOff:
    days = date.fromisoformat(first), date.fromisoformat(last)
    return time_off.plan(player=person(name), first=days[0], last=days[1], now=now)


def end(name: str, found: TimeOff, now: datetime) -> None:
    time_off.end(player=person(name), time_off_id=found.pk, now=now)


def left(year: int) -> int:
    """How many days Anna has left."""
    return time_off.left(person("Anna"), year)[year]


def refusal(deed: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(Refused) as found:
        deed(*arguments, **more)
    return found.value.code


def due_of(game: Game) -> datetime:
    found = turn_of(game).due
    assert found is not None
    return found
