"""One deed for many games: each stands alone, and it is told what did and did not work."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Player, Turn
from games.moderation_models import ModeratorAction
from games.services.errors import Refused
from games.services.moderation import ACTIONS, act_on_many, preview_many
from games.services.moderation.many import FOR_MANY, Asked, Outcome
from tests.games.cast import play_turn, running_game, turn_of
from tests.games.moderating import do, moderator
from tests.games.site import person

pytestmark = pytest.mark.django_db

Outcomes = list[Outcome[dict[str, Any]]]


def asked(code: str, by: Player | None = None, why: str = "a storm", **values: Any) -> Asked:
    return Asked(moderator=by or moderator(), code=code, why=why, values=values)


def many(wanted: Asked, *games: Game, preview: bool = False) -> Outcomes:
    """Do it to these games, or look at what would follow."""
    work = preview_many if preview else act_on_many
    ids = [game.public_id for game in games]
    return list(work(wanted, ids, lambda done: dict(done.changed)))


def codes(outcomes: Outcomes) -> list[str]:
    """Give how each went: the code of its refusal, or ``done``."""
    return [outcome.error.code if outcome.error else "done" for outcome in outcomes]


def test_all_that_is_for_many_can_be_done_to_one():
    assert set(FOR_MANY) <= set(ACTIONS)
    assert not any(ACTIONS[code].about_seat for code in FOR_MANY)


def test_each_game_is_done_or_not_for_itself():
    with_deadline = running_game("Anna", "Bruno", hours=24)
    without = running_game("Clara", "Dario")
    due = turn_of(with_deadline).due

    outcomes = many(asked("extend", hours=24), without, with_deadline)

    assert codes(outcomes) == ["no_deadline", "done"]
    assert turn_of(with_deadline).due != due
    line = ModeratorAction.objects.get()
    assert (line.game, line.why) == (with_deadline, "a storm")


def test_what_is_looked_at_is_not_done():
    games = [running_game("Anna", "Bruno"), running_game("Clara", "Dario")]

    assert codes(many(asked("pause"), *games, preview=True)) == ["done", "done"]

    assert {game.status for game in Game.objects.all()} == {"running"}
    assert not ModeratorAction.objects.exists()


def test_a_game_that_the_engine_chokes_on_keeps_no_other_from_its_turn(
    monkeypatch: pytest.MonkeyPatch,
):
    broken, whole = running_game("Anna", "Bruno"), running_game("Clara", "Dario")
    Turn.objects.filter(game=broken, closed=None).update(state_before={"format": 1})

    assert codes(many(asked("advance_now"), broken, whole)) == ["state_unreadable", "done"]

    assert [turn_of(broken).number, turn_of(whole).number] == [1, 2]


def test_an_error_of_ours_is_told_and_undone(monkeypatch: pytest.MonkeyPatch):
    games = [running_game("Anna", "Bruno"), running_game("Clara", "Dario")]

    def fail(**_: Any) -> None:
        raise RuntimeError("the disk is full of Anna's cards")

    monkeypatch.setattr("games.services.absence.tell", lambda *_: fail())
    outcomes = many(asked("pause"), *games)

    assert codes(outcomes) == ["failed_here", "failed_here"]
    assert outcomes[0].error is not None
    assert outcomes[0].error.parameters == {"kind": "RuntimeError"}
    assert {game.status for game in Game.objects.all()} == {"running"}


def test_a_game_of_ones_own_one_that_moved_on_and_one_that_never_was():
    own = running_game("Marcus", "Bruno", hours=24)
    moved = running_game("Clara", "Dario", hours=24)
    seen = {moved.public_id: turn_of(moved).number}
    play_turn(moved)
    wanted = Asked(moderator(), "extend", "a storm", {"hours": 1}, seen=seen)

    ids = [own.public_id, moved.public_id, "nosuchgame"]
    outcomes = list(act_on_many(wanted, ids, lambda done: dict(done.changed)))

    assert codes(outcomes) == ["own_game", "moved_on", "no_such_game"]
    assert not ModeratorAction.objects.exists()


@pytest.mark.parametrize("code", ["cancel", "close"])
def test_to_end_more_than_one_game_is_for_leads(code: str):
    games = [running_game("Anna", "Bruno"), running_game("Clara", "Dario")]

    with pytest.raises(Refused, match="not_lead"):
        many(asked(code), *games)
    assert codes(many(asked(code, by=moderator("Livia", "Leads")), *games)) == ["done", "done"]


def test_what_fits_no_game_is_refused_before_any():
    game = running_game("Anna", "Bruno", hours=24)

    for wanted, code in (
        (asked("extend", why=" ", hours=1), "why_missing"),
        (asked("extend"), "values_unfit"),
        (asked("pause", hours=1), "values_unfit"),
        (asked("burn"), "no_such_action"),
        (asked("pause", by=person("Clara")), "not_moderator"),
    ):
        with pytest.raises(Refused) as error:
            many(wanted, game)
        assert error.value.code == code
    assert not ModeratorAction.objects.exists()


def test_the_line_of_one_game_is_as_if_it_was_done_alone():
    games = [running_game("Anna", "Bruno", hours=24) for _ in range(2)]

    many(asked("suspend"), games[0])
    do(games[1], "suspend")

    first, second = ModeratorAction.objects.order_by("id")
    assert first.changed.keys() == second.changed.keys()
    assert first.action == second.action
