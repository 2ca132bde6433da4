"""Searching at the desk: beginnings in any case, whole ids, and always along an index."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from augustus_site.desk.player_page import near_mailbox
from augustus_site.desk.search import find, games_called, mails_known_as, people_called
from games.models import Game, Player
from notifications.models import Mail
from tests.games.cast import open_game, running_game
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk import browser, text_of

pytestmark = pytest.mark.django_db

#: So many others are stored that reading all of them is no plan.
OTHERS = 4000


def test_games_people_and_mails_are_found():
    game = running_game("Anna", "Bruno")
    client = browser(moderator())
    mail = Mail.objects.filter(game=game).first()
    assert mail is not None

    for text, found in (
        ("anna@", "Anna@example.org"),
        ("Via", "Via Appia"),
        (game.public_id, "Via Appia"),
        (f"http://testserver/g/{game.public_id}/", "Via Appia"),
        (mail.message_id, "mail:"),
        (mail.key, "mail:"),
        ("nothing like that", "Nothing is found"),
    ):
        assert found in text_of(client.get("/admin/desk/search/", {"q": text})), text


def test_mails_of_a_game_that_one_sits_in_are_not_found():
    game = running_game("Anna", "Bruno")
    mail = Mail.objects.filter(game=game, seat__name="Anna").first()
    assert mail is not None
    moderator("Bruno")

    page = text_of(browser(person("Bruno")).get("/admin/desk/search/", {"q": mail.key}))

    assert "Nothing is found" in page


@pytest.mark.parametrize("text", ["via", "VIA A", "vIa appia"])
def test_the_beginning_of_a_games_name_is_enough_in_any_case(text: str):
    open_game("Anna", "Bruno")

    assert [game.name for game in games_called(text)] == ["Via Appia"]


@pytest.mark.parametrize("text", ["anna", "ANNA@EX", "livia", "Livia"])
def test_the_beginning_of_an_address_or_a_name_is_enough_in_any_case(text: str):
    Player.objects.create_user("Anna@Example.org", name="Livia")
    Player.objects.create_user("bruno@example.org", name="Marianna")

    assert [player.email for player in people_called(text)] == ["Anna@Example.org"]


@pytest.mark.parametrize("text", ["%", "_nna", "A%a", "\\", "an\\", "'", "x" * 200])
def test_signs_that_mean_something_to_a_database_are_letters_like_others(text: str):
    person("Anna")
    open_game("Anna", "Bruno")

    assert find(text, moderator()) == ()


def others() -> None:
    """Store many games and people, and let the database see how many they are."""
    game = running_game("Anna", "Bruno")
    Player.objects.bulk_create(
        Player(email=f"p{number}@example.org", name=f"Somebody {number}")
        for number in range(OTHERS)
    )
    copies = [
        Game(
            name=f"Game {number}", deck=game.deck, commitment=game.commitment,
            rules_version=game.rules_version, status="open",
        )
        for number in range(OTHERS)
    ]  # fmt: skip
    Game.objects.bulk_create(copies)
    Mail.objects.bulk_create(
        Mail(key=f"k:{number}", kind="mobilize", provider_id=f"<x{number}@example.org>")
        for number in range(OTHERS)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def scanned(found: QuerySet[Any]) -> list[str]:
    """Give how the database reaches the rows of a query: each scan, with its index."""
    (plan,) = json.loads(found.explain(format="JSON"))
    scans, left = [], [plan["Plan"]]
    while left:
        node = left.pop()
        left += node.get("Plans", [])
        scans += (
            [node.get("Index Name") or node["Node Type"]] if "Scan" in node["Node Type"] else []
        )
    return sorted(scans)


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such plans")
def test_what_is_looked_for_is_found_along_indexes():
    others()

    for found, indexes in (
        (games_called("Via"), {"game_name_begins"}),
        (people_called("an"), {"player_email_begins", "player_name_begins"}),
        (near_mailbox("anna@example.org"), {"player_mailbox_begins"}),
        (
            mails_known_as("x7@example.org"),
            {"mail_message_id_once", "mail_provider_id", "mail_key_once"},
        ),
    ):
        seen = set(scanned(found))
        assert indexes <= seen
        assert "Seq Scan" not in seen
