"""Games played over HTTP by a client that runs the engine beside the service.

It made the games, so it knows their seeds: it needs no page to know what can be chosen, and in the
end its own position must be the stored one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

from bench.http import Line, Loop, ask, post
from games.forms import data_of
from games.links import Purpose, make_token
from games.models import Game
from games.rules.bots import random_bot
from games.rules.choices import Choice, Mobilize, Pass
from games.rules.state import MOBILIZE, OVER
from games.services.lobby import Invitee, accept, create_game
from games.services.table import (
    by_index,
    chance_of,
    open_turn,
    playing_seats,
    rules_of,
    state_of,
    words_of,
)


def new_game(number: int, players: int, hours: int | None = None) -> Game:
    """Create a game and let everybody accept: it runs. ``hours``: the length of a turn."""
    invitees = [Invitee(email=f"seat{seat}@game{number}.example") for seat in range(players)]
    seed = number.to_bytes(32, "big")
    game = create_game(name=f"Bench {number}", invitees=invitees, seed=seed, hours=hours)
    for seat in playing_seats(game):
        accept(seat_id=seat.pk, word=f"word {seat.invited}")
    game.refresh_from_db()
    return game


class Twin:
    """The client's own copy of a game, moved on by the same choices."""

    def __init__(self, game: Game) -> None:
        """Read a running game, once."""
        turn = open_turn(game)
        assert turn is not None
        seats = by_index(playing_seats(game))
        self.game_id, self.number = game.pk, turn.number
        self.rules, self.state = rules_of(game), state_of(turn.state_before)
        self.chance = chance_of(game, words_of(seats))
        self.seats = [seat.pk for seat in seats]
        self.dice = Random(game.pk)
        self.orders = 0
        #: How often a seat passes that would not have to.
        self.idle = 0.0

    def choices(self) -> dict[int, Choice]:
        """Give the random bot's choice for every seat that is awaited."""
        return {seat: self._choice(seat) for seat in self.state.awaited}

    def _choice(self, seat: int) -> Choice:
        rules, state = self.rules, self.state
        if state.kind == MOBILIZE and self.idle and self.dice.random() < self.idle:
            return Mobilize(Pass())
        view, options = rules.view_for(state, seat), rules.options(state, seat)
        return random_bot(rules.deck, view, options, self.dice)

    def advance(self, choices: dict[int, Choice]) -> None:
        """Move on."""
        self.state = self.rules.advance(self.state, choices, self.chance).state
        self.number += 1
        self.orders += len(choices)

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return self.state.kind == OVER

    def open_turn_id(self) -> int:
        """Give the key of the stored game's open turn."""
        turn = open_turn(Game.objects.get(pk=self.game_id))
        assert turn is not None
        return turn.pk

    def path(self, seat: int, number: int) -> str:
        """Give the address of a seat's page for a turn, signed here."""
        return f"/t/{make_token(Purpose.TURN, self.seats[seat], 0, number)}/"


@dataclass
class Tally:
    """What was noted while playing; times in seconds. ``window`` closed: no more is counted."""

    placements: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    open: bool = True


#: The shortest wait that is learned, in seconds.
SOON = 0.002


@dataclass(slots=True)
class Polling:
    """How all places look for the next turn: by GET, as a browser does, or by HEAD.

    ``wait``: seconds from the last order to the first look. Where it ``learns`` them, a look that
    comes too early lets the next ones come later, and one that finds the turn lets them come
    earlier, so that about three in four find it: looks in vain take from the servers what they
    need for the turn. The second look comes a quarter of ``wait`` later, and each further one
    waits half as long again as the one before.
    """

    method: str
    wait: float
    learns: bool = True
    found: int = 0
    missed: int = 0

    def note(self, *, found: bool) -> None:
        """Take in whether a first look found the turn."""
        self.found, self.missed = self.found + found, self.missed + (not found)
        if self.learns:
            self.wait = max(self.wait * (0.98 if found else 1.06), SOON)

    def figures(self) -> dict[str, float]:
        """Give the wait as it is now, in ms, and the share of first looks that found the turn."""
        looks = max(self.found + self.missed, 1)
        return {
            "first_look_ms": round(self.wait * 1000, 1),
            "first_looks_found": round(self.found / looks, 2),
        }


class Place:
    """One place at which games are played, one after the other, in a closed loop."""

    def __init__(
        self, loop: Loop, games: Iterator[Twin], players: int, tally: Tally, polling: Polling
    ) -> None:
        """Take where games come from; each seat has a connection of its own."""
        self.loop, self.games, self.tally = loop, games, tally
        self.polling = polling
        self.lines = [Line(loop) for _ in range(players)]
        self.waiting = 0
        self.idle = False
        self.played: list[Twin] = []
        self.choices: dict[int, Choice] = {}
        self.orders: dict[int, bytes] = {}
        self.look, self.first_look = b"", True
        self.last = self.pause = 0.0
        self.take_game()

    def take_game(self) -> None:
        """Sit down to the next game."""
        self.twin = next(self.games)
        self.played.append(self.twin)
        self._think()

    def begin(self) -> None:
        """Let everybody who is awaited order at once; or stop, when the time is over.

        What is sent was put together while the client waited, but for a game's first turn: its own
        work is not the service's.
        """
        if not self.tally.open:
            self.idle = True
            return
        self.waiting = len(self.orders)
        for seat, order in self.orders.items():
            self._order(seat, order)

    def _think(self) -> None:
        """Choose for everybody who is awaited, and word their orders."""
        twin = self.twin
        self.choices = twin.choices()
        self.orders = {
            seat: post(twin.path(seat, twin.number), urlencode(data_of(choice), doseq=True))
            for seat, choice in self.choices.items()
        }

    def _order(self, seat: int, order: bytes) -> None:
        begun = time.perf_counter()

        def answered(status: int, answer: bytes) -> None:
            self.last = time.perf_counter()
            if self.tally.open:
                self.tally.placements.append(self.last - begun)
            if status != 303:
                self.tally.wrong.append(f"order: {status} {answer[:200]!r} {_body(order)!r}")
            self.waiting -= 1
            if not self.waiting:
                self._all_in()

        self.lines[seat].send(order, answered)

    def _all_in(self) -> None:
        """Move the client's own copy on, and look for the next turn once it may be there.

        The page that is looked at is one of somebody whom the next turn asks; of a game that
        ended, of somebody whom the last one asked.
        """
        twin, number, method = self.twin, self.twin.number, "GET"
        twin.advance(self.choices)
        if not twin.over:
            self._think()
            number, method = twin.number, self.polling.method
        self.look = ask(twin.path(self._asked(), number), method)
        self.pause = self.polling.wait / 4
        self.first_look = True
        self.loop.call_at(self.last + self.polling.wait, self._poll)

    def _asked(self) -> int:
        """Give the seat whose page is looked at: the first that the newest choices are for."""
        return next(iter(self.choices))

    def _poll(self) -> None:
        """Look whether the next turn is there, or the game shown as over."""
        begun = time.perf_counter()

        def answered(status: int, answer: bytes) -> None:
            now = time.perf_counter()
            if self.tally.open:
                self.tally.polls.append(now - begun)
            if status not in (200, 404):
                self.tally.wrong.append(f"page: {status} {answer[:200]!r}")
            missed = status != 200 or (self.twin.over and b'data-state="over"' not in answer)
            if self.first_look:
                self.first_look = False
                self.polling.note(found=not missed)
            if missed:
                self.loop.call_at(now + self.pause, self._poll)
                self.pause *= 1.5
                return
            if self.tally.open:
                self.tally.turns.append(now - self.last)
            if self.twin.over:
                self.take_game()
            self.begin()

        self.lines[self._asked()].send(self.look, answered)


def _body(request: bytes) -> bytes:
    """Give what a request carries, without the token in its address."""
    return request.partition(b"\r\n\r\n")[2]


def play(port: int, twins: Sequence[Twin], games: int, seconds: float, polling: Polling) -> Play:
    """Play for so many seconds at ``games`` places; turns that are begun are ended."""
    loop, tally, spare = Loop(port), Tally(), iter(twins)
    players = len(twins[0].seats)
    places = [Place(loop, spare, players, tally, polling) for _ in range(games)]
    begun = time.perf_counter()
    for place in places:
        place.begin()
    loop.run(lambda: time.perf_counter() - begun >= seconds)
    took = time.perf_counter() - begun
    tally.open = False
    patience = time.perf_counter() + 30
    loop.run(lambda: all(p.idle for p in places) or time.perf_counter() > patience)
    if not all(place.idle for place in places):
        tally.wrong.append("a turn did not close within 30 s")
    for place in places:
        for line in place.lines:
            line.close()
    return Play(tally, took, [twin for place in places for twin in place.played], loop.reconnects)


@dataclass(frozen=True, slots=True)
class Play:
    """What came of playing: the tally, the seconds it took, the games played, reconnects."""

    tally: Tally
    seconds: float
    twins: list[Twin]
    reconnects: int
