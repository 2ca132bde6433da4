"""Every refusal has a sentence that says what was wrong and what is possible."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import sentences
from games.models import Game
from games.rules import Deck, IllegalChoice, RulesError
from games.rules import errors as rules_errors
from games.services import errors as service_errors

GAMES = Path(sentences.__file__).parent
DECK = Deck.from_csv((GAMES / "decks" / "objectives.csv").read_bytes())


def refusal_names() -> set[str]:
    """Every class that carries a code, in engine and services."""
    found = [*vars(rules_errors).values(), *vars(service_errors).values()]
    return {
        kind.__name__ for kind in found if isinstance(kind, type) and issubclass(kind, RulesError)
    }


def raised() -> Iterator[tuple[str, set[str], str]]:
    """(code, parameters, where) of every refusal that the source makes."""
    names = refusal_names()
    for path in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id not in names or not node.args:
                continue
            parameters = {keyword.arg or "" for keyword in node.keywords}
            where = f"{path.relative_to(GAMES)}:{node.lineno}"
            for code in codes_of(node.args[0]):
                yield code, parameters, where


def codes_of(argument: ast.expr) -> list[str]:
    """The codes that the first argument of a refusal can be."""
    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    assert isinstance(argument, ast.JoinedStr), ast.unparse(argument)
    assert ast.unparse(argument) == "f'game_{game.status}'", ast.unparse(argument)
    return [f"game_{status}" for status in Game.Status.values]


RAISED = list(raised())


def test_the_walk_finds_the_refusals_of_engine_services_and_pages() -> None:
    codes = {code for code, _, _ in RAISED}

    assert {"no_match", "turn_closed", "bad_address", "deck_kind", "nothing_chosen"} <= codes


@pytest.mark.parametrize(("code", "parameters", "where"), RAISED)
def test_every_refusal_has_a_sentence_with_only_the_parameters_it_is_given(
    code: str, parameters: set[str], where: str
) -> None:
    assert code in sentences.SENTENCES, where

    text = sentences.sentence(RulesError(code, **dict.fromkeys(parameters, "x")))

    assert text.endswith(".")


def test_no_sentence_is_left_over() -> None:
    assert set(sentences.SENTENCES) == {code for code, _, _ in RAISED}


def test_cards_and_symbols_are_named() -> None:
    refused = IllegalChoice("no_match", card=18, symbol="H", symbols="SC")

    assert sentences.sentence(refused, DECK) == (
        "A legion cannot go on the shield of Lydia (18) now. Possible are empty spaces of:"
        " two swords and chariot."
    )


def test_without_a_deck_a_card_is_its_number() -> None:
    refused = IllegalChoice("not_in_market", card=18)

    assert sentences.sentence(refused).startswith("18 does not lie in the market")


def test_hostile_parameters_stay_short_and_are_never_read_as_a_template() -> None:
    refused = RulesError("no_such_space", card="%(secret)s", symbol="<b>" * 100)

    assert len(sentences.sentence(refused, DECK)) < 120


def test_an_unknown_code_still_says_something() -> None:
    assert sentences.sentence(RulesError("new_code")) == "This cannot be done (new_code)."
