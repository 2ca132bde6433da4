"""What follows from a deed, in words: seen within the transaction that a preview undoes."""

from __future__ import annotations

from django.utils.translation import ngettext

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
    """Give what changed, one by one."""
    return [f"{name.replace('_', ' ')}: {value}" for name, value in changed.items()]


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
