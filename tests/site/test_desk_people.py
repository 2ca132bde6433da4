"""A person at the desk: what is known of them, and what is done about them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games import links
from games.models import Player
from notifications.models import Mail
from tests.games.cast import open_game, seat_of
from tests.games.moderating import moderator
from tests.games.site import person
from tests.site.desk import browser, text_of

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
