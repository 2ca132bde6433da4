"""What moderators do to games: who may, with a reason, once, traced, and told to the players."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client

from games.models import Game, Player
from games.moderation_models import ModeratorAction
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.services.errors import Refused
from games.services.moderation import act, preview
from games.talk_models import TableTalk
from tests.games.cast import (
    play_turn,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.moderating import do, moderator, refused
from tests.games.site import person

pytestmark = pytest.mark.django_db


def test_a_deed_leaves_one_line_in_the_trace():
    game = running_game("Anna", "Bruno", hours=24)

    done = do(game, "extend", hours=24)

    assert (done.action, done.why, done.game, done.moderator) == (
        "extend", "Anna asked", game, moderator(),
    )  # fmt: skip
    assert done.changed["turn"] == 1


def test_the_trace_is_neither_changed_nor_deleted():
    done = do(running_game("Anna", "Bruno"), "quarantine")

    for deed in (
        lambda: ModeratorAction.objects.filter(pk=done.pk).update(why="nothing"),
        lambda: ModeratorAction.objects.filter(pk=done.pk).update(moderator=person("Anna")),
        lambda: ModeratorAction.objects.filter(pk=done.pk).delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            deed()
    with pytest.raises(TypeError):
        done.save()
    with pytest.raises(TypeError):
        done.delete()
    assert ModeratorAction.objects.get().why == "Anna asked"


def test_the_line_of_a_deleted_moderator_stays_without_a_name():
    done = do(running_game("Anna", "Bruno"), "quarantine")

    moderator().delete()

    done.refresh_from_db()
    assert done.moderator is None
    assert done.why == "Anna asked"


def test_nobody_but_a_moderator_without_a_seat_acts():
    game = running_game("Anna", "Bruno", hours=24)
    anna = person("Anna")
    anna.is_staff = True
    anna.save()
    anna.groups.add(Group.objects.get(name="Leads"))

    assert refused(game, "extend", by=person("Clara"), hours=1) == "not_moderator"
    assert refused(game, "extend", by=Player.objects.get(pk=anna.pk), hours=1) == "own_game"
    assert refused(game, "close") == "not_lead"


def test_a_reason_must_be_given():
    game = running_game("Anna", "Bruno")
    with pytest.raises(Refused, match="why_missing"):
        act(moderator=moderator(), code="quarantine", game_id=game.pk, why="  ")


def test_what_was_looked_at_must_still_be_so():
    game = running_game("Anna", "Bruno", hours=24)
    seen = turn_of(game).number
    play_turn(game)

    assert refused(game, "extend", seen=seen, hours=1) == "moved_on"


def test_a_preview_changes_nothing():
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due

    changed = preview(
        lambda done: done.changed,
        moderator=moderator(),
        code="extend",
        game_id=game.pk,
        why="to see",
        hours=2,
    )

    assert due is not None
    assert changed["due"] == (due + timedelta(hours=2)).isoformat(timespec="minutes")
    assert turn_of(game).due == due
    assert not ModeratorAction.objects.exists()


def test_a_message_is_hidden_once_and_the_table_is_told_that_one_was():
    game = running_game("Anna", "Bruno")
    said = TableTalk.objects.create(game=game, seat=seat_of(game, "Anna"), text="You are a fool")

    done = do(game, "hide_talk", message=said.pk)

    said.refresh_from_db()
    assert said.hidden_at is not None
    assert "fool" not in str(done.changed)
    assert refused(game, "hide_talk", message=said.pk) == "no_such_message"
    assert Happening.objects.get(game=game).code == "moderator_hide_talk"


def test_the_players_read_neutral_lines_and_never_the_reason():
    game = running_game("Anna", "Bruno", hours=24)

    do(game, "extend", hours=1)
    do(game, "pause")
    do(game, "resume")
    do(game, "resend")

    told = [happening_text(one) for one in Happening.objects.filter(game=game).order_by("id")]
    assert told == [
        "A moderator moved the deadline of the open turn.",
        "A moderator paused the game.",
        "The game goes on after the pause.",
    ]
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_whoever_opens_the_games_page_reads_what_a_moderator_did_and_not_why():
    game = running_game("Anna", "Bruno", hours=24)

    do(game, "extend", hours=1)

    page = Client().get(f"/g/{game.public_id}/").content.decode()
    assert "A moderator moved the deadline of the open turn." in page
    assert "Anna asked" not in page
