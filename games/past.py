"""Reads of a game's past: its closed turns, what they brought, and the positions between them.

Nothing hidden is told of a running game: only closed turns that were not taken back are read, and
of a position no more than ``view_for`` gives a spectator is ever shown. A game's events alone say
what everybody controlled when, so a chart needs no positions; a position that is not kept any more
(they may be purged when a game is over) is played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games import queries
from games.models import Game, GameSeed, Order, Seat, Turn
from games.rules import RulesError, State
from games.rules.codec import TAG, Json, read_choice, read_event
from games.rules.events import Controlled, Event, ObjectiveDiscarded, TileTaken
from games.selectors import playing, public_game
from games.services.table import chance_of, rules_of, state_of, words_of

#: The only events that change what a seat would score.
_SCORING = frozenset(found.code for found in (Controlled, ObjectiveDiscarded, TileTaken))


@dataclass(frozen=True, slots=True)
class Stop:
    """A closed turn that counts, with its events as they are stored; number 0 is the set-up."""

    number: int
    draw: int
    kind: str
    stored: Sequence[Json]

    def events(self) -> tuple[Event, ...]:
        """Read what closing the turn brought about; private events are among these."""
        return tuple(read_event(event) for event in self.stored)


@dataclass(frozen=True, slots=True)
class Past:
    """A started game's closed turns, oldest first, and who plays it, in seat order."""

    game: Game
    seats: tuple[Seat, ...]
    stops: tuple[Stop, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def events(self) -> tuple[Event, ...]:
        """Read all events of the game; private ones are among these."""
        return tuple(event for stop in self.stops for event in stop.events())


@dataclass(frozen=True, slots=True)
class Holding:
    """What one seat has that scores: controlled cards and reward tiles, in the order taken."""

    controlled: tuple[int, ...] = ()
    tiles: tuple[str, ...] = ()


def past_of(public_id: str) -> Past | None:
    """Give a game's past, None for no such game; without stops where it has not begun."""
    game = public_game(public_id)
    if game is None:
        return None
    turns = queries.PAST(game=game.pk)
    return Past(game, playing(game), tuple(Stop(*turn) for turn in turns))


def holdings(past: Past) -> list[tuple[Holding, ...]]:
    """Give, after each stop, what every seat controls and holds: from the events alone."""
    now = [Holding()] * len(past.seats)
    told = []
    for stop in past.stops:
        for stored in stop.stored:
            if stored[TAG] in _SCORING:
                _apply(now, read_event(stored))
        told.append(tuple(now))
    return told


def _apply(now: list[Holding], event: Event) -> None:
    """Move a card or tile to whom the event gives it."""
    if isinstance(event, Controlled):
        has = now[event.seat]
        now[event.seat] = replace(has, controlled=(*has.controlled, event.card))
    elif isinstance(event, ObjectiveDiscarded):
        has = now[event.seat]
        kept = tuple(card for card in has.controlled if card != event.card)
        now[event.seat] = replace(has, controlled=kept)
    elif isinstance(event, TileTaken):
        if event.loser is not None:
            has = now[event.loser]
            kept_tiles = tuple(tile for tile in has.tiles if tile != event.tile)
            now[event.loser] = replace(has, tiles=kept_tiles)
        has = now[event.seat]
        now[event.seat] = replace(has, tiles=(*has.tiles, event.tile))


def position(past: Past, place: int) -> State | None:
    """Give the position that the stop at this place was decided on, after the last one: now's.

    The set-up is shown as the position that it led to. None where it cannot be read.
    """
    place = max(place, 1)
    if place >= len(past.stops):
        return _read(past.game.state)
    number = past.stops[place].number
    stored = Turn.objects.values_list("state_before", flat=True).get(game=past.game, number=number)
    return _read(stored) if stored is not None else _played_again(past, place)


def _read(stored: Json) -> State | None:
    try:
        return state_of(stored) if stored is not None else None
    except RulesError:
        return None


def _played_again(past: Past, place: int) -> State | None:
    """Play a finished game again up to a stop; positions of a running one are always kept."""
    if past.game.status != Game.Status.FINISHED:
        return None
    orders = Order.objects.filter(
        turn__game=past.game, voided_at=None, choice__isnull=False
    ).values_list("turn__number", "seat__index", "choice")
    choices: dict[int, dict[int, Json]] = {}
    for number, index, choice in orders:
        choices.setdefault(number, {})[index or 0] = choice
    rules, chance = rules_of(past.game), chance_of(past.game, words_of(past.seats))
    order = tuple(range(len(past.seats))) if past.game.seats_by_host else None
    try:
        state = rules.start(len(past.seats), chance, order).state
        for stop in past.stops[1:place]:
            given = choices.get(stop.number, {})
            decisions = {seat: read_choice(choice) for seat, choice in given.items()}
            state = rules.advance(state, decisions, chance).state
    except RulesError:
        return None
    return state


def seed_of(game: Game) -> bytes | None:
    """Give a finished game's seed, None for any other: then it is nobody's business yet."""
    if game.status != Game.Status.FINISHED:
        return None
    return bytes(GameSeed.objects.values_list("seed", flat=True).get(pk=game.pk))
