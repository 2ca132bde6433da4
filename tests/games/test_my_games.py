"""A player's games: what waits for them first, for whom they wait, and the way to their turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import links, selectors
from games.models import Game, Turn
from games.services import clock, tables
from tests.games.browsing import BROWSER
from tests.games.cast import open_game, order, play_out, running_game, seat_of, turn_of
from tests.games.site import Browser, person, signed_in

pytestmark = pytest.mark.django_db


def place(browser: Browser, name: str) -> str:
    """Under which heading a game of this name stands."""
    before = browser.text.partition(f">{name}</a>")[0]
    return before.rpartition('<section class="my" id="')[2].partition('"')[0]


def named(game: Game, name: str) -> Game:
    Game.objects.filter(pk=game.pk).update(name=name)
    game.refresh_from_db()
    return game


def test_what_waits_for_anna_comes_first_with_its_deadline_in_her_zone() -> None:
    anna = person("Anna", time_zone="Asia/Tokyo")
    late = named(running_game("Anna", "Bruno", hours=72), "Late")
    soon = named(running_game("Anna", "Bruno", hours=24), "Soon")
    done = named(running_game("Anna", "Bruno", "Clara", hours=24), "Done")
    order(done, "Anna")
    order(done, "Clara")
    browser = signed_in(anna.name)

    browser.get("/games/")

    assert (place(browser, "Late"), place(browser, "Soon")) == ("mine", "mine")
    assert browser.text.index(">Soon<") < browser.text.index(">Late<")
    assert place(browser, "Done") == "others"
    assert "Waiting for Bruno" in browser.text
    assert "Waiting for Clara" not in browser.text
    assert browser.text.count("(Asia/Tokyo, UTC+09:00)") == 3
    due = turn_of(soon).due
    assert due is not None
    assert due.strftime("%Y-%m-%dT%H:%M:%SZ") in browser.text
    assert turn_of(late).due is not None


def test_the_way_to_the_turn_needs_no_token() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    anna.get(f"/g/{game.public_id}/play/")
    assert anna.response.status_code == 303
    path = links.turn_path(seat_of(game, "Anna"), turn_of(game).number)
    assert anna.location == f"{path}?by=site"
    assert anna.response.headers["Cache-Control"] == "no-store"
    assert BROWSER.get(anna.location).status_code == 200


def test_nobody_gets_to_anothers_turn() -> None:
    game = running_game("Anna", "Bruno")
    clara, stranger = signed_in("Clara"), Browser()
    clara.get(f"/g/{game.public_id}/play/")
    assert clara.response.status_code == 404
    hidden = clara.text
    clara.get("/g/aaaaaaaaaaaaaaaa/play/")
    assert clara.text == hidden
    stranger.get(f"/g/{game.public_id}/play/")
    assert stranger.location.startswith("/sign-in/?then=")


def test_invitations_tables_and_finished_games_have_their_places() -> None:
    named(open_game("Anna", "Bruno"), "Asked")
    table = named(open_game("Anna", "Clara"), "Table")
    tables.join(game_id=table.pk, player=person("Anna"))
    over = named(running_game("Anna", "Bruno", target=3), "Over")
    play_out(over)
    anna = signed_in("Anna")

    anna.get("/games/")

    assert place(anna, "Asked") == "invited"
    assert place(anna, "Table") == "open"
    assert "1 of 2 seats are taken." in anna.text
    assert place(anna, "Over") == "over"
    assert f"/g/{over.public_id}/again/" in anna.text


def test_finished_games_say_who_won_and_where_one_came() -> None:
    over = named(running_game("Anna", "Bruno", "Clara", target=3), "Over")
    play_out(over)
    outcome = selectors.outcome_of(over)
    assert outcome is not None
    (winner,) = outcome.winners
    second = next(score for score in outcome.scores if score.rank > 1)
    names = [seat.name for seat in selectors.playing(over)]

    at = signed_in(names[second.seat])
    at.get("/games/")
    best = outcome.scores[winner].points
    assert f"{names[winner]} wins!" in at.text
    own = f"You have {second.points} points and place {second.rank} of 3; {best} points won."
    assert own in at.text
    at = signed_in(names[winner])
    at.get("/games/")
    assert "You win!" in at.text
    assert f"You have {best} points." in at.text


def test_a_finished_game_that_cannot_be_read_any_more_breaks_no_page() -> None:
    over = named(running_game("Anna", "Bruno", target=3), "Over")
    play_out(over)
    Game.objects.filter(pk=over.pk).update(state={"version": 0})
    anna = signed_in("Anna")
    anna.get("/games/")
    assert (anna.response.status_code, place(anna, "Over")) == (200, "over")


def test_paused_and_quarantined_games_say_so_and_wait_for_nobody() -> None:
    paused = named(running_game("Anna", "Bruno", hours=24), "Paused")
    Game.objects.filter(pk=paused.pk).update(status="paused")
    broken = named(running_game("Anna", "Bruno", hours=24), "Broken")
    clock.quarantine(game_id=broken.pk, error="test")
    anna = signed_in("Anna")
    anna.get("/games/")
    assert place(anna, "Paused") == place(anna, "Broken") == "others"
    assert "It is paused." in anna.text
    assert "a fault of ours" in anna.text
    assert "Until <time" not in anna.text


def test_a_newcomer_is_shown_what_can_be_done() -> None:
    anna = signed_in("Anna")
    anna.get("/games/")
    assert "You are in no game yet" in anna.text
    assert "/practice/" in anna.text


def test_a_seat_that_was_taken_over_is_not_among_them() -> None:
    from games.services import seats

    game = named(running_game("Anna", "Bruno"), "Gone")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    anna = signed_in("Anna")
    anna.get("/games/")
    assert ">Gone<" not in anna.text


def test_what_others_ordered_is_not_on_the_page() -> None:
    game = running_game("Anna", "Bruno")
    anna = signed_in("Anna")
    before = (anna.get("/games/"), anna.text)[1]
    order(game, "Bruno")
    assert (anna.get("/games/"), anna.text)[1] == before


def test_strangers_are_led_to_signing_in_and_no_further() -> None:
    browser = Browser()
    for path in ("/games/", "/games/new/", "/profile/", "/profile/export/"):
        browser.get(path)
        assert browser.response.status_code == 303
        assert browser.location.startswith("/sign-in/?then=")
        assert browser.post(path) in (303, 403)


def test_a_past_deadline_is_called_past() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Turn.objects.filter(game=game, closed=None).update(due=timezone.now() - timedelta(hours=1))
    anna = signed_in("Anna")
    anna.get("/games/")
    assert '<span class="left">past</span>' in anna.text


def test_few_queries_whatever_the_number_of_games(
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    for number in range(4):
        named(running_game("Anna", "Bruno", hours=24), f"Running {number}")
        named(open_game("Anna", "Bruno", "Clara"), f"Open {number}")
    for _ in range(2):
        play_out(running_game("Anna", "Bruno", target=3))
    anna = signed_in("Anna")
    with django_assert_max_num_queries(7):
        anna.get("/games/")
    assert len(anna.response.content) < 60_000
