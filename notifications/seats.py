"""Mails about seats: who is absent from theirs, and who is offered one."""

from __future__ import annotations

from django.utils.translation import gettext

from games import links
from notifications import plain
from notifications.decisions import Context
from notifications.models import Mail
from notifications.visual import Button


def absent(mail: Mail) -> Context:
    """Tell somebody that they missed two turns, what happens now, and how to be back."""
    assert mail.seat is not None
    url = links.seat_url(mail.seat)
    return {
        "headline": gettext("You missed two turns in a row: a bot orders for you now"),
        "task": gettext(
            "So that the others need not wait, a bot orders for you from now on, and no mail asks"
            " you for anything. It sees what your seat may see, and nothing else. The seat stays"
            " yours: say that you are back, and you play the next decision yourself. The host may"
            " offer the seat to somebody else meanwhile."
        ),
        "preheader": gettext("The seat stays yours. One click leads to where you say: I am back."),
        "url": url,
        "button": Button(gettext("I am back"), url),
        "plain": plain,
    }
