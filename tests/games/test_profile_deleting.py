"""Everything about a player as JSON, and deleting the account, which leaves every game whole."""

from __future__ import annotations

import json

import pytest

from games import links
from games.access_models import AccessLink
from games.clocks import Pace
from games.integrity import faults_of
from games.models import Game, Order, Player, Seat
from games.rules import Ruleset
from games.services import access, account, tables
from games.services.lobby import Invitee
from games.services.tables import Plan
from games.views.site import form_key
from notifications import mails, relevance
from notifications.models import Mail
from tests.games.browsing import BROWSER
from tests.games.cast import open_game, order, play_out, play_turn, running_game, seat_of, turn_of
from tests.games.site import Browser, asked_link, person, signed_in

pytestmark = pytest.mark.django_db


def test_everything_about_anna_is_a_file_with_nothing_about_bruno() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    order(game, "Anna")
    order_of_bruno = Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Bruno"))
    assert order_of_bruno.exists()
    anna = signed_in("Anna")

    anna.get("/profile/export/")

    response = anna.response
    assert response.headers["Content-Disposition"].startswith("attachment")
    data = json.loads(response.content)
    assert data["profile"]["address"] == "Anna@example.org"
    (seat,) = data["seats"]
    assert seat["word_for_the_bag"] == "Anna's word"
    assert [one["turn"] for one in seat["orders"]] == [1, 2]
    assert {mail["kind"] for mail in data["mails"]} >= {"invitation", "keep"}
    said = response.content.decode()
    assert "Bruno" not in said
    assert "/t/" not in said
    assert '"seed"' not in said


def leave(browser: Browser, **fields: str) -> int:
    return browser.send("delete", "/profile/", **{"delete": "yes", "typed": "delete", **fields})


@pytest.mark.parametrize("fields", [{"delete": ""}, {"typed": ""}, {"typed": "yes"}])
def test_an_account_is_deleted_only_where_that_was_chosen_and_typed(
    fields: dict[str, str],
) -> None:
    assert leave(signed_in("Anna"), **fields) == 422
    assert Player.objects.exists()


def test_annas_account_goes_and_her_games_stay_whole() -> None:
    running = running_game("Anna", "Bruno", "Clara")
    play_turn(running)
    over = running_game("Anna", "Bruno", target=3)
    play_out(over)
    opened = open_game("Anna", "Bruno")
    hosted = tables.set_up(
        host=person("Anna"),
        plan=Plan("Ostia", [Invitee(free=True)], Ruleset(), Pace(), public=True),
        form_key=form_key(),
    )
    asked_link("anna@example.org")
    anna = signed_in("Anna")

    assert leave(anna) == 303

    assert not Player.objects.filter(email__iexact="anna@example.org").exists()
    assert (anna.get(anna.location), anna.response.status_code)[1] == 200
    anna.get("/games/")
    assert anna.location.startswith("/sign-in/")
    bot = Seat.objects.get(game=running, bot="greedy", replaced_at=None)
    assert bot.name == "A former player (bot)"
    assert not Seat.objects.filter(name__startswith="Anna").exists()
    assert Seat.objects.get(game=over, invited=0).name == "A former player"
    assert [seat.name for seat in opened.seats.order_by("invited")] == ["Free seat", "Bruno"]
    hosted.refresh_from_db()
    assert (hosted.status, hosted.host) == ("cancelled", None)
    assert not AccessLink.objects.exists()
    for game in (running, over):
        assert faults_of(Game.objects.get(pk=game.pk)) == []
    running.refresh_from_db()
    play_out(running)
    assert running.status == "finished"
    assert faults_of(Game.objects.get(pk=running.pk)) == []


def test_nothing_of_annas_is_left_in_the_mails_and_none_goes_out() -> None:
    game = running_game("Anna", "Bruno")
    for mail in Mail.objects.filter(player__email="Anna@example.org"):
        mails.fill(mail)
        mail.to_address = "Anna@example.org"
        mail.save()
    asked_link("anna@example.org")

    account.delete_account(player=person("Anna"))

    for mail in Mail.objects.exclude(player__email="Bruno@example.org"):
        assert (mail.to_address, mail.text, mail.html, mail.player) == ("", "", "", None)
        assert mail.state == "skipped" or relevance.check([mail])[mail.pk]
    assert not Mail.objects.filter(to_address__iexact="anna@example.org").exists()
    page = BROWSER.get(links.game_path(game)).content.decode()
    assert "Anna@" not in page
    assert "A former player (bot)" in page


def test_old_links_of_a_deleted_account_play_nothing() -> None:
    game = running_game("Anna", "Bruno")
    path = links.turn_path(seat_of(game, "Anna"), turn_of(game).number)
    account.delete_account(player=person("Anna"))
    assert BROWSER.get(path).status_code == 404
    assert BROWSER.post(path, {"form": "order", "choice": "pass"}).status_code == 404


def test_a_game_that_the_engine_refuses_does_not_keep_anybody_from_leaving() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    turn.state_before = {"broken": True}
    turn.save()

    account.delete_account(player=person("Anna"))

    old, new = Seat.objects.filter(game=game, invited=0).order_by("pk")
    assert (old.name, old.player) == ("A former player", None)
    assert (new.name, new.bot) == ("A former player (bot)", "greedy")


def test_after_deleting_the_address_can_sign_up_anew_and_finds_nothing() -> None:
    running_game("Anna", "Bruno")
    account.delete_account(player=person("Anna"))
    again = access.enter(link=asked_link("anna@example.org"))
    assert not again.seats.exists()


def test_nobody_reaches_anothers_profile() -> None:
    person("Bruno")
    anna = signed_in("Anna")
    for path in ("/profile/", "/profile/export/", "/profile/mails/", "/games/"):
        anna.get(path)
        assert "bruno" not in anna.text.lower()
    for path in ("/profile/2/", "/profile/bruno/"):
        anna.get(path)
        assert anna.response.status_code == 404
