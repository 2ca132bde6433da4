"""One game as a file, and back: everything of it that is stored, with its seed.

Players are named by their addresses, so that the file can be read into another service. Rows get
new numbers there, so links mailed before lead nowhere: send the current ones again.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import Field, Model, QuerySet

from games.models import Game, GameSeed, Order, Player, Seat, StoredDeck, Turn
from games.pace_models import Happening
from games.services import lobby
from games.services.errors import Refused
from games.standing_models import Beforehand, StandingOrder
from games.talk_models import TableTalk, TalkMute, TalkReport
from games.vote_models import Ballot, Vote

FORMAT = 1

#: Every kind of row that belongs to a game, each after those that it names; and how it is found.
_ROWS: Mapping[type[Model], str] = {
    Game: "pk",
    GameSeed: "game",
    Seat: "game",
    Turn: "game",
    Order: "turn__game",
    Beforehand: "seat__game",
    StandingOrder: "seat__game",
    Happening: "game",
    TableTalk: "game",
    TalkMute: "seat__game",
    TalkReport: "message__game",
    Vote: "game",
    Ballot: "vote__game",
}
#: Kinds of rows that back-ups made before there were any do not hold.
_NEWER = frozenset((TalkReport,))
#: Fields that may name a row of their own kind, which comes later: filled in at the end.
_LATER = {(Seat, "replaced_by"), (Turn, "restores")}


def backup(game: Game) -> str:
    """Give everything stored of a game as JSON text. It holds the seed and unrevealed orders."""
    deck = StoredDeck.objects.get(pk=game.deck_id)
    rows = {
        model._meta.label: [_row(row) for row in _found(model, path, game)]
        for model, path in _ROWS.items()
    }
    return json.dumps(
        {"format": FORMAT, "deck": deck.csv, "rows": rows}, cls=DjangoJSONEncoder, indent=1
    )


def _found(model: type[Model], path: str, game: Game) -> QuerySet[Any]:
    return model._default_manager.filter(**{path: game.pk}).order_by("pk")


def _row(row: Model) -> dict[str, Any]:
    return {field.name: _value(row, field) for field in row._meta.concrete_fields}


def _value(row: Model, field: Field[Any, Any]) -> Any:
    value = getattr(row, field.attname)
    if field.related_model is Player:
        return None if value is None else Player.objects.values_list("email").get(pk=value)[0]
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value if isinstance(value, str | int | bool | list | dict | None) else str(value)


@transaction.atomic
def restore(text: str) -> Game:
    """Read a game back; raises ``Refused`` for what is no back-up, or a game that is there."""
    data = _read(text)
    made: dict[tuple[type[Model], Any], Any] = {}
    later: list[tuple[type[Model], Any, str, Any]] = []
    try:
        deck = lobby.store_deck(csv=data["deck"])
        for model in _ROWS:
            if model in _NEWER:
                data["rows"].setdefault(model._meta.label, [])
            for row in data["rows"][model._meta.label]:
                _insert(model, row, deck, made, later)
        for model, pk, name, old in later:
            kind = model._meta.get_field(name).related_model
            model._default_manager.filter(pk=pk).update(**{f"{name}_id": made[kind, old]})  # type: ignore[index]
    except (KeyError, TypeError, ValueError, ValidationError):
        raise Refused("no_backup") from None
    return Game.objects.get(pk=next(pk for (kind, _old), pk in made.items() if kind is Game))


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
        game = data["rows"][Game._meta.label][0]
        found, public_id = data["format"], game["public_id"]
    except (ValueError, KeyError, IndexError, TypeError):
        raise Refused("no_backup") from None
    if found != FORMAT:
        raise Refused("no_backup")
    if Game.objects.filter(public_id=public_id).exists():
        raise Refused("game_is_there", game=str(public_id))
    return dict(data)


def _insert(
    model: type[Model],
    row: Mapping[str, Any],
    deck: StoredDeck,
    made: dict[tuple[type[Model], Any], Any],
    later: list[tuple[type[Model], Any, str, Any]],
) -> None:
    values: dict[str, Any] = {}
    postponed: list[tuple[str, Any]] = []
    for field in model._meta.concrete_fields:
        if field.name not in row or (field.primary_key and not field.remote_field):
            continue
        value = row[field.name]
        if (model, field.name) in _LATER:
            postponed += [(field.name, value)] if value is not None else []
            continue
        values[field.attname] = _stored(field, value, deck, made)
    new = model(**values)
    model._default_manager.bulk_create([new])
    made[model, row.get(model._meta.pk.name)] = new.pk
    later += [(model, new.pk, name, value) for name, value in postponed]


def _stored(
    field: Field[Any, Any],
    value: Any,
    deck: StoredDeck,
    made: Mapping[tuple[type[Model], Any], Any],
) -> Any:
    kind = field.related_model
    if value is None:
        return None
    if kind is Player:
        return lobby.player_of(email=value).pk
    if kind is StoredDeck:
        return deck.pk
    if kind is not None:
        return made[kind, value]
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value)
    return value if isinstance(field, models.JSONField) else field.to_python(value)


def kinds() -> frozenset[type[Model]]:
    """Give every kind of row that a back-up holds."""
    return frozenset(_ROWS)
