"""The pages of the desk: what needs a person, a game, a person, the trace, and searching."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from augustus_site.desk import search as searching
from augustus_site.desk.access import desk_page, render
from augustus_site.desk.deeds import deeds_for_many
from augustus_site.desk.game_page import game_at_desk
from augustus_site.desk.player_page import player_at_desk
from augustus_site.desk.trace import lines
from augustus_site.desk.troubles import summary, troubles
from games.models import Game, Player, Seat
from games.moderation_models import ModeratorAction

#: Lines of the trace on its page; all of it is in the export.
LINES = 100


@desk_page
def index(request: HttpRequest, moderator: Player) -> HttpResponseBase:
    """Show what needs a person first."""
    only = request.GET.get("only", "")
    found = troubles(moderator, only=only)
    shown = [trouble for trouble in found if not only or trouble.code == only]
    context = {
        "title": gettext("The desk"),
        "summary": summary(found),
        "found": found,
        "shown": shown,
        "only": only,
        "all_chosen": only and "all" in request.GET,
        "for_many": deeds_for_many(moderator),
    }
    return render(request, "index", context)


@desk_page
def search(request: HttpRequest, moderator: Player) -> HttpResponseBase:
    """Find games and people by an address, a name, an id, or a mail's id."""
    text = request.GET.get("q", "").strip()[:200]
    hits = searching.find(text, moderator) if text else ()
    context = {"title": gettext("Search"), "text": text, "hits": hits}
    return render(request, "search", context)


@desk_page
def game(request: HttpRequest, moderator: Player, public_id: str) -> HttpResponseBase:
    """Show a game, and what can be done about it."""
    found = find_game(public_id)
    page = game_at_desk(found, moderator)
    return render(request, "game", {"title": found.name, "page": page})


@desk_page
def player(request: HttpRequest, moderator: Player, pk: int) -> HttpResponseBase:
    """Show a person, and what can be done about them."""
    found = Player.objects.filter(pk=pk).first()
    if found is None:
        raise Http404
    page = player_at_desk(found, moderator)
    return render(request, "player", {"title": str(found), "page": page})


@desk_page
def trace(request: HttpRequest, moderator: Player) -> HttpResponseBase:
    """Show the newest lines of the trace, or give all of it as CSV.

    Nothing of games that the moderator has, or had, a seat in: a line there would tell them more
    than players know, such as that somebody reported what they said.
    """
    own = Seat.objects.filter(player=moderator).values("game")
    rows = ModeratorAction.objects.exclude(game__in=own).defer("game__state")
    rows = rows.select_related("game", "seat", "player", "moderator")
    if request.GET.get("as") == "csv":
        return StreamingHttpResponse(
            _as_csv(rows.order_by("id").iterator()),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="trace.csv"'},
        )
    context = {"title": gettext("The trace"), "lines": lines(rows.order_by("-id")[:LINES])}
    return render(request, "trace", context)


class _Line:
    """What ``csv`` writes to: gives each line back."""

    def write(self, text: str) -> str:
        return text


def _as_csv(rows: Iterator[ModeratorAction]) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield writer.writerow(["when", "what", "who", "about", "why", "changed"])
    for row in rows:
        (line,) = lines([row])
        changed = ", ".join(f"{name}: {value}" for name, value in row.changed.items())
        yield writer.writerow(
            [
                _plain(value)
                for value in (
                    line.at.isoformat(), row.action, line.who, line.about, line.why, changed,
                )
            ]
        )  # fmt: skip


def _plain(value: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{value}" if value[:1] in "=+-@\t\r" and value else value


def find_game(public_id: str) -> Game:
    """Give a game without its position, or answer 404."""
    found = Game.objects.select_related("host").defer("state").filter(public_id=public_id).first()
    if found is None:
        raise Http404
    return found
