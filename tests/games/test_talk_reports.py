"""Reporting what somebody said: by players of the table, read by moderators alone."""

from __future__ import annotations

from typing import Any

import pytest

from games import mine
from games.models import Game, Player
from games.services import account, seats
from games.services.reports import MOST
from games.talk_models import TableTalk, TalkMute, TalkReport
from tests.games.browsing import BROWSER, text, turn_path
from tests.games.cast import play_turn, running_game, seat_of
from tests.games.moderating import do, moderator, refused
from tests.games.site import person

pytestmark = pytest.mark.django_db


def said_by(game: Game, name: str, words: str = "You are a fool") -> TableTalk:
    return TableTalk.objects.create(game=game, seat=seat_of(game, name), text=words)


def report(game: Game, name: str, said: TableTalk, path: str = "", **fields: str) -> Any:
    form = {"form": "report", "message": str(said.pk), "report": "yes", **fields}
    return BROWSER.post(path or turn_path(game, name), form)


def reads(game: Game, name: str, query: str = "") -> str:
    return text(BROWSER.get(turn_path(game, name) + query))


def test_anna_reports_what_bruno_said_and_reads_only_that_she_did() -> None:
    game = running_game("Anna", "Bruno")
    said = said_by(game, "Bruno")
    assert f"?report={said.pk}#report" in reads(game, "Anna")

    asked = reads(game, "Anna", f"?report={said.pk}")
    assert "Report what Bruno said?" in asked
    assert "<blockquote><bdi>You are a fool</bdi></blockquote>" in asked
    answer = report(game, "Anna", said, why="He calls me names")

    assert answer.status_code == 303
    found = TalkReport.objects.get()
    assert (found.message, found.player, found.why) == (said, person("Anna"), "He calls me names")
    after = reads(game, "Anna")
    assert "Reported" in after
    assert "?report=" not in after
    assert "Report what Bruno said?" not in reads(game, "Anna", f"?report={said.pk}")


def test_looking_at_the_form_reports_nothing_and_sending_it_needs_a_choice() -> None:
    game = running_game("Anna", "Bruno")
    said = said_by(game, "Bruno")

    BROWSER.get(turn_path(game, "Anna") + f"?report={said.pk}")
    answer = report(game, "Anna", said, report="", why="rude")

    assert answer.status_code == 422
    assert "Nothing was reported." in text(answer)
    assert 'value="rude"' in text(answer)
    assert not TalkReport.objects.exists()


def test_whoever_wrote_it_and_all_others_read_the_same_as_before() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    said = said_by(game, "Bruno")
    before = {name: reads(game, name) for name in ("Bruno", "Clara")}

    report(game, "Anna", said)
    assert {name: reads(game, name) for name in ("Bruno", "Clara")} == before
    do(game, "set_aside", message=said.pk)

    assert {name: reads(game, name) for name in ("Bruno", "Clara")} == before
    assert mine.everything_about(person("Bruno"))["messages_reported"] == []


def test_one_player_reports_a_message_once_and_others_may_as_well() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    said = said_by(game, "Bruno")

    for name in ("Anna", "Anna", "Clara"):
        assert report(game, name, said).status_code == 303

    assert TalkReport.objects.count() == 2


def test_what_a_seat_does_not_see_it_cannot_report() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    hidden, muted, own = (said_by(game, name) for name in ("Bruno", "Clara", "Anna"))
    elsewhere = said_by(running_game("Dario", "Elena"), "Dario")
    do(game, "hide_talk", message=hidden.pk)
    TalkMute.objects.create(seat=seat_of(game, "Anna"), of=seat_of(game, "Clara"))

    for said in (hidden, muted, own, elsewhere):
        answer = report(game, "Anna", said)
        assert answer.status_code == 409
        assert "There is no such message" in text(answer)
        assert "Report what" not in reads(game, "Anna", f"?report={said.pk}")
    assert not TalkReport.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "x", "-1", "9" * 30])
def test_a_number_that_is_none_is_no_message(number: str) -> None:
    game = running_game("Anna", "Bruno")

    form = {"form": "report", "message": number, "report": "yes"}
    assert BROWSER.post(turn_path(game, "Anna"), form).status_code == 409
    assert BROWSER.get(turn_path(game, "Anna") + f"?report={number}").status_code == 200


def test_an_old_link_and_a_replaced_seat_report_nothing() -> None:
    game = running_game("Anna", "Bruno")
    said, old = said_by(game, "Bruno"), turn_path(game, "Anna")
    play_turn(game)
    assert report(game, "Anna", said, old).status_code == 409

    path = turn_path(game, "Anna")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    assert report(game, "Anna", said, path).status_code == 409
    assert not TalkReport.objects.exists()


def test_a_reason_is_one_harmless_line_and_not_too_long() -> None:
    game = running_game("Anna", "Bruno")
    said = said_by(game, "Bruno")

    too_long = report(game, "Anna", said, why="x" * 201)
    assert too_long.status_code == 422
    assert "201 characters; at most 200" in text(too_long)
    report(game, "Anna", said, why="<b>rude</b>\r\n\u202eagain")

    assert TalkReport.objects.get().why == "<b>rude</b> again"


def test_a_flood_of_reports_is_stopped() -> None:
    game = running_game("Anna", "Bruno")
    said = [said_by(game, "Bruno") for _ in range(MOST + 1)]

    statuses = [report(game, "Anna", one).status_code for one in said]

    assert statuses == [303] * MOST + [429]
    assert TalkReport.objects.count() == MOST
    assert report(game, "Anna", said[0]).status_code == 303, "it is reported already"


def test_hiding_the_message_closes_its_reports() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    said = said_by(game, "Bruno")
    report(game, "Anna", said)
    report(game, "Clara", said)

    done = do(game, "hide_talk", message=said.pk)

    assert done.changed == {"message": said.pk, "reports": 2}
    assert set(TalkReport.objects.values_list("outcome", flat=True)) == {"hidden"}
    assert refused(game, "set_aside", message=said.pk) == "no_open_report"


def test_reports_are_set_aside_with_a_reason_and_nobody_is_told() -> None:
    game = running_game("Anna", "Bruno")
    said = said_by(game, "Bruno")
    other = said_by(running_game("Dario", "Elena"), "Dario")
    report(game, "Anna", said)

    done = do(game, "set_aside", message=said.pk)

    assert (done.why, done.changed["reports"]) == ("Anna asked", 1)
    assert TalkReport.objects.get().outcome == "set_aside"
    said.refresh_from_db()
    assert said.hidden_at is None
    assert "moderator" not in reads(game, "Anna")
    assert refused(game, "set_aside", message=said.pk) == "no_open_report"
    assert refused(game, "set_aside", message=other.pk) == "no_such_message"


def test_what_was_said_in_a_game_that_is_over_can_still_be_looked_at() -> None:
    game = running_game("Anna", "Bruno")
    said, later = said_by(game, "Bruno"), said_by(game, "Bruno")
    report(game, "Anna", said)
    do(game, "close", by=moderator("Livia", "Leads"))

    do(game, "set_aside", message=said.pk)
    do(game, "hide_talk", message=later.pk)

    later.refresh_from_db()
    assert later.hidden_at is not None


def test_who_takes_their_data_away_finds_their_reports_and_nobody_elses() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    report(game, "Anna", said_by(game, "Bruno"), why="rude")
    report(game, "Clara", said_by(game, "Anna"), why="dull")

    (found,) = mine.everything_about(person("Anna"))["messages_reported"]

    assert (found["game"], found["why"]) == (game.public_id, "rude")


def test_of_a_deleted_player_a_report_keeps_neither_name_nor_words() -> None:
    game = running_game("Anna", "Bruno")
    report(game, "Anna", said_by(game, "Bruno"), why="I, Anna, was insulted")

    account.delete_account(player=person("Anna"))

    found = TalkReport.objects.get()
    assert (found.player, found.why, found.closed_at) == (None, "", None)
    assert not Player.objects.filter(name="Anna").exists()
