"""What moderators do, as far as mails follow from it: links again, word to the table, warnings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import links, signals
from games.models import Game, Player, Seat
from games.moderation_models import ModeratorAction
from games.services.moderation.seating import seats_owing
from games.services.table import open_turn
from notifications import plain, queue, tracking
from notifications.decisions import Context
from notifications.models import Kind, Mail
from notifications.visual import Button


@receiver(signals.moderated)
def on_moderated(*, game: Game, action: ModeratorAction, seat: Seat | None, **_: Any) -> None:
    """Mail what follows from a deed: links to who needs them, word to everybody who must know."""
    if action.action in ("resend", "nudge"):
        owing = seats_owing(open_turn(game), seat)
        queue.put(queue.by_moderator(action, Kind.RESEND, one) for one in owing)
    elif action.action == "revoke" and seat is not None and seat.player_id is not None:
        queue.put([queue.by_moderator(action, Kind.RESEND, seat)])
    elif action.action in NEWS:
        people = Seat.objects.filter(game=game, replaced_at=None, player__isnull=False)
        queue.put(queue.by_moderator(action, Kind.MODERATED, one) for one in people)


@receiver(signals.player_moderated)
def on_player_moderated(*, player: Player | None, action: ModeratorAction, **_: Any) -> None:
    """Warn somebody by mail, or stop and allow the mail to their address."""
    if player is None:
        return
    if action.action == "warn":
        queue.put([queue.warning(action, player)])
    elif action.action in _MAIL:
        _MAIL[action.action](player, action.moderator)


def _stop(player: Player, _by: Player | None) -> None:
    tracking.stop_by_hand(player.email)


def _allow(player: Player, by: Player | None) -> None:
    tracking.lift(player.email, by=by)


_MAIL: Mapping[str, Callable[[Player, Player | None], None]] = {
    "stop_mail": _stop,
    "allow_mail": _allow,
}

#: Deed -> headline and sentence for everybody at the table.
NEWS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "go_back": (
        _("A moderator took the game back"),
        _(
            "What was decided since counts no more, and its links only say so. The turn is open"
            " again, and the same tokens come. Who is asked gets a mail of its own."
        ),
    ),
    "cancel": (
        _("A moderator called the game off"),
        _("The game ends here and counts for nobody. Its page stays."),
    ),
    "close": (
        _("A moderator closed the game"),
        _("The game could not go on. It ends here and counts for nobody. Its page stays."),
    ),
}


def moderated(mail: Mail) -> Context:
    """Tell somebody what a moderator did to their game."""
    assert mail.game is not None
    headline, task = NEWS[mail.note]
    url = links.game_url(mail.game)
    return {
        "headline": str(headline),
        "task": str(task),
        "preheader": str(task),
        "url": url,
        "button": Button(gettext("Look at the game"), url),
        "plain": plain,
    }


def warning(mail: Mail) -> Context:
    """Give the moderators' words to whom they warn."""
    action = ModeratorAction.objects.filter(pk=int(mail.note or 0)).first()
    said = action.why if action is not None else ""
    url = f"{settings.SITE_URL}/"
    return {
        "headline": gettext("A word from the moderators"),
        "task": said,
        "preheader": gettext("The moderators ask you to read this."),
        "url": url,
        "button": Button(gettext("To the site"), url),
        "plain": plain,
    }
