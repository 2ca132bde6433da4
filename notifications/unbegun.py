"""Mails about games that come to nothing: a seat that is taken back, a game that is called off.

They go to those who had accepted, or whom the invitation had reached: nobody else had heard of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils.translation import gettext

from games import signals
from games.models import Game, Seat
from notifications import plain, queue
from notifications.models import Kind, Mail
from notifications.names import clean, isolated
from notifications.visual import Button

Context = dict[str, Any]


@receiver(signals.seat_withdrawn)
def on_seat_withdrawn(*, game: Game, seat: Seat, **_: Any) -> None:
    """Tell whose seat is taken back; the row itself is gone when the mail goes out."""
    key = f"seat:{seat.pk}:withdrawn"
    queue.put(
        Mail(key=key, kind=Kind.WITHDRAWN, player_id=one.player_id, game=game)
        for one in _who_know([seat])
    )


@receiver(signals.called_off)
def on_called_off(*, game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Tell everybody who thought that there would be a game."""
    queue.put(
        queue.for_seat(f"game:{game.pk}:seat:{seat.pk}:called_off", Kind.CALLED_OFF, game, seat)
        for seat in _who_know(seats)
    )


def _who_know(seats: Sequence[Seat]) -> Iterable[Seat]:
    """Give the seats of those who accepted or were reached by the invitation."""
    sent = Mail.objects.filter(seat__in=seats, kind=Kind.INVITATION, state=Mail.State.SENT)
    invited = set(sent.values_list("seat_id", flat=True))
    return [seat for seat in seats if seat.accepted_at is not None or seat.pk in invited]


def reason(mail: Mail) -> str:
    """Say why a mail about a seat that was taken back should not go out, empty if it should."""
    if mail.game is None or mail.player is None or not mail.player.email:
        return "deleted"
    again = Seat.objects.filter(game=mail.game, player=mail.player, replaced_at=None)
    return "invited_again" if again.exists() else ""


def withdrawn(mail: Mail) -> Context:
    """Tell somebody that their seat was taken back before the game began."""
    return _over(
        gettext("Your seat was taken back"),
        gettext(
            "%(host)s has taken back the seat that you had or were offered, before the game began."
            " The links in earlier mails about it are dead, and no more mails come of this game."
        ),
        mail,
    )


def called_off(mail: Mail) -> Context:
    """Tell somebody that a game will not take place."""
    return _over(
        gettext("This game is called off"),
        gettext("%(host)s has called the game off before it began. There is nothing to do."),
        mail,
    )


def _over(headline: str, task: str, mail: Mail) -> Context:
    host = mail.game.host if mail.game is not None else None
    name = isolated(clean(str(host))) if host is not None else gettext("The host")
    url = f"{settings.SITE_URL.rstrip('/')}/"
    return {
        "headline": headline,
        "task": task % {"host": name},
        "preheader": headline,
        "url": url,
        "button": Button(gettext("Find or set up another game"), url),
        "deadline": "",
        "plain": plain,
    }
