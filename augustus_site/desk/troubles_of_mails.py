"""Troubles of workers and mails: nobody works, mails that failed, addresses that get none."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import OuterRef, Subquery
from django.db.models.functions import JSONObject, Lower
from django.utils.translation import gettext

from augustus_site.desk.deeds import Deed, deed_about_person
from augustus_site.desk.post import kind_of
from augustus_site.desk.rows import Look, Row, Trouble, public_id, trouble
from augustus_site.desk.ways import game_url, player_url
from games.models import Player
from games.services.moderation.case import GOING
from notifications.address_models import Address
from notifications.models import Circuit, Mail

#: Mail or sweep silent for so long is trouble.
SILENT = timedelta(minutes=5)
#: A mail that failed so long ago is nobody's trouble any more.
RECENT = timedelta(days=14)


def silent(look: Look) -> Trouble:
    """The clockwork: when workers last looked, whether mail goes out, how long mails wait."""
    waiting = (
        Mail.objects.filter(state__in=("queued", "retry"), next_try_at__lte=look.now - SILENT)
        .order_by("next_try_at")
        .values("next_try_at")[:1]
    )
    row = Circuit.objects.filter(pk=1).annotate(oldest=Subquery(waiting)).first()
    # Where no worker has ever looked there is no row, and of course mails wait.
    oldest = row.oldest if row else None
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
            deeds=_again(look, mail),
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


def _again(look: Look, mail: Mail) -> tuple[Deed, ...]:
    """Offer to send the current link again, where the mail was one to a seat that plays."""
    seat, game = mail.seat, mail.game
    if game is None or seat is None or seat.replaced_at is not None or game.status not in GOING:
        return ()
    return look.deeds(game, "resend", seat=seat)


def stopped(look: Look) -> Trouble:
    """Addresses that get no mail, of people with a seat in a game that goes on."""
    addresses = Address.objects.filter(stopped__isnull=False)
    worst = addresses.annotate(player=_whose()).order_by("-stopped")[: look.most]
    rows = [_stopped_row(row, Player(**row.player) if row.player else None) for row in worst]
    return trouble(
        "stopped",
        gettext("Addresses that get no mail"),
        gettext("The player sees it on the site. Allow mail again once it is mended."),
        rows,
        addresses,
    )


def _whose() -> Subquery:
    """Give whose address it is, as far as their name and page go: no query more."""
    players = Player.objects.alias(lower=Lower("email")).filter(lower=OuterRef("address"))
    return Subquery(players.values(found=JSONObject(id="id", name="name", email="email"))[:1])


def _stopped_row(row: Address, player: Player | None) -> Row:
    return Row(
        str(player) if player else gettext("somebody"),
        player_url(player.pk) if player else "",
        gettext("Mail is stopped: %(reason)s.") % {"reason": row.get_reason_display()},
        row.stopped,
        deeds=(deed_about_person(player, "allow_mail"),) if player else (),
    )
