"""From a row to a mail that arrived: on a real SMTP server, in all of its moods."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.models import Game, Order
from notifications import outbox
from notifications.backoff import backoff
from notifications.models import DECISIONS, Circuit, Kind, Mail
from tests.games.cast import open_game, play_turn, running_game, seat_of
from tests.notifications.post import Post

pytestmark = pytest.mark.django_db


def states(game: Game) -> list[str]:
    return list(Mail.objects.filter(game=game).order_by("id").values_list("state", flat=True))


def now_again(mails: Iterable[Mail] | None = None) -> None:
    """Let the time come for every mail that is to be tried again."""
    Mail.objects.filter(state=Mail.State.RETRY).update(next_try_at=timezone.now())


def test_mails_go_out_and_are_marked(post: Post) -> None:
    game = open_game("Anna", "Bruno")
    assert not outbox.drain()
    assert states(game) == ["sent", "sent"]
    assert [str(found["To"]) for found in post.taken] == [
        "Anna <Anna@example.org>",
        "Bruno <Bruno@example.org>",
    ]
    mail = Mail.objects.filter(game=game).order_by("id")[0]
    assert post.taken[0]["Message-ID"] == mail.message_id
    assert (mail.to_address, mail.attempts) == ("Anna@example.org", 1)
    assert mail.sent_at is not None
    assert mail.lease_until is None


def test_one_connection_carries_a_whole_batch(post: Post) -> None:
    open_game("Anna", "Bruno", "Clara", "Dario")
    outbox.drain()
    assert (len(post.taken), post.connections) == (4, 1)


def test_nothing_is_sent_twice_by_a_second_drain(post: Post) -> None:
    open_game("Anna", "Bruno")
    outbox.drain()
    outbox.drain()
    assert len(post.taken) == 2


def test_a_whole_game_reaches_everybody_once_a_turn(post: Post) -> None:
    game = running_game("Anna", "Bruno", target=3)
    while game.status == Game.Status.RUNNING:
        outbox.drain()
        play_turn(game)
    outbox.drain()
    sent = Mail.objects.filter(game=game, state="sent")
    assert len(post.taken) == sent.count() == Mail.objects.exclude(state="skipped").count()
    owed = Order.objects.filter(turn__game=game, seat__player__isnull=False).count()
    assert sent.filter(kind__in=DECISIONS).count() == owed
    assert sent.filter(kind=Kind.GAME_OVER).count() == 2


@pytest.mark.parametrize("where", ["rcpt", "data"])
def test_a_deferral_is_tried_again_later_under_the_same_id(post: Post, where: str) -> None:
    game = open_game("Anna", "Bruno")
    getattr(post, where).append("451 4.7.1 greylisted, come back later")
    outbox.drain()
    assert states(game) == ["retry", "sent"]
    mail = Mail.objects.get(game=game, state="retry")
    wait = mail.next_try_at - timezone.now()
    assert timedelta(seconds=25) < wait < timedelta(seconds=40)
    outbox.drain()
    assert len(post.taken) == 1
    now_again()
    outbox.drain()
    assert states(game) == ["sent", "sent"]
    assert post.taken[1]["Message-ID"] == mail.message_id


@pytest.mark.parametrize("where", ["rcpt", "data"])
def test_a_refusal_is_final_and_stops_nobody_else(post: Post, where: str) -> None:
    game = open_game("Anna", "Bruno")
    getattr(post, where).append("550 5.1.1 no such person")
    outbox.drain()
    assert states(game) == ["failed", "sent"]
    failed = Mail.objects.get(game=game, state="failed")
    assert failed.error.startswith("smtp 550")
    assert "person" not in failed.error


def test_a_connection_dropped_after_the_data_sends_the_same_mail_again(post: Post) -> None:
    game = open_game("Anna", "Bruno")
    post.data = ["drop"]
    outbox.drain()
    assert states(game) == ["retry", "sent"]
    now_again()
    outbox.drain()
    ids = [str(found["Message-ID"]) for found in post.taken]
    assert len(ids) == 3
    assert ids[0] == ids[2]


def test_a_server_that_hangs_is_left_and_tried_again(post: Post, settings: Any) -> None:
    settings.EMAIL_TIMEOUT = 1
    game = open_game("Anna", "Bruno")
    post.data = ["hang"]
    outbox.drain()
    assert states(game) == ["retry", "sent"]


def test_a_server_that_is_away_costs_one_mail_a_try_and_the_others_nothing(
    post: Post, settings: Any
) -> None:
    settings.EMAIL_PORT = 9  # nobody listens there
    game = open_game("Anna", "Bruno", "Clara")
    outbox.drain()
    assert states(game) == ["retry", "queued", "queued"]
    assert list(Mail.objects.filter(state="queued").values_list("attempts", flat=True)) == [0, 0]


def test_three_troubles_in_a_row_leave_the_rest_for_the_next_sweep(post: Post) -> None:
    game = open_game("Anna", "Bruno", "Clara", "Dario")
    post.data = ["451 busy"] * 4
    outbox.drain()
    assert states(game) == ["retry", "retry", "retry", "queued"]


def test_a_wrong_setup_burns_no_mail_and_is_told_once(post: Post, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "augustus", "wrong"
    settings.ADMINS = [("Olga", "olga@example.org")]
    game = open_game("Anna", "Bruno")
    outbox.drain()
    Circuit.objects.update(until=timezone.now())
    outbox.drain()
    assert states(game) == ["queued", "queued"]
    assert list(Mail.objects.filter(game=game).values_list("attempts", flat=True)) == [0, 0]
    assert Mail.objects.filter(kind=Kind.NOTE).count() == 1
    circuit = Circuit.objects.get()
    assert circuit.until is not None
    assert circuit.until > timezone.now()


def test_an_open_circuit_is_not_tried_and_a_mended_one_sends_everything(
    post: Post, settings: Any
) -> None:
    settings.ADMINS = [("Olga", "olga@example.org")]
    game = open_game("Anna", "Bruno")
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "augustus", "wrong"
    outbox.drain()
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    outbox.drain()
    assert post.taken == []
    Circuit.objects.update(until=timezone.now())
    outbox.drain()
    assert states(game) == ["sent", "sent"]
    assert "No mail went out for a while" in post.texts()[-1]
    assert Circuit.objects.get().opened is None


def test_our_own_address_refused_is_a_wrong_setup(post: Post) -> None:
    game = open_game("Anna", "Bruno")
    post.rcpt = ["530 5.7.0 sign in first"]
    outbox.drain()
    assert states(game) == ["queued", "queued"]


def test_the_backoff_doubles_from_half_a_minute_to_six_hours() -> None:
    waits = [backoff(attempts).total_seconds() for attempts in range(1, 30)]
    for attempts, wait in enumerate(waits[:9], 1):
        doubled = 30 * 2 ** (attempts - 1)
        assert doubled <= wait <= doubled * 1.25
    assert waits[-1] == 6 * 3600


def test_a_mail_is_given_up_after_so_many_tries(post: Post) -> None:
    game = open_game("Anna", bots=1)
    Mail.objects.update(attempts=outbox.MAX_ATTEMPTS - 1)
    post.data = ["451 later"]
    outbox.drain()
    assert states(game) == ["failed"]


def test_a_mail_that_cannot_be_made_stops_itself_alone(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game("Anna", "Bruno")
    from notifications import mails

    whole = mails.fill

    def broken(mail: Mail) -> None:
        if mail.seat == seat_of(game, "Anna"):
            raise KeyError("template")
        whole(mail)

    monkeypatch.setattr(mails, "fill", broken)
    outbox.drain()
    assert states(game) == ["retry", "sent"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_never_claim_the_same_mail() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer")
    for _ in range(5):
        open_game("Anna", "Bruno", "Clara", "Dario", "Elena", "Fabio")
    barrier, held = threading.Barrier(2, timeout=60), list[list[int]]()

    def work() -> None:
        try:
            barrier.wait()
            mine: list[int] = []
            while found := outbox.claim(4):
                mine += [mail.pk for mail in found]
            held.append(mine)
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    claimed = [pk for mine in held for pk in mine]
    assert sorted(claimed) == sorted(Mail.objects.values_list("pk", flat=True))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_claim_of_a_due_mail_uses_the_partial_index() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL's planner is asked")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = outbox.due(timezone.now()).explain()
    assert "mail_due" in plan
