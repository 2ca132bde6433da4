"""Troubles of workers and mails: nobody works, mails that failed, addresses that get none."""

from __future__ import annotations

from datetime import timedelta

from django.db.models.functions import Lower
from django.utils.translation import gettext

from augustus_site.desk.post import kind_of
from augustus_site.desk.rows import Look, Row, Trouble, public_id, trouble
from augustus_site.desk.ways import game_url, player_url
from games.models import Player
from notifications.address_models import Address
from notifications.models import Circuit, Mail

#: Mail or sweep silent for so long is trouble.
SILENT = timedelta(minutes=5)
#: A mail that failed so long ago is nobody's trouble any more.
RECENT = timedelta(days=14)


def silent(look: Look) -> Trouble:
    """The clockwork: when workers last looked, whether mail goes out, how long mails wait."""
    row = Circuit.objects.filter(pk=1).first()
    oldest = (
        Mail.objects.filter(state__in=("queued", "retry"), next_try_at__lte=look.now - SILENT)
        .order_by("next_try_at")
        .values_list("next_try_at", flat=True)
        .first()
    )
    found = []
    if row is None or row.beat is None or row.beat < look.now - SILENT:
        why = gettext(
            "No worker has looked for work lately: nothing advances and no mail goes out."
        )
        found.append(Row(gettext("Workers"), "", why, row.beat if row else None))
    if row is not None and row.until is not None and row.until > look.now:
        why = gettext("Mail is stopped: %(reason)s") % {"reason": row.reason}
        found.append(Row(gettext("Mail"), "", why, row.opened))
    if oldest is not None:
        why = gettext("The oldest mail that should have gone out still waits.")
        found.append(Row(gettext("Mails waiting"), "", why, oldest))
    return Trouble(
        "silent",
        gettext("The clockwork"),
        gettext("Look at the workers, the broker and the mail server first."),
        tuple(found),
    )


def failed(look: Look) -> Trouble:
    """Mails that did not go out; none of games that the moderator sits in."""
    mails = look.without_own(
        Mail.objects.filter(state=Mail.State.FAILED, created__gte=look.now - RECENT)
    )
    listed = (
        mails.select_related("game", "seat", "player")
        .defer("text", "html", "game__state")
        .order_by("-created")
    )
    rows = [
        Row(
            mail.game.name if mail.game else kind_of(mail),
            game_url(mail.game) if mail.game else "",
            gettext("To %(name)s, %(kind)s: %(error)s.")
            % {
                "name": mail.seat or mail.player or gettext("somebody"),
                "kind": kind_of(mail),
                "error": mail.error or gettext("not delivered"),
            },
            mail.created,
            game=public_id(mail.game),
        )
        for mail in listed[: look.most]
    ]
    return trouble(
        "failed",
        gettext("Mails that failed"),
        gettext("See whether the address is right; then send the link again."),
        rows,
        mails,
    )


def stopped(look: Look) -> Trouble:
    """Addresses that get no mail, of people with a seat in a game that goes on."""
    addresses = Address.objects.filter(stopped__isnull=False)
    worst = list(addresses.order_by("-stopped")[: look.most])
    players = {
        player.lower: player
        for player in Player.objects.alias(low=Lower("email"))
        .annotate(lower=Lower("email"))
        .filter(low__in=[row.address for row in worst])
    }
    rows = [
        Row(
            str(players[row.address]) if row.address in players else gettext("somebody"),
            player_url(players[row.address].pk) if row.address in players else "",
            gettext("Mail is stopped: %(reason)s.") % {"reason": row.get_reason_display()},
            row.stopped,
        )
        for row in worst
    ]
    return trouble(
        "stopped",
        gettext("Addresses that get no mail"),
        gettext("The player sees it on the site. Allow mail again once it is mended."),
        rows,
        addresses,
    )
