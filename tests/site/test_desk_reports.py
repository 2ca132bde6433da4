"""Reports of messages at the desk: what was said, by whom it was reported, and what is done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.moderation_models import ModeratorAction
from games.talk_models import TableTalk, TalkReport
from tests.games.cast import play_turn, running_game, seat_of
from tests.games.moderating import do, moderator
from tests.games.site import person
from tests.site.desk import at, browser, text_of

pytestmark = pytest.mark.django_db


def reported(game: Game, by: str = "Anna", of: str = "Bruno", why: str = "") -> TableTalk:
    """A message of somebody that somebody else has reported two days ago."""
    said = TableTalk.objects.create(game=game, seat=seat_of(game, of), text="You are a fool")
    TalkReport.objects.create(
        message=said, player=person(by), why=why, created=timezone.now() - timedelta(days=2)
    )
    return said


def test_the_desk_shows_what_was_said_who_reported_it_and_since_when(
    django_assert_max_num_queries,
):
    game = running_game("Anna", "Bruno", "Clara")
    said = reported(game, why="He calls me <names>")
    TalkReport.objects.create(message=said, player=person("Clara"))
    client = browser(moderator())
    client.get("/admin/desk/")

    with django_assert_max_num_queries(19):
        page = text_of(client.get("/admin/desk/"))

    assert "Bruno said: “You are a fool”" in page
    since = TalkReport.objects.get(player=person("Anna")).created
    assert f"Reported by Anna, {since:%Y-%m-%d}" in page
    assert "He calls me &lt;names&gt;" in page
    assert "Reported by Clara" in page
    assert f"{at(game)}do/hide_talk/?message={said.pk}" in page
    assert f"{at(game)}do/set_aside/?message={said.pk}" in page


def test_many_reports_of_one_message_are_one_trouble_and_many_are_counted():
    game = running_game("Anna", "Bruno")
    for _ in range(12):
        reported(game)

    page = text_of(browser(moderator()).get("/admin/desk/"))

    assert 'Messages reported <span class="desk-count">12</span>' in page
    assert page.count("do/set_aside/") == 10


def test_whoever_sits_in_the_game_sees_no_reports_of_it():
    game = running_game("Anna", "Bruno", "Clara")
    said = reported(game)
    moderator("Bruno")
    client = browser(person("Bruno"))

    for path in ("/admin/desk/", at(game), f"{at(game)}do/set_aside/?message={said.pk}"):
        page = text_of(client.get(path))
        assert "Reported by" not in page
        assert "You are a fool" not in page


def test_whoever_wrote_it_reads_nothing_of_it_in_the_trace():
    game, other = running_game("Anna", "Bruno"), running_game("Clara", "Dario")
    said = reported(game)
    do(game, "set_aside", message=said.pk)
    do(other, "pause")
    moderator("Bruno")
    client = browser(person("Bruno"))

    page = text_of(client.get("/admin/desk/trace/"))
    csv = client.get("/admin/desk/trace/", {"as": "csv"}).getvalue().decode()

    assert "Set the reports aside" not in page
    assert "<td>Pause</td>" in page
    assert "set_aside" not in csv
    assert ",pause," in csv


def test_a_report_is_set_aside_from_the_desk():
    game = running_game("Anna", "Bruno")
    said = reported(game)
    client = browser(moderator())
    address = f"{at(game)}do/set_aside/?message={said.pk}"

    asked = text_of(client.get(address))
    assert "Bruno: “You are a fool”" in asked
    fields = {"message": said.pk, "why": "They are old friends"}
    shown = text_of(client.post(address, fields))
    assert "The message stays as it is." in shown
    done = text_of(client.post(address, {**fields, "confirmed": "1"}, follow=True))

    assert "Set the reports aside: done." in done
    assert "They are old friends" in done
    assert ModeratorAction.objects.get().changed == {"message": said.pk, "reports": 1}
    assert "Reported by" not in text_of(client.get(at(game)))
    assert "Messages reported" not in text_of(client.get("/admin/desk/"))


def test_a_turn_that_goes_on_meanwhile_keeps_no_message_from_being_hidden():
    game = running_game("Anna", "Bruno")
    said = reported(game)
    client = browser(moderator())
    address = f"{at(game)}do/hide_talk/?message={said.pk}"
    form = client.get(address).context["form"]
    fields = {"message": said.pk, "why": "rude", "seen": form.initial.get("seen", "")}
    play_turn(game)

    done = text_of(client.post(address, {**fields, "confirmed": "1"}, follow=True))

    assert "Hide the message: done." in done


def test_an_old_message_with_a_report_stands_on_the_games_page():
    game = running_game("Anna", "Bruno")
    said = reported(game, why="rude")
    TableTalk.objects.bulk_create(
        TableTalk(game=game, seat=seat_of(game, "Anna"), text=f"Word {n}") for n in range(30)
    )
    client = browser(moderator())

    page = text_of(client.get(at(game)))

    assert f'id="message-{said.pk}"' in page
    assert "Reported by Anna" in page
    assert "Word 9<" not in page


def test_a_report_of_somebody_who_left_stays_without_a_name():
    game = running_game("Anna", "Bruno")
    reported(game)
    person("Anna").delete()

    assert "Reported by a former player" in text_of(browser(moderator()).get("/admin/desk/"))
