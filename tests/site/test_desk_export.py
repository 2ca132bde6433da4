"""What is stored about a person, handed out at the desk: theirs, traced, and without secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from augustus_site.desk.export import exported
from games import mine
from games.models import Game, Order, Player, Seat
from games.moderation_models import ModeratorAction
from games.standing_models import Beforehand, StandingOrder
from games.talk_models import TableTalk, TalkReport
from tests.games.cast import order, play_out, play_until, running_game, seat_of, turn_of
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk import browser, text_of

pytestmark = pytest.mark.django_db


def path(name: str) -> str:
    return f"/admin/desk/players/{person(name).pk}/do/export/"


def handed_out(by: Player, name: str) -> Any:
    """Let somebody ask for what is stored about somebody, and confirm it."""
    return browser(by).post(path(name), {"why": "Anna asked by letter", "confirmed": "1"})


def lead() -> Player:
    return moderator("Livia", "Leads")


def test_a_lead_gets_the_persons_data_and_the_trace_says_so():
    running_game("Anna", "Bruno")

    answer = handed_out(lead(), "Anna")

    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    data = json.loads(answer.content)
    assert data["profile"]["address"] == "Anna@example.org"
    assert [seat["game_name"] for seat in data["seats"]] == ["Via Appia"]
    assert "said beforehand" in data["left_out"]
    line = ModeratorAction.objects.get()
    assert (line.action, line.player, line.why) == (
        "export",
        person("Anna"),
        "Anna asked by letter",
    )


def test_it_is_asked_for_before_and_says_what_is_left_out():
    person("Anna")
    client = browser(lead())

    shown = text_of(client.post(path("Anna"), {"why": "a letter"}))

    assert "it holds no order" in shown
    assert not ModeratorAction.objects.exists()


def test_nobody_but_a_lead_gets_it():
    person("Anna")

    answer = handed_out(moderator(), "Anna")

    assert answer.status_code == 409
    assert "Only a lead moderator can do that." in text_of(answer)
    assert "Hand out what is stored" not in text_of(
        browser(moderator()).get(f"/admin/desk/players/{person('Anna').pk}/")
    )


def test_a_lead_who_plays_with_somebody_gets_it_when_the_game_is_over():
    game = running_game("Anna", "Livia", target=3)

    assert handed_out(lead(), "Anna").status_code == 409
    assert not ModeratorAction.objects.exists()
    play_out(game)

    assert handed_out(lead(), "Anna").status_code == 200


def secretive() -> Game:
    """A game at its first draw in which Anna has ordered, and has said more beforehand."""
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    order(game, "Anna")
    anna = seat_of(game, "Anna")
    Beforehand.objects.update_or_create(seat=anna)
    StandingOrder.objects.create(seat=anna, symbol="S", action={"type": "pass"})
    return game


def test_of_a_game_that_goes_on_nothing_hidden_is_handed_out():
    game = secretive()
    before = json.dumps(exported(person("Anna"), lead()), default=str)

    Order.objects.filter(turn=turn_of(game), seat__name="Anna").update(
        choice={"type": "other"}, source="standing"
    )
    Order.objects.filter(turn__number=1, seat__name="Anna").update(choice={"cards": [1, 2, 3]})
    StandingOrder.objects.all().delete()
    Seat.objects.filter(name="Anna").update(word="quite another word")

    assert json.dumps(exported(person("Anna"), lead()), default=str) == before
    for secret in ("choice", "cards", "standing", "beforehand", "word_for", "Anna's word"):
        assert secret not in before.replace(exported(person("Anna"), lead())["left_out"], "")


def test_of_a_game_that_is_over_the_orders_are_there():
    play_out(running_game("Anna", "Bruno", target=3))

    (seat,) = exported(person("Anna"), lead())["seats"]

    assert seat["word_for_the_bag"] == "Anna's word"
    assert seat["orders"][0]["choice"]


def test_a_lead_who_sat_with_the_person_learns_of_no_report_there():
    game, other = running_game("Anna", "Livia", target=3), running_game("Anna", "Bruno")
    for at, name in ((game, "Livia"), (other, "Bruno")):
        said = TableTalk.objects.create(game=at, seat=seat_of(at, name), text="You are a fool")
        TalkReport.objects.create(message=said, player=person("Anna"), why=f"of {name}")
    play_out(game)

    data = json.loads(handed_out(lead(), "Anna").content)

    assert [report["why"] for report in data["messages_reported"]] == ["of Bruno"]


def test_of_what_the_person_can_get_it_is_settled_what_is_handed_out():
    running_game("Anna", "Bruno")
    own, handed = mine.everything_about(person("Anna")), exported(person("Anna"), lead())

    assert own.keys() | {"left_out"} == handed.keys()
    assert own["seats"][0].keys() - handed["seats"][0].keys() == {
        "orders", "said_beforehand", "word_for_the_bag",
    }  # fmt: skip
