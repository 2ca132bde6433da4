"""A person at the desk: games, how fast they answer, what they missed, mail, likely doubles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext, ngettext

from augustus_site.desk import post
from augustus_site.desk.deeds import Deed, deeds_for_player, excusing
from augustus_site.desk.trace import Line, lines
from augustus_site.desk.ways import game_url, player_url
from games.models import Order, Player, Seat
from games.moderation_models import ModeratorAction
from games.services.moderation import roles
from notifications.address_models import Address

GAMES = 40
ANSWERS = 200


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A game that somebody plays or played."""

    name: str
    url: str
    status: str
    absent_since: datetime | None
    missed: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Double:
    """Another account that may be the same person, and why; a hint, never a verdict."""

    name: str
    url: str
    why: str


@dataclass(frozen=True, slots=True)
class PlayerAtDesk:
    """Everything on the page."""

    name: str
    email: str
    zone: str
    created: datetime
    last_login: datetime | None
    active: bool
    roles: str
    mail: str
    games: tuple[SeatLine, ...]
    answers: str
    missed: str
    mails: tuple[post.Sent, ...]
    doubles: tuple[Double, ...]
    deeds: tuple[Deed, ...]
    trace: tuple[Line, ...]


def player_at_desk(player: Player, moderator: Player) -> PlayerAtDesk:
    """Give a person's page."""
    stopped = Address.objects.filter(address=player.email.lower(), stopped__isnull=False).first()
    own = Seat.objects.filter(player=moderator).values("game")
    seats = (
        Seat.objects.filter(player=player)
        .annotate(own=Exists(own.filter(game=OuterRef("game"))))
        .select_related("game")
        .defer("game__state")
        .order_by("-id")[:GAMES]
    )
    done = _done(player).exclude(game__in=own).select_related("moderator", "player", "seat", "game")
    answers, missed = _answers(player, moderator)
    return PlayerAtDesk(
        name=str(player),
        email=player.email,
        zone=player.time_zone,
        created=player.created,
        last_login=player.last_login,
        active=player.is_active,
        roles=", ".join(player.groups.filter(name__in=roles.GROUPS).values_list("name", flat=True)),
        mail=gettext("stopped: %(why)s") % {"why": stopped.get_reason_display()}
        if stopped
        else gettext("goes out"),
        games=tuple(_seat_line(seat) for seat in seats),
        answers=answers,
        missed=missed,
        mails=tuple(post.of_player(player.pk, without=own)),
        doubles=doubles(player, moderator),
        deeds=deeds_for_player(player, moderator, stopped=stopped is not None),
        trace=lines(done.defer("game__state").order_by("-id")[:GAMES]),
    )


def _done(player: Player) -> QuerySet[ModeratorAction]:
    """Give what was done about somebody or a seat of theirs, along an index each."""
    about, seats = ModeratorAction.objects.values("pk"), Seat.objects.filter(player=player)
    found = about.filter(player=player).union(about.filter(seat__in=seats))
    return ModeratorAction.objects.filter(pk__in=found)


def _seat_line(seat: Seat) -> SeatLine:
    """Give a game that they play; of one that the moderator sits in, no more than players see."""
    own = bool(getattr(seat, "own", False))
    return SeatLine(
        seat.game.name,
        game_url(seat.game),
        gettext("replaced") if seat.replaced_at else seat.game.get_status_display(),
        seat.absent_since,
        ngettext("%(missed)d turn missed in a row", "%(missed)d turns missed in a row", seat.missed)
        % {"missed": seat.missed}
        if seat.missed and not own
        else "",
        () if own else excusing(seat),
    )


def _answers(player: Player, moderator: Player) -> tuple[str, str]:
    """Say how fast somebody answered lately, and how many turns the clock decided for them.

    Of closed turns alone, and not of games that the moderator sits in.
    """
    own = Seat.objects.filter(player=moderator).values("game")
    given = (
        Order.objects.filter(seat__player=player, turn__closed__isnull=False, voided_at=None)
        .exclude(seat__game__in=own)
        .exclude(source__in=(Order.Source.BOT, Order.Source.MODERATOR, Order.Source.STANDING))
        .order_by("-id")
        .values_list("source", F("submitted_at") - F("created"))[:ANSWERS]
    )
    listed = list(given)
    times = [taken for source, taken in listed if source != Order.Source.CLOCK and taken]
    missed = len(listed) - len(times)
    return _spread(times), gettext("%(missed)d of the last %(all)d orders were the clock's") % {
        "missed": missed,
        "all": len(listed),
    }


def _spread(times: Sequence[timedelta]) -> str:
    if not times:
        return gettext("no order yet")
    ordered = sorted(times)
    half, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.9)]
    return gettext("half of the orders within %(half)s, nine of ten within %(most)s") % {
        "half": _hours(half),
        "most": _hours(slow),
    }


def _hours(taken: timedelta) -> str:
    minutes = round(taken.total_seconds() / 60)
    if minutes < 60:
        return gettext("%(minutes)d min") % {"minutes": minutes}
    return gettext("%(hours).1f h") % {"hours": minutes / 60}


def mailbox(email: str) -> str:
    """Give the mailbox of an address, as most providers read it: no case, dots or +tag."""
    local, _, domain = email.strip().lower().rpartition("@")
    local = re.sub(r"\+.*", "", local)
    if domain in ("gmail.com", "googlemail.com"):
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"


def doubles(player: Player, moderator: Player) -> tuple[Double, ...]:
    """Give accounts that may be the same person: of one mailbox, or of one network in one game.

    Of games that the moderator sits in it is not told who came from one network.
    """
    return (*_same_mailbox(player), *_same_network(player, moderator))


def _same_network(player: Player, moderator: Player) -> list[Double]:
    theirs = Seat.objects.filter(player=moderator).values("game")
    own = Seat.objects.filter(player=player, game=OuterRef("game"), network=OuterRef("network"))
    mine = Seat.objects.filter(player=player).exclude(network="").values("game")
    seats = (
        Seat.objects.filter(Exists(own), game__in=mine, player__isnull=False)
        .exclude(network="")
        .exclude(player=player)
        .exclude(game__in=theirs)
        .select_related("player", "game")
        .defer("game__state")
        .order_by("-id")[:GAMES]
    )
    return [
        Double(
            str(seat.player),
            player_url(seat.player_id or 0),
            gettext("took a seat from the same network in %(game)s") % {"game": seat.game.name},
        )
        for seat in seats
    ]


def _same_mailbox(player: Player) -> tuple[Double, ...]:
    """Give accounts whose confirmed mailbox is the same after normalising."""
    wanted = mailbox(player.email)
    near = near_mailbox(wanted).exclude(pk=player.pk)[:1000]
    return tuple(
        Double(str(one), player_url(one.pk), gettext("the same mailbox: %(box)s") % {"box": wanted})
        for one in near
        if mailbox(one.email) == wanted
    )


def near_mailbox(wanted: str) -> QuerySet[Player]:
    """Give who has confirmed an address that begins as a mailbox does, dots and case aside."""
    beginning = wanted.partition("@")[0].replace(".", "")
    dotless = Player.objects.alias(dotless=Replace(Lower("email"), Value("."), Value("")))
    return dotless.filter(dotless__startswith=beginning, last_login__isnull=False)
