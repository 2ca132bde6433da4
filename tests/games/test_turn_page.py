"""The turn page: every decision's form, what it says follows, and what it takes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from games.models import Game, Order, Player
from games.rules.choices import (
    Keep,
    Mobilize,
    Pass,
    Place,
)
from games.services import clock
from tests.games.browsing import (
    BROWSER,
    form_of,
    game_at,
    get,
    page,
    stored,
    text,
    turn_path,
    values,
)
from tests.games.cast import awaited, order, play_turn, play_until, running_game, seat_of, turn_of
from tests.rules.builder import ANNA, BRUNO, player

pytestmark = pytest.mark.django_db


def order_part(response: Any) -> str:
    """The page down to what can be said beforehand, which has a form of its own."""
    return text(response).partition('class="panel beforehand"')[0]


LYDIA = 18


# keep


def test_anna_keeps_three_of_her_six() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    form = form_of(path)
    hand = values(form, "checkbox", "card")
    assert (form.pick, len(hand)) == (3, 6)
    assert form.control("checkbox", "card").now is None

    response = BROWSER.post(path, {"form": "order", "card": [hand[4], hand[0], hand[2]]})

    assert response.status_code == 303
    assert response.headers["Location"].startswith(path)
    assert stored(game, "Anna") == Keep((int(hand[0]), int(hand[2]), int(hand[4])))
    assert "Your order: Keep" not in text(BROWSER.get(turn_path(game, "Bruno")))


@pytest.mark.parametrize("number", [0, 1, 2, 4, 6])
def test_another_number_than_three_is_refused_and_stays_checked(number: int) -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    hand = values(form_of(path), "checkbox", "card")

    response = BROWSER.post(path, {"form": "order", "card": hand[:number]})

    assert response.status_code == 422
    assert stored(game, "Anna") is None
    assert order_part(response).count(" checked") == number
    assert 'role="alert"' in text(response)


def test_a_card_of_somebody_elses_hand_is_refused() -> None:
    game = running_game("Anna", "Bruno")
    theirs = values(form_of(turn_path(game, "Bruno")), "checkbox", "card")

    response = BROWSER.post(turn_path(game, "Anna"), {"form": "order", "card": theirs[:3]})

    assert response.status_code == 422
    assert "was not dealt to you" in text(response)


# mobilize


def swords_for_anna() -> Game:
    return game_at(
        {ANNA: player({LYDIA: "SSH", 17: "S"}), BRUNO: player({1: ""})},
        "Anna",
        "Bruno",
        token="S",
        market=(19, 21, 22, 23, 24),
    )


def test_every_choice_stands_at_its_card_in_words() -> None:
    game = swords_for_anna()
    response = BROWSER.get(turn_path(game, "Anna"))
    form = page(response).form("order")
    assert form is not None

    assert set(values(form, "radio", "choice")) == {
        "place-17-S", "place-18-S", "move-17-S-18-S", "move-18-H-17-S", "move-18-H-18-S",
        "move-18-S-17-S", "pass",
    }  # fmt: skip
    assert "Place a legion on the two swords of Lydia (18)" in text(response)
    assert "Move the legion on the shield of Lydia (18) to the two swords of" in text(response)
    assert form.control("radio", "choice").now is None


def test_what_follows_is_said_at_the_choice() -> None:
    game = swords_for_anna()

    page_text = text(BROWSER.get(turn_path(game, "Anna")))

    assert "This completes Lydia (18): you then control 1 objective." in page_text
    assert "You take a new card from the market." in page_text


def test_bruno_places_and_changes_his_mind_until_the_turn_closes() -> None:
    game = swords_for_anna()
    path = turn_path(game, "Bruno")

    assert BROWSER.post(path, {"form": "order", "choice": "place-1-S"}).status_code == 303
    assert stored(game, "Bruno") == Mobilize(Place(1, "S"))
    confirmation = BROWSER.get(path)
    assert page(confirmation).state == "played"
    assert "Place a legion on the two swords of Naevius Torquis (1)" in text(confirmation)
    assert "Orders are still awaited of: Anna." in text(confirmation)
    assert "My objectives" in text(confirmation)
    assert form_of(path).control("radio", "choice").now == "place-1-S"

    assert BROWSER.post(path, {"form": "order", "choice": "pass"}).status_code == 303
    assert stored(game, "Bruno") == Mobilize(Pass())


def test_a_double_click_is_one_order() -> None:
    game = swords_for_anna()
    path = turn_path(game, "Bruno")

    answers = [BROWSER.post(path, {"form": "order", "choice": "place-1-S"}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert Order.objects.filter(turn=turn_of(game), seat=seat_of(game, "Bruno")).count() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Nothing was chosen."),
        ({"choice": ""}, "Nothing was chosen."),
        ({"choice": "place-18-K"}, "has no such space"),
        ({"choice": "place-18-H"}, "Possible are empty spaces of: two swords."),
        ({"choice": "place-17-S; drop table"}, "none of the choices on the page"),
        ({"choice": ["pass", "place-17-S"]}, "none of the choices on the page"),
        ({"choice": "place-99-S"}, "is not one of your objectives"),
        ({"choice": "take-17"}, "This answers another question."),
        ({"choice": "use"}, "none of the choices on the page"),
        ({"choice": "move-17-S-17-S"}, "would stay where it is"),
        ({"choice": "<script>alert(1)</script>"}, "none of the choices on the page"),
        ({"card": ["1", "x", "3"]}, "none of the choices on the page"),
    ],
)
def test_a_bad_order_gets_a_sentence_and_changes_nothing(
    fields: dict[str, object], said: str
) -> None:
    game = swords_for_anna()
    path = turn_path(game, "Anna")

    response = BROWSER.post(path, {"form": "order", **fields})

    assert response.status_code == 422
    assert said in text(response)
    assert "<script>" not in text(response)
    assert page(response).form("order") is not None
    assert stored(game, "Anna") is None


def test_a_refused_change_leaves_the_order_that_is_in() -> None:
    game = swords_for_anna()
    path = turn_path(game, "Anna")
    BROWSER.post(path, {"form": "order", "choice": "pass"})

    response = BROWSER.post(path, {"form": "order", "choice": "place-18-H"})

    assert response.status_code == 422
    assert stored(game, "Anna") == Mobilize(Pass())


def test_a_mails_choice_is_highlighted_never_selected() -> None:
    game = swords_for_anna()
    path = turn_path(game, "Anna")

    response = BROWSER.get(path, {"choice": "place-18-S).", "utm_source": "x"})

    assert text(response).count("is-highlighted") == 1
    assert 'href="#place-18-S"' in text(response)
    assert " checked" not in order_part(response)
    assert stored(game, "Anna") is None


@pytest.mark.parametrize("choice", ["place-88-D", "<b>", "x" * 5000, "take-1"])
def test_a_choice_that_is_none_highlights_nothing(choice: str) -> None:
    game = swords_for_anna()

    response = BROWSER.get(turn_path(game, "Anna"), {"choice": choice})

    assert response.status_code == 200
    assert "is-highlighted" not in text(response)
    assert "&lt;b&gt;" not in text(response)


def test_the_token_the_deadline_and_its_zone_are_shown() -> None:
    Player.objects.create_user("Anna@example.org", time_zone="Europe/Berlin")
    game = running_game("Anna", "Bruno", hours=24)
    turn = play_until(game, "mobilize")
    turn.due = datetime(2026, 12, 1, 13, 0, tzinfo=UTC)
    turn.save()

    page_text = text(BROWSER.get(turn_path(game, "Anna")))

    assert 'datetime="2026-12-01T13:00:00Z"' in page_text
    assert "Tue 1 Dec 2026, 14:00 (Europe/Berlin, UTC+01:00)" in page_text


def test_the_story_since_the_last_order_is_told() -> None:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    path = turn_path(game, "Anna")

    assert "You keep" in text(BROWSER.get(path))
    play_turn(game)
    game.refresh_from_db()
    assert "Draw 1: " in text(BROWSER.get(turn_path(game, awaited(turn_of(game))[0].name)))


# The page itself


def test_a_whole_game_can_be_played_through_the_pages() -> None:
    game = running_game("Anna", "Bruno", target=3)
    while game.status == Game.Status.RUNNING:
        turn = turn_of(game)
        for row in Order.objects.filter(turn=turn, submitted_at=None).select_related("seat"):
            path = turn_path(game, row.seat.name)
            assert post_anything(path) == 303
        assert clock.try_advance(turn_id=turn.pk)
        game.refresh_from_db()

    assert get(turn_path(game, "Anna", turn)).state == "over"


def post_anything(path: str) -> int:
    """Fill in the form with what stands first in it."""
    form = form_of(path)
    fields: dict[str, object] = {"form": "order"}
    if form.pick:
        fields["card"] = values(form, "checkbox", "card")[: form.pick]
    else:
        offered = values(form, "radio", "choice")
        fields["choice"] = "decline" if "decline" in offered else offered[0]
        fields |= {control.name: control.now for control in form.of_kind("select")}
    return BROWSER.post(path, fields).status_code


def test_annas_order_does_not_show_on_brunos_page() -> None:
    game = swords_for_anna()
    order(game, "Anna", Mobilize(Place(LYDIA, "S")))

    assert "Your order:" not in text(BROWSER.get(turn_path(game, "Bruno")))
