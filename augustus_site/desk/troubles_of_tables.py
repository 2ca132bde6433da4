"""What goes on at tables: messages that were reported, and votes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from augustus_site.desk.deeds import deeds_for_message
from augustus_site.desk.rows import Look, Row, Trouble, trouble
from augustus_site.desk.ways import game_url
from games.talk_models import TableTalk, TalkReport
from games.vote_models import Vote

#: Of one message, so many reports are read at most.
_EACH = 5


def reported(look: Look) -> Trouble:
    """Messages with open reports: what was said, who reported it, since when, and why.

    None of games that the moderator sits in: they could be who wrote it, or who reported it.
    """
    waiting = look.without_own(TalkReport.objects.filter(closed_at=None), "message__game")
    listed = (
        waiting.select_related("message__seat", "message__game", "player")
        .defer("message__game__state")
        .order_by("created")[: look.most * _EACH]
    )
    by_message: dict[TableTalk, list[TalkReport]] = defaultdict(list)
    for report in listed:
        by_message[report.message].append(report)
    rows = [_row(message, found) for message, found in list(by_message.items())[: look.most]]
    return trouble(
        "reported",
        gettext("Messages reported"),
        gettext("Hide the message, or set the reports aside. Who wrote it never learns who did."),
        rows,
        TableTalk.objects.filter(pk__in=waiting.values("message")),
    )


def _row(message: TableTalk, found: Sequence[TalkReport]) -> Row:
    return Row(
        f"{message.game.name}: {message.seat.name}",
        f"{game_url(message.game)}#message-{message.pk}",
        gettext("%(name)s said: “%(text)s”") % {"name": message.seat.name, "text": message.text},
        found[0].created,
        reports_in_words(found),
        deeds=deeds_for_message(message.game, message.pk),
    )


def reports_in_words(found: Iterable[TalkReport]) -> tuple[str, ...]:
    """Say of each report whose it is, since when it waits, and why it was made."""
    return tuple(
        gettext("Reported by %(name)s, %(when)s UTC: %(why)s")
        % {
            "name": str(report.player) if report.player else gettext("a former player"),
            "when": f"{report.created:%Y-%m-%d %H:%M}",
            "why": report.why or gettext("no reason given"),
        }
        for report in found
    )


def votes(look: Look) -> Trouble:
    """What tables decide just now."""
    found = Vote.objects.filter(closed=None).select_related("game", "seat")
    rows = [
        Row(
            vote.game.name,
            game_url(vote.game),
            gettext("%(name)s proposes: %(what)s.")
            % {"name": vote.seat.name, "what": vote.get_kind_display()},
            vote.opened,
        )
        for vote in found.defer("game__state").order_by("expires")[: look.most]
    ]
    return trouble(
        "votes",
        gettext("Votes open"),
        gettext("They pass or expire by themselves; nothing has to be done."),
        rows,
        found,
    )
