"""What the tests of the desk share: browsers, pages, addresses."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.models import Game, Player
from tests.games.site import both_steps


def browser(player: Player | None) -> Client:
    """Give somebody's browser, signed in."""
    client = Client()
    return client if player is None else both_steps(client, player)


def text_of(response: Any) -> str:
    """Give a page's source on one line."""
    return " ".join(response.content.decode().split())


def at(game: Game) -> str:
    """Give the address of a game's page at the desk."""
    return f"/admin/desk/games/{game.public_id}/"
