"""The page of a player's games as a plain value: what waits for them first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games import links, selectors
from games.mine import Mine
from games.models import Game, Order, Player, Seat
from games.notices import notices_for
from games.presenting import symbols
from games.presenting.moments import Moment, moment
from games.presenting.story import victory
from games.rules import RulesError
from games.services import table


@dataclass(frozen=True, slots=True)
class Row:
    """One game: what is to be said of it, until when, and where it leads."""

    name: str
    address: str
    text: str
    detail: str
    deadline: Moment | None
    action: str
    again: str


@dataclass(frozen=True, slots=True)
class Section:
    """Games that have the same in common."""

    id: str
    title: str
    rows: tuple[Row, ...]
    strong: bool
    empty: str


@dataclass(frozen=True, slots=True)
class MyGamesPage:
    """Everything on the page."""

    name: str
    notices: tuple[str, ...]
    sections: tuple[Section, ...]
    earlier: bool
    lonely: bool


def my_games_page(player: Player, mine: Mine, now: datetime | None = None) -> MyGamesPage:
    """Give the page, times in the player's zone."""
    now = now or timezone.now()
    waiting, others = _running(mine, player.time_zone, now)
    invited, tables = _not_begun(mine)
    finished = tuple(_over(seat, mine) for seat in mine.finished)
    over = Section("over", gettext("Finished"), finished, False, "")
    sections = (waiting, invited, others, tables, over)
    return MyGamesPage(
        name=str(player),
        notices=notices_for(player),
        sections=tuple(one for one in sections if one.rows or (one.empty and mine.seats)),
        earlier=mine.earlier,
        lonely=not mine.seats and not mine.finished,
    )


def _running(mine: Mine, zone: str, now: datetime) -> tuple[Section, Section]:
    """Give what waits for the player, and what waits for others, each by its deadline."""
    running = sorted(
        (seat for seat in mine.seats if seat.game.status != Game.Status.OPEN),
        key=lambda seat: _due(seat, mine),
    )
    return (
        Section(
            "mine",
            gettext("Waiting for you"),
            tuple(_mine(seat, mine, zone, now) for seat in running if _owes(seat, mine)),
            True,
            gettext("Nothing waits for you."),
        ),
        Section(
            "others",
            gettext("Waiting for others"),
            tuple(_others(seat, mine, zone, now) for seat in running if not _owes(seat, mine)),
            False,
            "",
        ),
    )


def _not_begun(mine: Mine) -> tuple[Section, Section]:
    """Give the seats that the player is offered, and the tables where they sit already."""
    opened = [seat for seat in mine.seats if seat.game.status == Game.Status.OPEN]
    return (
        Section(
            "invited",
            gettext("You are invited"),
            tuple(_asked(seat, mine) for seat in opened if seat.accepted_at is None),
            True,
            "",
        ),
        Section(
            "open",
            gettext("Not begun yet"),
            tuple(_table(seat, mine) for seat in opened if seat.accepted_at is not None),
            False,
            "",
        ),
    )


def _orders(seat: Seat, mine: Mine) -> Sequence[Order]:
    return mine.owed.get(seat.game_id, ())


def _owes(seat: Seat, mine: Mine) -> bool:
    """Tell whether a game waits for its player; who is absent is to say that they are back."""
    if seat.absent_since is not None:
        return True
    live = seat.game.status == Game.Status.RUNNING and seat.game.quarantined_at is None
    return live and any(
        order.seat_id == seat.pk and order.submitted_at is None for order in _orders(seat, mine)
    )


def _due(seat: Seat, mine: Mine) -> tuple[bool, str, int]:
    """Give the place among others: the nearest deadline first, those without one last."""
    due = next((order.turn.due for order in _orders(seat, mine)), None)
    return due is None, due.isoformat() if due else "", seat.game_id


def _play(seat: Seat) -> str:
    return reverse("games:play", kwargs={"public_id": seat.game.public_id})


def _deadline(orders: Sequence[Order], zone: str, now: datetime) -> Moment | None:
    due = next((order.turn.due for order in orders), None)
    return moment(due, zone, now) if due else None


def _absent(seat: Seat) -> Row:
    if seat.accepted_at is None:
        return Row(
            name=seat.game.name,
            address=links.invitation_path(seat),
            text=gettext("A seat of this game, which is under way, is offered to you."),
            detail="",
            deadline=None,
            action=gettext("Look and accept"),
            again="",
        )
    return Row(
        name=seat.game.name,
        address=reverse("games:own_seat", kwargs={"public_id": seat.game.public_id}),
        text=gettext("You are absent: a bot orders for you until you say that you are back."),
        detail="",
        deadline=None,
        action=gettext("I am back"),
        again="",
    )


def _mine(seat: Seat, mine: Mine, zone: str, now: datetime) -> Row:
    if seat.absent_since is not None:
        return _absent(seat)
    orders = _orders(seat, mine)
    turn = orders[0].turn
    draw = gettext("Draw %(draw)d: ") % {"draw": turn.draw} if turn.draw else ""
    return Row(
        name=seat.game.name,
        address=_play(seat),
        text=draw + symbols.decision_name(turn.kind) if draw else _begun(turn.kind),
        detail="",
        deadline=_deadline(orders, zone, now),
        action=gettext("Play"),
        again="",
    )


def _begun(kind: str) -> str:
    """Give what is asked before the first draw, as a sentence begins."""
    asked = symbols.decision_name(kind)
    return asked[:1].upper() + asked[1:]


def _others(seat: Seat, mine: Mine, zone: str, now: datetime) -> Row:
    game, orders = seat.game, _orders(seat, mine)
    missing = [order.seat.name for order in orders if order.submitted_at is None]
    if game.quarantined_at is not None:
        text = gettext("It stands still because of a fault of ours. A moderator was told.")
    elif game.status == Game.Status.PAUSED:
        text = gettext("It is paused.")
    elif missing:
        text = gettext("Waiting for %(names)s") % {"names": symbols.and_list(missing)}
    else:
        text = gettext("Everybody has ordered; it goes on in a moment.")
    still = game.status == Game.Status.PAUSED or game.quarantined_at is not None
    submitted = any(order.seat_id == seat.pk for order in orders)
    return Row(
        name=game.name,
        address=_play(seat),
        text=text,
        detail=gettext("Your order is in; you can change it until the turn closes.")
        if submitted
        else "",
        deadline=None if still else _deadline(orders, zone, now),
        action=gettext("Look"),
        again="",
    )


def _asked(seat: Seat, mine: Mine) -> Row:
    host = seat.game.host
    return Row(
        name=seat.game.name,
        address=links.invitation_path(seat),
        text=gettext("%(host)s invites you.") % {"host": host} if host else "",
        detail=_seats_text(seat, mine),
        deadline=None,
        action=gettext("Look and accept"),
        again="",
    )


def _table(seat: Seat, mine: Mine) -> Row:
    hosts = seat.game.host_id == seat.player_id
    return Row(
        name=seat.game.name,
        address=reverse("games:table", kwargs={"public_id": seat.game.public_id}),
        text=_seats_text(seat, mine),
        detail=gettext("You are the host.") if hosts else "",
        deadline=None,
        action=gettext("To the table"),
        again="",
    )


def _seats_text(seat: Seat, mine: Mine) -> str:
    seats = mine.taken.get(seat.game_id, [])
    taken = sum(1 for other in seats if other.accepted_at is not None)
    return ngettext(
        "%(taken)d of %(all)d seat is taken.", "%(taken)d of %(all)d seats are taken.", len(seats)
    ) % {"taken": taken, "all": len(seats)}


def _over(seat: Seat, mine: Mine) -> Row:
    over = seat.game.status == Game.Status.FINISHED
    text, detail = _result(seat, mine) if over else (gettext("It was called off."), "")
    return Row(
        name=seat.game.name,
        address=links.game_path(seat.game),
        text=text,
        detail=detail,
        deadline=None,
        action=gettext("Look back") if over else "",
        again=reverse("games:rematch", kwargs={"public_id": seat.game.public_id}) if over else "",
    )


def _result(seat: Seat, mine: Mine) -> tuple[str, str]:
    """Say who won, and with how many points this seat came where; nothing of what is unreadable."""
    names = [other.name for other in table.by_index(mine.taken.get(seat.game_id, []))]
    try:
        outcome = selectors.outcome_of(seat.game)
    except RulesError:
        outcome = None
    if outcome is None or seat.index is None or len(names) != len(outcome.scores):
        return "", ""
    own = outcome.scores[seat.index]
    best = outcome.scores[outcome.winners[0]]
    values = {
        "points": symbols.points_text(own.points),
        "place": own.rank,
        "all": len(outcome.scores),
        "best": symbols.points_text(best.points),
    }
    text = victory(outcome.winners, names, seat.index)
    if own.rank == 1:
        return text, gettext("You have %(points)s.") % values
    place = gettext("You have %(points)s and place %(place)d of %(all)d; %(best)s won.")
    return text, place % values
