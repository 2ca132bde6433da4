"""How an open page learns that it is out of date: a cheap question, and few bytes of answer."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import links
from games.models import Game
from games.services import clock, seats
from games.services.talk import say
from games.services.votes import LASTS
from games.vote_models import Vote
from tests.games.browsing import BROWSER, text, turn_path
from tests.games.cast import order, play_out, play_turn, running_game, seat_of, turn_of
from tests.games.voting import propose
from tests.games.voting import say as answer

pytestmark = pytest.mark.django_db


def marks(path: str) -> dict[str, str]:
    found: dict[str, str] = Client().get(path + "now/").json()
    return found


def on_page(path: str) -> dict[str, str]:
    """The marks that a page was made with."""
    page = text(BROWSER.get(path))
    return {
        name: page.split(f'data-{name}="')[1].split('"')[0]
        for name in ("turn", "orders", "talk", "votes")
    }


def test_the_marks_are_those_of_the_page_until_something_happens() -> None:
    game = running_game("Anna", "Bruno", "Clara")
    path, number = turn_path(game, "Anna"), turn_of(game).number
    assert marks(path) == on_page(path)

    order(game, "Bruno")
    assert marks(path)["orders"] == "1" != on_page(turn_path(game, "Clara"))["turn"]
    assert marks(path) == on_page(path)

    was = marks(path)
    say(seat_id=seat_of(game, "Clara").pk, turn_number=number, text="Come on")
    assert marks(path)["talk"] != was["talk"]
    assert {**marks(path), "talk": ""} == {**was, "talk": ""}
    assert marks(path) == on_page(path)

    play_turn(game)
    assert marks(path)["turn"] != was["turn"]
    # Closed now: it waits for the next.
    assert {**marks(path), "talk": "", "votes": ""} == on_page(path)


def test_what_is_proposed_answered_and_decided_shows_too() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    path, seen = turn_path(game, "Anna"), []
    for step in (
        lambda: None,
        lambda: propose(game, "Bruno", "extend"),
        lambda: propose(game, "Bruno", "pause"),
        lambda: say_to(game, "Clara", "pause"),
        lambda: say_to(game, "Anna", "extend", yes=False),
    ):
        step()
        seen.append(marks(path)["votes"])
        assert marks(path) == on_page(path)
    assert len(set(seen)) == 5
    Game.objects.filter(pk=game.pk).update(quarantined_at=timezone.now())
    assert marks(path)["votes"] == "0"
    Game.objects.filter(pk=game.pk).update(quarantined_at=None)
    assert marks(path)["votes"] == seen[-1]
    with time_machine.travel(timezone.now() + LASTS, tick=False):
        assert marks(path)["votes"] == "0", "it has expired"
        assert marks(path) == on_page(path)


def say_to(game: Game, name: str, kind: str, yes: bool = True) -> None:
    """Answer what is proposed of this kind."""
    answer(game, name, Vote.objects.get(game=game, kind=kind), yes)


def test_a_stop_a_new_player_and_the_end_show_too() -> None:
    game = running_game("Anna", "Bruno", target=3)
    path = turn_path(game, "Anna")
    seen = [marks(path)["turn"]]
    Game.objects.filter(pk=game.pk).update(status="paused")
    seen.append(marks(path)["turn"])
    assert marks(path) == on_page(path)
    Game.objects.filter(pk=game.pk).update(status="running")
    clock.quarantine(game_id=game.pk, error="state_unreadable")
    seen.append(marks(path)["turn"])
    Game.objects.filter(pk=game.pk).update(quarantined_at=None)
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    seen.append(marks(path)["turn"])
    game.refresh_from_db()
    play_out(game)
    seen.append(marks(path)["turn"])
    assert len(set(seen)) == 5
    assert 'id="now"' not in text(BROWSER.get(path))


def test_what_has_not_changed_costs_two_queries_and_no_body() -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio")
    for path, most in ((turn_path(game, "Anna"), 2), (links.game_path(game), 1)):
        with CaptureQueriesContext(connection) as queries:
            first = Client().get(path + "now/")
        assert len(queries) <= most
        assert len(first.content) < 100
        again = Client().get(path + "now/", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        order(game, "Bruno" if most == 2 else "Clara")
        changed = Client().get(path + "now/", headers={"If-None-Match": first.headers["ETag"]})
        assert changed.status_code == 200


def test_it_tells_a_watcher_nothing_that_the_page_does_not() -> None:
    game = running_game("Anna", "Bruno")
    path = links.game_path(game)
    assert {**marks(path), "talk": "", "votes": ""} == on_page(path)
    before = Client().get(path + "now/")
    propose(game, "Bruno", "pause")
    say(seat_id=seat_of(game, "Anna").pk, turn_number=1, text="Psst")
    after = Client().get(path + "now/")
    assert (after.content, dict(after.headers)) == (before.content, dict(before.headers))


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_for_reading(method: str) -> None:
    path = turn_path(running_game("Anna", "Bruno"), "Anna")
    assert getattr(Client(), method)(path + "now/").status_code == 405


def test_a_bad_link_is_told_nothing() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    invitation = links.invitation_path(seat_of(game, "Anna")).split("/")[2]
    other = path[:-2] + ("a/" if path[-2] == "q" else "q/")
    for bad in (other, f"/t/{invitation}/", "/t/x/", "/g/abcdefghijklmnop/", "/g/x/"):
        response: Any = Client().get(bad + "now/")
        assert (response.status_code, response.content) == (404, b"")
    seats.revoke_links(seat_id=seat_of(game, "Anna").pk)
    assert Client().get(path + "now/").status_code == 404
