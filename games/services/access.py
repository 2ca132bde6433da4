"""Getting in by a mailed link: short-lived, for one purpose, used once.

Asking does the same whoever asks: one row is inserted and one announced, and no player is looked
up; that happens when the link is used. So neither what is answered nor how long it takes tells
whether an address is known. What may be asked is limited by address and by network.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games import links, signals
from games.access_models import AccessLink
from games.links import Purpose
from games.models import Player
from games.services import limits, lobby
from games.services.errors import Refused

#: A link works for so long.
VALID_FOR = timedelta(minutes=20)
#: So many mails in an hour to one address, and asked for by one network.
MOST_TO_ADDRESS = 5
MOST_BY_NETWORK = 30
#: Rows are kept a little longer than they work, for the mail that is still under way.
_KEPT_FOR = timedelta(days=1)
_FORM_KEY = re.compile("[0-9a-f]{32}")
#: Where somebody may be led after signing in: a page of ours, by its path alone.
_THEN = re.compile(r"/[a-z0-9/-]{0,118}")
_PURPOSES = {
    Purpose.SIGN_IN: AccessLink.Purpose.SIGN_IN,
    Purpose.ADDRESS: AccessLink.Purpose.ADDRESS,
}


@transaction.atomic
def ask_to_sign_in(*, email: str, network: str, form_key: str, then: str = "") -> None:
    """Mail a link to sign in (or up) to an address; the same form sent twice mails once.

    Raises ``Refused`` for what is no address, for a form that is none, and for a network that has
    asked too often. An address that got enough mails gets no more, and nobody is told.
    """
    email = checked_address(email)
    check_form(form_key)
    if AccessLink.objects.filter(form_key=form_key).exists():
        return
    if not limits.take(what="access.network", who=network, most=MOST_BY_NETWORK):
        raise Refused("asked_too_often", most=MOST_BY_NETWORK)
    if limits.take(what="access.address", who=email, most=MOST_TO_ADDRESS):
        _insert(AccessLink(purpose="sign_in", email=email, then=safe_path(then), form_key=form_key))
    _forget_old()


@transaction.atomic
def ask_for_address(*, player: Player, email: str, network: str, form_key: str) -> None:
    """Mail a link to a new address that confirms it; the same limits as for signing in."""
    email = checked_address(email)
    check_form(form_key)
    if email.lower() == player.email.lower():
        raise Refused("same_address")
    if AccessLink.objects.filter(form_key=form_key).exists():
        return
    if not limits.take(what="access.network", who=network, most=MOST_BY_NETWORK):
        raise Refused("asked_too_often", most=MOST_BY_NETWORK)
    if limits.take(what="access.address", who=email, most=MOST_TO_ADDRESS):
        _insert(AccessLink(purpose="address", email=email, player=player, form_key=form_key))


def _insert(link: AccessLink) -> None:
    AccessLink.objects.bulk_create([link], ignore_conflicts=True)
    stored = AccessLink.objects.filter(form_key=link.form_key, nonce=link.nonce).first()
    if stored is not None:  # else the same form came twice at the same moment
        signals.access_asked.send(Player, link=stored)


def checked_address(email: str) -> str:
    """Give an address without blanks around it; raises ``Refused`` for what is none."""
    email = email.strip()
    try:
        validate_email(email)
    except ValidationError:
        raise Refused("bad_address", address=email[:80]) from None
    if len(email) > 254 or not email.isprintable():
        raise Refused("bad_address", address=email[:80])
    return email


def check_form(form_key: str) -> None:
    """Raise ``Refused`` for what no form of ours has as its key."""
    if not _FORM_KEY.fullmatch(form_key):
        raise Refused("bad_form")


def safe_path(then: str) -> str:
    """Give a path within this site, empty for anything else."""
    return then if _THEN.fullmatch(then) and not then.startswith("//") else ""


def find(text: str, purpose: Purpose, *, now: datetime | None = None) -> AccessLink | None:
    """Give the link that a token stands for; None for a bad, old or used one, whichever it is."""
    found = links.read_token(text.partition("&")[0].partition("?")[0])
    if found is None or found.purpose != purpose:
        return None
    link = AccessLink.objects.select_related("player").filter(pk=found.seat_id).first()
    if link is None or link.purpose != _PURPOSES[purpose] or not found.signed_for(link.nonce):
        return None
    return link if still_good(link, now) else None


def still_good(link: AccessLink, now: datetime | None = None) -> bool:
    """Tell whether a link works: not used, and not too old."""
    return link.used_at is None and (now or timezone.now()) - link.created < VALID_FOR


def use(link: AccessLink) -> None:
    """Use a link up, within a transaction; raises ``Refused`` if somebody else just did."""
    marked = AccessLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now())
    if not marked or not still_good(link):
        raise Refused("link_used")


@transaction.atomic
def enter(*, link: AccessLink, zone: str = "") -> Player:
    """Use a link to sign in: give the player with its address, new if there is none.

    Raises ``Refused`` for a used link and for a player whom a moderator shut out. ``zone`` is the
    browser's time zone, taken for a new player.
    """
    use(link)
    known = lobby.player_with(link.email) is not None
    player = lobby.player_of(email=link.email)
    if not player.is_active:
        raise Refused("link_used")
    if not known and zone:
        player.time_zone = zone
        player.save(update_fields=["time_zone"])
    return player


def kill_links_to(email: str) -> None:
    """Make every unused link that went to an address worthless."""
    unused = AccessLink.objects.filter(email__iexact=email, used_at=None)
    unused.update(used_at=timezone.now())


def _forget_old() -> None:
    AccessLink.objects.filter(created__lt=timezone.now() - _KEPT_FOR).delete()
    limits.forget()
