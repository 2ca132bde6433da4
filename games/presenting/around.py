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
    found.append(("rules", gettext("Rules"), reverse("games:rules")))
    return tuple(Way(code, text, url, code == here) for code, text, url in found)


@dataclass(frozen=True, slots=True)
class Watch:
    """The link to hand out to whoever may watch, and who else can look on."""

    url: str
    text: str


def watch(game: Game) -> Watch:
    """Give the link for spectators: the game's page, whose name nobody can guess."""
    return Watch(
        links.game_url(game),
        gettext(
            "Whoever has this link can watch: what lies open on the table, never a hand, an order"
            " that is not resolved yet, or anybody’s address. Nobody can guess it."
        ),
    )


def over_ways(game: Game, *, signs_in: bool) -> tuple[Way, ...]:
    """Give what a player may want of a game that has ended; ``signs_in``: they have an account."""
    of_game = {"public_id": game.public_id}
    found = [
        ("past", gettext("Look back over the game"), past_path(game)),
        ("bag", gettext("Check the bag"), reverse("games:bag", kwargs=of_game)),
    ]
    if signs_in:
        found.append(("again", gettext("Play again"), reverse("games:rematch", kwargs=of_game)))
    return tuple(Way(code, text, url, here=False) for code, text, url in found)


def practice_ways(*, over: bool) -> tuple[Way, ...]:
    """Give what a beginner may want beside a practice game."""
    found = [
        ("rules", gettext("The rules"), reverse("games:rules")),
        ("objectives", gettext("All objectives"), reverse("games:objectives")),
    ]
    if over:
        found.insert(0, ("again", gettext("Another practice game"), reverse("games:practice")))
    return tuple(Way(code, text, url, here=False) for code, text, url in found)


def past_path(game: Game, number: int | None = None) -> str:
    """Give the address of a look back at a turn, or at how things stand now."""
    path = reverse("games:past", kwargs={"public_id": game.public_id})
    return path if number is None else f"{path}?turn={number}"
