"""How often something may be done by one address or network in an hour.

Counted in the database by one conditional update, so that any number of processes at the same
moment take no more than there is. Keys are hashed under ``SECRET_KEY``: who did it stands nowhere.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.access_models import Allowance
from games.models import Player
from games.services.errors import Refused

HOUR = timedelta(hours=1)
#: So many invitations one player may send out in an hour.
MOST_INVITATIONS = 30
#: Counts so old are of no use any more.
KEPT_FOR = timedelta(days=1)


def take(*, what: str, who: str, most: int, now: datetime | None = None) -> bool:
    """Count one more of ``what`` by ``who``; gives False where this hour's ``most`` are used up."""
    now = now or timezone.now()
    key = salted_hmac(f"games.limits.{what}", who.lower(), algorithm="sha256").hexdigest()
    Allowance.objects.bulk_create([Allowance(key=key, begun=now)], ignore_conflicts=True)
    row = Allowance.objects.filter(pk=key)
    row.filter(begun__lte=now - HOUR).update(begun=now, used=0)
    return bool(row.filter(used__lt=most).update(used=F("used") + 1))


def network_mark(network: str) -> str:
    """Give a mark by which a network is known again but not found out; empty for none."""
    if not network:
        return ""
    return salted_hmac("games.networks", network, algorithm="sha256").hexdigest()[:16]


def count_invitation(player: Player) -> None:
    """Count an invitation that somebody sends out; raises ``Refused`` where it is one too many."""
    if not take(what="tables.invitations", who=str(player.pk), most=MOST_INVITATIONS):
        raise Refused("too_many_invitations", most=MOST_INVITATIONS)


def forget(*, now: datetime | None = None) -> None:
    """Delete counts that nothing depends on any more."""
    Allowance.objects.filter(begun__lt=(now or timezone.now()) - KEPT_FOR).delete()
