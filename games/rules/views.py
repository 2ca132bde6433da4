"""What a seat, or a spectator, may know of a position and of what happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.rules.choices import Carried
from games.rules.deck import Deck
from games.rules.events import Event
from games.rules.ruleset import Ruleset
from games.rules.state import Resolving, SeatState, State, bag_of


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (``seat`` None: a spectator).

    Everything of ``State`` that lies open on the table, under the same names; ``bag``: the tokens
    still in it; ``deck`` and ``discards``: how many cards; ``ruleset``: the switches of the game.
    ``hand`` and ``carried`` are the viewer's own.
    """

    seat: int | None
    seats: tuple[SeatState, ...]
    market: tuple[int | None, ...]
    supply: int
    kind: str
    awaited: tuple[int, ...]
    draw: int
    crier: int
    drawn: str
    bag: str
    deck: int
    discards: int
    waiting: tuple[tuple[int, int], ...]
    resolving: Resolving | None
    ended: bool
    ruleset: Ruleset
    hand: tuple[int, ...] = ()
    carried: Carried | None = None

    @property
    def token(self) -> str:
        """Give the symbol of the current draw, or an empty string before the first."""
        return self.drawn[-1:]


def view_for(deck: Deck, ruleset: Ruleset, state: State, seat: int | None) -> View:
    """Give what the seat may know; ``None`` is a spectator, who knows what lies open."""
    own = state.seats[seat] if seat is not None else None
    return View(
        seat=seat,
        seats=tuple(
            replace(board, hand=(), carried=None) if board.hand or board.carried else board
            for board in state.seats
        ),
        market=state.market,
        supply=state.supply,
        kind=state.kind,
        awaited=state.awaited,
        draw=state.draw,
        crier=state.crier,
        drawn=state.drawn,
        bag=bag_of(state.drawn),
        deck=(len(state.pile) if state.shuffles else len(deck.numbers)) - state.dealt,
        discards=len(state.discards),
        waiting=state.waiting,
        resolving=state.resolving,
        ended=state.ended,
        ruleset=ruleset,
        hand=own.hand if own else (),
        carried=own.carried if own else None,
    )


def events_for(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Give the events that the seat may know; ``None`` is a spectator."""
    return tuple(
        event for event in events if not event.private or getattr(event, "seat", None) == seat
    )
