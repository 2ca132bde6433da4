"""Every address under which something of a game could be seen, for each seat and for nobody's.

That none is missing is asked of the addresses themselves (``test_secrecy_everywhere``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from django.test import Client
from django.urls import reverse

from games import links
from games.links import Purpose, make_token
from games.models import Game, Seat, Turn
from notifications.wishes import Scope

DEAD = "a" * links.LENGTH
Ways = Callable[[Game, Seat | None], Iterator[str]]


def _plain(name: str) -> Ways:
    """A page that has one address for all."""
    return lambda game, seat: iter([reverse(name)])


def _of_game(name: str, *queries: str) -> Ways:
    """A page under the game's public id, also with these queries."""

    def ways(game: Game, seat: Seat | None) -> Iterator[str]:
        path = reverse(name, kwargs={"public_id": game.public_id})
        yield from (path, *(f"{path}?{query}" for query in queries))

    return ways


def _of_seat(path: Callable[[Seat], str]) -> Ways:
    """A page under a link that only one seat has."""
    return lambda game, seat: iter([path(seat)] if seat else [])


def _of_token(name: str) -> Ways:
    """A page under a link with nothing of a game behind it."""
    return lambda game, seat: iter([reverse(name, kwargs={"token": DEAD})])


def _turns(game: Game, seat: Seat | None) -> Iterator[str]:
    """The links of a seat to all turns there are, and with a choice marked."""
    if seat is not None:
        for number in _numbers(game):
            path = links.turn_path(seat, number)
            yield from (path, f"{path}?choice=pass", f"{path}?report=1")


def _now(game: Game, seat: Seat | None) -> Iterator[str]:
    return (f"{links.turn_path(seat, number)}now/" for number in _numbers(game) if seat)


def _past(game: Game, seat: Seat | None) -> Iterator[str]:
    path = reverse("games:past", kwargs={"public_id": game.public_id})
    yield path
    yield from (f"{path}?turn={number}" for number in (0, *_numbers(game), 99))


def _numbers(game: Game) -> list[int]:
    return list(Turn.objects.filter(game=game, number__gt=0).values_list("number", flat=True))


def _calendar(game: Game, seat: Seat | None) -> Iterator[str]:
    if seat and seat.player and seat.player.calendar_nonce:
        yield urlsplit(links.calendar_url(seat.player)).path


def _wishes(seat: Seat) -> str:
    token = make_token(Purpose.MAIL, seat.pk, seat.link_epoch, Scope.GAME)
    return reverse("notifications:wishes", kwargs={"token": token})


WAYS: Mapping[str, Ways] = {
    **{
        f"games:{name}": _plain(f"games:{name}")
        for name in (
            "rules", "objectives", "practice", "start", "sign_in", "sign_in_sent", "mine", "new",
            "tables", "profile", "new_address", "export", "delete", "gone", "own_calendar",
            "time_off",
        )
    },
    **{
        f"games:{name}": _of_game(f"games:{name}")
        for name in (
            "game_now", "bag", "record", "votes", "table", "play", "own_seat", "seats", "rematch",
        )
    },
    "games:game": _of_game("games:game", "story=all"),
    "games:past": _past,
    "games:turn": _turns,
    "games:now": _now,
    "games:invitation": _of_seat(links.invitation_path),
    "games:seat": _of_seat(links.seat_path),
    "games:seat_votes": _of_seat(links.votes_path),
    "games:calendar": _calendar,
    "games:enter": _of_token("games:enter"),
    "games:confirm_address": _of_token("games:confirm_address"),
    "games:join": lambda game, seat: iter([links.join_path(game)]),
    # Signing out, last: the rest is looked at signed in.
    "games:sign_out": lambda game, seat: iter([]),
    "notifications:my_mails": _plain("notifications:my_mails"),
    "notifications:wishes": _of_seat(_wishes),
    "notifications:tracking": lambda game, seat: iter(["/anymail/postmark/tracking/"]),
}  # fmt: skip


def paths_of(game: Game, seat: Seat | None) -> list[str]:
    """Give every address that a seat's player can look under; None: whoever watches."""
    return [path for ways in WAYS.values() for path in ways(game, seat)]


def browser_of(seat: Seat | None) -> Client:
    """Give the browser of a seat's player, signed in; None: one of nobody's."""
    client = Client()
    if seat is not None and seat.player is not None:
        client.force_login(seat.player)
    return client
