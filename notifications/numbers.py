"""The service in numbers, by day: counted from what is stored once a day is over, and kept.

So a page over 30 days reads a few hundred small rows, however many games and mails there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, F, Q
from django.utils import timezone

from games.models import Game, Order, Turn
from games.tally_models import Tally
from notifications.address_models import TrackingEvent
from notifications.models import Mail

#: So far back days are counted that nobody counted before.
DAYS = 30
#: The mark of a day that is counted.
COUNTED = "counted"

#: Every number of a day, in the order in which it is shown. ``sweep_repairs`` counts itself.
NAMES = (
    "games_started", "games_finished", "games_running", "draws", "answer_median", "answer_p90",
    "turns_missed", "mails_sent", "mails_bounced", "mails_complained", "mail_wait_p90",
    "sweep_repairs",
)  # fmt: skip

#: Orders that a person gave: how fast people answer is told by these.
_BY_PEOPLE = (Order.Source.LINK, Order.Source.SITE, Order.Source.REPLY)


def count_days(now: datetime | None = None) -> int:
    """Count the days that are over and were not counted yet; gives how many."""
    today = (now or timezone.now()).astimezone(UTC).date()
    wanted = {today - timedelta(days=back) for back in range(1, DAYS + 1)}
    known = Tally.objects.filter(name=COUNTED, day__in=wanted).values_list("day", flat=True)
    missing = sorted(wanted - set(known))
    for day in missing:
        Tally.objects.bulk_create(
            [
                *(Tally(day=day, name=name, value=value) for name, value in count(day).items()),
                Tally(day=day, name=COUNTED, value=1),
            ],
            ignore_conflicts=True,
        )
    return len(missing)


def count(day: date) -> Mapping[str, int]:
    """Count one day, from midnight to midnight of UTC; times in seconds."""
    start = datetime.combine(day, time(), UTC)
    span = (start, start + timedelta(days=1) - timedelta(microseconds=1))
    games = Game.objects.filter(practice=None).aggregate(
        begun=Count("pk", filter=Q(started__range=span)),
        ended=Count("pk", filter=Q(finished__range=span, status=Game.Status.FINISHED)),
        going=Count(
            "pk", filter=Q(started__lte=span[1]) & (Q(finished=None) | Q(finished__gt=span[1]))
        ),
    )
    closed = Turn.objects.filter(closed__range=span, game__practice=None)
    orders = Order.objects.filter(turn__in=closed, voided_at=None)
    answers = sorted(
        taken.total_seconds()
        for taken in orders.filter(source__in=_BY_PEOPLE).values_list(
            F("submitted_at") - F("created"), flat=True
        )
    )
    sent = Mail.objects.filter(sent_at__range=span)
    waits = sorted(
        wait.total_seconds()
        for wait in sent.values_list(F("sent_at") - F("created"), flat=True)[:100_000]
    )
    reports = TrackingEvent.objects.filter(received__range=span).aggregate(
        bounced=Count("pk", filter=Q(outcome__in=("hard", "soft"))),
        complained=Count("pk", filter=Q(outcome="complaint")),
    )
    return {
        "games_started": games["begun"],
        "games_finished": games["ended"],
        "games_running": games["going"],
        "draws": closed.filter(kind="mobilize").count(),
        "answer_median": _share(answers, 0.5),
        "answer_p90": _share(answers, 0.9),
        "turns_missed": orders.filter(source=Order.Source.CLOCK).count(),
        "mails_sent": sent.count(),
        "mails_bounced": reports["bounced"],
        "mails_complained": reports["complained"],
        "mail_wait_p90": _share(waits, 0.9),
    }


def _share(ordered: Sequence[float], share: float) -> int:
    """Give the value below which this share lies; 0 where there is none."""
    return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)]) if ordered else 0


def by_day(days: int = DAYS, now: datetime | None = None) -> dict[date, Mapping[str, int]]:
    """Give the numbers of the last days that were counted, the oldest first: one query."""
    since = (now or timezone.now()).astimezone(UTC).date() - timedelta(days=days)
    found: dict[date, dict[str, int]] = {}
    rows = Tally.objects.filter(day__gte=since).order_by("day")
    for day, name, value in rows.values_list("day", "name", "value"):
        found.setdefault(day, {})[name] = value
    return {day: values for day, values in found.items() if COUNTED in values}
