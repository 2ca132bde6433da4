"""What follows from a deed, in words: seen within the transaction that a preview undoes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from augustus_site.desk.deeds import EFFECTS
from games.moderation_models import ModeratorAction
from games.services.moderation import ACTIONS
from games.services.moderation.case import Changed
from notifications.models import Mail


def follows(code: str, done: ModeratorAction) -> tuple[str, ...]:
    """Say what the deed does, and what this one did."""
    return (str(EFFECTS[code]), *followed(code, done))


def followed(code: str, done: ModeratorAction) -> tuple[str, ...]:
    """Say what this deed did: what changed, and who gets a mail; nothing where the engine ran."""
    said = changes(done.changed)
    if not ACTIONS[code].runs_engine and code != "go_back":
        said += _mailed(done)
    return tuple(said)


def changes(changed: Changed) -> list[str]:
    """Give what changed, one by one, in words; numbers of rows stay in the trace's file."""
    return [
        f"{called}: {_in_words(changed[name])}"
        for name, called in _NAMES.items()
        if name in changed
    ]


def _in_words(value: str | int | bool | None) -> str:
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    moment = parse_datetime(value) if isinstance(value, str) else None
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if moment else str(value)


#: What is said of what changed, in this order, and what it is called.
_NAMES: Mapping[str, str | Promise] = {
    "turn": _("turn"),
    "back_to": _("back to the start of turn"),
    "new_turn": _("the turn opens as number"),
    "draw": _("draw"),
    "due_before": _("deadline before"),
    "due": _("deadline now"),
    "status_before": _("state before"),
    "status": _("state now"),
    "quarantined": _("set apart"),
    "result": _("result"),
    "milliseconds": _("milliseconds"),
    "seats": _("seats that get a mail"),
    "bot": _("bot"),
    "missed_before": _("turns missed in a row before"),
    "absent_before": _("was absent"),
    "message": _("message number"),
    "reports": _("reports closed"),
    "active": _("may sign in"),
    "seats_handed_over": _("seats that bots play on"),
    "role_before": _("role before"),
    "role": _("role now"),
}


def _mailed(done: ModeratorAction) -> list[str]:
    """Name who gets a mail from this deed, and from no other."""
    fresh = Mail.objects.filter(key__startswith=f"action:{done.pk}:").select_related("seat")
    names = [str(mail.seat) for mail in fresh.order_by("id")]
    if not names:
        return []
    return [
        ngettext("A mail goes to %(names)s.", "Mails go to %(names)s.", len(names))
        % {"names": ", ".join(names)}
    ]
