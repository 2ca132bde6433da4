"""What moderators do to games: done once, traced, refused where it does not fit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from games import integrity, links
from games.models import Game, Order, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.services import clock
from games.services.errors import Refused
from games.services.moderation import act, preview, roles
from games.services.table import open_turn
from games.talk_models import TableTalk
from tests.games.cast import (
    choice_for,
    order,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.site import person

pytestmark = pytest.mark.django_db


def moderator(name: str = "Marcus", group: str = "Moderators") -> Player:
    """Give a moderator, or a lead."""
    player = person(name)
    roles.put_in(player, group)
    return Player.objects.get(pk=player.pk)


def do(game: Game, code: str, by: Player | None = None, **asked: Any) -> ModeratorAction:
    """Let a moderator do something to a game."""
    found = by or moderator()
    return act(moderator=found, code=code, game_id=game.pk, why="Anna asked", **asked)


def refused(game: Game, code: str, **asked: Any) -> str:
    """Give the code with which an action is refused; nothing of it is left."""
    before = ModeratorAction.objects.count()
    with pytest.raises(Refused) as error:
        do(game, code, **asked)
    assert ModeratorAction.objects.count() == before
    return str(error.value.code)


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


def test_deadlines_are_moved_set_and_taken_away():
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due
    assert due is not None

    do(game, "extend", hours=24)
    assert turn_of(game).due == due + timedelta(hours=24)
    wanted = timezone.now() + timedelta(days=9)
    do(game, "set_due", due=wanted)
    assert turn_of(game).due == wanted
    do(game, "suspend")
    assert turn_of(game).due is None

    assert refused(game, "suspend") == "no_deadline"
    assert refused(game, "extend", hours=1) == "no_deadline"
    assert refused(game, "set_due", due=timezone.now()) == "due_is_past"


def test_an_order_is_given_only_for_who_has_given_none():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    order(game, "Anna")
    given = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna")).choice

    assert refused(game, "order_default", seat_id=seat_of(game, "Anna").pk) == "order_is_in"
    bruno = seat_of(game, "Bruno")
    choice = choice_for(game, turn_of(game), bruno)
    do(game, "order_given", seat_id=bruno.pk, choice=choice)

    turn = turn_of(game)
    stored = {row.seat.name: row for row in Order.objects.filter(turn=turn)}
    assert stored["Anna"].choice == given
    assert stored["Bruno"].source == Order.Source.MODERATOR
    assert clock.try_advance(turn_id=turn.pk)
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_which_cards_somebody_keeps_is_not_for_moderators_to_choose():
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    choice = choice_for(game, turn_of(game), anna)

    assert refused(game, "order_given", seat_id=anna.pk, choice=choice) == "keep_is_secret"
    do(game, "order_default", seat_id=anna.pk)
    assert Order.objects.get(turn=turn_of(game), seat=anna).source == Order.Source.MODERATOR


def test_a_turn_is_closed_now_with_defaults_for_who_gave_none():
    game = running_game("Anna", "Bruno", hours=24)
    turn = turn_of(game)
    order(game, "Anna")

    do(game, "advance_now")

    turn.refresh_from_db()
    assert turn.closed is not None
    sources = set(Order.objects.filter(turn=turn).values_list("source", flat=True))
    assert sources == {"link", "clock"}
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_a_dry_run_tells_only_whether_it_passes():
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)

    done = do(game, "dry_run")
    assert set(done.changed) == {"turn", "result", "milliseconds"}
    assert done.changed["result"] == "passes"
    assert open_turn(game) == turn

    Turn.objects.filter(pk=turn.pk).update(state_before={"format": 1})
    assert do(game, "dry_run").changed["result"] == "state_unreadable"


def test_a_game_is_set_apart_and_let_go():
    game = running_game("Anna", "Bruno")

    do(game, "quarantine")
    assert refused(game, "quarantine") == "game_quarantined"
    assert refused(game, "advance_now") == "game_quarantined"
    do(game, "release")
    game.refresh_from_db()
    assert game.quarantined_at is None
    assert refused(game, "release") == "not_quarantined"


def test_going_back_opens_the_turn_again_and_the_same_tokens_come():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    back_to = turn_of(game)
    tokens = []
    for _ in range(3):
        play_turn(game)
        tokens.append(Turn.objects.filter(game=game, closed__isnull=False).latest("number").events)
    newest = turn_of(game).number

    done = do(game, "go_back", number=back_to.number)

    game.refresh_from_db()
    again = turn_of(game)
    assert done.changed["new_turn"] == again.number == newest + 1
    assert again.restores == back_to
    assert again.state_before == back_to.state_before == game.state
    taken_back = Turn.objects.filter(game=game, superseded_at__isnull=False)
    assert [turn.number for turn in taken_back.order_by("number")] == list(
        range(back_to.number, newest + 1)
    )
    for seat in ("Anna", "Bruno"):
        choice = choice_for(game, back_to, seat_of(game, seat))
        order(game, seat, choice)
    assert clock.try_advance(turn_id=again.pk)
    again.refresh_from_db()
    assert again.events == tokens[0]
    assert integrity.faults_of(Game.objects.get(pk=game.pk)) == []


def test_nobody_goes_back_to_what_never_was():
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    number = turn_of(game).number
    play_turn(game)
    do(game, "go_back", number=number)

    for wrong in (0, number, 999):
        assert refused(game, "go_back", number=wrong) == "no_such_turn"


def test_a_game_that_the_engine_refuses_can_still_be_mended():
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    good = turn_of(game).number
    play_turn(game)
    bad = {"format": 1}
    Turn.objects.filter(game=game, closed=None).update(state_before=bad)
    Game.objects.filter(pk=game.pk).update(state=bad)

    do(game, "quarantine")
    do(game, "replace_by_bot", seat_id=seat_of(game, "Bruno").pk)
    do(game, "extend", hours=5)
    do(game, "go_back", number=good)
    do(game, "release")
    order(game, "Anna")
    assert clock.try_advance(turn_id=turn_of(game).pk)

    Game.objects.filter(pk=game.pk).update(state=bad)
    do(game, "close", by=moderator("Livia", "Leads"))
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_a_seat_is_replaced_and_given_back():
    game = running_game("Anna", "Bruno")
    old = seat_of(game, "Anna")

    do(game, "replace_by_bot", seat_id=old.pk)
    assert refused(game, "replace_by_bot", seat_id=old.pk) == "seat_replaced"
    bot = Seat.objects.get(game=game, index=old.index, replaced_at=None)
    do(game, "give_back", seat_id=bot.pk)

    again = Seat.objects.get(game=game, index=old.index, replaced_at=None)
    assert again.player == old.player
    assert refused(game, "give_back", seat_id=again.pk) == "no_former_player"


def test_links_are_revoked_and_sent_again():
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")

    do(game, "revoke", seat_id=anna.pk)
    assert seat_of(game, "Anna").link_epoch == anna.link_epoch + 1
    assert do(game, "resend").changed["seats"] == 2
    order(game, "Anna")
    assert do(game, "resend").changed["seats"] == 1
    assert refused(game, "nudge", seat_id=anna.pk) == "nobody_owes"


def test_a_message_is_hidden_once_and_the_table_is_told_that_one_was():
    game = running_game("Anna", "Bruno")
    said = TableTalk.objects.create(game=game, seat=seat_of(game, "Anna"), text="You are a fool")

    done = do(game, "hide_talk", message=said.pk)

    said.refresh_from_db()
    assert said.hidden_at is not None
    assert "fool" not in str(done.changed)
    assert refused(game, "hide_talk", message=said.pk) == "no_such_message"
    assert Happening.objects.get(game=game).code == "moderator_hide_talk"


def test_missed_turns_are_excused_and_who_was_absent_is_back():
    game = running_game("Anna", "Bruno", hours=24)
    anna = seat_of(game, "Anna")
    Seat.objects.filter(pk=anna.pk).update(missed=2, absent_since=timezone.now())

    do(game, "excuse", seat_id=anna.pk)

    anna.refresh_from_db()
    assert (anna.missed, anna.absent_since) == (0, None)
    assert refused(game, "excuse", seat_id=anna.pk) == "nothing_missed"


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


def test_the_link_of_a_turn_that_was_taken_back_only_says_so():
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    old = turn_of(game)
    path = links.turn_path(seat_of(game, "Anna"), old.number)

    do(game, "go_back", number=old.number)

    assert "A moderator took this turn back" in Client().get(path).content.decode()
    assert Client().post(path, {"form": "order", "choice": "pass"}).status_code in (409, 422)
    assert not Order.objects.filter(turn=old, voided_at=None).exists()
