"""A stored game as the engine takes it: its rules, its chance, its position; and the locks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games.models import Game, Seat, StoredDeck, Turn
from games.prepared import Select, number
from games.rules import Chance, Deck, RefusedState, Rules, Ruleset, State
from games.rules.codec import from_json, to_json
from games.rules.errors import Malformed, RulesError
from games.rules.events import Event
from games.services.errors import Refused

Row = TypeVar("Row", bound=Model)


def _playing(*related: str) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game=number("game"), replaced_at=None)
    return seats.select_related("beforehand", *related).order_by("invited")


_PLAYING = Select(lambda: _playing("player"))
_ALONE = Select(_playing)


@lru_cache(maxsize=64)
def deck_of(sha256: str) -> Deck:
    """Give a stored deck by its hash; decks are never replaced, so each is read once a process."""
    return Deck.from_csv(StoredDeck.objects.get(pk=sha256).csv.encode())


@lru_cache(maxsize=512)
def _rules(sha256: str, ruleset: Ruleset) -> Rules:
    return Rules(ruleset, deck_of(sha256))


def rules_of(game: Game) -> Rules:
    """Give the rules that a game started with."""
    return _rules(game.deck_id, ruleset_of(game))


def ruleset_of(game: Game) -> Ruleset:
    """Give a game's switches; raises ``RefusedState`` for stored ones that are none."""
    try:
        return from_json(Ruleset, game.ruleset)
    except RulesError as error:
        raise RefusedState("ruleset_unreadable") from error


def state_of(data: Any) -> State:
    """Read a stored position; raises ``RefusedState`` for one that this engine cannot read."""
    try:
        return from_json(State, data)
    except Malformed as error:
        raise RefusedState("state_unreadable") from error


@lru_cache(maxsize=128)
def state_in(text: str | None) -> State:
    """Read a position from its text as it is stored; kept, as all who are asked in a turn need it.

    Raises what ``state_of`` does.
    """
    return state_of(None if text is None else json.loads(text))


def chance_of(game: Game, words: Sequence[str]) -> Chance:
    """Give a game's chance, from its seed and the words in the order of invitation."""
    return Chance.of(bytes(game.secret.seed), words)


def words_of(seats: Iterable[Seat]) -> list[str]:
    """Give the words for the bag in the order of invitation, from the seats that play."""
    return [seat.word for seat in sorted(seats, key=lambda seat: seat.invited)]


def playing_seats(game: Game, *, players: bool = True) -> list[Seat]:
    """Give the seats that play (not the replaced), in order of invitation.

    Their players are loaded, unless ``players`` is False, and what they said beforehand, but for
    standing orders.
    """
    return (_PLAYING if players else _ALONE)(game=game.pk)


def by_index(seats: Sequence[Seat]) -> list[Seat]:
    """Give seats of a started game in seat order."""
    return sorted(seats, key=lambda seat: seat.index if seat.index is not None else -1)


def events_json(events: Iterable[Event]) -> list[Any]:
    """Give events as they are stored."""
    return [to_json(event) for event in events]


def bot_randomness(game: Game, turn_number: int, seat_index: int) -> Random:
    """Give what a bot may throw dice with: fixed for game, turn and seat, apart from chance."""
    return Random(f"{game.public_id}/{turn_number}/{seat_index}")  # noqa: S311


def one(rows: QuerySet[Row]) -> Row | None:
    """Give the row of a query by a unique key, or None: ``first()`` without putting it in order."""
    return next(iter(rows), None)


def lock_game(game_id: int) -> Game:
    """Lock a game's row and give it; raises ``Refused`` where there is none."""
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise Refused("no_such_game")
    return game


def open_turn(game: Game, *, lock: bool = False) -> Turn | None:
    """Give a game's open turn, locked if wished, or None."""
    turns = Turn.objects.select_for_update() if lock else Turn.objects
    return turns.filter(game=game, closed=None).first()
