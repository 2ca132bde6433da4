"""The forms of the decisions in a resolution: powers, losses, rewards, market cards."""

from __future__ import annotations

import pytest

from games.models import Game
from games.rules.choices import (
    Arrange,
    Claim,
    Complete,
    LoseLegions,
    Move,
    Place,
    Steps,
    Take,
)
from games.rules.state import Resolving
from tests.games.browsing import (
    BROWSER,
    form_of,
    game_at,
    stored,
    text,
    turn_path,
    values,
)
from tests.rules.builder import ANNA, BRUNO, player

pytestmark = pytest.mark.django_db

LYDIA, NUMIDIA = 18, 9


def resolving(card: int, kind: str, **anna: object) -> Game:
    return game_at(
        {
            ANNA: player({NUMIDIA: "H", LYDIA: "SS", card: ""}, **anna),  # type: ignore[arg-type]
            BRUNO: player({1: "", 21: "SC"}),
        },
        "Anna",
        "Bruno",
        token="S",
        kind=kind,
        awaited=(ANNA,) if kind != "losses" else (BRUNO,),
        resolving=Resolving(ANNA, card, "power" if kind in ("power", "losses") else kind),
    )


def test_a_place_power_is_a_select_for_each_end_of_each_step() -> None:
    game = resolving(35, "power")
    path = turn_path(game, "Anna")
    form = form_of(path)
    assert [control.name for control in form.of_kind("select")] == [
        "from-1", "to-1", "from-2", "to-2",
    ]  # fmt: skip
    assert "Alpes Cottiae (35): Place up to 2 legions on any empty spaces." in text(
        BROWSER.get(path)
    )

    fields = {
        "choice": "use", "from-1": "supply", "to-1": "18-H", "from-2": "9-H", "to-2": "18-S",
    }  # fmt: skip
    assert BROWSER.post(path, {"form": "order", **fields}).status_code == 303
    assert stored(game, "Anna") == Steps((Place(LYDIA, "H"), Move(NUMIDIA, "H", LYDIA, "S")))
    assert form_of(path).control("select", "from-2").now == "9-H"


def test_a_place_power_can_be_declined_but_not_by_an_untouched_form() -> None:
    game = resolving(35, "power")
    path = turn_path(game, "Anna")
    untouched = {control.name: control.now for control in form_of(path).of_kind("select")}

    assert BROWSER.post(path, {"form": "order", **untouched}).status_code == 422
    assert BROWSER.post(path, {"form": "order", **untouched, "choice": "use"}).status_code == 422
    assert stored(game, "Anna") is None
    assert (
        BROWSER.post(path, {"form": "order", **untouched, "choice": "decline"}).status_code == 303
    )
    assert stored(game, "Anna") == Steps()


def test_half_a_step_is_refused_and_stays_filled_in() -> None:
    game = resolving(35, "power")

    response = BROWSER.post(
        turn_path(game, "Anna"), {"form": "order", "choice": "use", "from-1": "supply"}
    )

    assert response.status_code == 422
    assert '<option value="supply" selected>' in text(response)


def test_rearranging_keeps_the_number_of_legions() -> None:
    game = resolving(72, "power")
    path = turn_path(game, "Anna")
    form = form_of(path)
    now = {control.name: control.now for control in form.of_kind("select")}
    assert now == {"space-9-H": "1", "space-18-S": "2", "space-18-H": "0"}

    fewer = BROWSER.post(path, {"form": "order", "choice": "use", **now, "space-18-S": "1"})
    assert fewer.status_code == 422
    assert "You chose 2; it must be exactly 3." in text(fewer)

    moved = {**now, "space-9-H": "0", "space-18-S": "3"}
    assert BROWSER.post(path, {"form": "order", "choice": "use", **moved}).status_code == 303
    assert stored(game, "Anna") == Arrange(((9, ""), (18, "SSS")))

    BROWSER.post(path, {"form": "order", "choice": "decline", **moved})
    assert stored(game, "Anna") == Arrange(((9, "H"), (18, "SS")))


@pytest.mark.parametrize(
    ("card", "kind", "value", "choice"),
    [
        (87, "power", "complete-18", Complete(18)),
        (13, "power", "take-19", Take(19)),
        (3, "claim", "claim-yes", Claim(True)),
        (3, "claim", "claim-no", Claim(False)),
        (3, "take", "take-22", Take(22)),
    ],
)
def test_annas_other_decisions(card: int, kind: str, value: str, choice: object) -> None:
    game = resolving(card, kind, controlled=(1, 2)) if kind == "claim" else resolving(card, kind)
    path = turn_path(game, "Anna")
    assert value in values(form_of(path), "radio", "choice")

    assert BROWSER.post(path, {"form": "order", "choice": value}).status_code == 303
    assert stored(game, "Anna") == choice
    assert form_of(path).control("radio", "choice").now == value


def test_bruno_chooses_what_an_attack_takes() -> None:
    game = resolving(37, "losses")
    path = turn_path(game, "Bruno")
    response = BROWSER.get(path)
    assert "You are attacked" in text(response)
    assert "Minucius Fronto (37)" in text(response)

    BROWSER.post(path, {"form": "order", "choice": "legions-21S"})

    assert stored(game, "Bruno") == LoseLegions(((21, "S"),))
