"""Which mails somebody wants: read for a batch of mails, and changed by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import IntEnum

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.clocks import zone_of
from games.models import Game, Player
from notifications import queue
from notifications.models import Kind, Mail, Wish


class Scope(IntEnum):
    """What one click turns off. The number stands in the link, so none is ever used again."""

    GAME = 0
    REMINDERS = 1
    INVITATIONS = 2
    EVERYTHING = 3
    CONFIRMATIONS = 4
    TURNS = 5
    GAME_REMINDERS = 6
    GAME_CONFIRMATIONS = 7


#: The switches that a person can set, and what each is when nothing was ever said.
DEFAULTS: Mapping[str, bool] = {
    "everything": True,
    "turns": True,
    "reminders": True,
    "invitations": True,
    "confirmations": False,
}

#: What must be switched on for a kind of mail; for those not named here, the mails of turns.
_NEEDED: Mapping[Kind, tuple[str, ...]] = {
    Kind.INVITATION: ("invitations",),
    Kind.OFFERED: ("invitations",),
    Kind.WITHDRAWN: ("invitations",),
    Kind.CALLED_OFF: ("invitations",),
    Kind.REMINDER: ("turns", "reminders"),
    Kind.CONFIRMED: ("confirmations",),
}

#: Why a mail is taken back that quiet hours caught in the queue: whoever queued it looks again.
QUIET = "quiet_hours"

#: Asked for at that moment, or told once: these go out whatever was switched off.
ALWAYS = frozenset({Kind.RESEND, Kind.NOTE, Kind.SWITCHED_OFF})


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of some players, for all games (key None) and for single ones."""

    rows: Mapping[tuple[int, int | None], Wish]

    def get(self, player_id: int, game_id: int | None, name: str) -> bool:
        """Give a switch: what was said for the game, else for all games, else the default."""
        for key in ((player_id, game_id), (player_id, None)):
            value = getattr(self.rows.get(key), name, None)
            if value is not None:
                return bool(value)
        return DEFAULTS[name]

    def allow(self, mail: Mail) -> bool:
        """Tell whether the person wants a mail of this kind, of this game."""
        if mail.kind in ALWAYS or mail.player_id is None:
            return True
        names = _NEEDED.get(Kind(mail.kind), ("turns",))
        return self.get(mail.player_id, None, "everything") and all(
            self.get(mail.player_id, mail.game_id, name) for name in names
        )

    def digest_hour(self, player_id: int | None) -> int | None:
        """Give the hour at which a player wants one mail a day, None for a mail each time."""
        row = self.rows.get((player_id, None)) if player_id is not None else None
        return row.digest_hour if row is not None else None

    def quiet_until(self, player: Player, when: datetime) -> datetime | None:
        """Give the end of the quiet hours that a moment falls into, None if it falls into none."""
        row = self.rows.get((player.pk, None))
        if row is None or row.quiet_from is None or row.quiet_until is None:
            return None
        local = when.astimezone(zone_of(player.time_zone))
        clock, overnight = local.time(), row.quiet_from > row.quiet_until
        late, early = clock >= row.quiet_from, clock < row.quiet_until
        if not (late or early if overnight else late and early):
            return None
        day = local.date() + timedelta(days=1 if overnight and late else 0)
        return datetime.combine(day, row.quiet_until, local.tzinfo)


def load(players: Iterable[int]) -> Wishes:
    """Read what these players wish: one query."""
    rows = Wish.objects.filter(player_id__in=set(players))
    return Wishes({(row.player_id, row.game_id): row for row in rows})


def said(name: str, player: str) -> Exists:
    """Give whether a switch was ever set by the player to whom the path ``player`` leads."""
    return Exists(Wish.objects.filter(**{name: True}, player=OuterRef(player)))


@transaction.atomic
def set_wish(*, player: Player, game: Game | None, **switches: bool | None) -> Wish:
    """Set switches for all games, or for one; raises ``ValueError`` for one that is unknown."""
    if unknown := switches.keys() - DEFAULTS.keys():
        raise ValueError(f"no such wishes: {sorted(unknown)}")
    row, _made = Wish.objects.update_or_create(player=player, game=game, defaults=switches)
    queue.ask_again(Player.objects.filter(pk=player.pk))
    return row


@dataclass(frozen=True, slots=True)
class Hours:
    """At which hours of their own day somebody gets mail; None: nothing was said."""

    digest_hour: int | None = None
    quiet_from: time | None = None
    quiet_until: time | None = None


@transaction.atomic
def set_hours(*, player: Player, hours: Hours) -> Wish:
    """Set the hour of the digest and the quiet hours; raises ``ValidationError`` for bad ones."""
    row, _made = Wish.objects.get_or_create(player=player, game=None)
    row.digest_hour = hours.digest_hour
    row.quiet_from, row.quiet_until = hours.quiet_from, hours.quiet_until
    row.clean_fields()
    row.save()
    queue.ask_again(Player.objects.filter(pk=player.pk))
    return row
