"""One game as a file, and back: the same game, to the last row."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from games import integrity
from games.backup import backup, kinds, restore
from games.models import Game, Order, Player, Seat, Turn
from games.records import record_of
from games.rules.record import record_text
from games.services import clock
from games.services.errors import Refused
from games.talk_models import TableTalk, TalkReport
from tests.games.cast import order, play_turn, play_until, running_game, turn_of
from tests.games.moderating import do
from tests.games.site import person

pytestmark = pytest.mark.django_db

#: Kinds of rows near a game that are not the game's: whose they are instead.
NOT_THE_GAMES = {
    "games.Practice": "deleted within days",
    "games.ModeratorAction": "the trace stays where it was written",
    "notifications.Mail": "the outbox's, of links that lead nowhere after a restore",
    "notifications.Wish": "the player's",
}


def near_a_game() -> set[str]:
    """Every kind of row that names a game, or a row of one."""
    found, reach = {"games.Game"}, {"games.Game"}
    while reach:
        named = {
            model._meta.label
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if isinstance(field.related_model, type) and field.related_model._meta.label in reach
        }
        reach = named - found - set(NOT_THE_GAMES)
        found |= named
    return found


def test_every_kind_of_row_of_a_game_is_in_a_backup_or_named_here():
    assert near_a_game() - {model._meta.label for model in kinds()} <= set(NOT_THE_GAMES)


def played() -> Game:
    """A game with closed turns, one taken back, one open order, and a replaced seat."""
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    number = turn_of(game).number
    play_turn(game)
    do(game, "go_back", number=number)
    order(game, "Anna")
    do(game, "replace_by_bot", seat_id=Seat.objects.get(game=game, name="Bruno").pk)
    return Game.objects.get(pk=game.pk)


def shape(game: Game) -> Any:
    """What a game is, without the numbers of its rows."""
    turns = Turn.objects.filter(game=game).order_by("number")
    return (
        game.public_id,
        game.state,
        [(t.number, t.state_before, t.events, t.closed, t.superseded_at) for t in turns],
        [t.restores.number if t.restores else None for t in turns],
        [
            (o.turn.number, o.seat.name, o.choice, o.source, o.voided_at)
            for o in Order.objects.filter(turn__game=game).order_by("turn__number", "seat__name")
        ],
        [
            (s.index, s.name, s.bot, s.word, str(s.player), str(s.replaced_by))
            for s in Seat.objects.filter(game=game).order_by("name")
        ],
    )


def test_a_game_comes_back_as_it_was_and_plays_on():
    game = played()
    text, before, record = backup(game), shape(game), record_text(record_of(game))
    game.delete()
    Player.objects.all().delete()

    again = restore(text)

    assert shape(again) == before
    assert record_text(record_of(again)) == record
    assert integrity.faults_of(again) == []
    assert clock.try_advance(turn_id=turn_of(again).pk)


def test_a_game_that_is_there_is_not_touched():
    game = played()
    text, before = backup(game), shape(game)

    with pytest.raises(Refused, match="game_is_there"):
        restore(text)

    assert shape(Game.objects.get(pk=game.pk)) == before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": 9, "rows": {}}'])
def test_what_is_no_backup_is_refused(text: str):
    with pytest.raises(Refused, match="no_backup"):
        restore(text)
    assert not Game.objects.exists()


def test_a_backup_from_before_there_were_reports_comes_back():
    game = played()
    data = json.loads(backup(game))
    before = shape(game)
    game.delete()
    del data["rows"]["games.TalkReport"]

    assert shape(restore(json.dumps(data))) == before


def test_a_backup_cut_short_leaves_nothing_behind():
    game = played()
    data = json.loads(backup(game))
    del data["rows"]["games.Seat"]
    game.delete()

    with pytest.raises(Refused, match="no_backup"):
        restore(json.dumps(data))
    assert not Game.objects.exists()


def test_by_command_into_a_file_of_the_owners_alone(tmp_path: Path):
    game, file, out = played(), tmp_path / "game.json", StringIO()

    call_command("backup_game", game.public_id, str(file), stdout=out)
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="File exists"):
        call_command("backup_game", game.public_id, str(file), stdout=out)
    with pytest.raises(CommandError, match="is there already"):
        call_command("restore_game", str(file), stdout=out)
    game.delete()
    call_command("restore_game", str(file), stdout=out)

    assert "is back" in out.getvalue()
    assert Game.objects.filter(public_id=game.public_id).exists()


def test_what_was_said_and_reported_comes_back_with_it():
    game = played()
    said = TableTalk.objects.create(
        game=game, seat=Seat.objects.get(game=game, name="Anna"), text="You fool!"
    )
    TalkReport.objects.create(message=said, player=person("Bruno"), why="rude")
    text = backup(game)
    game.delete()

    again = restore(text)

    report = TalkReport.objects.get()
    assert (report.message.game, report.message.text) == (again, "You fool!")
    assert (report.player, report.why, report.closed_at) == (person("Bruno"), "rude", None)
