"""Troubles of games: set apart, overdue, waiting, absent players."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext

from augustus_site.desk.rows import Look, Row, Trouble, trouble
from augustus_site.desk.waiting import why_waiting
from augustus_site.desk.ways import game_url
from games.models import Game, Seat, Turn
from games.presenting import symbols

#: A turn that is open for so long waits for somebody.
LONG = timedelta(days=3)
#: A turn whose time has come is closed within a sweep or two.
OVERDUE = timedelta(minutes=5)
_GOING = (Game.Status.RUNNING, Game.Status.PAUSED)


def set_apart(look: Look) -> Trouble:
    """Games that nothing advances until a moderator lets them go."""
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
            game=game.public_id,
            deeds=look.deeds(game, "dry_run", "release"),
        )
        for game in _only(games).order_by("quarantined_at")[: look.most]
    ]
    return trouble(
        "set_apart",
        gettext("Games set apart"),
        gettext("Try the advance without doing it, mend or go back, then release."),
        rows,
        games,
    )


def overdue(look: Look) -> Trouble:
    """Open turns whose time has come, and that no worker closed."""
    turns = _open_turns().filter(due__lte=look.now - OVERDUE)
    rows = [
        Row(
            turn.game.name,
            game_url(turn.game),
            gettext("Turn %(number)d should have closed.") % {"number": turn.number},
            turn.due,
            game=turn.game.public_id,
            deeds=look.deeds(turn.game, "advance_now"),
        )
        for turn in turns.order_by("due")[: look.most]
    ]
    return trouble(
        "overdue",
        gettext("Turns past their deadline"),
        gettext("The sweep closes them within a minute; if not, look at the workers."),
        rows,
        turns,
    )


def waiting(look: Look) -> Trouble:
    """Running games whose turn is open longest, with who is missing and what became of the mail.

    Of games that the moderator sits in there are no details: a player does not see them either.
    """
    turns = _open_turns().filter(opened__lte=look.now - LONG, ready=None)
    worst = list(turns.order_by("opened")[: look.most])
    details = why_waiting([turn for turn in worst if turn.game_id not in look.own])
    rows = [
        Row(
            turn.game.name,
            game_url(turn.game),
            gettext("Turn %(number)d waits: %(decision)s.")
            % {"number": turn.number, "decision": symbols.decision_name(turn.kind)},
            turn.opened,
            tuple(details.get(turn.pk, ())),
            turn.game.public_id,
            look.deeds(turn.game, "nudge"),
        )
        for turn in worst
    ]
    return trouble(
        "waiting",
        gettext("Games waiting longest"),
        gettext(
            "Nudge who is missing, send the link again, or hand the seat over. Whether somebody"
            " opened a page is not known: looking leaves no mark."
        ),
        rows,
        turns,
    )


def absent(look: Look) -> Trouble:
    """Seats for which a bot orders, and that nobody has taken over."""
    seats = Seat.objects.filter(
        absent_since__isnull=False, replaced_at=None, game__status__in=_GOING
    ).select_related("game")
    rows = [
        Row(
            f"{seat.game.name}: {seat.name}",
            game_url(seat.game),
            gettext("A bot orders for this seat, and nobody has replaced it."),
            seat.absent_since,
            game=seat.game.public_id,
            deeds=look.deeds(seat.game, "replace_by_player", "replace_by_bot", seat=seat),
        )
        for seat in seats.defer("game__state").order_by("absent_since")[: look.most]
    ]
    return trouble(
        "absent",
        gettext("Absent players"),
        gettext("Find a replacement, or let the bot play on."),
        rows,
        seats,
    )


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
