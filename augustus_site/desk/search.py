"""Finding games and people: by the beginning of an address or a name, a game's id or page, a mail.

Beginnings are compared in lower case, by the database on both sides: for that there are indexes
(``games/migrations/0016_beginnings.py``), so that it takes no longer the more is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.translation import gettext

from augustus_site.desk.post import kind_of
from augustus_site.desk.ways import game_url, player_url
from games.models import Game, Player, Seat
from notifications.models import Mail

#: Of each kind.
MOST = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: what it is, its name, and where its page is."""

    kind: str
    name: str
    more: str
    url: str


def find(text: str, moderator: Player) -> tuple[Hit, ...]:
    """Give what fits, exact ids first: three queries, each along indexes.

    No mails about games that the moderator sits in.
    """
    return (*_mails(text, moderator), *_games(text), *_players(text))


def games_called(text: str) -> QuerySet[Game]:
    """Give the games whose id or page this is, or whose name begins so, the newest first."""
    wanted = text.rstrip("/").rsplit("/", 1)[-1].lower()
    named = Game.objects.alias(lower_name=Lower("name"))
    found = named.filter(Q(public_id=wanted) | Q(lower_name__startswith=Lower(Value(text))))
    return found.only("name", "public_id", "status").order_by("-id")


def people_called(text: str) -> QuerySet[Player]:
    """Give the people whose address or name begins so, the newest first."""
    named = Player.objects.alias(lower_name=Lower("name"), lower_email=Lower("email"))
    beginning = Lower(Value(text))
    found = named.filter(Q(lower_email__startswith=beginning) | Q(lower_name__startswith=beginning))
    return found.order_by("-id")


def _games(text: str) -> list[Hit]:
    return [
        Hit(gettext("game"), game.name, str(game.get_status_display()), game_url(game))
        for game in games_called(text)[:MOST]
    ]


def _players(text: str) -> list[Hit]:
    return [
        Hit(gettext("player"), str(player), player.email, player_url(player.pk))
        for player in people_called(text)[:MOST]
    ]


def _mails(text: str, moderator: Player) -> list[Hit]:
    bare = text.strip("<> ")
    if "@" not in bare and ":" not in bare and len(bare) < 8:
        return []
    own = Seat.objects.filter(player=moderator).values("game")
    mails = mails_known_as(bare).exclude(game__in=own).select_related("game", "player")
    return [
        Hit(
            gettext("mail"),
            kind_of(mail),
            str(mail.get_state_display()),
            game_url(mail.game) if mail.game else player_url(mail.player_id or 0),
        )
        for mail in mails.defer("text", "html", "game__state")[:MOST]
    ]


def mails_known_as(name: str) -> QuerySet[Mail]:
    """Give the mails with this id, ours or the provider's, with or without brackets, or key."""
    names = (name, f"<{name}>")
    return Mail.objects.filter(
        Q(message_id__in=names) | Q(provider_id__in=names, provider_id__gt="") | Q(key=name)
    )
