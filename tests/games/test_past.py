"""Looking back: every closed turn of a game, step by step, and its course as a chart."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games import links
from games.models import Game, Order, Turn
from games.past import holdings, past_of, position
from games.presenting.chart import chart
from games.rules.codec import to_json
from games.services.table import rules_of, state_of
from tests.games.browsing import BROWSER, get, text
from tests.games.cast import open_game, play_out, play_turn, play_until, running_game, turn_of

pytestmark = pytest.mark.django_db


def past_path(game: Game) -> str:
    return f"{links.game_path(game)}turns/"


def at(game: Game, turn: Any) -> str:
    return text(BROWSER.get(past_path(game), {"turn": turn}))


def link(page: str, key: str) -> str | None:
    """Where one of the links of the scrubber leads, None where it leads nowhere."""
    found = re.search(f'<a href="([^"]*)"[^>]*data-key="{key}"', page)
    return found.group(1) if found else None


def finished_game(*names: str, **options: Any) -> Game:
    game = running_game(*(names or ("Anna", "Bruno", "Clara")), **{"target": 3, **options})
    play_out(game, Random(3))
    return game


def take_back(game: Game, turns: int) -> Turn:
    """Go back so many turns, as a moderator does: a new turn restores an old one's position."""
    numbers = list(Turn.objects.filter(game=game).order_by("-number")[: turns + 1])
    restored = numbers[-1]
    Turn.objects.filter(game=game, number__gte=restored.number).update(
        superseded_at=timezone.now(), closed=timezone.now()
    )
    turn = Turn.objects.create(
        game=game,
        number=numbers[0].number + 1,
        draw=restored.draw,
        kind=restored.kind,
        state_before=restored.state_before,
        restores=restored,
    )
    for order in Order.objects.filter(turn=restored).select_related("seat"):
        Order.objects.create(turn=turn, seat=order.seat)
    game.state, game.draw = restored.state_before, restored.draw
    game.save()
    return turn


def test_the_scrubber_leads_through_every_turn_and_back_without_scripts() -> None:
    game = finished_game()
    last = Turn.objects.filter(game=game).count() - 1
    page, seen = at(game, 0), 1

    assert link(page, "Home") is None
    assert link(page, "ArrowLeft") is None
    while (forward := link(page, "ArrowRight")) is not None:
        page, seen = text(BROWSER.get(forward)), seen + 1

    assert seen == last + 2  # the set-up, every turn, and the end
    assert "wins!" in page or "victory is shared" in page
    assert link(page, "End") is None
    assert link(page, "Home") == f"{past_path(game)}?turn=0"
    assert f'type="range" name="turn" min="0" max="{last + 1}" value="{last + 1}"' in page


def test_a_turn_shows_the_position_before_it_its_placements_and_what_followed() -> None:
    game = finished_game("Anna", "Bruno")
    turn = Turn.objects.filter(game=game, kind="mobilize", events__icontains="completed").first()
    assert turn is not None

    page = at(game, turn.number)

    assert f"Draw {turn.draw}" in page
    placed, followed = page.index("Decided, unseen"), page.index("What came of it")
    assert re.search("(places|moves) a legion", page[placed:followed])
    assert followed < page.index("Ave Caesar!", followed)
    assert "a legion is placed here" in page


def test_what_was_taken_back_is_not_shown_and_its_number_leads_to_what_was_played() -> None:
    game = running_game("Anna", "Bruno")
    for _ in range(6):
        play_turn(game)
    undone = Turn.objects.get(game=game, number=5)
    take_back(game, 2)
    assert "cannot be looked at" in at(game, 6)
    play_turn(game, Random(99))
    play_turn(game, Random(99))

    page = at(game, undone.number)

    assert "Turn 5 was taken back." in page
    past = past_of(game.public_id)
    assert past is not None
    assert [stop.number for stop in past.stops] == [0, 1, 2, 3, 4, 8, 9]


def test_a_running_game_shows_closed_turns_alone() -> None:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    play_turn(game)
    number = turn_of(game).number

    assert "How things stand now" in at(game, number)
    assert "How things stand now" in at(game, "")
    assert "cannot be looked at" in at(game, number + 1)


def test_positions_that_are_not_kept_any_more_are_played_again() -> None:
    game = finished_game("Anna", "Bruno", "Clara")
    past = past_of(game.public_id)
    assert past is not None
    known = [position(past, place) for place in range(len(past.stops) + 1)]

    Turn.objects.filter(game=game).update(state_before=None)

    assert [position(past, place) for place in range(len(past.stops) + 1)] == known
    assert "The table at that moment" in at(game, 3)


def test_a_position_that_cannot_be_read_is_said_and_the_rest_is_shown() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    Turn.objects.filter(game=game, number=1).update(state_before={"broken": True})

    page = at(game, 1)

    assert "The position of this turn cannot be shown." in page
    assert "keeps" in page


def test_what_everybody_had_after_each_turn_is_what_the_positions_say() -> None:
    game = finished_game("Anna", "Bruno", "Clara", target=7)
    past = past_of(game.public_id)
    assert past is not None

    for place, told in enumerate(holdings(past)):
        state = position(past, place + 1)
        assert state is not None
        assert [has.controlled for has in told] == [seat.controlled for seat in state.seats]
        assert [set(has.tiles) for has in told] == [set(seat.tiles) for seat in state.seats]


def test_the_chart_ends_with_the_final_score() -> None:
    game = finished_game("Anna", "Bruno", "Clara")
    past = past_of(game.public_id)
    assert past is not None
    outcome = rules_of(game).outcome(state_of(game.state))
    assert outcome is not None

    drawn = chart(past, 0)

    assert drawn is not None
    points = [score.points for score in outcome.scores]
    assert [curve.last for curve in drawn.panels[0].curves] == points
    assert [cell.points for cell in drawn.rows[-1].cells] == points
    assert "The same in figures" in at(game, 1)
    assert 'role="img" aria-label="Points as things stood, at last: Anna' in at(game, 1)


@pytest.mark.parametrize(
    "rubbish",
    [
        "-1",
        "9" * 9,
        "9" * 5000,
        "1.5",
        "²",
        "٣",
        "a",
        "\x00",
        "<script>",
        "' OR 1=1",
        "1e3",
        " ",
        "+1",
    ],
)
def test_rubbish_for_a_turn_shows_how_things_stand(rubbish: str) -> None:
    game = running_game("Anna", "Bruno")

    response = BROWSER.get(past_path(game), {"turn": rubbish})

    assert response.status_code == 200
    assert "How things stand now" in text(response)
    assert "There is no such turn." in text(response)
    assert "<script>alert" not in text(response)


@pytest.mark.parametrize("rest", ["turns/", "bag/", "record.json"])
@pytest.mark.parametrize(
    "name", ["aaaaaaaaaaaaaaaa", "x", "%00", "..%2f..", "a" * 3000, "%F0%9F%A4"]
)
def test_an_unknown_game_is_the_one_404(name: str, rest: str) -> None:
    response = BROWSER.get(f"/g/{name}/{rest}")

    assert response.status_code == 404
    assert "This link leads nowhere" in text(response)


def test_before_the_start_there_is_nothing_to_look_back_at() -> None:
    game = open_game("Anna", "Bruno")

    assert BROWSER.get(past_path(game)).status_code == 404
    assert "has not begun" in text(BROWSER.get(past_path(game)))
    assert BROWSER.get(f"{links.game_path(game)}record.json").status_code == 404
    assert get(f"{links.game_path(game)}bag/").state == "open"


def test_looking_changes_nothing_and_a_post_is_no_more_than_a_look() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    before = to_json(state_of(game.state)), list(Order.objects.values_list("pk", "choice"))

    for method in (BROWSER.get, BROWSER.head, BROWSER.options, BROWSER.post):
        assert method(past_path(game)).status_code == 200

    game.refresh_from_db()
    assert (game.state, list(Order.objects.values_list("pk", "choice"))) == before
