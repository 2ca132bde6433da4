"""From a rendered mail to a message: its headers, its thread, its way to be switched off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from email.utils import quote

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, Window
from django.db.models.functions import RowNumber
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
    Kind.OFFERED: Scope.INVITATIONS,
    Kind.CALLED_OFF: Scope.INVITATIONS,
    Kind.REMINDER: Scope.REMINDERS,
    Kind.CONFIRMED: Scope.CONFIRMATIONS,
    Kind.DIGEST: Scope.TURNS,
}


class Threads:
    """The last mails of some seats, looked up in one query for a batch, and kept up to date."""

    def __init__(self, mails: Iterable[Mail]) -> None:
        """Look up what went before these mails."""
        self.sent: dict[int, list[tuple[int, str]]] = defaultdict(list)
        seats = {mail.seat_id for mail in mails if mail.seat_id is not None}
        place = Window(RowNumber(), partition_by=[F("seat_id")], order_by=F("id").desc())
        found = Mail.objects.filter(seat_id__in=seats, state=Mail.State.SENT).annotate(place=place)
        for row in (
            found.filter(place__lte=MAX_REFERENCES)
            .order_by("id")
            .values_list("seat_id", "id", "message_id")
        ):
            self.sent[row[0]].append((row[1], row[2]))

    def add(self, mail: Mail) -> None:
        """Note that a mail went out."""
        if mail.seat_id is not None:
            self.sent[mail.seat_id].append((mail.pk, mail.message_id))

    def before(self, mail: Mail) -> list[str]:
        """Give the ids of the last mails that went before one in its thread, the oldest first."""
        if mail.kind == Kind.DIGEST:
            digests = Mail.objects.filter(player=mail.player_id, kind=Kind.DIGEST, pk__lt=mail.pk)
            sent = digests.filter(state=Mail.State.SENT).order_by("-id")
            return list(sent.values_list("message_id", flat=True)[:MAX_REFERENCES])[::-1]
        earlier = sorted(one for one in self.sent[mail.seat_id or 0] if one[0] < mail.pk)
        return [name for _number, name in earlier[-MAX_REFERENCES:]]


def build(mail: Mail, threads: Threads | None = None) -> EmailMultiAlternatives:
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
        headers=_headers(mail, threads or Threads([mail])),
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
        icons.attach(message, mail.html)
    return message


def _headers(mail: Mail, threads: Threads) -> dict[str, str]:
    headers = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.seat is not None and mail.game is not None:
        headers |= _thread(mail, threads)
        headers["List-Id"] = f"<{mail.game.public_id}.games.{mail_domain()}>"
    elif mail.kind == Kind.DIGEST:
        headers |= _thread(mail, threads)
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


def _thread(mail: Mail, threads: Threads) -> dict[str, str]:
    """Hang a mail into the one thread of its game: the same root every time, then the last ones."""
    root = root_id(mail)
    last = threads.before(mail)
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
