"""The ways between a game's pages, which everybody may open who has its address."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games import links
from games.models import Game


@dataclass(frozen=True, slots=True)
class Way:
    """A link to another page of the game, or to this one (``here``)."""

    code: str
    text: str
    url: str
    here: bool


def ways(game: Game, here: str) -> tuple[Way, ...]:
    """Give the links between a game's pages; looking back only once there is something."""
    of_game = {"public_id": game.public_id}
    found = [("game", gettext("The table"), links.game_path(game))]
    if game.started is not None:
        found.append(("past", gettext("Looking back"), past_path(game)))
    found.append(("bag", gettext("The bag"), reverse("games:bag", kwargs=of_game)))
    if game.started is not None:
        record = reverse("games:record", kwargs=of_game)
        found.append(("record", gettext("Record (JSON)"), record))
    return tuple(Way(code, text, url, code == here) for code, text, url in found)


def past_path(game: Game, number: int | None = None) -> str:
    """Give the address of a look back at a turn, or at how things stand now."""
    path = reverse("games:past", kwargs={"public_id": game.public_id})
    return path if number is None else f"{path}?turn={number}"
