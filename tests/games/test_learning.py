"""The rules, the list of objectives, and the ways between the pages around a game."""

from __future__ import annotations

import html
import itertools
import re
from typing import Any

import pytest

from games import links
from games.presenting.learning import FAMILIES, usual_deck
from games.presenting.objectives_page import objectives_page, provenance
from games.rules.words import KINDS, VOCABULARY
from tests.games.browsing import BROWSER, text, turn_path
from tests.games.cast import open_game, play_turn, running_game


def numbers(**wanted: str) -> list[int]:
    return [found.card.number for found in objectives_page(wanted).cards]


def test_all_88_objectives_are_listed_with_how_sure_we_are() -> None:
    said = text(BROWSER.get("/objectives/"))

    assert "88 objectives" in said
    assert said.count('<li class="mini ') == 88
    assert "The card list was never published as text." in said
    assert said.count('class="provenance"') == 88


@pytest.mark.parametrize("kind", KINDS)
def test_filtered_by_kind(kind: str) -> None:
    assert {usual_deck()[number].kind for number in numbers(kind=kind)} == {kind}


def test_filters_are_combined_and_the_list_is_sorted() -> None:
    found = numbers(kind="green", symbol="D", sort="points")
    deck = usual_deck()

    assert found
    assert all(deck[number].kind == "green" and "D" in deck[number].symbols for number in found)
    points = [deck[number].points for number in found]
    assert points == sorted(points, reverse=True)
    assert numbers(goods="any") == sorted({*numbers(goods="wheat"), *numbers(goods="gold")})
    assert len(numbers(goods="any")) == 12
    assert sum(len(numbers(power=family)) for family in FAMILIES) == 88


def test_every_power_of_the_deck_has_a_family() -> None:
    assert {word.partition(":")[0] for word in VOCABULARY} | {"none"} == set(FAMILIES)


@pytest.mark.parametrize(
    "rubbish", ["x", "", "9" * 9000, "\x00", "<script>", "senator'--", "²", "SHCKTD", "SH", "HS"]
)
@pytest.mark.parametrize("name", ["kind", "symbol", "power", "goods", "sort", "other"])
def test_what_there_is_not_shows_all_and_says_so(name: str, rubbish: str) -> None:
    response = BROWSER.get("/objectives/", {name: rubbish})

    said = text(response)
    assert response.status_code == 200
    assert "88 objectives" in said
    assert ("is not to be had" in said) == (name != "other" and rubbish != "")


def test_a_filter_that_finds_nothing_is_no_error() -> None:
    response = BROWSER.get("/objectives/", {"kind": "senator", "goods": "gold"})

    assert response.status_code == 200
    assert "0 objectives" in text(response)


def test_provenance_in_words_also_where_a_file_says_it_in_others() -> None:
    assert provenance("documented(vp,goods) reconstructed(name)") == (
        "documented: points, goods",
        "reconstructed: name",
    )
    assert provenance("seen(colour)") == ("seen: colour",)
    assert provenance("") == ()


def test_the_rules_tell_every_power_and_every_reward() -> None:
    said = text(BROWSER.get("/rules/"))

    for told in ("Place up to 2 legions on any empty spaces.", "Complete one of your objectives"):
        assert told in said
    for reward in ("6 objectives", "three senators", "one of each kind", "most wheat"):
        assert reward in said
    assert said.count('<article class="card') == 9


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rules/", "/objectives/", "/practice/"])
def test_without_a_query(path: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        response = BROWSER.get(path)

    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_every_page_of_a_game_leads_to_the_others() -> None:
    game = running_game("Anna", "Bruno", target=3)
    play_turn(game)
    page = links.game_path(game)
    around = {page, f"{page}turns/", f"{page}bag/", f"{page}record.json", "/rules/"}

    for path in (page, f"{page}turns/", f"{page}bag/"):
        said = BROWSER.get(path).content.decode()
        ways = re.search(r'<nav class="ways".*?</nav>', said, re.DOTALL)
        assert ways
        assert set(re.findall('href="([^"]*)"', ways.group())) == around
        assert f'<a href="{path}" aria-current="page">' in said


@pytest.mark.django_db
def test_players_and_whoever_watches_are_given_the_link_for_watchers() -> None:
    game = running_game("Anna", "Bruno")

    for path in (links.game_path(game), turn_path(game, "Anna")):
        said = html.unescape(text(BROWSER.get(path)))
        assert "Let others watch" in said
        assert f'value="{links.game_url(game)}" readonly' in said


@pytest.mark.django_db
def test_before_the_start_nothing_leads_to_what_is_not_there() -> None:
    game = open_game("Anna", "Bruno")

    said = text(BROWSER.get(links.game_path(game)))

    assert "turns/" not in said
    assert "record.json" not in said
    assert BROWSER.get(f"{links.game_path(game)}bag/").status_code == 200


@pytest.mark.django_db
def test_strange_query_strings_break_no_page() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    page = links.game_path(game)
    paths = (page, f"{page}turns/", f"{page}bag/", f"{page}record.json", "/rules/", "/practice/")
    queries = ("turn=1&turn=x", "turn[]=1", "story=%00", "%ff=%fe", "=", "&&&", "turn", "turn=%ff")

    for path, query in itertools.product(paths, queries):
        assert BROWSER.get(f"{path}?{query}").status_code == 200, (path, query)
