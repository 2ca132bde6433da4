"""Looks at what belongs to one seat: its own page, and what its table decides."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from games import links
from games.models import Game, Seat
from games.services import votes
from tests.games.browsing import turn_path
from tests.games.cast import seat_of
from tests.games.visits import Visit

DEAD = "a" * links.LENGTH


def of_own_seat(game: Game, name: str) -> Iterator[Visit]:
    """The page of one's own seat, played by oneself, and by a bot until one is back."""
    seat = seat_of(game, name)
    yield Visit(f"/g/{game.public_id}/seat/", name, status=303)
    yield Visit(links.seat_path(seat))
    Seat.objects.filter(pk=seat.pk).update(absent_since=timezone.now())
    yield Visit(links.seat_path(seat))
    yield Visit(turn_path(game, name))
    yield Visit(links.game_path(game))
    yield Visit(links.seat_path(seat), status=422, form="back")
    Game.objects.filter(pk=game.pk).update(host=seat.player)
    yield Visit(f"/g/{game.public_id}/seats/", name)
    yield Visit(f"/g/{game.public_id}/seats/", name, status=422, form="offer")
    yield Visit(f"/g/{game.public_id}/seats/", "Clara", status=403)
    yield Visit(f"/b/{DEAD}/", status=404)


def of_votes(game: Game) -> Iterator[Visit]:
    """What a table decides, on the page of a seat's own, and on that of the turn."""
    anna, path = seat_of(game, "Anna"), links.votes_path(seat_of(game, "Bruno"))
    Game.objects.filter(pk=game.pk).update(time_off=True)
    yield Visit(path)
    yield Visit(path, status=422, form="propose")
    for kind in ("pause", "extend", "cancel"):
        votes.propose(seat_id=anna.pk, kind=kind)
    yield Visit(path)
    yield Visit(path, status=422, form="vote")
    yield Visit(turn_path(game, "Bruno"))
    yield Visit(turn_path(game, "Bruno"), status=422, form="vote")
    yield Visit(f"/g/{game.public_id}/votes/", "Bruno", status=303)
    yield Visit(f"/g/{game.public_id}/votes/", "Dario", status=403)
    yield Visit(f"/v/{DEAD}/", status=404)
