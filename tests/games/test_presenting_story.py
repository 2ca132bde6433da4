"""The story, the table, the score sheet and instants in words."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from games.presenting import symbols
from games.presenting.board import board
from games.presenting.moments import moment
from games.presenting.score import score_sheet
from games.presenting.story import plain_lines, story
from games.rules import Rules, Ruleset
from games.rules import events as happened
from games.rules.choices import (
    Take,
)
from games.rules.events import EVENTS, Event
from games.rules.scoring import Outcome, Score
from games.rules.state import OVER
from tests.rules.builder import ANNA, BRUNO, DECK, Game, place, player, position

NAMES = ("Anna", "Bruno", "Clara")
RULES = Rules(Ruleset(), DECK)


def lines(*events: Event, viewer: int | None = None) -> list[str]:
    return [line.text for chapter in story(events, DECK, NAMES, viewer) for line in chapter.lines]


def test_every_event_has_a_sentence_for_everybody() -> None:
    for event in examples():
        for viewer in (None, 0, 1):
            told = plain_lines(story([event], DECK, NAMES, viewer))
            assert all("%" not in line for line in told)
            assert len(told) == (0 if event.private and viewer != 0 else 1)


def examples() -> list[Event]:
    """One event of every type."""
    samples: dict[str, object] = {
        "seat": 0, "card": 18, "to_card": 28, "symbol": "S", "to_symbol": "K", "order": (0, 1, 2),
        "cards": (1, 2), "draw": 3, "token": "J", "crier": 0, "by": 9, "legions": 2, "count": 3,
        "kind": "take", "choice": Take(3), "tile": "kind:each", "loser": 1, "targets": (0, 1),
        "objectives": ((18, "SS"), (28, "")), "place": 2, "points": (9, 8, 7), "winners": (0,),
        "automatic": True,
    }  # fmt: skip
    found = []
    for kind in EVENTS.values():
        fields: dict[str, object] = {
            field.name: samples[field.name] for field in dataclasses.fields(kind)
        }
        if kind is happened.DeckReshuffled:
            fields["cards"] = 12
        found.append(kind(**fields))
    return found


def test_ones_own_deeds_are_told_in_second_person() -> None:
    placed = happened.Placed(0, 18, "S")

    assert lines(placed, viewer=0) == ["You place a legion on the two swords of Lydia (18)."]
    assert lines(placed, viewer=1) == ["Anna places a legion on the two swords of Lydia (18)."]


def test_a_private_event_is_told_to_its_seat_alone() -> None:
    dealt = happened.Dealt(0, (1, 2, 3))

    assert lines(dealt, viewer=0) != []
    assert lines(dealt, viewer=1) == lines(dealt) == []


def test_draws_are_chapters() -> None:
    told = story(
        [
            happened.Passed(0),
            happened.TokenDrawn(4, "H", 1),
            happened.Passed(0),
            happened.TokenDrawn(5, "J", 0),
        ],
        DECK,
        NAMES,
        0,
    )

    assert [(chapter.draw, chapter.heading, len(chapter.lines)) for chapter in told] == [
        (0, "", 1),
        (4, "Draw 4: shield, called by Bruno", 1),
        (5, "Draw 5: joker, called by you", 0),
    ]


def test_what_a_power_does_names_its_card() -> None:
    assert lines(happened.Placed(0, 18, "S", by=9)) == [
        "By the power of Numidia (9): Anna places a legion on the two swords of Lydia (18)."
    ]


def test_a_whole_turn_is_told() -> None:
    game = Game(position({ANNA: player({18: "SSH"}), BRUNO: player({1: ""})}))
    game.answer({ANNA: place(18, "S"), BRUNO: place(1, "S")})

    told = lines(*game.events, viewer=ANNA)

    assert told == [
        "You place a legion on the two swords of Lydia (18).",
        "Bruno places a legion on the two swords of Naevius Torquis (1).",
        "Ave Caesar! You complete Lydia (18).",
        "You take 4 legions of Lydia (18) back.",
        "You now control Lydia (18): 1 objective.",
    ]


# The table


def test_the_board_shows_what_lies_open_and_marks_what_matches() -> None:
    state = position(
        {
            ANNA: player({28: "K", 18: "S"}, (16,), ("count:2",)),
            BRUNO: player({1: "S"}, (2, 3)),
        },
        token="CS",
        crier=1,
    )

    table = board(RULES.view_for(state, ANNA), RULES, NAMES)

    assert table.own is not None
    assert (table.token and table.token.name, table.draw, table.crier) == ("two swords", 2, "Bruno")
    assert [symbol.letter for symbol in table.matching] == ["S", "H"]
    assert [space.label for space in table.own.objectives[0].spaces] == [
        "shield: open, matches the token", "catapult: a legion stands here", "standard: open",
    ]  # fmt: skip
    assert [(count.symbol.letter, count.left) for count in table.bag] == [
        ("S", 5), ("H", 5), ("C", 3), ("K", 3), ("T", 2), ("D", 1), ("J", 2),
    ]  # fmt: skip
    assert [tile.holder for tile in table.tiles if tile.code == "count:2"] == ["Anna"]
    assert len(table.tiles_left) == 11
    assert table.others[0].progress == "controls 2 of 7"
    assert (table.others[0].points, len(table.others)) == (6, 1)


def test_a_spectators_board_has_no_own_side_and_no_hand() -> None:
    state = position({ANNA: player(hand=(1, 2, 3, 4, 5, 6))}, kind="keep", awaited=(0, 1), token="")

    table = board(RULES.view_for(state, None), RULES, NAMES)

    assert (table.own, table.hand, table.token) == (None, (), None)
    assert len(board(RULES.view_for(state, ANNA), RULES, NAMES).hand) == 6


# The score sheet


def test_the_score_sheet_is_best_first_line_by_line() -> None:
    state = position(
        {ANNA: player({}, (18, 7), ("count:2",)), BRUNO: player({}, (57,))}, kind=OVER, awaited=()
    )
    outcome = RULES.outcome(state)
    assert outcome is not None

    sheet = score_sheet(outcome, DECK, NAMES, BRUNO)

    assert sheet.result == "You win!"
    assert [(one.name, one.points, one.rank, one.own) for one in sheet.sheets] == [
        ("Bruno", 13, 1, True),
        ("Anna", 12, 2, False),
    ]
    assert [(line.text, line.points) for line in sheet.sheets[1].lines] == [
        ("Lydia (18)", 6),
        (
            f"Noricum (7): {symbols.power_sentence(DECK[7].power)}",
            4,
        ),
        ("Reward: 2 objectives", 2),
    ]


@pytest.mark.parametrize(
    ("winners", "result", "tie"),
    [
        ((0,), "Anna wins!", "Points are level: more senators decide."),
        ((0, 1), "The victory is shared by Anna and Bruno.", "Points and senators are level."),
    ],
)
def test_a_tie_is_explained(winners: tuple[int, ...], result: str, tie: str) -> None:
    scores = tuple(Score(seat, (), 20, 0, 1) for seat in range(2))

    sheet = score_sheet(Outcome(scores, winners), DECK, NAMES)

    assert (sheet.result, sheet.tie) == (result, tie)


# Times


NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "Wed 1 Jul 2026, 12:00 (UTC)"),
        ("Europe/Berlin", "Wed 1 Jul 2026, 14:00 (Europe/Berlin, UTC+02:00)"),
        ("Asia/Kolkata", "Wed 1 Jul 2026, 17:30 (Asia/Kolkata, UTC+05:30)"),
        ("America/St_Johns", "Wed 1 Jul 2026, 09:30 (America/St_Johns, UTC-02:30)"),
        ("Nowhere/At_All", "Wed 1 Jul 2026, 12:00 (UTC)"),
        ("../../etc/passwd", "Wed 1 Jul 2026, 12:00 (UTC)"),
    ],
)
def test_an_instant_is_shown_in_the_players_zone(zone: str, shown: str) -> None:
    assert moment(NOON, zone).text == shown
    assert moment(NOON, zone).iso == "2026-07-01T12:00:00Z"


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(minutes=-1), "past"),
        (timedelta(minutes=1), "1 minute left"),
        (timedelta(minutes=119), "119 minutes left"),
        (timedelta(hours=2), "2 hours left"),
        (timedelta(hours=71), "71 hours left"),
        (timedelta(days=3), "3 days left"),
    ],
)
def test_how_much_time_is_left(left: timedelta, shown: str) -> None:
    assert moment(NOON + left, "UTC", now=NOON).left == shown
