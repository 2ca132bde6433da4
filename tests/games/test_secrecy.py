"""Nobody learns from any page what only one seat may know.

Whatever a hidden thing is (an order, a hand, carried answers, the discards), every page of
everybody else must be the same, byte for byte and header for header. So each test changes the
hidden thing alone and compares.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games import links
from games.models import Game, Order, Player, Seat, Turn
from games.rules import State
from games.rules.choices import Arrange, Carried, Choice, Mobilize, Pass, Place, Steps
from games.rules.codec import to_json
from games.rules.state import Resolving
from games.services import seats
from games.services.table import rules_of, state_of
from tests.games.browsing import BROWSER, game_at, put, text, turn_path
from tests.games.cast import (
    SEED,
    order,
    play_out,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.site import both_steps
from tests.rules.builder import ANNA, BRUNO, CLARA, player

pytestmark = pytest.mark.django_db

#: Forms carry what is new at every look: a token, and what tells a form sent twice.
CSRF = re.compile(rb'name="(?:csrfmiddlewaretoken|form_key)" value="\w+"')

Seen = dict[str, tuple[int, bytes, tuple[tuple[str, str], ...]]]


@pytest.fixture(autouse=True)
def stopped_clock() -> Iterator[None]:
    """Let no minute pass between two looks."""
    with time_machine.travel(datetime(2026, 12, 1, 12, 0, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def moderator() -> Client:
    client = Client()
    both_steps(client, Player.objects.create_superuser("mod@example.org", "secret"))
    return client


def paths_of_everybody_but(game: Game, name: str) -> list[str]:
    """The game's page, and every link that anybody but this person ever got."""
    page = links.game_path(game)
    found = [page, f"{page}?story=all", f"{page}turns/", f"{page}bag/", f"{page}record.json"]
    found += [f"{page}turns/?turn={turn.number}" for turn in Turn.objects.filter(game=game)]
    numbers = Turn.objects.filter(game=game, number__gt=0).values_list("number", flat=True)
    for seat in Seat.objects.filter(game=game).exclude(name=name):
        found.append(links.invitation_path(seat))
        found += [links.turn_path(seat, number) for number in numbers]
    return found


def old_links_of(game: Game, name: str) -> list[str]:
    """The links of a person to turns that have closed: they may be in anybody's hands."""
    closed = Turn.objects.filter(game=game, number__gt=0, closed__isnull=False)
    return [links.turn_path(seat_of(game, name), turn.number) for turn in closed]


def admin_paths(game: Game) -> list[str]:
    rows: list[Any] = [game, *game.seats.all(), *game.turns.all()]
    rows += Order.objects.filter(turn__game=game)
    names = {row._meta.model_name for row in rows}
    lists = [reverse(f"admin:games_{name}_changelist") for name in sorted(names)]
    return lists + [reverse(f"admin:games_{r._meta.model_name}_change", args=[r.pk]) for r in rows]


def look(client: Client, paths: Iterable[str]) -> Seen:
    """What these pages show, but for what is different at every look."""
    seen = {}
    for path in paths:
        response = client.get(path)
        headers = tuple(sorted(item for item in response.headers.items() if item[0] != "Expires"))
        content = CSRF.sub(b"", response.content)
        seen[path] = (response.status_code, content, headers)
    return seen


def assert_same(looks: Sequence[Seen]) -> None:
    """Fail with the page and the lines that differ between two looks."""
    first = looks[0]
    for other in looks[1:]:
        assert first.keys() == other.keys()
        for path, (status, content, headers) in first.items():
            assert status == other[path][0], path
            assert [h for h in headers if h not in other[path][2]] == [], path
            lines, changed = content.splitlines(), other[path][1].splitlines()
            assert [pair for pair in zip_longest(lines, changed) if pair[0] != pair[1]] == [], path


def annas_choices() -> list[Choice]:
    carried = Carried(
        power=((20, Steps((Place(9, "H"),))),), claim=((1, True), (2, False)), take=(19, 22)
    )
    return [
        Mobilize(Pass()),
        Mobilize(Place(20, "T")),
        Mobilize(Place(20, "T"), carried),
        Mobilize(Place(20, "T"), Carried(take=(22, 19))),
    ]


def a_draw() -> Game:
    return game_at(
        {
            ANNA: player({20: "SSC", 9: "H"}, (3,)),
            BRUNO: player({45: "SS"}, (1,)),
            CLARA: player({46: ""}),
        },
        "Anna",
        "Bruno",
        "Clara",
        token="ST",
    )


def test_an_order_shows_nowhere_before_the_turn_closes(moderator: Client) -> None:
    game = a_draw()
    order(game, "Anna", Mobilize(Pass()))
    order(game, "Bruno", Mobilize(Pass()))
    public = paths_of_everybody_but(game, "Anna")
    looks = []
    for choice in annas_choices():
        Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Anna")).update(
            choice=to_json(choice)
        )
        looks.append(look(BROWSER, public) | look(moderator, admin_paths(game)))

    assert_same(looks)
    assert len(looks[0]) > 15
    assert {status for status, _, _ in looks[0].values()} == {200}


def test_an_order_shows_in_no_answer_to_somebody_elses_order() -> None:
    game = a_draw()
    order(game, "Anna", Mobilize(Pass()))
    looks = []
    for choice in annas_choices():
        Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Anna")).update(
            choice=to_json(choice)
        )
        answers = [
            BROWSER.post(turn_path(game, "Bruno"), {"form": "order", "choice": value})
            for value in ("place-45-T", "place-20-T", "nonsense", "pass")
        ]
        looks.append([(a.status_code, a.content, a.headers.get("Location")) for a in answers])

    assert all(seen == looks[0] for seen in looks)
    assert [status for status, _, _ in looks[0]] == [303, 422, 422, 303]


def test_an_old_link_shows_nothing_of_the_current_turn() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    old = old_links_of(game, "Anna")
    order(game, "Anna")
    row = Order.objects.get(turn=turn_of(game), seat=seat_of(game, "Anna"))
    looks = []
    for choice in (row.choice, to_json(Mobilize(Pass())), to_json(Mobilize(Place(1, "S")))):
        Order.objects.filter(pk=row.pk).update(choice=choice)
        looks.append(look(BROWSER, old))

    assert looks[0]
    assert_same(looks)


def change_state(game: Game, state: State) -> None:
    """Let the game and its open turn be in this position."""
    game.state = to_json(state)
    game.save(update_fields=["state"])
    Turn.objects.filter(game=game, closed=None).update(state_before=game.state)


def test_a_hand_is_its_seats_secret(moderator: Client) -> None:
    game = running_game("Anna", "Bruno", "Clara")
    state = state_of(game.state)
    public = paths_of_everybody_but(game, "Anna")
    before = look(BROWSER, public) | look(moderator, admin_paths(game))
    taken = {*state.market, *(card for seat in state.seats for card in seat.hand)}
    others = tuple(card for card in range(1, 89) if card not in taken)[:6]
    anna = seat_of(game, "Anna").index
    assert anna is not None

    board = replace(state.seats[anna], hand=others)
    change_state(game, replace(state, seats=(*state.seats[:anna], board, *state.seats[anna + 1 :])))
    events = Turn.objects.get(game=game, number=0).events
    for event in events:
        if event["type"] == "dealt" and event["seat"] == anna:
            event["cards"] = list(others)
    Turn.objects.filter(game=game, number=0).update(events=events)

    assert_same([before, look(BROWSER, public) | look(moderator, admin_paths(game))])
    own = text(BROWSER.get(turn_path(game, "Anna")))
    assert rules_of(game).deck[others[0]].name in own


def test_discards_and_the_rest_of_the_deck_are_nobodys_to_see(moderator: Client) -> None:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    state = state_of(turn_of(game).state_before)
    paths = [*paths_of_everybody_but(game, ""), *admin_paths(game)]
    before = look(moderator, paths)

    swapped = tuple(sorted(set(range(1, 89)) - set(state.discards) - set(state.market)))[:6]
    change_state(game, replace(state, discards=swapped))

    assert_same([before, look(moderator, paths)])


def test_carried_answers_stay_hidden_while_others_decide(moderator: Client) -> None:
    game = a_draw()
    state = replace(
        state_of(turn_of(game).state_before),
        kind="take",
        awaited=(BRUNO,),
        resolving=Resolving(BRUNO, 45, "take"),
    )
    looks = []
    for carried in (None, Carried(take=(19, 22)), Carried(power=((9, Arrange(())),))):
        anna = replace(state.seats[ANNA], carried=carried)
        put(game, replace(state, seats=(anna, *state.seats[1:])))
        public = paths_of_everybody_but(game, "Anna")
        looks.append(look(BROWSER, public) | look(moderator, admin_paths(game)))

    assert_same(looks)


def test_the_seed_shows_on_no_page_before_the_end(moderator: Client) -> None:
    game = running_game("Anna", "Bruno", target=3)
    play_until(game, "mobilize")
    order(game, "Anna")
    forms = [SEED.hex().encode(), base64.b64encode(SEED), SEED, repr(SEED).encode()]
    paths = [*paths_of_everybody_but(game, ""), *admin_paths(game)]
    for client in (BROWSER, moderator):
        for path, (_, content, headers) in look(client, paths).items():
            for secret in forms:
                assert secret not in content + repr(headers).encode(), path

    play_turn(game)
    play_out(game)
    assert forms[0] in BROWSER.get(links.game_path(game)).content


def test_somebody_replaced_sees_what_a_spectator_sees() -> None:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    path = turn_path(game, "Anna")
    seats.replace_by_player(
        seat_id=seat_of(game, "Anna").pk, email="elena@example.org", name="Elena"
    )
    before = BROWSER.get(path).content
    order(game, "Elena")

    assert BROWSER.get(path).content == before
    assert b'data-form="order"' not in before


def test_no_page_and_no_header_of_a_turn_names_another_seats_link() -> None:
    game = running_game("Anna", "Bruno")
    tokens = [turn_path(game, "Bruno").split("/")[2], links.invitation_path(seat_of(game, "Bruno"))]

    for path in (turn_path(game, "Anna"), links.game_path(game)):
        response = BROWSER.get(path)
        for token in tokens:
            assert token not in text(response) + str(response.headers)
