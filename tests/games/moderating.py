"""Moderators of the tests, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Player
from games.moderation_models import ModeratorAction
from games.services.errors import Refused
from games.services.moderation import act, roles
from tests.games.site import person


def moderator(name: str = "Marcus", group: str = "Moderators") -> Player:
    """Give a moderator, or a lead."""
    player = person(name)
    roles.put_in(player, group)
    return Player.objects.get(pk=player.pk)


def do(game: Game, code: str, by: Player | None = None, **asked: Any) -> ModeratorAction:
    """Let a moderator do something to a game."""
    found = by or moderator()
    return act(moderator=found, code=code, game_id=game.pk, why="Anna asked", **asked)


def refused(game: Game, code: str, **asked: Any) -> str:
    """Give the code with which an action is refused; nothing of it is left."""
    before = ModeratorAction.objects.count()
    with pytest.raises(Refused) as error:
        do(game, code, **asked)
    assert ModeratorAction.objects.count() == before
    return str(error.value.code)
