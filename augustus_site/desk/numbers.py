"""The service in numbers over 30 days: plain charts, a table, CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from augustus_site.desk.access import desk_page, render
from games.models import Player
from notifications import numbers

#: Size of a chart, in its own units.
WIDTH, HEIGHT = 300, 80

TITLES: Mapping[str, str | Promise] = {
    "games_started": _("Games begun"),
    "games_finished": _("Games finished"),
    "games_running": _("Games running"),
    "draws": _("Draws"),
    "answer_median": _("Half of the orders came within"),
    "answer_p90": _("Nine of ten orders came within"),
    "turns_missed": _("Orders that were missed"),
    "mails_sent": _("Mails sent"),
    "mails_bounced": _("Mails that came back"),
    "mails_complained": _("Complaints"),
    "mail_wait_p90": _("Nine of ten mails left within"),
    "sweep_repairs": _("Turns that only the sweep found"),
}
_TIMES = frozenset(("answer_median", "answer_p90", "mail_wait_p90"))


@dataclass(frozen=True, slots=True)
class Bar:
    """One day in a chart: where its bar stands, and what it says."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """One number over the days."""

    title: str
    newest: str
    bars: tuple[Bar, ...]


@desk_page
def numbers_page(request: HttpRequest, _moderator: Player) -> HttpResponseBase:
    """Show the charts, or give the numbers as CSV."""
    found = numbers.by_day()
    if request.GET.get("as") == "csv":
        return _as_csv(found)
    context = {
        "title": gettext("Numbers"),
        "charts": [chart(name, found) for name in numbers.NAMES],
        "size": (WIDTH, HEIGHT),
        "days": [
            (day, [in_words(name, values.get(name, 0)) for name in numbers.NAMES])
            for day, values in reversed(found.items())
        ],
        "names": [TITLES[name] for name in numbers.NAMES],
    }
    return render(request, "numbers", context)


def chart(name: str, found: Mapping[date, Mapping[str, int]]) -> Chart:
    """Give the chart of one number: bars from nothing up to its highest day."""
    values = [(day, of_day.get(name, 0)) for day, of_day in found.items()]
    highest = max((value for _day, value in values), default=0) or 1
    wide = WIDTH / max(len(values), 1)
    bars = tuple(
        Bar(
            x=round(place * wide, 2),
            y=round(HEIGHT - HEIGHT * value / highest, 2),
            width=round(wide * 0.8, 2),
            height=round(HEIGHT * value / highest, 2),
            text=f"{day}: {in_words(name, value)}",
        )
        for place, (day, value) in enumerate(values)
    )
    newest = in_words(name, values[-1][1]) if values else "–"
    return Chart(str(TITLES[name]), newest, bars)


def in_words(name: str, value: int) -> str:
    """Give a number as it is read: times in minutes or hours."""
    if name not in _TIMES:
        return f"{value:,}"
    if value < 60:
        return gettext("%(seconds)d s") % {"seconds": value}
    if value < 3600:
        return gettext("%(minutes)d min") % {"minutes": round(value / 60)}
    return gettext("%(hours).1f h") % {"hours": value / 3600}


def _as_csv(found: Mapping[date, Mapping[str, int]]) -> HttpResponse:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(["day", *numbers.NAMES])
    rows: Sequence[Sequence[object]] = [
        [day, *(values.get(name, 0) for name in numbers.NAMES)] for day, values in found.items()
    ]
    writer.writerows(rows)
    return HttpResponse(
        text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="numbers.csv"'},
    )
