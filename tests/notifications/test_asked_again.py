"""A turn that somebody was not asked about is asked about when the reason is gone, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games.models import Player
from games.services import stopping
from notifications import outbox, tracking, wishes
from notifications.address_models import Address
from notifications.models import Kind, Mail
from notifications.wishes import Hours
from tests.games.cast import order, play_until, running_game, seat_of, turn_of
from tests.notifications.post import Post, text_of
from tests.notifications.test_digests import NOON, anna, sweep, to_anna, two_games

pytestmark = pytest.mark.django_db


def test_who_wants_no_daily_mail_any_more_is_asked_at_once(post: Post) -> None:
    two_games()
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        wishes.set_hours(player=anna(), hours=Hours())
        outbox.drain()
        outbox.drain()
    assert len(to_anna(post)) == 2
    assert all("Choose three" in text_of(found) for found in to_anna(post))


def test_what_the_daily_mail_has_asked_is_not_asked_again(post: Post) -> None:
    two_games()
    sweep(NOON + timedelta(hours=20))
    with time_machine.travel(NOON + timedelta(hours=21), tick=False):
        wishes.set_hours(player=anna(), hours=Hours())
        outbox.drain()
    assert len(to_anna(post)) == 1


def test_another_hour_keeps_what_can_wait_for_the_next_daily_mail(post: Post) -> None:
    two_games()
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        wishes.set_hours(player=anna(), hours=Hours(20))
        outbox.drain()
    assert to_anna(post) == []


def test_turning_mail_on_again_brings_the_turn_that_is_open(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    wishes.set_wish(player=anna(), game=game, turns=False)
    outbox.drain()
    assert to_anna(post) == []
    wishes.set_wish(player=anna(), game=game, turns=True)
    outbox.drain()
    wishes.set_wish(player=anna(), game=game, turns=True)
    outbox.drain()
    assert len(to_anna(post)) == 1


def test_an_address_that_is_allowed_again_gets_the_turn_that_is_open(post: Post) -> None:
    running_game("Anna", "Bruno")
    with_row = Address.objects.create(address="anna@example.org")
    tracking.stop(with_row, Address.Reason.HARD)
    outbox.drain()
    assert to_anna(post) == []
    tracking.lift("anna@example.org")
    outbox.drain()
    assert len(to_anna(post)) == 1


def test_nobody_is_asked_again_for_what_is_over(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    wishes.set_wish(player=anna(), game=None, everything=False)
    outbox.drain()
    order(game, "Anna")
    wishes.set_wish(player=anna(), game=None, everything=True)
    outbox.drain()
    assert to_anna(post) == []


def test_a_reminder_tells_no_story_so_the_next_mail_tells_it_whole(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    keep = Mail.objects.get(kind=Kind.KEEP, seat=seat_of(game, "Anna"))
    Mail.objects.filter(pk=keep.pk).update(state="failed")
    Mail.objects.create(
        key="r", kind=Kind.REMINDER, player=anna(), game=game, seat=keep.seat, turn=keep.turn,
        state="sent", sent_at=keep.created,
    )  # fmt: skip
    play_until(game, "mobilize")
    outbox.drain()
    text = text_of(to_anna(post)[-1])
    assert "You are dealt" in text
    assert "THE RULES IN FIVE LINES" in text


def test_a_new_address_gets_its_links_when_a_paused_game_goes_on(post: Post) -> None:
    from games import signals
    from games.access_models import AccessLink

    game = running_game("Anna", "Bruno")
    outbox.drain()
    stopping.pause(game, turn_of(game), None, NOON)
    link = AccessLink.objects.create(
        purpose="address", email="anna@example.net", player=anna(), form_key="0" * 32
    )
    seat = seat_of(game, "Anna")
    Player.objects.filter(pk=anna().pk).update(email="anna@example.net")
    signals.address_changed.send(
        Player, player=seat.player, old="Anna@example.org", link=link, seats=[seat]
    )
    outbox.drain()
    assert not [one for one in post.taken if "example.net" in str(one["To"])]
    stopping.resume(game, turn_of(game), None, NOON)
    outbox.drain()
    (again,) = [one for one in post.taken if "example.net" in str(one["To"])]
    assert "Your link for the current turn" in text_of(again)
