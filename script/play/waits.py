"""People who do not answer: silent from the beginning, leaving, or on time off; and time moved on.

Nobody waits for real: where only such people are awaited, everything that is stored as still to
come is moved closer, as if so much time had passed, and the service's own sweep does the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from script.play.client import Client

if TYPE_CHECKING:
    from games.models import Game, Seat, Turn

#: A turn's hours, where somebody has to be waited for.
HOURS = 24
#: At these draws somebody gives their seat up, and takes time off for so many days.
LEAVES_AT, OFF_AT, OFF_DAYS = 4, 2, 3


@dataclass(frozen=True, slots=True)
class Habits:
    """How many of the players do what; the first names play as ever."""

    silent: int = 0
    leaving: int = 0
    time_off: int = 0

    def __bool__(self) -> bool:
        """Tell whether anybody does anything of that."""
        return self.silent + self.leaving + self.time_off > 0

    def shared_out(self, clients: Sequence[Client]) -> tuple[list[Client], ...]:
        """Give who is silent, who leaves and who takes time off: from the last name on."""
        rest = list(clients)
        return tuple(
            [rest.pop() for _ in range(number)]
            for number in (self.silent, self.leaving, self.time_off)
        )


class Waits:
    """What happens to a game in which people do not answer; ``moved`` counts the jumps of time."""

    def __init__(self, game: Game, clients: Sequence[Client], habits: Habits) -> None:
        """Share the habits out among the players."""
        self.game = game
        self.habits = habits
        self.silent, self.leaving, self.resting = habits.shared_out(clients)
        for client in self.silent:
            client.silent = True
        self.moved = 0

    def look(self) -> None:
        """Let people leave, rest and come back; move time on where nobody else is awaited."""
        from games.services.table import open_turn

        turn = open_turn(self.game) if self.habits else None
        if turn is None:
            return
        for client in [one for one in self.leaving if turn.draw >= LEAVES_AT]:
            self.leaving.remove(client)
            client.give_up(self._seat(client))
        for client in [one for one in self.resting if turn.draw >= OFF_AT]:
            self._rest(client)
        if self._nobody_else_is_awaited(turn):
            self._move_on(turn)

    def _seat(self, client: Client) -> Seat:
        from games.models import Seat

        return Seat.objects.select_related("player").get(
            game=self.game, name=client.name, replaced_at=None
        )

    def _rest(self, client: Client) -> None:
        """Let somebody take time off, once; and answer again when it is over."""
        from django.utils import timezone

        from games import days_off
        from games.services import time_off

        player = self._seat(client).player
        assert player is not None
        if not client.away.is_set():
            client.away.set()
            first = days_off.today(timezone.now(), player.time_zone)
            last = first + timedelta(days=OFF_DAYS - 1)
            time_off.plan(player=player, first=first, last=last)
        elif not time_off.current(player, timezone.now()):
            self.resting.remove(client)
            client.away.clear()

    def _nobody_else_is_awaited(self, turn: Turn) -> bool:
        """Tell whether all who answer have, and every mail is out."""
        from games.models import Order
        from notifications.models import Mail

        waiting = (Mail.State.QUEUED, Mail.State.SENDING, Mail.State.RETRY)
        if turn.ready is not None or Mail.objects.filter(state__in=waiting).exists():
            return False
        owed = Order.objects.filter(Order.OWED, turn=turn)
        names = set(owed.values_list("seat__name", flat=True))
        away = [client for client in self.resting if client.away.is_set()]
        # Nobody at all: the last order came after the turn was read, and a worker has it now.
        return bool(names) and names <= {client.name for client in (*self.silent, *away)}

    def _move_on(self, turn: Turn) -> None:
        """Let the time pass until the turn is due, or the first time off is over."""
        from django.db import transaction
        from django.db.models import F
        from django.utils import timezone

        from games.models import Turn
        from games.time_off_models import TimeOff

        now = timezone.now()
        off = TimeOff.objects.filter(ends__gt=now)
        moments: list[datetime] = [*off.values_list("ends", flat=True)]
        moments += [turn.due] if turn.due is not None else []
        if not moments or min(moments) <= now:
            return
        by = min(moments) - now + timedelta(seconds=1)
        with transaction.atomic():
            off.update(begins=F("begins") - by, ends=F("ends") - by)
            Turn.objects.filter(pk=turn.pk, closed=None).update(
                opened=F("opened") - by,
                due=F("due") - by,
                undelayed=F("undelayed") - by,
                moved_at=F("moved_at") - by,
            )
        self.moved += 1
