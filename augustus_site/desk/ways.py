"""The addresses of the desk's pages about a game and about a person."""

from django.urls import reverse

from games.models import Game


def game_url(game: Game) -> str:
    """Give the address of a game's page at the desk."""
    return reverse("desk:game", kwargs={"public_id": game.public_id})


def player_url(pk: int) -> str:
    """Give the address of a person's page at the desk."""
    return reverse("desk:player", kwargs={"pk": pk})
