"""What an accepted placement may say beforehand: asked on the page, carried by the order."""

from __future__ import annotations

import pytest

from games.models import Game
from games.rules.choices import (
    Arrange,
    Carried,
    Complete,
    Mobilize,
    Pass,
    Place,
    Steps,
    Take,
)
from games.services import clock
from tests.games.browsing import (
    BROWSER,
    form_of,
    game_at,
    get,
    stored,
    text,
    turn_path,
    values,
)
from tests.games.cast import awaited, turn_of
from tests.rules.builder import ANNA, BRUNO, MARKET, player

pytestmark = pytest.mark.django_db

#: Aquitania places a legion, Achaia rearranges, Corsica takes a card, Britannia completes one.
LYDIA, AQUITANIA, ACHAIA, CORSICA, BRITANNIA, NUMIDIA = 18, 20, 73, 14, 87, 9


def anna_completes(card: int, filled: str, symbol: str, **more: object) -> tuple[Game, str]:
    """Anna's order that completes a card is in; gives the game and her link."""
    game = game_at(
        {ANNA: player({card: filled, NUMIDIA: "H"}, **more), BRUNO: player({1: ""})},  # type: ignore[arg-type]
        "Anna",
        "Bruno",
        token=symbol,
    )
    path = turn_path(game, "Anna")
    answer = BROWSER.post(path, {"form": "order", "choice": f"place-{card}-{symbol}"})
    assert answer.status_code == 303
    return game, path


def test_after_completing_the_page_asks_what_follows_all_optional() -> None:
    game, path = anna_completes(AQUITANIA, "SSC", "T", controlled=(3,))
    form = form_of(path, "carried")

    assert values(form, "radio", "power-choice") == ["use", "decline", "ask"]
    assert values(form, "radio", "claim") == ["yes", "no", "ask"]
    assert len([c for c in form.of_kind("select") if c.name.startswith("take-")]) == 5

    assert BROWSER.post(path, {"form": "carried"}).status_code == 303
    assert stored(game, "Anna") == Mobilize(Place(AQUITANIA, "T"))


def test_power_claim_and_wishes_are_carried_by_the_same_order() -> None:
    game, path = anna_completes(AQUITANIA, "SSC", "T", controlled=(3,))

    answer = BROWSER.post(
        path,
        {
            "form": "carried",
            "power-choice": "use",
            "power-from-1": "supply",
            "power-to-1": f"{NUMIDIA}-H",
            "claim": "no",
            "take-1": "19",
            "take-3": "22",
        },
    )

    assert answer.status_code == 303
    carried = Carried(
        power=((AQUITANIA, Steps((Place(NUMIDIA, "H"),))),), claim=((2, False),), take=(19, 22)
    )
    assert stored(game, "Anna") == Mobilize(Place(AQUITANIA, "T"), carried)
    said = text(BROWSER.get(path))
    assert "From the market, in this order: Cyprus (19), Phrygia (22)" in said
    assert "Leave the reward for 2 objectives (2 points)" in said
    form = form_of(path, "carried")
    assert form.control("radio", "power-choice").now == "use"
    assert form.control("select", "power-to-1").now == f"{NUMIDIA}-H"
    assert form.control("select", "take-1").now == "19"


def test_who_wants_it_is_asked_again_if_a_new_card_lies_in_the_market() -> None:
    seats = {ANNA: player({1: "S", 58: ""}), BRUNO: player({2: "S", 57: ""})}
    for ticked, kind in ((True, "take"), (False, "mobilize")):
        game = game_at(seats, token="H")
        anna, bruno = turn_path(game, "Anna"), turn_path(game, "Bruno")
        BROWSER.post(anna, {"form": "order", "choice": "place-1-H"})
        BROWSER.post(bruno, {"form": "order", "choice": "place-2-H"})
        BROWSER.post(anna, {"form": "carried", "take-1": "17"})
        box = form_of(bruno, "carried").control("checkbox", "ask-new")
        assert (box.values, box.now) == (["yes"], None)

        fields = {"form": "carried", "take-1": "18", **({"ask-new": "yes"} if ticked else {})}
        assert BROWSER.post(bruno, fields).status_code == 303

        assert stored(game, "Bruno").carried == Carried(take=(18,), seen=MARKET if ticked else None)
        assert form_of(bruno, "carried").control("checkbox", "ask-new").now == (
            "yes" if ticked else None
        )
        in_words = "From the market, unless a new card lies there, in this order: Lydia (18)"
        assert (in_words in text(BROWSER.get(bruno))) == ticked
        # Anna takes the first card; what replaces it Bruno had not seen.
        assert clock.try_advance(turn_id=turn_of(game).pk)
        turn = turn_of(game)
        assert turn.kind == kind
        if ticked:
            assert [seat.name for seat in awaited(turn)] == ["Bruno"]
            assert "take-" in values(form_of(turn_path(game, "Bruno")), "radio", "choice")[0]


def test_the_same_placement_again_keeps_what_it_carries_another_drops_it() -> None:
    game, path = anna_completes(AQUITANIA, "SSC", "T")
    BROWSER.post(path, {"form": "carried", "take-1": "19"})

    BROWSER.post(path, {"form": "order", "choice": f"place-{AQUITANIA}-T"})
    assert stored(game, "Anna").carried == Carried(take=(19,))

    BROWSER.post(path, {"form": "order", "choice": "pass"})
    assert stored(game, "Anna") == Mobilize(Pass())
    assert get(path).form("carried") is None


def test_an_arrangement_can_be_carried() -> None:
    game, path = anna_completes(ACHAIA, "KKT", "D")
    form = form_of(path, "carried")
    assert [c.name for c in form.of_kind("select")][:1] == [f"power-space-{NUMIDIA}-H"]

    BROWSER.post(path, {"form": "carried", "power-choice": "use", f"power-space-{NUMIDIA}-H": "1"})

    assert stored(game, "Anna").carried.power == ((ACHAIA, Arrange(((NUMIDIA, "H"),))),)


def test_which_objective_and_which_extra_card_can_be_carried() -> None:
    game = game_at(
        {
            ANNA: player({BRITANNIA: "TTTD", NUMIDIA: "", LYDIA: ""}),
            BRUNO: player({CORSICA: "SS", 1: ""}),
        },
        "Anna",
        "Bruno",
        token="DJ",
    )
    anna, bruno = turn_path(game, "Anna"), turn_path(game, "Bruno")
    BROWSER.post(anna, {"form": "order", "choice": f"place-{BRITANNIA}-D"})
    BROWSER.post(bruno, {"form": "order", "choice": f"place-{CORSICA}-K"})

    offered = values(form_of(anna, "carried"), "radio", "power-choice")
    assert offered == [f"complete-{NUMIDIA}", f"complete-{LYDIA}", "ask"]
    BROWSER.post(anna, {"form": "carried", "power-choice": f"complete-{LYDIA}"})
    BROWSER.post(bruno, {"form": "carried", "power-choice": "take-21"})

    assert stored(game, "Anna").carried.power == ((BRITANNIA, Complete(LYDIA)),)
    assert stored(game, "Bruno").carried.power == ((CORSICA, Take(21)),)


@pytest.mark.parametrize(
    "fields",
    [
        {"power-choice": "use"},
        {"power-choice": "use", "power-from-1": "supply"},
        {"power-choice": "use", "power-from-1": "supply", "power-to-1": f"{AQUITANIA}-S"},
        {"power-choice": "take-17"},
        {"power-choice": "nonsense"},
        {"claim": "perhaps"},
        {"take-1": "19", "take-2": "19"},
        {"take-1": "-4"},
        {"take-1": "19", "ask-new": "perhaps"},
    ],
)
def test_a_bad_answer_beforehand_is_refused_and_the_order_stays(fields: dict[str, str]) -> None:
    game, path = anna_completes(AQUITANIA, "SSC", "T")

    response = BROWSER.post(path, {"form": "carried", **fields})

    assert response.status_code == 422
    assert 'role="alert"' in text(response)
    assert stored(game, "Anna") == Mobilize(Place(AQUITANIA, "T"))


def test_answers_to_nothing_are_refused() -> None:
    game = game_at({ANNA: player({LYDIA: "SS"}), BRUNO: player({1: ""})}, token="S")
    path = turn_path(game, "Bruno")
    BROWSER.post(path, {"form": "order", "choice": "place-1-S"})

    response = BROWSER.post(path, {"form": "carried", "take-1": "19"})

    assert response.status_code == 422
    assert "completes nothing" in text(response)
