"""A game at the desk: seats, clock, turns, mails by seat, what was done; never what is hidden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext

from augustus_site.desk import post
from augustus_site.desk.deeds import (
    Deed,
    deed_about_message,
    deeds_for_game,
    deeds_for_message,
    deeds_for_seat,
)
from augustus_site.desk.trace import Line, lines
from augustus_site.desk.troubles_of_tables import reports_in_words
from augustus_site.desk.waiting import why_waiting
from augustus_site.desk.ways import player_url
from games import links
from games.models import Game, Order, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.presenting import symbols
from games.services.moderation import roles
from games.talk_models import TableTalk, TalkReport

#: Turns and lines of the trace that the page shows, the newest first.
TURNS = 40
LINES = 40
TALK = 20


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat that plays: who, whether an order of theirs is awaited, its mails and deeds."""

    name: str
    who: str
    url: str
    state: str
    mails: tuple[post.Sent, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn: number, draw, what was asked, its times, and what became of it."""

    number: int
    draw: int
    asked: str
    opened: datetime
    due: datetime | None
    closed: datetime | None
    state: str
    back_url: str


@dataclass(frozen=True, slots=True)
class Said:
    """One message at the table, its open reports, and what can be done; ``hidden``: it is."""

    pk: int
    name: str
    text: str
    at: datetime
    hidden: bool
    reports: tuple[str, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class GameAtDesk:
    """Everything on the page."""

    name: str
    public_id: str
    url: str
    status: str
    clock: str
    host: str
    created: datetime
    started: datetime | None
    finished: datetime | None
    set_apart: datetime | None
    seats: tuple[SeatRow, ...]
    turns: tuple[TurnRow, ...]
    waits: tuple[str, ...]
    talk: tuple[Said, ...]
    deeds: tuple[Deed, ...]
    trace: tuple[Line, ...]
    own: bool


def game_at_desk(game: Game, moderator: Player) -> GameAtDesk:
    """Give a game's page; of a game that the moderator sits in, no more than a player sees."""
    own = roles.sits_in(moderator, game)
    turns = list(
        Turn.objects.filter(game=game).defer("state_before", "events").order_by("-number")[:TURNS]
    )
    newest = turns[0] if turns and turns[0].closed is None else None
    sent = [] if own else post.of_game(game.pk)
    seats = list(
        Seat.objects.filter(game=game, replaced_at=None)
        .select_related("player")
        .order_by("index", "invited")
    )
    done = ModeratorAction.objects.filter(game=game).select_related("seat", "moderator")
    return GameAtDesk(
        name=game.name,
        public_id=game.public_id,
        url=links.game_path(game),
        status=game.get_status_display(),
        clock=_clock(game),
        host=str(game.host) if game.host else "",
        created=game.created,
        started=game.started,
        finished=game.finished,
        set_apart=game.quarantined_at,
        seats=_seats(game, seats, newest, sent, moderator, own=own),
        turns=tuple(_turn(game, turn, own=own) for turn in turns),
        waits=tuple(why_waiting([newest]).get(newest.pk, ())) if newest and not own else (),
        talk=() if own else _talk(game),
        deeds=() if own else deeds_for_game(game, moderator, newest),
        trace=() if own else lines(done.order_by("-id")[:LINES]),
        own=own,
    )


def _clock(game: Game) -> str:
    if game.daily_hour is not None:
        said = gettext("daily at %(hour)d o'clock, %(zone)s") % {
            "hour": game.daily_hour,
            "zone": game.zone,
        }
    elif game.hours:
        said = gettext("%(hours)d hours a turn") % {"hours": game.hours}
    else:
        said = gettext("no deadlines")
    return f"{said}; {gettext('pauses at weekends')}" if game.weekend_pause else said


def _seats(
    game: Game,
    seats: Sequence[Seat],
    turn: Turn | None,
    sent: Sequence[post.Sent],
    moderator: Player,
    *,
    own: bool,
) -> tuple[SeatRow, ...]:
    orders = {
        order.seat_id: order
        for order in Order.objects.filter(turn=turn, voided_at=None).defer("choice")
        if turn is not None
    }
    by_seat: dict[int, list[post.Sent]] = defaultdict(list)
    for one in sent:
        if one.seat_id is not None:
            by_seat[one.seat_id].append(one)
    former = set(
        Seat.objects.filter(replaced_by__in=seats, player__isnull=False).values_list(
            "replaced_by", flat=True
        )
    )
    return tuple(
        SeatRow(
            name=seat.name,
            who=_who(seat, own=own),
            url=player_url(seat.player_id) if seat.player_id and not own else "",
            state=_seat_state(seat, orders.get(seat.pk)),
            mails=tuple(by_seat[seat.pk][:5]),
            deeds=()
            if own
            else deeds_for_seat(
                game, seat, moderator, orders.get(seat.pk), had_another=seat.pk in former
            ),
        )
        for seat in seats
    )


def _who(seat: Seat, *, own: bool) -> str:
    if seat.bot:
        return str(seat.get_bot_display())
    if seat.player is None:
        return gettext("nobody")
    return gettext("a player") if own else seat.player.email


def _seat_state(seat: Seat, order: Order | None) -> str:
    """Say what everybody at the table sees of a seat: awaited or not, absent or not."""
    if seat.absent_since is not None:
        return gettext("absent, a bot orders")
    if order is None:
        return gettext("nothing is asked") if seat.accepted_at else gettext("not accepted yet")
    return gettext("has ordered") if order.submitted_at else gettext("is awaited")


def _talk(game: Game) -> tuple[Said, ...]:
    """Give the newest messages and all with open reports, oldest first: two queries.

    Of what was hidden only that it was said.
    """
    waiting = TalkReport.objects.filter(message__game=game, closed_at=None)
    newest = TableTalk.objects.filter(game=game).order_by("-id").values("pk")[:TALK]
    found = (
        TableTalk.objects.filter(game=game)
        .filter(Q(pk__in=newest) | Q(pk__in=waiting.values("message")))
        .select_related("seat")
        .prefetch_related(
            Prefetch("reports", waiting.select_related("player").order_by("id"), "waiting")
        )
    )
    return tuple(_said(game, one) for one in found.order_by("id"))


def _said(game: Game, one: TableTalk) -> Said:
    reports: Sequence[TalkReport] = getattr(one, "waiting", ())
    if reports:
        deeds = deeds_for_message(game, one.pk)
    else:
        deeds = () if one.hidden_at else (deed_about_message(game, "hide_talk", one.pk),)
    return Said(
        pk=one.pk,
        name=one.seat.name,
        text="" if one.hidden_at else one.text,
        at=one.created,
        hidden=one.hidden_at is not None,
        reports=reports_in_words(reports),
        deeds=deeds,
    )


def _turn(game: Game, turn: Turn, *, own: bool) -> TurnRow:
    if turn.superseded_at is not None:
        state = gettext("taken back")
    else:
        state = gettext("open") if turn.closed is None else gettext("closed")
    can_go_back = not own and turn.number > 0 and turn.superseded_at is None
    running = game.status in (Game.Status.RUNNING, Game.Status.PAUSED)
    back = reverse("desk:act", kwargs={"public_id": game.public_id, "code": "go_back"})
    return TurnRow(
        number=turn.number,
        draw=turn.draw,
        asked=symbols.decision_name(turn.kind) if turn.number else gettext("set-up"),
        opened=turn.opened,
        due=turn.due,
        closed=turn.closed,
        state=state,
        back_url=f"{back}?number={turn.number}" if can_go_back and running else "",
    )
