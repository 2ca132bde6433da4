"""The table of things said beforehand, on the page of a turn: a form that needs no script."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.models import Game
from games.rules.choices import Mobilize, Move, Pass, Place
from games.rules.standing import DRAWS, Said, Wishes
from games.standing_models import StandingOrder
from tests.games.beforehand import PASSES, said, say
from tests.games.browsing import BROWSER, form_of, game_at, get, text, turn_path, values
from tests.games.cast import order, play_turn, running_game, turn_of
from tests.rules.builder import ANNA, BRUNO, CLARA, MARKET, player

pytestmark = pytest.mark.django_db


def a_draw(token: str = "H") -> Game:
    """Anna is about to complete Lydia (18), and has a legion on Claudius Balbus (57)."""
    return game_at({ANNA: player({18: "SSS", 57: "C"}), BRUNO: player({45: ""})}, token=token)


def fields(path: str) -> dict[str, str]:
    """What the form sends if nothing is changed."""
    form = form_of(path, "beforehand")
    return {
        control.name: control.now
        for control in form.controls
        if control.name and control.now is not None
    }


def send(path: str, **changed: str) -> Any:
    """Change some fields of the form as it comes, and send it."""
    named = {name.replace("_", "-"): value for name, value in changed.items()}
    return BROWSER.post(path, {**fields(path), **named})


def test_each_symbol_has_a_row_with_its_odds_and_what_can_be_done() -> None:
    path = turn_path(a_draw(), "Anna")
    form = form_of(path, "beforehand")
    assert values(form, "select", "do-S") == ["ask", "pass", "57-S"]
    assert values(form, "select", "from-S") == ["supply", "18-S", "57-C"]
    assert values(form, "select", "do-D") == ["ask", "pass"]
    assert [c.name for c in form.of_kind("select") if c.name.startswith("do-")] == [
        f"do-{symbol}" for symbol in DRAWS
    ]
    shown = text(BROWSER.get(path))
    assert 'two swords<span class="bag-odds">27 %' in shown.replace("\N{NO-BREAK SPACE}", " ")
    assert "None of your spaces will match." in shown


def test_what_the_own_order_changes_is_foreseen() -> None:
    game = a_draw()
    path = turn_path(game, "Anna")
    assert "18-H" in values(form_of(path, "beforehand"), "select", "do-H")
    order(game, "Anna", Mobilize(Place(18, "H")))
    assert values(form_of(path, "beforehand"), "select", "do-H") == ["ask", "pass", "57-H"]


def test_what_is_said_is_kept_and_shown_again() -> None:
    game = a_draw()
    path = turn_path(game, "Anna")
    answer = send(
        path,
        do_S="57-S", do_H="57-H", from_H="18-S", do_J="pass",
        completing="yes", only="yes", claim_from="4", leave_to="2", lose_least="yes",
        market_1="19", market_2="17",
    )  # fmt: skip
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{path}#beforehand")
    assert said(game, "Anna") == Said(
        {"S": Place(57, "S"), "H": Move(18, "S", 57, "H"), "J": Pass()},
        Wishes(
            ask_completing=True,
            only_completing=True,
            claim_from=4,
            leave_to=2,
            lose_least=True,
            market=(19, 17),
            ask_new=True,
            seen=MARKET,
        ),
    )
    now = fields(path)
    assert (now["do-S"], now["from-S"], now["do-H"], now["from-H"]) == (
        "57-S", "supply", "57-H", "18-S",
    )  # fmt: skip
    assert (now["completing"], now["only"]) == ("yes", "yes")
    assert (now["claim-from"], now["market-1"]) == ("4", "19")
    assert "You have said what to do for 3 symbols." in text(BROWSER.get(path))


def test_the_form_sent_as_it_comes_changes_nothing() -> None:
    game = a_draw()
    path = turn_path(game, "Anna")
    for version in ("0", "1", "1"):
        assert fields(path)["version"] == version
        assert send(path).status_code == 303
        if version == "0":
            say(game, "Anna", {"S": Place(57, "S")}, claim_from=3, market=(19,))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"do_S": "18-S"}, "No two swords of Lydia (18) is empty any more."),
        ({"do_S": "57-H"}, "A legion cannot go on the shield of Claudius Balbus (57) now."),
        ({"do_S": "57-S", "from_S": "57-H"}, "No legion (or not that many) stands on the shield"),
        ({"from_S": "57-C"}, "For each legion choose where it comes from and where it goes"),
        ({"claim_from": "3", "leave_to": "4"}, "You cannot claim the rewards for 3 objectives"),
        ({"market_1": "19", "market_2": "19"}, "The same thing is answered twice."),
        ({"market_1": "88"}, "does not lie in the market"),
        ({"claim_from": "9"}, "There is no reward for 9 objectives"),
        ({"do_S": "anything"}, "This is none of the choices on the page."),
        ({"only": "perhaps"}, "This is none of the choices on the page."),
        ({"completing": "perhaps"}, "This is none of the choices on the page."),
        ({"version": "x"}, "This is none of the choices on the page."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_typed_is_lost(
    changed: dict[str, str], sentence: str
) -> None:
    game = a_draw()
    path = turn_path(game, "Anna")
    answer = send(path, **{"do_C": "pass", **changed})
    assert answer.status_code == 422
    shown = text(answer)
    assert sentence in shown
    assert '<details class="panel beforehand" open>' in shown
    assert '<option value="pass" selected>Pass</option>' in shown
    assert said(game, "Anna") == Said()


def test_a_form_made_from_what_is_history_is_refused_and_shows_how_it_is_now() -> None:
    game = a_draw()
    path = turn_path(game, "Anna")
    old = fields(path)
    say(game, "Anna", PASSES)
    answer = BROWSER.post(path, {**old, "do-S": "57-S"})
    assert answer.status_code == 409
    assert "is not what this form was made from" in text(answer)
    assert said(game, "Anna").orders == PASSES
    assert fields(path)["do-S"] == "pass"


def carry(path: str, **answers: str) -> int:
    """Say what follows the completion of Lydia; gives the status."""
    named = {name.replace("_", "-"): value for name, value in answers.items()}
    return BROWSER.post(path, {"form": "carried", **named}).status_code


def test_answers_to_what_follows_a_completion_are_remembered_if_so_wished() -> None:
    game = game_at({ANNA: player({18: "SSS"}, (1,)), BRUNO: player({45: ""})}, token="H")
    path = turn_path(game, "Anna")
    order(game, "Anna", Mobilize(Place(18, "H")))
    assert carry(path, claim="yes", take_1="21") == 303
    assert said(game, "Anna") == Said()
    assert carry(path, claim="yes", take_1="21", remember="yes") == 303
    wishes = said(game, "Anna").wishes
    assert (wishes.claim_from, wishes.market, wishes.seen) == (2, (21,), MARKET)
    assert carry(path, claim="no", take_1="21", remember="yes") == 303
    wishes = said(game, "Anna").wishes
    assert (wishes.claim_from, wishes.leave_to) == (None, 2)
    assert carry(path, claim="no", take_1="88", remember="yes") == 422
    assert said(game, "Anna").wishes == wishes


def test_a_turn_that_has_closed_takes_nothing_any_more() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    old = fields(path)
    play_turn(game)
    assert get(path).form("beforehand") is None
    answer = BROWSER.post(path, {**old, "do-S": "pass"})
    assert answer.status_code == 409
    assert "turn 1 has closed" in text(answer)
    assert said(game, "Anna") == Said()


def test_one_of_whom_nothing_is_asked_can_say_it_too() -> None:
    game = game_at(
        {ANNA: player({18: ""}), BRUNO: player({45: ""}), CLARA: player({46: ""})},
        "Anna", "Bruno", "Clara", token="H",
    )  # fmt: skip
    path = turn_path(game, "Bruno")
    assert "Nothing is asked of you" in text(BROWSER.get(path))
    assert send(path, do_T="45-T").status_code == 303
    assert said(game, "Bruno").orders == {"T": Place(45, "T")}


def test_what_does_not_fit_as_things_stand_is_said_so_and_may_stay() -> None:
    game = a_draw("T")
    path = turn_path(game, "Anna")
    say(game, "Anna", {"T": Place(57, "T"), "S": Place(57, "S")})
    order(game, "Anna", Mobilize(Place(57, "T")))
    assert "As things stand this will not be possible; you would be asked." in text(
        BROWSER.get(path)
    )
    assert send(path, do_S="pass").status_code == 303
    assert said(game, "Anna").orders == {"T": Place(57, "T"), "S": Pass()}


def test_whoever_is_asked_since_an_order_was_dropped_is_told_why() -> None:
    game = a_draw("H")
    say(game, "Anna", {"S": Place(57, "S")})
    StandingOrder.objects.update(dropped_in=turn_of(game).number)
    shown = text(BROWSER.get(turn_path(game, "Anna")))
    assert (
        "For two swords you had said beforehand: Place a legion on the two swords of Claudius"
        " Balbus (57). That is not possible any more, so it was dropped and you are asked."
    ) in shown


def test_no_form_whatever_it_says_is_a_fault_of_ours() -> None:
    dice, path = Random(8), turn_path(a_draw(), "Anna")
    names = [*fields(path), "market-9", "do-X"]
    bits = ["", "0", "1", "ask", "pass", "57-S", "57-H", "999-J", "yes", "٣", "-", "\x00", "9" * 40]
    for _ in range(120):
        posted = {"form": "beforehand"} | {
            dice.choice(names): dice.choice(bits) for _ in range(dice.randrange(12))
        }
        posted["form"] = "beforehand"
        answer = BROWSER.post(path, fields(path) | posted)
        assert answer.status_code in (303, 409, 422), posted
