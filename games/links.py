"""Signed links: 30 characters of lower-case base32, a right to one seat in one turn, never a login.

Bits: 4 purpose, 32 seat, 16 turn number, 96 of HMAC-SHA-256 (and 2 zero bits to fill the last
character). The key comes from ``SECRET_KEY`` with a salt for each purpose; old keys are accepted
through ``SECRET_KEY_FALLBACKS``. The seat's ``link_epoch`` is part of what is signed but does not
stand in the link, so that raising it revokes every link of the seat.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import get_script_prefix, reverse

if TYPE_CHECKING:
    from games.access_models import AccessLink
    from games.models import Game, Player, Seat

LENGTH = 30
_MAC_BYTES = 12
_PAYLOAD_BITS = 4 + 32 + 16
_FILL_BITS = 2
_TOKEN = re.compile(r"[A-Za-z2-7]{30}")
#: What mail programs leave around a link; harmless, since the token itself has a fixed length.
_TRAILING = re.compile(r"(?:[/>.)=\s]|%20|&amp;)+$", re.IGNORECASE)


class Purpose(IntEnum):
    """What a link is for; each has a salt of its own."""

    TURN = 1
    INVITATION = 2
    MAIL = 3
    SIGN_IN = 4
    ADDRESS = 5
    JOIN = 6
    SEAT = 7
    CALENDAR = 8


@dataclass(frozen=True, slots=True)
class Link:
    """What a token says, before its signature is checked against the seat's epoch."""

    purpose: Purpose
    seat_id: int
    turn_number: int
    mac: bytes

    def signed_for(self, epoch: int) -> bool:
        """Tell whether one of our keys signed this for a seat of this ``link_epoch``."""
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        payload = _payload(self.purpose, self.seat_id, self.turn_number)
        # Every key is tried, so that the time taken tells nothing about which one fits.
        fits = [hmac.compare_digest(self.mac, _mac(payload, epoch, key)) for key in keys]
        return any(fits)


def make_token(purpose: Purpose, seat_id: int, epoch: int, turn_number: int = 0) -> str:
    """Give the token for a seat and turn: 30 characters of a-z and 2-7.

    Raises ``ValueError`` for a number that does not fit its bits.
    """
    if not 0 <= turn_number < 2**16 or not 0 <= seat_id < 2**32:
        raise ValueError("a seat has 32 bits and a turn number 16")
    payload = _payload(purpose, seat_id, turn_number)
    mac = int.from_bytes(_mac(payload, epoch, settings.SECRET_KEY), "big")
    bits = ((payload << (8 * _MAC_BYTES)) | mac) << _FILL_BITS
    raw = (bits << 2).to_bytes(19, "big")  # 150 bits, filled to whole bytes
    return base64.b32encode(raw).decode()[:LENGTH].lower()


def turn_path(seat: Seat, turn_number: int, *, by_site: bool = False) -> str:
    """Give the address of a seat's page for a turn, within the site.

    ``by_site``: for who comes from their games on the site, so that the order says so.
    """
    token = make_token(Purpose.TURN, seat.pk, seat.link_epoch, turn_number)
    return _path("games:turn", token) + ("?by=site" if by_site else "")


def turn_url(seat: Seat, turn_number: int) -> str:
    """Give the absolute address of a seat's page for a turn, as it stands in mails."""
    return _absolute(turn_path(seat, turn_number))


def invitation_path(seat: Seat) -> str:
    """Give the address of the page on which a seat is accepted, within the site."""
    return _path("games:invitation", make_token(Purpose.INVITATION, seat.pk, seat.link_epoch))


def invitation_url(seat: Seat) -> str:
    """Give the absolute address of the page on which a seat is accepted."""
    return _absolute(invitation_path(seat))


def seat_path(seat: Seat) -> str:
    """Give the address of the page on which a seat is come back to or given up."""
    return _path("games:seat", make_token(Purpose.SEAT, seat.pk, seat.link_epoch))


def seat_url(seat: Seat) -> str:
    """Give the absolute address of that page, as it stands in mails."""
    return _absolute(seat_path(seat))


def votes_path(seat: Seat) -> str:
    """Give the address of the page on which a seat decides with its table."""
    return _path("games:seat_votes", make_token(Purpose.SEAT, seat.pk, seat.link_epoch))


def votes_url(seat: Seat) -> str:
    """Give the absolute address of that page, as it stands in mails."""
    return _absolute(votes_path(seat))


def game_path(game: Game) -> str:
    """Give the address of a game's page, within the site."""
    return reverse("games:game", kwargs={"public_id": game.public_id})


def game_url(game: Game) -> str:
    """Give the absolute address of a game's page, which shows what a spectator may know."""
    return _absolute(game_path(game))


def past_url(game: Game) -> str:
    """Give the absolute address of the look back over a game."""
    return _absolute(reverse("games:past", kwargs={"public_id": game.public_id}))


def access_path(link: AccessLink) -> str:
    """Give the address of the page on which somebody signs in, or confirms a new address.

    The number in it is the link's own, not a seat's, and its nonce takes the epoch's place.
    """
    sign_in = link.purpose == link.Purpose.SIGN_IN
    purpose = Purpose.SIGN_IN if sign_in else Purpose.ADDRESS
    token = make_token(purpose, link.pk, link.nonce)
    name = "games:enter" if sign_in else "games:confirm_address"
    return _path(name, token)


def access_url(link: AccessLink) -> str:
    """Give the absolute address of that page, as it stands in the mail."""
    return _absolute(access_path(link))


def join_path(game: Game) -> str:
    """Give the address, to be handed out, on which a free seat of a game can be taken."""
    return _path("games:join", make_token(Purpose.JOIN, game.pk, game.join_epoch))


def join_url(game: Game) -> str:
    """Give the absolute address on which a free seat of a game can be taken."""
    return _absolute(join_path(game))


def calendar_url(player: Player) -> str:
    """Give the absolute, secret address of a player's calendar, empty where there is none.

    Its nonce stands in the player's row alone: no other link of theirs leads to it.
    """
    if player.calendar_nonce is None:
        return ""
    token = make_token(Purpose.CALENDAR, player.pk, player.calendar_nonce)
    return _absolute(_path("games:calendar", token))


def _path(page: str, token: str) -> str:
    """Give the address of a page for a token: what Django words around the token is kept.

    Apart for each prefix, since that is the request's: what one says must not reach another.
    """
    before, after = _around(page, get_script_prefix())
    return f"{before}{token}{after}"


@lru_cache(maxsize=64)
def _around(page: str, _prefix: str) -> tuple[str, str]:
    token = "a" * LENGTH
    before, _, after = reverse(page, kwargs={"token": token}).partition(token)
    return before, after


def _absolute(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path


def read_token(text: str) -> Link | None:
    """Read a token as mail programs may have bent it; None for what is no token of ours.

    Upper case and trailing ``/ > . ) =``, ``%20``, ``&amp;`` are tolerated.
    """
    token = _TRAILING.sub("", text.strip())
    if not _TOKEN.fullmatch(token):
        return None
    raw = base64.b32decode(token.upper() + "AA")  # filled to 32 characters, 20 bytes
    bits = int.from_bytes(raw, "big") >> 10
    if bits & (2**_FILL_BITS - 1):
        return None
    bits >>= _FILL_BITS
    payload, mac = bits >> (8 * _MAC_BYTES), bits & (2 ** (8 * _MAC_BYTES) - 1)
    try:
        purpose = Purpose(payload >> 48)
    except ValueError:
        return None
    return Link(
        purpose,
        (payload >> 16) & (2**32 - 1),
        payload & (2**16 - 1),
        mac.to_bytes(_MAC_BYTES, "big"),
    )


def _payload(purpose: Purpose, seat_id: int, turn_number: int) -> int:
    return (purpose << 48) | (seat_id << 16) | turn_number


def _mac(payload: int, epoch: int, key: str) -> bytes:
    purpose = Purpose(payload >> 48).name.lower()
    value = payload.to_bytes(7, "big") + epoch.to_bytes(8, "big")
    return hmac.digest(_derived(f"games.links.{purpose}", key), value, "sha256")[:_MAC_BYTES]


@lru_cache(maxsize=64)
def _derived(salt: str, key: str) -> bytes:
    """Give the key for a salt: Django's ``salted_hmac`` makes the same one anew each time."""
    return hashlib.sha256(f"{salt}{key}".encode()).digest()
