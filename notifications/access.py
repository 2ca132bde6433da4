"""Mails about getting in: a link to sign in, a new address to confirm, an old one that is told.

They go to an address, not to a player: to sign in nobody is looked up, a new address is nobody's
yet, and an old one is nobody's any more. Each goes at most once. Their ``note`` is the number of
the ``AccessLink``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext

from games import links, signals
from games.access_models import AccessLink
from games.models import Game, Player, Seat
from games.services.access import VALID_FOR, still_good
from notifications import plain
from notifications.models import Kind, Mail, Wish
from notifications.names import clean, isolated
from notifications.visual import Button

#: Sent to an address, whatever was switched off, and rather lost than sent twice.
KINDS = frozenset({Kind.SIGN_IN, Kind.NEW_ADDRESS, Kind.ADDRESS_CHANGED})

_KIND_OF = {
    AccessLink.Purpose.SIGN_IN: Kind.SIGN_IN,
    AccessLink.Purpose.ADDRESS: Kind.NEW_ADDRESS,
}

Context = dict[str, Any]


@receiver(signals.access_asked)
def on_access_asked(*, link: AccessLink, **_: Any) -> None:
    """Mail the link that was asked for."""
    from notifications import queue

    kind = _KIND_OF[AccessLink.Purpose(link.purpose)]
    queue.put([_to(link.email, kind, link)])


@receiver(signals.address_changed)
def on_address_changed(
    *, player: Player, old: str, link: AccessLink, seats: Sequence[Seat], **_: Any
) -> None:
    """Tell the old address, and mail the new one what the dead links led to."""
    from notifications import queue

    mails = [_to(old, Kind.ADDRESS_CHANGED, link)]
    for seat in seats:
        if seat.game.status == Game.Status.OPEN and seat.accepted_at is None:
            kind = Kind.INVITATION
        elif seat.game.status in (Game.Status.RUNNING, Game.Status.PAUSED):
            kind = Kind.RESEND
        else:
            continue
        key = f"access:{link.pk}:seat:{seat.pk}:{kind}"
        mails.append(Mail(key=key, kind=kind, player=player, game=seat.game, seat=seat))
    queue.put(mails)


@receiver(signals.player_exported)
def on_player_exported(*, player: Player, **_: Any) -> Context:
    """Give what is stored of a player's mails: never their text, in which links work."""
    told = _told(player)
    wishes = Wish.objects.filter(player=player).select_related("game").order_by("pk")
    return {
        "mail_wishes": [_wish(row) for row in wishes],
        "mails": list(
            told.order_by("pk").values(
                "kind", "state", "to_address", "subject", "created", "sent_at"
            )
        ),
    }


def _told(player: Player) -> QuerySet[Mail]:
    """Give the mails to a player, and those to their address from before it was anybody's."""
    to_address = Q(player=None, to_address__iexact=player.email)
    return Mail.objects.filter(Q(player=player) | to_address)


def _wish(row: Wish) -> Context:
    names = ("everything", "turns", "reminders", "invitations", "confirmations", "digest_hour")
    game = row.game.public_id if row.game is not None else "all"
    quiet = {"quiet_from": row.quiet_from, "quiet_until": row.quiet_until}
    return {"game": game, **{name: getattr(row, name) for name in names}, **quiet}


@receiver(signals.player_leaving)
def on_player_leaving(*, player: Player, **_: Any) -> None:
    """Blank every mail to somebody whose account is deleted; what is not sent never goes."""
    found = _told(player)
    unsent = (Mail.State.QUEUED, Mail.State.RETRY)
    found.filter(state__in=unsent).update(state=Mail.State.SKIPPED, error="deleted")
    found.update(to_address="", subject="", text="", html="", player=None)


def _to(address: str, kind: Kind, link: AccessLink) -> Mail:
    key = f"access:{link.pk}:{kind}"
    return Mail(key=key, kind=kind, to_address=address, note=str(link.pk))


def reason(mail: Mail) -> str:
    """Say why a mail of these kinds should not go out, an empty string if it should."""
    if not mail.to_address:
        return "no_address"
    if mail.kind == Kind.ADDRESS_CHANGED:
        return ""
    link = _link(mail)
    return "" if link is not None and still_good(link) else "link_too_old"


def _link(mail: Mail) -> AccessLink | None:
    return AccessLink.objects.select_related("player").filter(pk=int(mail.note or 0)).first()


def sign_in(mail: Mail) -> Context:
    """Give the link with which somebody signs in, or up; who that is, is not looked up."""
    link = _link(mail)
    assert link is not None
    minutes = int(VALID_FOR.total_seconds() // 60)
    url = links.access_url(link)
    return {
        "headline": gettext("Your link to sign in"),
        "preheader": gettext("It works once, for %(n)d minutes.") % {"n": minutes},
        "task": gettext("With this link you sign in to Augustus by mail; there is no password."),
        "deadline": gettext("It works once, within %(n)d minutes.") % {"n": minutes},
        "after": gettext(
            "If you did not ask for it, do nothing: without this link nobody gets in, and nothing"
            " is stored about you."
        ),
        "url": url,
        "button": Button(gettext("Sign in"), url),
        "plain": plain,
    }


def new_address(mail: Mail) -> Context:
    """Ask the new address whether it is the player's, with a link that makes the change."""
    link = _link(mail)
    assert link is not None
    assert link.player is not None
    minutes = int(VALID_FOR.total_seconds() // 60)
    url = links.access_url(link)
    name = isolated(clean(str(link.player)))
    return {
        "headline": gettext("Is this your new address?"),
        "preheader": gettext("Confirm it within %(n)d minutes.") % {"n": minutes},
        "task": gettext("%(name)s wants to get the mails of Augustus by mail at this address.")
        % {"name": name},
        "deadline": gettext("The link works once, within %(n)d minutes.") % {"n": minutes},
        "after": gettext("If that is not you, do nothing, and nothing changes."),
        "url": url,
        "button": Button(gettext("Look at it and confirm"), url),
        "plain": plain,
    }


def address_changed(mail: Mail) -> Context:
    """Tell the old address that it is not used any more; the new one is not named."""
    from django.conf import settings

    url = f"{settings.SITE_URL.rstrip('/')}/"
    return {
        "headline": gettext("This address gets no more mails of your games"),
        "preheader": gettext("Your account has another address now."),
        "task": gettext(
            "Your account was given another address, which was confirmed from there. The links in"
            " all earlier mails are dead."
        ),
        "deadline": "",
        "after": gettext(
            "If that was not you, somebody was signed in to your account: tell whoever runs this"
            " service, so that a moderator can look into it."
        ),
        "url": url,
        "button": Button(gettext("Open the site"), url),
        "plain": plain,
    }
