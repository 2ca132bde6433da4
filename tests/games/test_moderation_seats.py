"""Moderators and a seat: who plays it, its links, the turns that it missed."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Seat
from tests.games.cast import (
    order,
    running_game,
    seat_of,
)
from tests.games.moderating import do, refused

pytestmark = pytest.mark.django_db


def test_a_seat_is_replaced_and_given_back():
    game = running_game("Anna", "Bruno")
    old = seat_of(game, "Anna")

    do(game, "replace_by_bot", seat_id=old.pk)
    assert refused(game, "replace_by_bot", seat_id=old.pk) == "seat_replaced"
    bot = Seat.objects.get(game=game, index=old.index, replaced_at=None)
    do(game, "give_back", seat_id=bot.pk)

    again = Seat.objects.get(game=game, index=old.index, replaced_at=None)
    assert again.player == old.player
    assert refused(game, "give_back", seat_id=again.pk) == "no_former_player"


def test_links_are_revoked_and_sent_again():
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")

    do(game, "revoke", seat_id=anna.pk)
    assert seat_of(game, "Anna").link_epoch == anna.link_epoch + 1
    assert do(game, "resend").changed["seats"] == 2
    order(game, "Anna")
    assert do(game, "resend").changed["seats"] == 1
    assert refused(game, "nudge", seat_id=anna.pk) == "nobody_owes"


def test_missed_turns_are_excused_and_who_was_absent_is_back():
    game = running_game("Anna", "Bruno", hours=24)
    anna = seat_of(game, "Anna")
    Seat.objects.filter(pk=anna.pk).update(missed=2, absent_since=timezone.now())

    do(game, "excuse", seat_id=anna.pk)

    anna.refresh_from_db()
    assert (anna.missed, anna.absent_since) == (0, None)
    assert refused(game, "excuse", seat_id=anna.pk) == "nothing_missed"
