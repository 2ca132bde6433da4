"""From a rendered mail to a message: its headers, its thread, its way to be switched off."""

from __future__ import annotations

from email.utils import quote

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse

from games.links import Purpose, make_token
from games.models import Seat
from notifications import icons
from notifications.models import Kind, Mail, mail_domain
from notifications.names import clean
from notifications.wishes import Scope

#: A thread names its root and at most so many of its last mails (cyclescape#1095).
MAX_REFERENCES = 10


_SCOPES = {
    Kind.INVITATION: Scope.INVITATIONS,
    Kind.REMINDER: Scope.REMINDERS,
    Kind.CONFIRMED: Scope.CONFIRMATIONS,
    Kind.DIGEST: Scope.TURNS,
}


def build(mail: Mail) -> EmailMultiAlternatives:
    """Give the message for a rendered mail, and note in the mail to which address it goes."""
    if mail.player is not None:
        mail.to_address = mail.player.email
        name = clean(mail.player.name)
        to = f'"{quote(name)}" <{mail.to_address}>' if name else mail.to_address
    else:
        to = mail.to_address
    message = EmailMultiAlternatives(
        subject=clean(mail.subject, 150),
        body=mail.text,
        to=[to],
        headers=_headers(mail),
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
        icons.attach(message, mail.html)
    return message


def _headers(mail: Mail) -> dict[str, str]:
    headers = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.seat is not None and mail.game is not None:
        headers |= _thread(mail)
        headers["List-Id"] = f"<{mail.game.public_id}.games.{mail_domain()}>"
    elif mail.kind == Kind.DIGEST:
        headers |= _thread(mail)
        headers["List-Id"] = f"<digest.games.{mail_domain()}>"
    seat = seat_of(mail)
    if seat is not None:
        headers["List-Unsubscribe"] = f"<{unsubscribe_url(seat, scope_of(mail))}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def seat_of(mail: Mail) -> Seat | None:
    """Give the seat whose link switches a mail off; a digest's is the player's newest."""
    if mail.kind != Kind.DIGEST:
        return mail.seat
    seats = Seat.objects.filter(player=mail.player_id, replaced_at=None)
    return seats.order_by("-id").first()


def _thread(mail: Mail) -> dict[str, str]:
    """Hang a mail into the one thread of its game: the same root every time, then the last ones."""
    root = root_id(mail)
    before = Mail.objects.filter(state=Mail.State.SENT, pk__lt=mail.pk).order_by("-id")
    if mail.kind == Kind.DIGEST:
        before = before.filter(player=mail.player_id, kind=Kind.DIGEST)
    else:
        before = before.filter(seat=mail.seat_id)
    last = list(before.values_list("message_id", flat=True)[:MAX_REFERENCES])[::-1]
    return {
        "References": " ".join([root, *last]),
        "In-Reply-To": last[-1] if last else root,
    }


def root_id(mail: Mail) -> str:
    """Give the id that every mail of a seat's game refers to: no mail has it, nothing random."""
    if mail.kind == Kind.DIGEST:
        return f"<digest.{mail.player_id}@{mail_domain()}>"
    assert mail.game is not None
    return f"<game.{mail.game.public_id}.{mail.seat_id}@{mail_domain()}>"


def scope_of(mail: Mail) -> Scope:
    """Give what unsubscribing with one click from this mail turns off."""
    return _SCOPES.get(Kind(mail.kind), Scope.GAME)


def unsubscribe_url(seat: Seat, scope: Scope) -> str:
    """Give the absolute address that switches mails of this scope off, and on again."""
    token = make_token(Purpose.MAIL, seat.pk, seat.link_epoch, scope)
    path = reverse("notifications:wishes", kwargs={"token": token})
    return f"{settings.SITE_URL.rstrip('/')}{path}"
