"""Whatever ``view_for`` and ``events_for`` keep from somebody shows to them on no page at all.

Two worlds differ in all that one viewer may not know, and in nothing else: hands, carried answers,
discards, the deck, what others order. Every address that the site has must answer that viewer the
same in both, byte for byte and header for header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from games.models import Game, Order, Player, Seat, Turn
from games.rules import State
from games.rules.choices import Carried, Choice, Mobilize, Pass, Place
from games.rules.codec import read_event, to_json
from games.rules.events import EVENTS
from games.rules.state import SeatState
from games.rules.views import View, events_for
from games.services import account
from games.services.table import rules_of, state_of
from tests.games.cast import play_until, running_game, turn_of
from tests.games.everywhere import WAYS, browser_of, paths_of
from tests.games.test_secrecy import (  # noqa: F401 - its clock stands still here as well
    assert_same,
    look,
    stopped_clock,
)
from tests.games.visits import routes

pytestmark = pytest.mark.django_db

#: What no view shows as it is; the rest lies open, or a view has it under the same name.
HIDDEN = {"pile", "discards"}
HIDDEN_OF_SEAT = {"hand", "carried"}
#: Of a state, but neither on the table nor secret: how the game is set up, and counts.
OPEN = {"commitment", "key_id", "order", "shuffles", "dealt", "version"}


def test_no_address_is_missing() -> None:
    assert set(WAYS) == {name for name, _ in routes() if name}


def test_of_everything_in_a_position_it_is_settled_whether_it_is_hidden() -> None:
    shown = {field.name for field in fields(View)} - HIDDEN
    assert {field.name for field in fields(State)} - shown == HIDDEN | OPEN
    open_of_seat = {"supply", "objectives", "controlled", "tiles"}
    assert {field.name for field in fields(SeatState)} == HIDDEN_OF_SEAT | open_of_seat
    assert {code for code, event in EVENTS.items() if event.private} == {"dealt"}


def a_game() -> Game:
    """Three people at the first draw; what each was dealt and gave back is known to them alone."""
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    turn = play_until(game, "mobilize")
    for row in Order.objects.filter(turn=turn):
        row.choice, row.submitted_at = to_json(Mobilize(Pass())), turn.opened
        row.save()
    for player in Player.objects.all():
        account.set_calendar(player=player, on=True)
    return game


def hidden_cards(game: Game, viewer: int | None) -> list[int]:
    """The cards that this viewer has never seen."""
    state, seen = state_of(game.state), set()
    for event in events_for(_events(game), viewer):
        seen |= set(getattr(event, "cards", ())) | {getattr(event, "card", 0)}
    return sorted(set(rules_of(game).deck.numbers) - seen - {c for c in state.market if c})


def _events(game: Game) -> list[Any]:
    stored = Turn.objects.filter(game=game).order_by("number").values_list("events", flat=True)
    return [read_event(event) for events in stored for event in events]


def change_what_is_hidden(game: Game, viewer: int | None) -> None:
    """Make the other world: every card that the viewer never saw is another one, and so on."""
    cards = hidden_cards(game, viewer)
    other = dict(zip(cards, [*cards[7:], *cards[:7]], strict=True))
    for turn in Turn.objects.filter(game=game):
        if turn.state_before is not None:
            turn.state_before = to_json(otherwise(state_of(turn.state_before), other, viewer))
        for event in turn.events:
            if event["type"] == "dealt" and event["seat"] != viewer:
                event["cards"] = sorted(other.get(card, card) for card in event["cards"])
        turn.save()
    game.state = to_json(otherwise(state_of(game.state), other, viewer))
    game.save()
    given = Order.objects.filter(turn=turn_of(game), submitted_at__isnull=False)
    for row in given.exclude(seat__index=viewer).select_related("seat"):
        row.choice = to_json(another(state_of(game.state), row.seat))
        row.save()


def otherwise(state: State, other: Mapping[int, int], viewer: int | None) -> State:
    """The position with other cards where the viewer never looked."""

    def swap(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(other.get(card, card) for card in cards))

    carried = Carried(claim=((1, True), (2, False)), take=(19, 22))
    seats = tuple(
        seat if place == viewer else replace(seat, hand=swap(seat.hand), carried=carried)
        for place, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, discards=swap(state.discards), pile=swap(state.pile))


def another(state: State, seat: Seat) -> Choice:
    """A placement instead of passing, with answers carried."""
    assert seat.index is not None
    (card, _), *_ = state.seats[seat.index].objectives
    return Mobilize(Place(card, state.token), Carried(take=(19, 22)))


@pytest.mark.parametrize("name", ["Anna", "Bruno", "Clara", ""], ids=lambda name: name or "nobody")
def test_no_page_tells_what_is_hidden(name: str) -> None:
    game = a_game()
    seat = Seat.objects.select_related("player").filter(game=game, name=name).first()
    viewer = seat.index if seat else None
    rules, before = rules_of(game), state_of(game.state)
    events = events_for(_events(game), viewer)
    client, paths = browser_of(seat), paths_of(game, seat)
    look(client, paths)  # whatever only the first look does is done
    first = look(client, paths)

    change_what_is_hidden(game, viewer)

    after = state_of(game.state)
    assert rules.view_for(after, viewer) == rules.view_for(before, viewer)
    assert events_for(_events(game), viewer) == events
    assert after.discards != before.discards
    assert_same([first, look(client, paths)])
    assert len([path for path, (status, _, _) in first.items() if status == 200]) > 15


def test_the_walk_finds_a_hand_where_it_does_show() -> None:
    game = running_game("Anna", "Bruno")
    anna = Seat.objects.select_related("player").get(game=game, name="Anna")
    client, paths = browser_of(anna), paths_of(game, anna)
    first = look(client, paths)

    change_what_is_hidden(game, None)  # as if Anna were somebody who watches

    with pytest.raises(AssertionError):
        assert_same([first, look(client, paths)])
