"""``manage.py record`` and ``manage.py check_record``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameSeed, Order, Seat
from games.rules.recordread import read_record
from games.services.table import state_of
from tests.games.cast import open_game, order, play_out, play_turn, running_game, turn_of
from tests.recorded.plan import PLANS

pytestmark = pytest.mark.django_db


def record(game: Game) -> str:
    out = io.StringIO()
    call_command("record", game.public_id, stdout=out)
    return out.getvalue()


def check(path: Path) -> str:
    out = io.StringIO()
    call_command("check_record", str(path), stdout=out)
    return out.getvalue()


def refusal(path: Path) -> str:
    with pytest.raises(CommandError) as refused:
        check(path)
    text = str(refused.value)
    assert "\n" not in text
    assert text.startswith(str(path))
    return text


def test_the_record_of_a_finished_game_checks(tmp_path: Path) -> None:
    game = running_game("Anna", "Bruno", "Clara", target=3)
    play_out(game, Random(1))
    path = tmp_path / "game.json"
    path.write_text(record(game), encoding="utf-8")
    assert "are right" in check(path)
    assert json.loads(path.read_text())["seed"] == bytes(GameSeed.objects.get(game=game).seed).hex()


def test_the_record_of_a_running_game_hides_what_is_hidden(tmp_path: Path) -> None:
    game = running_game("Anna", "Bruno")
    hands = [seat.hand for seat in state_of(game.state).seats]
    order(game, "Anna")
    assert json.loads(record(game))["steps"] == []
    kept = turn_of(game).orders.get(seat__name="Anna").choice
    play_turn(game)
    text = record(game)
    tree: dict[str, Any] = json.loads(text)
    assert "seed" not in tree
    assert "outcome" not in tree
    assert bytes(GameSeed.objects.get(game=game).seed).hex() not in text
    types = [event["type"] for event in tree["opening"]]
    assert types == ["seated", "market_opened"]
    assert kept is not None
    shown = {card for event in tree["steps"][0]["events"] for card in event.get("cards", [])}
    given_away = set(hands[0]) - set(kept["cards"])
    assert not shown & given_away
    path = tmp_path / "running.json"
    path.write_text(text, encoding="utf-8")
    text = refusal(path)
    assert "$.seed" in text
    assert "the bag cannot be checked before the game is over" in text


def test_a_game_that_has_not_begun_or_is_not_there() -> None:
    with pytest.raises(CommandError, match="has not begun"):
        record(open_game("Anna", "Bruno"))
    with pytest.raises(CommandError, match="no game"):
        call_command("record", "nonesuch")


def test_a_record_is_utf_8_whatever_the_terminal_takes() -> None:
    game = running_game("Anna", "Bruno")
    Seat.objects.filter(game=game, name="Bruno").update(word="十二")
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="latin-1")
    call_command("record", game.public_id, stdout=terminal)
    terminal.flush()
    assert read_record(raw.getvalue()).players[1].word == "十二"


def test_a_stored_game_that_cannot_be_is_one_line() -> None:
    game = running_game("Anna", "Bruno")
    play_turn(game)
    Order.objects.filter(turn__game=game, turn__number=1).delete()
    with pytest.raises(CommandError, match="decision is missing"):
        record(game)


def test_what_a_strange_file_holds_moves_no_cursor(tmp_path: Path) -> None:
    tree = json.loads(GOOD)
    tree["\x1b[2J\nall is right"] = 1
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    text = refusal(path)
    assert "\x1b" not in text
    assert "$.?[2J?all is right" in text


@pytest.mark.parametrize("switch", ["target", "shelter"])
def test_a_switch_and_what_it_can_be_are_told(switch: str, tmp_path: Path) -> None:
    tree = json.loads(GOOD)
    tree["ruleset"][switch] = {"target": 8, "shelter": "maybe"}[switch]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert f"$.ruleset.{switch}: {switch} cannot be" in refusal(path)


def test_an_event_that_is_wrong_is_told_with_what_it_must_be(tmp_path: Path) -> None:
    tree = json.loads(GOOD)
    expected = json.dumps(tree["steps"][1]["events"][0])
    tree["steps"][1]["events"][0] = {"type": "end_set", "seat": 0}
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert f"$.steps[1].events[0]: This is not what happens; it must be {expected}" in refusal(path)


DEEP = b"[" * 100_000
GOOD = PLANS[0].file.read_bytes()
BAD = {
    "not JSON": b"Ave Caesar",
    "empty": b"",
    "not UTF-8": b"\xff\xfe{}",
    "cut short": GOOD[: len(GOOD) // 2],
    "a number alone": b"7",
    "another format": b'{"format": "chess"}',
    "an unknown version": GOOD.replace(b'"version": 1', b'"version": 2', 1),
    "nested without an end": DEEP,
    "a NaN": GOOD.replace(b'"version": 1', b'"version": NaN', 1),
    "a key twice": GOOD.replace(b'"version": 1', b'"version": 1, "version": 1', 1),
    "a hundred megabytes": b'{"a": "' + b"x" * 100_000_000 + b'"}',
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_record_is_one_line_and_exit_1(what: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(BAD[what])
    assert len(refusal(path)) < 400


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "nothing.json")
