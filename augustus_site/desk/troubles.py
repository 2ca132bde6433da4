"""What needs a person first: each kind of trouble, its worst rows, and why each is there.

Bounded: so many rows of each kind, found along partial indexes, however much is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from augustus_site.desk import post
from games.models import Game, Order, Player, Seat, Turn
from games.presenting import symbols
from games.vote_models import Vote
from notifications.address_models import Address
from notifications.models import Circuit, Mail

#: Rows shown of a kind; what is more is counted, up to ``MOST``.
SHOWN = 10
MOST = 1000
#: A turn that is open for so long waits for somebody; mail or sweep silent for so long is trouble.
LONG = timedelta(days=3)
SILENT = timedelta(minutes=5)
#: A turn whose time has come is closed within a sweep or two.
OVERDUE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing in trouble: what, why, since when, and details line by line."""

    name: str
    url: str
    why: str
    since: datetime | None = None
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A kind of trouble with its rows, the worst first; ``count`` stops at ``MOST``."""

    code: str
    title: str
    advice: str
    rows: tuple[Row, ...]
    found: QuerySet[Any] | None = None
    count: int = 0

    @property
    def counted(self) -> str:
        """Give the count as it is read: ``1000+`` where it stops."""
        return f"{MOST}+" if self.count >= MOST else str(self.count)


def troubles(now: datetime | None = None) -> tuple[Trouble, ...]:
    """Give every kind of trouble that there is, the most urgent first."""
    now = now or timezone.now()
    found = [trouble for look in _LOOKS if (trouble := look(now)).rows]
    long = [trouble for trouble in found if len(trouble.rows) == SHOWN]
    counts = _counts([trouble.found for trouble in long if trouble.found is not None])
    counted = dict(zip((trouble.code for trouble in long), counts, strict=True))
    return tuple(
        replace(trouble, count=counted.get(trouble.code, len(trouble.rows))) for trouble in found
    )


def _counts(found: Sequence[QuerySet[Any]]) -> Sequence[int]:
    """Count all of these up to ``MOST`` each, in one query."""
    if not found:
        return ()
    compiled = [rows.order_by().values("pk")[:MOST].query.sql_with_params() for rows in found]
    # Django's own SQL, and its values apart from it.
    parts = (f"(SELECT count(*) FROM ({sql}) AS part)" for sql, _values in compiled)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(parts)}", [value for _sql, values in compiled for value in values]
        )
        return tuple(cursor.fetchone() or ())


def _silent(now: datetime) -> Trouble:
    """The clockwork: when workers last looked, whether mail goes out, how long mails wait."""
    row = Circuit.objects.filter(pk=1).first()
    oldest = (
        Mail.objects.filter(state__in=("queued", "retry"), next_try_at__lte=now - SILENT)
        .order_by("next_try_at")
        .values_list("next_try_at", flat=True)
        .first()
    )
    found = []
    if row is None or row.beat is None or row.beat < now - SILENT:
        why = gettext(
            "No worker has looked for work lately: nothing advances and no mail goes out."
        )
        found.append(Row(gettext("Workers"), "", why, row.beat if row else None))
    if row is not None and row.until is not None and row.until > now:
        why = gettext("Mail is stopped: %(reason)s") % {"reason": row.reason}
        found.append(Row(gettext("Mail"), "", why, row.opened))
    if oldest is not None:
        why = gettext("The oldest mail that should have gone out still waits.")
        found.append(Row(gettext("Mails waiting"), "", why, oldest))
    return Trouble(
        "silent",
        gettext("The clockwork"),
        gettext("Look at the workers, the broker and the mail server first."),
        tuple(found),
    )


def _set_apart(_now: datetime) -> Trouble:
    games = Game.objects.filter(quarantined_at__isnull=False, status__in=_GOING)
    rows = [
        Row(
            game.name,
            game_url(game),
            gettext("It failed %(times)d times and was set apart.")
            % {"times": game.advance_attempts}
            if game.advance_attempts
            else gettext("It was set apart."),
            game.quarantined_at,
        )
        for game in _only(games).order_by("quarantined_at")[:SHOWN]
    ]
    return _trouble(
        "set_apart",
        gettext("Games set apart"),
        gettext("Try the advance without doing it, mend or go back, then release."),
        rows,
        games,
    )


def _overdue(now: datetime) -> Trouble:
    """Open turns whose time has come, and that no worker closed."""
    turns = _open_turns().filter(due__lte=now - OVERDUE)
    rows = [
        Row(
            turn.game.name,
            game_url(turn.game),
            gettext("Turn %(number)d should have closed.") % {"number": turn.number},
            turn.due,
        )
        for turn in turns.order_by("due")[:SHOWN]
    ]
    return _trouble(
        "overdue",
        gettext("Turns past their deadline"),
        gettext("The sweep closes them within a minute; if not, look at the workers."),
        rows,
        turns,
    )


def _waiting(now: datetime) -> Trouble:
    """Running games whose turn is open longest, with who is missing and what became of the mail."""
    turns = _open_turns().filter(opened__lte=now - LONG, ready=None)
    worst = list(turns.order_by("opened")[:SHOWN])
    details = why_waiting(worst)
    rows = [
        Row(
            turn.game.name,
            game_url(turn.game),
            gettext("Turn %(number)d waits: %(decision)s.")
            % {"number": turn.number, "decision": symbols.decision_name(turn.kind)},
            turn.opened,
            tuple(details[turn.pk]),
        )
        for turn in worst
    ]
    return _trouble(
        "waiting",
        gettext("Games waiting longest"),
        gettext("Nudge who is missing, send the link again, or hand the seat over."),
        rows,
        turns,
    )


def why_waiting(turns: Sequence[Turn]) -> dict[int, list[str]]:
    """Give for each open turn, seat by seat, who is missing and what became of the mail to them."""
    owed = (
        Order.objects.filter(turn__in=turns, submitted_at=None, voided_at=None)
        .select_related("seat__player")
        .only("turn", "seat__name", "seat__absent_since", "seat__bot", "seat__player__email")
        .annotate(stopped=Exists(_stopped_address("seat__player__email")))
        .order_by("seat__index")
    )
    mails = post.of_turns(turn.pk for turn in turns)
    lines: dict[int, list[str]] = defaultdict(list)
    for order in owed:
        sent = mails.get((order.turn_id, order.seat_id), ())
        lines[order.turn_id].append(_missing(order.seat, sent, stopped=order.stopped))
    return lines


def _missing(seat: Seat, sent: Sequence[post.Sent], *, stopped: bool) -> str:
    player = seat.player
    if player is None:
        return gettext("%(name)s: nobody sits there, or a bot that could not be asked.") % {
            "name": seat.name
        }
    newest = sent[0] if sent else None
    said = (
        gettext("the mail of %(when)s %(state)s")
        % {"when": f"{newest.at:%Y-%m-%d %H:%M}", "state": newest.text}
        if newest
        else gettext("no mail was written")
    )
    if stopped:
        said += "; " + gettext("mail to this address is stopped")
    if seat.absent_since:
        said += "; " + gettext("absent since %(when)s") % {
            "when": f"{seat.absent_since:%Y-%m-%d %H:%M}"
        }
    return gettext("%(name)s: %(said)s.") % {"name": seat.name, "said": said}


def _stopped_address(email: str) -> QuerySet[Address]:
    """Give the row that stops mail to the address in this field of the outer query."""
    return Address.objects.filter(address=Lower(OuterRef(email)), stopped__isnull=False)


def _absent(_now: datetime) -> Trouble:
    seats = Seat.objects.filter(
        absent_since__isnull=False, replaced_at=None, game__status__in=_GOING
    ).select_related("game")
    rows = [
        Row(
            f"{seat.game.name}: {seat.name}",
            game_url(seat.game),
            gettext("A bot orders for this seat, and nobody has replaced it."),
            seat.absent_since,
        )
        for seat in seats.defer("game__state").order_by("absent_since")[:SHOWN]
    ]
    return _trouble(
        "absent",
        gettext("Absent players"),
        gettext("Find a replacement, or let the bot play on."),
        rows,
        seats,
    )


def _failed(now: datetime) -> Trouble:
    mails = Mail.objects.filter(state=Mail.State.FAILED, created__gte=now - timedelta(days=14))
    listed = mails.select_related("game").defer("text", "html", "game__state").order_by("-created")
    rows = [
        Row(
            mail.game.name if mail.game else mail.get_kind_display(),
            game_url(mail.game) if mail.game else "",
            gettext("%(kind)s: %(error)s")
            % {"kind": mail.get_kind_display(), "error": mail.error or gettext("not delivered")},
            mail.created,
        )
        for mail in listed[:SHOWN]
    ]
    return _trouble(
        "failed",
        gettext("Mails that failed"),
        gettext("See whether the address is right; then send the link again."),
        rows,
        mails,
    )


def _stopped(_now: datetime) -> Trouble:
    """Addresses that get no mail, of people with a seat in a game that goes on."""
    addresses = Address.objects.filter(stopped__isnull=False)
    worst = list(addresses.order_by("-stopped")[:SHOWN])
    players = {
        player.lower: player
        for player in Player.objects.alias(low=Lower("email"))
        .annotate(lower=Lower("email"))
        .filter(low__in=[row.address for row in worst])
    }
    rows = [
        Row(
            str(players[row.address]) if row.address in players else gettext("somebody"),
            player_url(players[row.address].pk) if row.address in players else "",
            gettext("Mail is stopped: %(reason)s.") % {"reason": row.get_reason_display()},
            row.stopped,
        )
        for row in worst
    ]
    return _trouble(
        "stopped",
        gettext("Addresses that get no mail"),
        gettext("The player sees it on the site. Allow mail again once it is mended."),
        rows,
        addresses,
    )


def _votes(_now: datetime) -> Trouble:
    votes = Vote.objects.filter(closed=None).select_related("game", "seat")
    rows = [
        Row(
            vote.game.name,
            game_url(vote.game),
            gettext("%(name)s proposes: %(what)s.")
            % {"name": vote.seat.name, "what": vote.get_kind_display()},
            vote.opened,
        )
        for vote in votes.defer("game__state").order_by("expires")[:SHOWN]
    ]
    return _trouble(
        "votes",
        gettext("Votes open"),
        gettext("They pass or expire by themselves; nothing has to be done."),
        rows,
        votes,
    )


_GOING = (Game.Status.RUNNING, Game.Status.PAUSED)
_LOOKS: tuple[Callable[[datetime], Trouble], ...] = (
    _silent, _set_apart, _overdue, _waiting, _absent, _failed, _stopped, _votes,
)  # fmt: skip


def _open_turns() -> QuerySet[Turn]:
    return (
        Turn.objects.filter(
            closed=None,
            game__status=Game.Status.RUNNING,
            game__quarantined_at=None,
            game__practice=None,
        )
        .select_related("game")
        .only("number", "kind", "opened", "due", "game__name", "game__public_id")
    )


def _only(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.only("name", "public_id", "quarantined_at", "advance_attempts")


def _trouble(
    code: str, title: str, advice: str, rows: Sequence[Row], found: QuerySet[Any]
) -> Trouble:
    return Trouble(code, title, advice, tuple(rows), found)


def game_url(game: Game) -> str:
    """Give the address of a game's page at the desk."""
    return reverse("desk:game", kwargs={"public_id": game.public_id})


def player_url(pk: int) -> str:
    """Give the address of a person's page at the desk."""
    return reverse("desk:player", kwargs={"pk": pk})


def summary(found: Sequence[Trouble]) -> str:
    """Say in one sentence how much needs a person."""
    number = sum(trouble.count for trouble in found if trouble.code != "votes")
    if not number:
        return gettext("Nothing needs you. All games go on by themselves.")
    return ngettext(
        "%(count)d thing needs a person.", "%(count)d things need a person.", number
    ) % {"count": number}
