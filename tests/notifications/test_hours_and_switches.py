"""The last mail, switches and hours, all by link and without signing in."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

import pytest
from django.test import Client

from games.models import Seat
from notifications import outbox, wishes
from notifications.models import Kind, Mail, Wish
from notifications.wishes import Scope
from tests.games.cast import play_turn, running_game, seat_of
from tests.notifications.post import Post, text_of
from tests.notifications.test_digests import anna, path, to_anna

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scope", [Scope.GAME, Scope.TURNS, Scope.EVERYTHING])
def test_the_last_mail_says_how_to_play_on_the_site(
    post: Post, client: Client, scope: Scope
) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    seat = seat_of(game, "Anna")
    for _ in range(3):  # pressed again, it is said once
        client.post(path(seat, scope))
        client.post(path(seat, scope), {"turn": "on"})
    client.post(path(seat, scope))
    outbox.drain()
    play_turn(game)
    outbox.drain()
    last = to_anna(post)[-1]
    assert len(to_anna(post)) == 2
    assert "You keep your seat" in text_of(last)
    link = re.findall(r"^https://[^/]+(/t/[a-z2-7]{30}/)$", text_of(last), re.MULTILINE)[0]
    page = client.get(link)
    assert page.status_code == 200
    assert "Mail me the current link" in page.content.decode()


def test_switching_off_only_reminders_needs_no_last_mail(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    client.post(path(seat, Scope.REMINDERS))
    assert not Mail.objects.filter(kind=Kind.SWITCHED_OFF).exists()


def test_a_switch_for_one_game_leaves_the_others(client: Client) -> None:
    first, second = running_game("Anna", "Bruno"), running_game("Anna", "Clara")
    seat = seat_of(first, "Anna")
    client.post(path(seat), {"switch": "game_reminders", "turn": "off"})
    client.post(path(seat), {"switch": "game_confirmations", "turn": "on"})
    found = wishes.load([anna().pk])
    for name, here, there in (("reminders", False, True), ("confirmations", True, False)):
        assert found.get(anna().pk, first.pk, name) is here
        assert found.get(anna().pk, second.pk, name) is there


def test_every_switch_can_be_turned_off_and_on(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    page = client.get(path(seat)).content.decode()
    names = re.findall(r'name="switch" value="([a-z_]+)"', page)
    assert len(names) == 8
    for name in names:
        for turn in ("off", "on", "off"):
            page = client.post(path(seat), {"switch": name, "turn": turn}).content.decode()
            form = page.split(f'data-form="{name}"')[1].split("</form>")[0]
            assert f"<strong>{turn}</strong>" in form


# Hours


def hours(client: Client, seat: Seat, **fields: str) -> Any:
    return client.post(path(seat), {"form": "hours", **fields})


def test_hours_are_set_without_signing_in_and_shown(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    answer = hours(client, seat, digest_hour="7", quiet_from="22:00", quiet_until="06:30")
    assert answer.status_code == 200
    assert "Your hours are stored." in answer.content.decode()
    row = Wish.objects.get()
    assert (row.digest_hour, row.quiet_from, row.quiet_until) == (7, time(22), time(6, 30))
    page = client.get(path(seat)).content.decode()
    for value in ("7", "22:00", "06:30"):
        assert f'value="{value}"' in page
    hours(client, seat)
    row.refresh_from_db()
    assert (row.digest_hour, row.quiet_from) == (None, None)
    assert not Mail.objects.filter(kind=Kind.SWITCHED_OFF).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"digest_hour": "24"},
        {"digest_hour": "-1"},
        {"digest_hour": "noon"},
        {"digest_hour": "9" * 30},
        {"quiet_from": "22:00"},
        {"quiet_until": "06:00"},
        {"quiet_from": "25:00", "quiet_until": "06:00"},
        {"quiet_from": "06:00", "quiet_until": "06:00"},
    ],
)
def test_hours_that_are_none_get_a_sentence_and_change_nothing(
    client: Client, fields: dict[str, str]
) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    answer = hours(client, seat, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Wish.objects.exists()
