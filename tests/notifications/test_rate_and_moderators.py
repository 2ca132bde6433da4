"""What moderators see of mails, and the rate that a provider allows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Player
from notifications import circuit, outbox, wishes
from notifications.address_models import Address
from notifications.models import Circuit, Mail
from tests.games.cast import running_game
from tests.games.site import both_steps
from tests.notifications.post import Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client: Client) -> Client:
    mona = Player.objects.create_superuser("mona@example.org", "secret")
    both_steps(client, mona)
    return client


def test_moderators_see_who_gets_no_mail_and_can_allow_it_again(moderator: Client) -> None:
    running_game("Anna", "Bruno", "Clara")
    row = Address.objects.create(address="anna@example.org", stopped=timezone.now(), reason="hard")
    bruno = Player.objects.get(email="Bruno@example.org")
    wishes.set_wish(player=bruno, game=None, everything=False)
    page = moderator.get("/admin/games/player/").content.decode()
    assert page.count("gets no mail: it does not arrive") == 1
    assert page.count("gets no mail: switched off") == 1
    answer = moderator.post(
        "/admin/notifications/address/", {"action": "allow_again", "_selected_action": [row.pk]}
    )
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.stopped, row.lifted_by.email if row.lifted_by else "") == (None, "mona@example.org")


def test_no_admin_page_of_mails_shows_what_they_say(moderator: Client, post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    mail = Mail.objects.filter(game=game, state="sent")[0]
    for page in ("", f"{mail.pk}/change/"):
        shown = moderator.get(f"/admin/notifications/mail/{page}").content.decode()
        assert mail.key in shown
        assert "/t/" not in shown
        assert "six objectives" not in shown


def waits(
    now: datetime, number: int, longest: timedelta = timedelta(minutes=1)
) -> list[float | None]:
    """Give for how many seconds each of some mails has to wait at 120 a minute."""
    found = [circuit.take_slot(now, 120, longest) for _ in range(number)]
    return [None if wait is None else wait.total_seconds() for wait in found]


def test_the_providers_rate_is_kept_by_all_workers_together(post: Post, settings: Any) -> None:
    settings.MAILS_PER_MINUTE = 120
    now = timezone.now()
    assert waits(now, 4) == [0, 0.5, 1, 1.5]
    later = now + timedelta(hours=1)
    assert waits(later, 2) == [0, 0.5]  # an idle hour saves nothing up


def test_a_slot_that_is_too_far_off_is_left_where_it_is() -> None:
    now = timezone.now()
    assert waits(now, 8, longest=timedelta(seconds=1)) == [0, 0.5, 1, *[None] * 5]
    assert waits(now, 1) == [1.5]


def test_a_worker_waits_before_each_mail_and_gives_back_what_takes_too_long(
    post: Post, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(outbox.time, "sleep", slept.append)  # type: ignore[attr-defined]
    settings.MAILS_PER_MINUTE = 60
    running_game("Anna", "Bruno", "Clara")
    with time_machine.travel(timezone.now() + timedelta(seconds=5), tick=False):
        outbox.drain()
    assert len(post.taken) == 3
    assert slept == [0, 1, 2]
    # An hour: longer than a mail may be held. Half a minute: longer than a worker has time.
    running_game("Anna", "Dario")
    for far in (timedelta(hours=1), timedelta(seconds=30)):
        slot = timezone.now() + far
        Circuit.objects.update(next_slot=slot)
        assert not outbox.drain()  # at once: whoever looked again would take slot after slot
        assert len(post.taken) == 3
        assert Circuit.objects.get().next_slot == slot
    waiting = Mail.objects.filter(state="queued")
    assert {mail.attempts for mail in waiting} == {0}
