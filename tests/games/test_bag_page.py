"""The bag's page and the record: anybody can check what chance gave, once the game is over."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import links
from games.bagcheck import check_bag
from games.models import Game, GameSeed, Turn
from games.past import past_of
from games.rules import Chance, Deck
from games.rules.chance import chance_key
from games.rules.recordcheck import check_record, read_record
from tests.games.browsing import BROWSER, get, text
from tests.games.cast import SEED, open_game, play_out, play_turn, running_game
from tests.recorded.make import play
from tests.recorded.plan import PLANS

pytestmark = pytest.mark.django_db


def bag_path(game: Game) -> str:
    return f"{links.game_path(game)}bag/"


def record_at(game: Game) -> Any:
    return BROWSER.get(f"{links.game_path(game)}record.json")


@pytest.fixture
def over() -> Game:
    game = running_game("Anna", "Bruno", "Clara", target=4)
    play_out(game, Random(4))
    return game


@pytest.fixture
def running() -> Game:
    game = running_game("Anna", "Bruno")
    for _ in range(4):
        play_turn(game)
    return game


def test_while_the_game_runs_commitment_and_words_are_shown_and_no_check(running: Game) -> None:
    said = text(BROWSER.get(bag_path(running)))

    assert running.commitment in said
    assert "Anna&#x27;s word" in said
    assert SEED.hex() not in said
    assert chance_key(SEED, ["Anna's word", "Bruno's word"]).hex() not in said
    assert "token/1" not in said
    assert get(bag_path(running)).state == "open"


def test_before_the_start_no_word_is_shown() -> None:
    game = open_game("Anna", "Bruno")

    said = text(BROWSER.get(bag_path(game)))

    assert game.commitment in said
    assert "The words are shown when the game begins" in said
    assert "record.json" not in said


def test_when_it_is_over_every_draw_is_computed_again_and_compared(over: Game) -> None:
    said = text(BROWSER.get(bag_path(over)))

    assert SEED.hex() in said
    assert "The seed is the one that was committed to, and all" in said
    assert said.count("✓ </span>yes") > over.draw + len(over.seats.all())
    assert f"<code>token/{over.draw}</code>" in said
    assert "✗" not in said


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "token_drawn", "token": "J"},
        {"type": "market_refilled", "card": 1},
        {"type": "dealt", "cards": [1, 2, 3, 4, 5, 6]},
        {"type": "market_opened", "cards": [1, 2, 3, 4, 5]},
    ],
)
def test_what_chance_did_not_give_is_found(over: Game, wrong: dict[str, Any]) -> None:
    for turn in Turn.objects.filter(game=over).order_by("number"):
        found = next(
            (e for e in turn.events if e["type"] == wrong["type"] and {**e, **wrong} != e), None
        )
        if found is not None:
            found.update(wrong)
            turn.save()
            break

    said = text(BROWSER.get(bag_path(over)))

    assert "✗" in said
    assert "not what" in said
    assert "this must not happen" in said


def test_a_seed_that_was_not_committed_to_is_found(over: Game) -> None:
    GameSeed.objects.filter(game=over).update(seed=bytes(32))

    assert "this must not happen" in text(BROWSER.get(bag_path(over)))


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_the_check_agrees_with_every_recorded_game(plan: Any) -> None:
    record = play(plan)
    deck = deck_of(record)
    events = [*record.opening, *(event for step in record.steps for event in step.events)]
    chance = Chance.of(plan.seed, [player.word for player in plan.players])

    drawn = list(check_bag(chance, deck, len(plan.players), events, by_host=bool(plan.seated)))

    assert [found for found in drawn if not found.right] == []
    assert {"hand", "market", "token"} <= {found.what for found in drawn}


def deck_of(record: Any) -> Any:
    return Deck.from_csv(record.deck.encode())


def snippet_of(page: str) -> str:
    """What somebody copies from the page."""
    found = re.search(r'<pre class="code" id="snippet"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert found
    return html.unescape(found.group(1))


def run_snippet(page: str, record: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    program, file = folder / "check_bag.py", folder / "record.json"
    program.write_text(snippet_of(page))
    file.write_bytes(record)
    return subprocess.run(
        [sys.executable, "-I", str(program), str(file)], capture_output=True, text=True, check=False
    )


def test_the_program_on_the_page_reproduces_the_draws(over: Game, tmp_path: Path) -> None:
    page = BROWSER.get(bag_path(over)).content.decode()
    past = past_of(over.public_id)
    assert past is not None
    tokens = [(e.draw, e.token) for e in past.events if e.code == "token_drawn"]  # type: ignore[attr-defined]

    done = run_snippet(page, record_at(over).content, tmp_path)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[: len(tokens)] == [f"{draw} {token} right" for draw, token in tokens]
    assert lines[-1] == "Seed, tokens and cards dealt are right."


def test_the_program_finds_a_token_that_was_changed(over: Game, tmp_path: Path) -> None:
    page = BROWSER.get(bag_path(over)).content.decode()
    record = record_at(over).content.replace(b'"token": "S"', b'"token": "H"', 1)

    done = run_snippet(page, record, tmp_path)

    assert done.returncode == 1
    assert "WRONG" in done.stdout


def test_the_program_says_so_where_the_game_is_not_over(running: Game, tmp_path: Path) -> None:
    page = BROWSER.get(bag_path(running)).content.decode()

    done = run_snippet(page, record_at(running).content, tmp_path)

    assert done.returncode == 1
    assert "not over" in done.stderr


def test_the_record_of_a_finished_game_is_a_file_that_passes_its_check(over: Game) -> None:
    response = record_at(over)

    assert response.headers["Content-Type"] == "application/json; charset=utf-8"
    assert response.headers["Content-Disposition"].endswith(f'augustus-{over.public_id}.json"')
    check_record(read_record(response.content))


def test_the_record_of_a_running_game_holds_nothing_hidden(running: Game) -> None:
    record = json.loads(record_at(running).content)

    assert "seed" not in record
    assert "outcome" not in record
    told = json.dumps(record)
    assert '"dealt"' not in told
    assert SEED.hex() not in told


def test_a_game_that_cannot_be_played_again_has_no_record_and_no_error_page(running: Game) -> None:
    Turn.objects.filter(game=running, number=2).delete()

    assert record_at(running).status_code == 503
