"""Several people, or one person's two clicks, at the same moment: on PostgreSQL, with threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.clocks import Pace
from games.models import Game, Player, Seat
from games.rules import Ruleset
from games.services import access, limits, tables
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.tables import Plan
from games.views.site import form_key
from notifications.models import Mail
from tests.games.site import asked_link, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

MANY = 6


@pytest.fixture(autouse=True)
def on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer: there is no such race")


def at_once(deed: Callable[[int], Any], times: int = MANY) -> list[Any]:
    """Let so many threads do a thing at the same moment; gives results, or what was raised."""
    barrier = Barrier(times, timeout=60)

    def one(number: int) -> Any:
        try:
            barrier.wait()
            return deed(number)
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


def refused(results: list[Any]) -> list[str]:
    return [one.code for one in results if isinstance(one, Refused)]


def test_a_link_signs_in_once() -> None:
    link = asked_link("anna@example.org")
    results = at_once(lambda _number: access.enter(link=link))
    assert refused(results) == ["link_used"] * (MANY - 1)
    assert Player.objects.count() == 1


def test_a_form_asks_once() -> None:
    key = form_key()
    at_once(
        lambda _number: access.ask_to_sign_in(email="anna@example.org", network="1", form_key=key)
    )
    assert Mail.objects.count() == 1


def test_no_more_goes_through_than_there_is() -> None:
    assert sorted(at_once(lambda _number: limits.take(what="x", who="y", most=2))) == [
        *[False] * (MANY - 2),
        *[True] * 2,
    ]


def test_a_form_makes_one_game() -> None:
    anna, key = person("Anna"), form_key()
    plan = Plan("Via Appia", [Invitee(email="bruno@example.org")], Ruleset(), Pace(), public=False)
    made = at_once(lambda _number: tables.set_up(host=anna, plan=plan, form_key=key))
    assert {game.pk for game in made} == {Game.objects.get().pk}
    assert Mail.objects.count() == 1


def test_the_last_free_seat_is_taken_by_one() -> None:
    plan = Plan("Via Appia", [Invitee(free=True)], Ruleset(), Pace(), public=True)
    game = tables.set_up(host=person("Anna"), plan=plan, form_key=form_key())
    people = [person(f"P{number}") for number in range(MANY)]

    results = at_once(lambda number: tables.join(game_id=game.pk, player=people[number]))

    assert len(refused(results)) == MANY - 1
    assert Seat.objects.filter(game=game, accepted_at__isnull=False).count() == 2
    game.refresh_from_db()
    assert game.status == "running"
