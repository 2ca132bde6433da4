"""Many games at once at the desk: ticked in a list, looked at, done, and told one by one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Turn
from games.moderation_models import ModeratorAction
from games.services.moderation.many import FOR_MANY
from notifications.models import Mail
from tests.games.cast import running_game, turn_of
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk import browser, text_of

pytestmark = pytest.mark.django_db

MANY, DONE = "/admin/desk/many/", "/admin/desk/many/done/"


def waiting(name: str, *players: str, **options: Any) -> Game:
    """A game of this name whose turn has been open for nine days."""
    game = running_game(*players, **options)
    Game.objects.filter(pk=game.pk).update(name=name)
    Turn.objects.filter(game=game, closed=None).update(opened=timezone.now() - timedelta(days=9))
    game.refresh_from_db()
    return game


def post(client: Client, code: str, *games: Game, **fields: Any) -> Any:
    ids = [game.public_id for game in games]
    return client.post(MANY, {"code": code, "game": ids, "why": "a storm", **fields})


def test_games_are_ticked_in_the_list_of_what_waits():
    game = waiting("Via Appia", "Anna", "Bruno")
    client = browser(moderator())
    box = f'<input type="checkbox" name="game" value="{game.public_id}"'
    assert box not in text_of(client.get("/admin/desk/")), "one alone is opened by its link"

    waiting("Via Latina", "Clara", "Dario")
    assert f'{box} aria-label="Choose Via Appia"> ' in text_of(client.get("/admin/desk/"))
    chosen = text_of(client.get("/admin/desk/?only=waiting&all"))
    assert f'{box} aria-label="Choose Via Appia" checked>' in chosen


def test_one_kind_of_trouble_alone_is_listed_further():
    games = [running_game("Anna", "Bruno") for _ in range(12)]
    old = timezone.now() - timedelta(days=9)
    Turn.objects.filter(game__in=games, closed=None).update(opened=old)
    client = browser(moderator())

    assert text_of(client.get("/admin/desk/")).count('name="game"') == 10
    assert text_of(client.get("/admin/desk/?only=waiting")).count('name="game"') == 12


def test_they_are_asked_about_once_shown_and_then_done_one_by_one():
    first = waiting("Via Appia", "Anna", "Bruno", hours=240)
    second = waiting("Via Latina", "Clara", "Dario")
    client = browser(moderator())
    due = turn_of(first).due

    asked = text_of(
        client.get(MANY, {"code": "extend", "game": [first.public_id, second.public_id]})
    )
    assert "Via Appia" in asked
    assert "Via Latina" in asked
    shown = text_of(post(client, "extend", first, second, hours=24))
    assert "Not possible:</strong> The open turn has no deadline." in shown
    assert "Yes, do it to 1 game<" in shown
    assert turn_of(first).due == due
    answer = post(client, "extend", first, second, hours=24, confirmed="1")
    assert (answer.status_code, answer.headers["Location"]) == (302, DONE)
    done = text_of(client.get(DONE))

    assert "1 of 2 games: done." in done
    assert done.index("The open turn has no deadline.") < done.index("deadline before")
    assert turn_of(first).due != due
    assert ModeratorAction.objects.get().game == first


def test_a_preview_names_the_mails_of_each_game():
    games = [waiting("Via Appia", "Anna", "Bruno"), waiting("Via Latina", "Clara", "Dario")]
    client = browser(moderator())

    shown = text_of(post(client, "nudge", *games))

    assert "Mails go to Anna, Bruno." in shown
    assert "Mails go to Clara, Dario." in shown
    assert not Mail.objects.filter(note="nudge").exists()


def test_what_was_looked_at_must_still_be_so():
    game = waiting("Via Appia", "Anna", "Bruno", hours=240)
    client = browser(moderator())

    answer = post(
        client, "extend", game, hours=1, confirmed="1", **{f"seen-{game.public_id}": "99"}
    )

    assert answer.status_code == 302
    assert "has moved on since you looked" in text_of(client.get(DONE))
    assert not ModeratorAction.objects.exists()


def test_a_game_twice_in_the_list_is_done_once():
    game = waiting("Via Appia", "Anna", "Bruno", hours=240)

    post(browser(moderator()), "extend", game, game, hours=1, confirmed="1")

    assert ModeratorAction.objects.count() == 1


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"code": "nudge"}, "No game is chosen."),
        ({"game": "aaaaaaaaaaaaaaaa"}, "Choose what is to be done"),
        ({"code": "go_back", "game": "aaaaaaaaaaaaaaaa"}, "Choose what is to be done"),
        ({"code": "nudge", "game": [f"{n:016d}" for n in range(101)]}, "At most 100 games"),
    ],
)
def test_what_cannot_be_done_is_said(query: dict[str, Any], said: str):
    answer = browser(moderator()).get(MANY, query)

    assert answer.status_code == 422
    assert said in text_of(answer)


def test_without_a_reason_the_form_is_shown_again():
    game = waiting("Via Appia", "Anna", "Bruno")

    answer = post(browser(moderator()), "pause", game, why=" ", confirmed="1")

    assert answer.status_code == 422
    assert not ModeratorAction.objects.exists()


def test_what_is_for_leads_is_offered_to_leads():
    games = [waiting("Via Appia", "Anna", "Bruno"), waiting("Via Latina", "Clara", "Dario")]
    marcus, livia = browser(moderator()), browser(moderator("Livia", "Leads"))
    option = '<option value="close">'

    assert option not in text_of(marcus.get("/admin/desk/"))
    assert option in text_of(livia.get("/admin/desk/"))
    assert post(marcus, "close", *games, confirmed="1").status_code == 409
    assert not ModeratorAction.objects.exists()
    assert post(livia, "close", *games, confirmed="1").status_code == 302
    assert Game.objects.filter(status="cancelled").count() == 2


def test_nothing_is_told_where_nothing_was_done():
    answer = browser(moderator()).get(DONE)

    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/desk/")


@pytest.mark.parametrize("code", FOR_MANY)
def test_nobody_but_moderators_without_a_seat_does_anything_to_many_games(code: str):
    game = running_game("Anna", "Bruno", hours=24)
    moderator("Anna", "Leads")
    values = {"hours": 24, "due": "2099-01-31 18:00", "confirmed": "1"}

    staff = person("Dario", is_staff=True)
    for client in (browser(None), browser(person("Clara")), browser(staff)):
        assert post(client, code, game, **values).status_code in (302, 403)
    seated = browser(person("Anna"))
    assert post(seated, code, game, **values).status_code == 302

    assert "You have, or had, a seat in this game" in text_of(seated.get(DONE))
    assert not ModeratorAction.objects.exists()


def test_a_page_for_a_hundred_games_takes_few_queries(django_assert_max_num_queries):
    games = [running_game("Anna", "Bruno") for _ in range(3)]
    client = browser(moderator())
    query = {"code": "nudge", "game": [game.public_id for game in games]}
    client.get(MANY, query)

    with django_assert_max_num_queries(8):
        client.get(MANY, query)
