"""Finding games and people: by an address, a name, a game's id or page, a mail's id or key."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext

from augustus_site.desk.troubles import game_url, player_url
from games.models import Game, Player
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


def find(text: str) -> tuple[Hit, ...]:
    """Give what fits, exact ids first: three queries and no scan of mails."""
    return (*_mails(text), *_games(text), *_players(text))


def _games(text: str) -> list[Hit]:
    wanted = text.rstrip("/").rsplit("/", 1)[-1].lower()
    games = Game.objects.filter(Q(public_id=wanted) | Q(name__istartswith=text))
    return [
        Hit(gettext("game"), game.name, str(game.get_status_display()), game_url(game))
        for game in games.only("name", "public_id", "status").order_by("-id")[:MOST]
    ]


def _players(text: str) -> list[Hit]:
    players = Player.objects.alias(lower=Lower("email")).filter(
        Q(lower__startswith=text.lower()) | Q(name__istartswith=text)
    )
    return [
        Hit(gettext("player"), str(player), player.email, player_url(player.pk))
        for player in players.order_by("-id")[:MOST]
    ]


def _mails(text: str) -> list[Hit]:
    bare = text.strip("<> ")
    if "@" not in bare and ":" not in bare and len(bare) < 8:
        return []
    mails = Mail.objects.filter(
        Q(message_id__in=(bare, f"<{bare}>")) | Q(provider_id__in=(bare, f"<{bare}>")) | Q(key=bare)
    ).select_related("game", "player")
    return [
        Hit(
            gettext("mail"),
            str(mail.get_kind_display()),
            str(mail.get_state_display()),
            game_url(mail.game) if mail.game else player_url(mail.player_id or 0),
        )
        for mail in mails.defer("text", "html", "game__state")[:MOST]
    ]
