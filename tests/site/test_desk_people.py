"""A person at the desk: what is known of them, and what is done about them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games import links
from games.models import Game, Player, Seat
from notifications.models import Mail
from tests.games.cast import open_game, running_game, seat_of
from tests.games.moderating import do, moderator
from tests.games.site import person
from tests.site.desk import at, browser, text_of

pytestmark = pytest.mark.django_db


def test_a_persons_page_hints_at_doubles():
    anna = person("Anna")
    other = Player.objects.create_user("anna+two@example.org", name="Annette")
    Player.objects.update(last_login=timezone.now())

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{anna.pk}/"))

    assert "Annette" in page
    assert "the same mailbox: anna@example.org" in page
    assert str(other.pk) in page


def test_a_warning_is_sent_from_the_persons_page():
    anna = person("Anna")
    client = browser(moderator())
    address = f"/admin/desk/players/{anna.pk}/do/warn/"

    shown = text_of(client.post(address, {"why": "Please be kind."}))
    assert "goes to this person by mail" in shown
    client.post(address, {"why": "Please be kind.", "confirmed": "1"})

    assert Mail.objects.get(kind="warning").player == anna


def test_who_took_a_seat_from_the_same_network_in_one_game_is_a_hint():
    game = open_game("Anna", "Bruno", "Clara")
    for name, network in (("Anna", "192.0.2.7"), ("Bruno", "192.0.2.7"), ("Clara", "192.0.2.8")):
        seat = seat_of(game, name)
        path = links.invitation_path(seat)
        answer = Client(REMOTE_ADDR=network).post(path, {"accept": "yes", "word": ""})
        assert answer.status_code == 303

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{person('Anna').pk}/"))

    assert "Bruno</a>: took a seat from the same network in Via Appia" in page
    assert "Clara" not in page
    assert "192.0.2.7" not in page
    assert seat_of(game, "Anna").network != "192.0.2.7"


def test_whoever_sits_there_too_learns_nothing_of_networks():
    game = running_game("Anna", "Bruno", "Clara")
    for name in ("Anna", "Bruno"):
        Seat.objects.filter(pk=seat_of(game, name).pk).update(network="the same")
    moderator("Clara")

    page = text_of(browser(person("Clara")).get(f"/admin/desk/players/{person('Anna').pk}/"))

    assert "from the same network" not in page


def missing(*names: str) -> Game:
    """A game in which Anna has missed two turns, and is absent."""
    game = running_game(*names, hours=24)
    Seat.objects.filter(game=game, name="Anna").update(missed=2, absent_since=timezone.now())
    return game


def test_missed_turns_are_shown_and_excused_on_the_persons_page():
    game = missing("Anna", "Bruno")
    client, page = browser(moderator()), f"/admin/desk/players/{person('Anna').pk}/"
    seat = seat_of(game, "Anna")
    deed = f"{at(game)}do/excuse/?seat={seat.pk}&amp;from=person"

    shown = text_of(client.get(page))
    assert "2 turns missed in a row" in shown
    assert deed in shown
    fields = {"seat": seat.pk, "why": "ill", "from": "person"}
    asked = text_of(client.post(f"{at(game)}do/excuse/", fields))
    assert 'name="from" value="person"' in asked
    answer = client.post(f"{at(game)}do/excuse/", {**fields, "confirmed": "1"})

    assert answer.headers["Location"] == page
    seat.refresh_from_db()
    assert (seat.missed, seat.absent_since) == (0, None)
    assert "do/excuse/" not in text_of(client.get(page))


def test_a_seat_that_is_over_or_replaced_has_nothing_to_excuse():
    game = missing("Anna", "Bruno")
    Game.objects.filter(pk=game.pk).update(status="finished", finished=timezone.now())

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{person('Anna').pk}/"))

    assert "do/excuse/" not in page


def test_of_somebody_they_play_with_moderators_see_neither_mails_nor_missed_turns():
    missing("Anna", "Bruno", "Marcus")
    missing("Anna", "Clara")
    client = browser(moderator())
    page = f"/admin/desk/players/{person('Anna').pk}/"

    shown = text_of(client.get(page))

    assert shown.count("2 turns missed in a row") == 1
    assert shown.count("do/excuse/") == 1
    alone = Mail.objects.filter(player=person("Anna")).exclude(game__seats__name="Marcus").count()
    assert shown.count("waits to be sent") == alone


def test_a_persons_page_takes_few_queries(django_assert_max_num_queries):
    for other in ("Bruno", "Clara", "Dario"):
        missing("Anna", other)
    client, page = browser(moderator()), f"/admin/desk/players/{person('Anna').pk}/"
    client.get(page)

    with django_assert_max_num_queries(19):
        client.get(page)


def test_what_was_done_to_a_seat_of_theirs_stands_on_a_persons_page():
    game = missing("Anna", "Bruno")
    do(game, "excuse", seat_id=seat_of(game, "Anna").pk)
    do(game, "revoke", seat_id=seat_of(game, "Bruno").pk)

    page = text_of(browser(moderator()).get(f"/admin/desk/players/{person('Anna').pk}/"))

    assert "turns missed in a row before: 2" in page
    assert "Revoke the links" not in page


def test_what_would_follow_for_a_person_is_shown_and_not_done():
    running_game("Anna", "Bruno")
    running_game("Anna", "Clara")
    client = browser(moderator("Livia", "Leads"))
    at_anna = f"/admin/desk/players/{person('Anna').pk}/do/"

    banned = text_of(client.post(f"{at_anna}ban/", {"why": "rude", "hand_over": "on"}))
    assert "seats that bots play on: 2" in banned
    gone = client.post(f"{at_anna}delete/", {"why": "a letter"})
    assert gone.status_code == 200
    refused = client.post(f"{at_anna}lift_ban/", {"why": "too early"})

    assert (refused.status_code, person("Anna").is_active) == (409, True)
    assert Seat.objects.filter(player=person("Anna"), replaced_at=None).count() == 2
