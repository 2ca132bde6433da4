"""What every page of the desk keeps: few queries, few bytes, and nothing of what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from augustus_site.desk.urls import urlpatterns
from games import links
from games.models import Game, GameSeed, Seat
from games.moderation_models import ModeratorAction
from games.talk_models import TableTalk
from tests.games.moderating import moderator
from tests.games.test_secrecy_everywhere import a_game, change_what_is_hidden
from tests.site.desk_tour import DESK, Stop, Town, deed, named, of_games, of_many, tour, troubled

pytestmark = pytest.mark.django_db

QUERIES, BYTES = 20, 150_000
#: What is another at every look: a form's own token, and how long a dry run took.
ANEW = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|milliseconds: \d+')


def test_every_page_asks_little_and_is_light_and_nothing_is_done():
    town = troubled()
    client, faults = town.client(), []
    names = set()
    for stop in tour(town):
        with CaptureQueriesContext(connection) as asked:
            answer = stop.at(client)
        names.add(answer.resolver_match.url_name)
        if answer.status_code != stop.status:
            faults.append(f"{stop.name}: {answer.status_code} instead of {stop.status}")
        if not stop.fields and len(asked) >= QUERIES:
            faults.append(f"{stop.name}: {len(asked)} queries")
        if len(answer.content) >= BYTES:
            faults.append(f"{stop.name}: {len(answer.content)} bytes")

    assert faults == [], "\n".join(faults)
    assert names == {pattern.name for pattern in urlpatterns}
    assert not ModeratorAction.objects.exists()


def test_no_page_shows_a_link_a_seed_or_a_word():
    town = troubled()
    client = town.client()
    seeds = [bytes(seed).hex() for seed in GameSeed.objects.values_list("seed", flat=True)]
    seats = list(Seat.objects.select_related("game"))
    secrets = [*seeds, *(f"{seat.name}'s word" for seat in seats)]
    secrets += [links.turn_path(seat, 1)[3:-1] for seat in seats]
    assert deed(town).at(client).status_code == 302

    for stop in (*tour(town), Stop("many done", f"{DESK}many/done/")):
        page = stop.at(client).content.decode()
        assert "/t/" not in page, stop.name
        assert [secret for secret in secrets if secret in page] == [], stop.name


@pytest.fixture
def stopped_clock() -> Iterator[None]:
    """Let no minute pass between two looks."""
    with time_machine.travel(datetime(2026, 12, 1, 12, 0, tzinfo=UTC), tick=False):
        yield


def looked_at(client: Client, stops: list[Stop]) -> dict[str, tuple[int, bytes]]:
    """What all of these answer, but for what is another every time."""
    answers: dict[str, Any] = {f"{stop.name} {stop.path}": stop.at(client) for stop in stops}
    return {
        name: (answer.status_code, ANEW.sub(b"", answer.content))
        for name, answer in answers.items()
    }


def stops_of(game: Game) -> list[Stop]:
    """Every page and preview at the desk that is about this game."""
    town = Town(moderator("Livia", "Leads"), game, named("Via Appia", "Livia", "Kira"), game)
    at = f"{DESK}games/{game.public_id}/"
    pages = [Stop("the desk", DESK), Stop("the game", at), Stop("the trace", f"{DESK}trace/")]
    people = [Stop("a person", f"{DESK}players/{seat.player_id}/") for seat in game.seats.all()]
    return [*pages, *people, *of_games(town), *of_many(town)]


@pytest.mark.usefixtures("stopped_clock")
def test_nothing_hidden_shows_at_the_desk_not_even_in_a_preview():
    game = a_game()
    bruno = Seat.objects.get(game=game, name="Bruno")
    TableTalk.objects.create(game=game, seat=bruno, text="Ave")
    stops = stops_of(game)
    client = Town(moderator("Livia", "Leads"), game, game, game).client()
    first = looked_at(client, stops)

    change_what_is_hidden(game, None)

    assert looked_at(client, stops) == first
    assert sum(status == 200 for status, _ in first.values()) > 30
