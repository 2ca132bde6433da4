"""Whether the service is well: for load balancers, and for Prometheus behind a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from augustus_site.checks import broker_answers
from games.models import Game, Seat, Turn
from notifications.address_models import Address
from notifications.models import Circuit, Mail

#: A worker looks for mails every sweep; silent for so long it is gone.
SILENT = timedelta(minutes=5)
#: A mail that should have gone out so long ago means that none goes out.
LATE = timedelta(minutes=15)


def healthz(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(_request: HttpRequest) -> HttpResponse:
    """Say what works, by name; 503 unless all does. No detail that a stranger could use."""
    now = timezone.now()
    found: dict[str, bool] = {}
    for name, works in _PARTS.items():
        try:
            found[name] = works(now)
        except DatabaseError:
            found[name] = False
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def _database(_now: datetime) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _broker(_now: datetime) -> bool:
    return broker_answers(settings.CELERY_BROKER_URL)


def _worker(now: datetime) -> bool:
    return Circuit.objects.filter(pk=1, beat__gte=now - SILENT).exists()


def _mail(now: datetime) -> bool:
    oldest = _oldest_mail()
    return oldest is None or oldest >= now - LATE


def _oldest_mail() -> datetime | None:
    """Give since when the oldest mail that may go out waits: the first entry of a partial index."""
    waiting = Mail.objects.filter(state__in=("queued", "retry")).order_by("next_try_at")
    return waiting.values_list("next_try_at", flat=True).first()


_PARTS: Mapping[str, Callable[[datetime], bool]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "mail": _mail,
}


def metrics(request: HttpRequest) -> HttpResponse:
    """Give the numbers of this moment to who shows METRICS_TOKEN; 404 for everybody else."""
    shown = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not constant_time_compare(shown, wanted):
        raise Http404
    registry = CollectorRegistry()
    now = timezone.now()
    for name, (text, value) in _GAUGES.items():
        Gauge(f"augustus_{name}", text, registry=registry).set(value(now))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _age(since: datetime | None, now: datetime) -> float:
    return max((now - since).total_seconds(), 0.0) if since else 0.0


def _open_turns(**wanted: object) -> int:
    return Turn.objects.filter(closed=None, game__status=Game.Status.RUNNING, **wanted).count()


def _oldest_ready(now: datetime) -> float:
    ready = Turn.objects.filter(closed=None, ready__isnull=False, game__status=Game.Status.RUNNING)
    return _age(ready.order_by("ready").values_list("ready", flat=True).first(), now)


def _beat_age(now: datetime) -> float:
    beat = Circuit.objects.filter(pk=1).values_list("beat", flat=True).first()
    return _age(beat, now)


#: Name -> what it says, and how it is found. Few, each along a partial index.
_GAUGES: Mapping[str, tuple[str, Callable[[datetime], float]]] = {
    "open_turns": ("Turns that wait for somebody", lambda now: _open_turns()),
    "overdue_turns": ("Turns past their deadline", lambda now: _open_turns(due__lte=now)),
    "oldest_ready_turn_seconds": ("Since when a turn with every order in waits", _oldest_ready),
    "games_set_apart": (
        "Games that nothing advances",
        lambda now: Game.objects.filter(quarantined_at__isnull=False).count(),
    ),
    "absent_seats": (
        "Seats for which a bot orders",
        lambda now: Seat.objects.filter(absent_since__isnull=False, replaced_at=None).count(),
    ),
    "mails_waiting": (
        "Mails that are to go out",
        lambda now: Mail.objects.filter(state__in=("queued", "retry", "sending")).count(),
    ),
    "oldest_mail_seconds": ("Since when a mail waits", lambda now: _age(_oldest_mail(), now)),
    "addresses_stopped": (
        "Addresses that get no mail",
        lambda now: Address.objects.filter(stopped__isnull=False).count(),
    ),
    "worker_silent_seconds": ("Since when no worker looked for work", _beat_age),
}
