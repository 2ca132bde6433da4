"""A street of the town: every way in which something is asked about a completed objective."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Game
from games.rules.choices import Mobilize, Place
from games.rules.state import Resolving
from tests.games.browsing import game_at, turn_path
from tests.games.cast import order
from tests.games.visits import Visit
from tests.rules.builder import ANNA, BRUNO, player


def of_resolutions() -> Iterator[Visit]:
    """Every way in which something is asked about a completed objective."""
    for card, kind in ((35, "power"), (73, "power"), (87, "power"), (13, "power"),
                       (3, "claim"), (3, "take"), (37, "losses")):  # fmt: skip
        game, name = resolving(card, kind), "Bruno" if kind == "losses" else "Anna"
        yield Visit(turn_path(game, name))
        order(game, name)
        yield Visit(turn_path(game, name))
    game = game_at({ANNA: player({20: "SSC", 9: "H"}, (3,)), BRUNO: player({1: ""})}, token="T")
    order(game, "Anna", Mobilize(Place(20, "T")))
    yield Visit(turn_path(game, "Anna"))


def resolving(card: int, kind: str) -> Game:
    """Anna's objective is being resolved, and she, or Bruno for losses, is asked."""
    controlled = (1, 2) if kind == "claim" else ()
    return game_at(
        {
            ANNA: player({9: "H", 18: "SS", card: ""}, controlled),
            BRUNO: player({1: "", 21: "SC"}),
        },
        kind=kind,
        awaited=(BRUNO if kind == "losses" else ANNA,),
        resolving=Resolving(ANNA, card, "power" if kind in ("power", "losses") else kind),
    )
