"""Reads for pages and mails: few queries, and of others' orders never more than their times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from games import queries
from games.links import Link, Purpose, read_token
from games.models import Game, GameSeed, Order, Seat, Turn
from games.pace_models import Happening
from games.rules.codec import read_event
from games.rules.events import Event, TokenDrawn
from games.rules.scoring import Outcome
from games.said import Happened, marked
from games.services.table import rules_of, state_of

PUBLIC_ID = re.compile("[a-z2-7]{16}")

#: Seat -> the epoch that a link of it was good for when this process last looked; a hint, no more.
_EPOCHS: dict[int, int] = {}
_MOST_EPOCHS = 10_000

Told = TypeVar("Told", bound=Happened)


@dataclass(frozen=True, slots=True)
class Awaited:
    """One row of the open turn: whose it is, and since when it is in; never what it says."""

    seat_id: int
    submitted_at: datetime | None


@dataclass(frozen=True, slots=True)
class TurnData:
    """What the page of one seat and turn is made of.

    ``order`` None: nothing was asked of the seat in that turn. ``open_turn`` None: no turn is open.
    ``seats``: those that play now, in seat order. ``awaited``: the open turn's orders.
    ``newest``: the seat was asked nothing after that turn; older links are no key to what is new.
    """

    game: Game
    seat: Seat
    turn: Turn
    order: Order | None
    seats: tuple[Seat, ...]
    open_turn: Turn | None
    awaited: tuple[Awaited, ...]
    newest: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def zone(self) -> str:
        """Give the time zone of the seat's player."""
        return self.seat.player.time_zone if self.seat.player else "UTC"


@dataclass(frozen=True, slots=True)
class GameData:
    """What a game's page is made of; ``seed`` None until the game is over."""

    game: Game
    seats: tuple[Seat, ...]
    open_turn: Turn | None
    awaited: tuple[Awaited, ...]
    events: tuple[Event, ...]
    earlier: bool
    seed: bytes | None
    happenings: tuple[Happening, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names in seat order."""
        return tuple(seat.name for seat in self.seats)


def seat_by_token(text: str, purpose: Purpose) -> tuple[Seat, int] | None:
    """Give the seat and turn number of a link as it arrived, or None for a bad or revoked one."""
    link = read_link(text, purpose)
    if link is None:
        return None
    seat = queries.LINKED.one(seat=link.seat_id)
    if seat is None or not link.signed_for(seat.link_epoch):
        return None
    return seat, link.turn_number


def may_be_good(link: Link) -> bool:
    """Tell whether it is worth a lock to look whether a link is good; a made-up one never is.

    What was good once is asked for again only where it does not fit: a link that was revoked since
    is found by whoever holds the lock.
    """
    known = _EPOCHS.get(link.seat_id)
    if known is not None and link.signed_for(known):
        return True
    seat = queries.EPOCH.one(seat=link.seat_id)
    if seat is None or not link.signed_for(seat.link_epoch):
        return False
    if len(_EPOCHS) >= _MOST_EPOCHS:
        _EPOCHS.clear()
    _EPOCHS[link.seat_id] = seat.link_epoch
    return True


def has_turn(text: str) -> bool:
    """Tell whether a link to a turn, as it arrived, is good and there is that turn."""
    link = read_link(text, Purpose.TURN)
    if link is None or link.turn_number < 1:
        return False
    seat = queries.OF_TURN.one(seat=link.seat_id, turn=link.turn_number)
    return seat is not None and link.signed_for(seat.link_epoch)


def read_link(text: str, purpose: Purpose) -> Link | None:
    """Give what a link as it arrived says, None where it is none; whether it is signed is open."""
    link = read_token(text.partition("&")[0].partition("?")[0])
    return link if link is not None and link.purpose == purpose else None


def playing(game: Game, *, voting: bool = False, owing_in: Turn | None = None) -> tuple[Seat, ...]:
    """Give the seats that play, players loaded: in seat order, before the start as invited.

    ``voting``: with ``may_vote``, whether a seat has a say at its table now. ``owing_in``: also
    with ``owed`` (its order of that turn) and ``given`` (since when it is in), None without one.
    """
    if owing_in is not None:
        seats = queries.OWING(game=game.pk, turn=owing_in.pk, now=timezone.now())
    elif voting:
        seats = queries.VOTING(game=game.pk, now=timezone.now())
    else:
        seats = queries.PLAYING(game=game.pk)
    return tuple(sorted(seats, key=lambda seat: (seat.index or 0, seat.invited)))


def turn_data(seat: Seat, number: int) -> TurnData | None:
    """Give what a seat's page for a turn needs, or None where there is no such turn."""
    order = queries.ORDER.one(seat=seat.pk, turn=number)
    turn = order.turn if order else Turn.objects.filter(game=seat.game, number=number).first()
    if turn is None or number == 0:
        return None
    if turn.closed is None:
        open_turn: Turn | None = turn
        seats = playing(seat.game, owing_in=turn)
        awaited = _awaited_of(seats)
    else:
        open_turn, awaited = _open(seat.game)
        seats = playing(seat.game, voting=True)
    newest = order is not None and not getattr(order, "newer", False)
    return TurnData(seat.game, seat, turn, order, seats, open_turn, awaited, newest)


def _awaited_of(seats: Iterable[Seat]) -> tuple[Awaited, ...]:
    """Give the rows of a turn from seats that were read with what they owe in it."""
    rows = ((seat.pk, vars(seat)["owed"], vars(seat)["given"]) for seat in seats)
    return tuple(Awaited(number, given) for number, owed, given in rows if owed is not None)


def _open(game: Game) -> tuple[Turn | None, tuple[Awaited, ...]]:
    """Give the open turn without its position, and its rows without what they say.

    One query: the turn comes once for each of its rows, void or not.
    """
    found = queries.OPEN(game=game.pk)
    rows = [turn for turn in found if turn.owing is not None and turn.void is None]
    return next(iter(found), None), tuple(Awaited(row.owing, row.given) for row in rows)


def events_since_last_order(seat: Seat, number: int) -> tuple[Happened, ...]:
    """Give what happened before turn ``number``, from the last draw that the seat ordered in on.

    The seat's place counts, not its player: who took it over reads on where the other stopped.
    What it had said beforehand counts as told here first, and is marked. Events that are private
    to others are among these; ``story`` drops them.
    """
    rows = queries.SINCE_ORDER(game=seat.game_id, index=seat.index, turn=number)
    happened = tuple(
        event
        for stored, _since, said in rows
        for event in (marked(_read([stored]), seat.index) if said else _read([stored]))
    )
    return _from_draw(happened, rows[0][1] if rows else 0)


def events_from_turn(game: Game, number: int) -> tuple[Event, ...]:
    """Give what happened from the closing of turn ``number`` on, till now."""
    return _read(queries.FROM_TURN(game=game.pk, turn=number))


def _events(game: Game, draw: int) -> tuple[Event, ...]:
    return _read(queries.FROM_DRAW(game=game.pk, draw=draw - 1))


def _read(stored: Iterable[Sequence[object]]) -> tuple[Event, ...]:
    return tuple(read_event(event) for events in stored for event in events)


def _from_draw(events: tuple[Told, ...], draw: int) -> tuple[Told, ...]:
    """Drop what came before the token of ``draw``, which closes the turns of the draw before."""
    for place, event in enumerate(events):
        if isinstance(event, TokenDrawn) and event.draw >= draw > 0:
            return events[place:]
    return events


def public_game(public_id: str) -> Game | None:
    """Give the game with this public id, its host loaded, or None."""
    if not PUBLIC_ID.fullmatch(public_id):
        return None
    return queries.GAME.one(public_id=public_id)


def game_data(public_id: str, *, draws: int | None = None) -> GameData | None:
    """Give what a game's page needs; ``draws``: only the story of so many last draws."""
    game = public_game(public_id)
    if game is None:
        return None
    open_turn, awaited = _open(game)
    first = max(game.draw - draws + 1, 0) if draws else 0
    events = _from_draw(_events(game, first), first)
    seed = None
    if game.status == Game.Status.FINISHED:
        seed = bytes(GameSeed.objects.values_list("seed", flat=True).get(pk=game.pk))
    happenings = tuple(queries.HAPPENED(game=game.pk))
    return GameData(game, playing(game), open_turn, awaited, events, first > 1, seed, happenings)


def outcome_of(game: Game) -> Outcome | None:
    """Give the outcome of a finished game, None for any other."""
    if game.status != Game.Status.FINISHED:
        return None
    return rules_of(game).outcome(state_of(game.state))
