"""Whether the service is well: what load balancers, Prometheus and the desk's numbers read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Turn
from games.services import clock
from games.tally_models import Tally
from notifications import numbers
from notifications.circuit import beat
from notifications.models import Mail
from tests.games.cast import play_turn, running_game
from tests.games.moderating import moderator
from tests.games.site import both_steps

pytestmark = pytest.mark.django_db


def test_a_process_that_answers_is_alive():
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.broker
def test_all_is_ready_with_a_worker_that_looked_lately():
    beat(timezone.now())

    answer = Client().get("/readyz")

    assert answer.json() == {"database": True, "broker": True, "worker": True, "mail": True}
    assert answer.status_code == 200


def test_what_does_not_work_is_named_and_nothing_else(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    running_game("Anna", "Bruno")
    Mail.objects.update(next_try_at=timezone.now() - timedelta(hours=1))
    beat(timezone.now() - timedelta(minutes=6))

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json() == {"database": True, "broker": False, "worker": False, "mail": False}


def test_metrics_are_for_who_shows_the_token(settings):
    assert Client().get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a long token"
    assert Client().get("/metrics").status_code == 404
    wrong = {"Authorization": "Bearer another"}
    assert Client().get("/metrics", headers=wrong).status_code == 404

    running_game("Anna", "Bruno", hours=1)
    Turn.objects.filter(closed=None).update(due=timezone.now() - timedelta(minutes=1))
    page = Client().get("/metrics", headers={"Authorization": "Bearer a long token"})

    lines = page.content.decode().splitlines()
    assert page.headers["Content-Type"].startswith("text/plain")
    assert "augustus_open_turns 1.0" in lines
    assert "augustus_overdue_turns 1.0" in lines
    assert "augustus_games_set_apart 0.0" in lines
    assert not any("Via Appia" in line for line in lines)


def test_metrics_take_few_queries(settings, django_assert_max_num_queries):
    settings.METRICS_TOKEN = "a long token"
    with django_assert_max_num_queries(10):
        Client().get("/metrics", headers={"Authorization": "Bearer a long token"})


def test_a_day_that_is_over_is_counted_once():
    game = running_game("Anna", "Bruno", hours=24)
    play_turn(game)
    play_turn(game)
    now = datetime.now(UTC)
    yesterday = now - timedelta(days=1)
    Game.objects.update(started=yesterday)
    Turn.objects.filter(closed__isnull=False).update(closed=yesterday)
    Mail.objects.filter(kind="keep").update(state="sent", sent_at=yesterday, created=yesterday)

    assert numbers.count_days(now) == numbers.DAYS
    assert numbers.count_days(now) == 0

    newest = numbers.by_day(now=now)[yesterday.date()]
    assert newest["games_started"] == newest["games_running"] == 1
    assert newest["draws"] == 1
    assert newest["turns_missed"] == 0
    assert newest["mails_sent"] == 2
    assert set(newest) >= set(numbers.NAMES) - {"sweep_repairs"}


def test_turns_that_only_the_sweep_found_are_counted():
    running_game("Anna", "Bruno", hours=24)
    now = timezone.now()
    Turn.objects.filter(closed=None).update(ready=now - timedelta(minutes=1))

    clock.sweep(now=now)
    clock.sweep(now=now)

    assert Tally.objects.get(name="sweep_repairs").value == 2


def test_moderators_see_thirty_days_as_charts_and_csv():
    Tally.objects.create(day=datetime.now(UTC).date() - timedelta(days=1), name="draws", value=7)
    client = both_steps(Client(), moderator())
    assert "No day has been counted yet" in client.get("/admin/desk/numbers/").content.decode()
    numbers.count_days()

    page = client.get("/admin/desk/numbers/").content.decode()
    rows = client.get("/admin/desk/numbers/?as=csv").content.decode().splitlines()

    assert page.count("<rect") == 30 * len(numbers.NAMES)
    assert len(rows) == 31
    assert rows[0].startswith("day,games_started,")
