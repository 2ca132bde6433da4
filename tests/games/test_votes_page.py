"""Proposing and answering on the pages: looking changes nothing, a choice is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import links
from games.models import Game, Seat
from games.services import seats, votes
from games.vote_models import Ballot, Vote
from tests.games.browsing import BROWSER, form_of, get, text, turn_path
from tests.games.cast import play_turn, running_game, seat_of, turn_of
from tests.games.site import person, signed_in

pytestmark = pytest.mark.django_db


def path_of(game: Game, name: str) -> str:
    return links.votes_path(seat_of(game, name))


def site_path(game: Game) -> str:
    return reverse("games:votes", kwargs={"public_id": game.public_id})


def propose(game: Game, name: str, kind: str) -> Vote:
    return votes.propose(seat_id=seat_of(game, name).pk, kind=kind)


def answer(path: str, vote: Vote, yes: str = "yes") -> Any:
    posted = {"form": "votes", "do": "vote", "vote": str(vote.pk), "answer": yes}
    return BROWSER.post(path, posted)


@pytest.mark.parametrize("method", ["get", "head", "options"])
@pytest.mark.parametrize("where", ["own", "turn"])
def test_looking_changes_nothing(method: str, where: str) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    propose(game, "Anna", "pause")
    path = path_of(game, "Bruno") if where == "own" else turn_path(game, "Bruno")
    response = getattr(BROWSER, method)(path)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert Ballot.objects.count() == 1
    assert Vote.objects.get().closed is None


def test_on_the_page_of_the_open_turn_one_proposes_and_the_other_answers() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    mine, other = turn_path(game, "Anna"), turn_path(game, "Bruno")
    form = form_of(mine, "propose")
    assert form.control("radio", "kind").now is None  # nothing is chosen beforehand
    assert form.control("radio", "kind").values == ["pause", "extend", "cancel"]
    response = BROWSER.post(mine, {"form": "votes", "do": "propose", "kind": "pause"})
    assert response.status_code == 303
    assert "You propose: Pause the game" in text(BROWSER.get(mine))
    assert "Anna proposes: pause the game" in text(BROWSER.get(other))
    assert "Awaited: <bdi>you</bdi>" in text(BROWSER.get(other))
    assert form_of(other, "vote").control("radio", "answer").now is None
    assert answer(other, Vote.objects.get()).status_code == 303
    game.refresh_from_db()
    assert game.status == "paused"
    page = get(other)
    assert page.state == "paused"
    resume = form_of(other, "propose").control("radio", "kind").values
    assert resume == ["resume", "cancel"]


def test_by_the_link_of_the_mail_another_clock_can_be_proposed_too() -> None:
    game = running_game("Anna", bots=1, hours=24)
    path = path_of(game, "Anna")
    posted = {"do": "propose", "kind": "clock"}
    assert BROWSER.post(path, posted).status_code == 422
    assert BROWSER.post(path, {**posted, "clock": "24"}).status_code == 422
    assert BROWSER.post(path, {**posted, "clock": "5"}).status_code == 422
    assert BROWSER.post(path, {**posted, "clock": "at-19", "weekend": "yes"}).status_code == 303
    game.refresh_from_db()
    assert (game.hours, game.daily_hour, game.weekend_pause) == (None, 19, True)
    assert BROWSER.post(path, {**posted, "clock": "none"}).status_code == 303
    game.refresh_from_db()
    assert (game.hours, game.daily_hour, game.weekend_pause) == (None, None, False)


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"do": "propose"},
        {"do": "propose", "kind": "nonsense"},
        {"do": "vote"},
        {"do": "vote", "vote": "x", "answer": "yes"},
        {"do": "vote", "vote": "9" * 30, "answer": "yes"},
        {"do": "x"},
    ],
)
def test_a_button_pressed_without_a_choice_does_nothing(posted: dict[str, str]) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    propose(game, "Anna", "pause")
    for path in (path_of(game, "Bruno"), turn_path(game, "Bruno")):
        response = BROWSER.post(path, {"form": "votes", **posted})
        assert response.status_code in (409, 422)
        assert 'role="alert"' in text(response)
    assert (Vote.objects.count(), Ballot.objects.count()) == (1, 1)


def test_without_a_seat_it_is_forbidden_and_nothing_is_changed() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "cancel")
    stranger = signed_in("Dora")
    posted = {"do": "vote", "vote": str(vote.pk), "answer": "yes"}
    assert stranger.post(site_path(game), **posted) == 403
    assert stranger.post(site_path(game), do="propose", kind="pause") == 403
    stranger.get(site_path(game))
    assert stranger.response.status_code == 403
    assert BROWSER.post(site_path(game), posted).status_code == 403
    old = seat_of(game, "Bruno")
    seats.replace_by_player(seat_id=old.pk, email=person("Dora").email)
    old.refresh_from_db()
    assert answer(links.votes_path(old), vote).status_code == 403
    assert Ballot.objects.count() == 1
    assert Vote.objects.get().closed is None


def test_signed_in_one_is_led_to_the_page_and_can_answer() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote, browser = propose(game, "Anna", "pause"), signed_in("Bruno")
    browser.get(site_path(game))
    assert browser.location == path_of(game, "Bruno")
    assert browser.post(site_path(game), do="vote", vote=str(vote.pk), answer="no") == 303
    vote.refresh_from_db()
    assert vote.outcome == "declined"


def test_a_bad_or_revoked_link_leads_nowhere() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    path, vote = path_of(game, "Bruno"), propose(game, "Anna", "pause")
    assert BROWSER.get("/v/" + "a" * 30 + "/").status_code == 404
    assert BROWSER.get(turn_path(game, "Bruno").replace("/t/", "/v/")).status_code == 404
    assert BROWSER.get(path.upper().removesuffix("/") + ">").status_code == 200
    seats.revoke_links(seat_id=seat_of(game, "Bruno").pk)
    assert answer(path, vote).status_code == 404
    assert Ballot.objects.count() == 1


def test_the_link_of_a_turn_that_has_closed_decides_nothing() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    old = turn_path(game, "Bruno")
    play_turn(game)
    vote = propose(game, "Anna", "cancel")
    assert answer(old, vote).status_code == 409
    assert "proposes" not in text(BROWSER.get(old))
    assert get(old).form("propose") is None
    assert Ballot.objects.count() == 1
    assert answer(turn_path(game, "Bruno", turn_of(game)), vote).status_code == 303


def test_who_is_absent_reads_why_they_cannot_vote() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    Seat.objects.filter(game=game, name="Bruno").update(absent_since=timezone.now())
    path = path_of(game, "Bruno")
    assert "Say that you are back, then vote." in text(BROWSER.get(path))
    assert get(path).form("vote") is None
    assert answer(path, vote).status_code == 409


def test_an_answer_given_twice_is_one_and_one_that_comes_too_late_is_told_so() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote, path = propose(game, "Anna", "pause"), path_of(game, "Bruno")
    assert answer(path, vote).status_code == 303
    assert answer(path, vote).status_code == 303
    response = answer(path, vote, "no")
    assert response.status_code == 409
    assert "decided already" in text(response)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_game_that_is_over_decides_nothing(status: str) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    Game.objects.filter(pk=game.pk).update(status=status)
    path = path_of(game, "Bruno")
    assert get(path).form("vote") is None
    assert answer(path, vote).status_code == 409


def test_the_page_of_a_turn_costs_one_query_more_for_any_number_of_votes(
    django_assert_max_num_queries: Any,
) -> None:
    game = running_game("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio", hours=24)
    path = turn_path(game, "Bruno")
    with django_assert_max_num_queries(7):
        BROWSER.get(path)
    for kind in ("pause", "extend", "cancel"):
        propose(game, "Anna", kind)
    with django_assert_max_num_queries(7):
        BROWSER.get(path)
