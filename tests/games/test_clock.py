"""Deadlines, the sweep, and games that are set apart. The clock is given, not waited for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.models import Game, Order, Turn
from games.rules.bots import greedy_bot
from games.rules.codec import to_json
from games.services import clock
from games.services.table import rules_of, state_of
from tests.games.cast import order, play_turn, play_until, running_game, turn_of

pytestmark = pytest.mark.django_db


def test_a_turn_past_its_deadline_advances_with_the_bots_choice_for_who_is_missing() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    turn = turn_of(game)
    order(game, "Anna")
    assert turn.due is not None
    assert not clock.try_advance(turn_id=turn.pk, now=turn.due - timedelta(seconds=1))
    rules, state = rules_of(game), state_of(turn.state_before)
    expected = greedy_bot(rules.deck, rules.view_for(state, 1), rules.options(state, 1), None)  # type: ignore[arg-type]
    assert clock.try_advance(turn_id=turn.pk, now=turn.due)
    missing = Order.objects.get(turn=turn, seat__name="Bruno")
    assert (missing.source, missing.choice) == ("clock", to_json(expected))


def test_a_missing_placement_becomes_a_pass() -> None:
    game = running_game("Anna", "Bruno", hours=1)
    turn = play_until(game, "mobilize")
    assert turn.due is not None
    clock.try_advance(turn_id=turn.pk, now=turn.due)
    for found in Order.objects.filter(turn=turn):
        assert found.choice == {"type": "mobilize", "action": {"type": "pass"}}


def test_each_turn_has_the_full_length_of_its_own() -> None:
    game = running_game("Anna", "Bruno", hours=6)
    for _ in range(3):
        turn = turn_of(game)
        assert turn.due == turn.opened + timedelta(hours=6)
        play_turn(game)


def test_without_hours_there_is_no_deadline() -> None:
    game = running_game("Anna", "Bruno")
    turn = turn_of(game)
    assert turn.due is None
    assert not clock.try_advance(turn_id=turn.pk, now=turn.opened + timedelta(days=3650))


def test_the_sweep_finds_turns_with_all_orders_and_turns_past_due_and_no_others() -> None:
    ready, due, waiting = (running_game("Anna", "Bruno", hours=24) for _ in range(3))
    order(ready, "Anna")
    order(ready, "Bruno")
    now = timezone.now()
    Turn.objects.filter(pk=turn_of(due).pk).update(due=now)
    found = set(clock.waiting_turns(now).values_list("game_id", flat=True))
    assert found == {ready.pk, due.pk}
    assert waiting.pk not in found


@pytest.mark.parametrize(
    "change",
    [{"status": "paused"}, {"quarantined_at": timezone.now()}, {"status": "cancelled"}],
    ids=["paused", "set apart", "cancelled"],
)
def test_a_game_that_does_not_run_is_not_advanced(change: dict[str, object]) -> None:
    game = running_game("Anna", "Bruno", hours=1)
    turn = turn_of(game)
    order(game, "Anna")
    order(game, "Bruno")
    Game.objects.filter(pk=game.pk).update(**change)
    assert not clock.waiting_turns(timezone.now()).exists()
    assert not clock.try_advance(turn_id=turn.pk)
    assert turn_of(game).closed is None


def broken_game() -> Game:
    """A game whose stored position the engine cannot read, with all orders in."""
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    order(game, "Bruno")
    Turn.objects.filter(pk=turn_of(game).pk).update(state_before={"nonsense": True})
    return game


def test_three_failures_spaced_by_backoff_set_the_game_apart_and_the_others_go_on() -> None:
    broken, sound = broken_game(), running_game("Anna", "Bruno")
    turn, now = turn_of(broken), timezone.now()
    assert not clock.try_advance(turn_id=turn.pk, now=now)
    broken.refresh_from_db()
    assert (broken.advance_attempts, broken.next_try_at) == (1, now + clock.BACKOFF)
    # Too early: not even tried.
    assert not clock.try_advance(turn_id=turn.pk, now=now + timedelta(seconds=5))
    broken.refresh_from_db()
    assert broken.advance_attempts == 1
    clock.try_advance(turn_id=turn.pk, now=now + clock.BACKOFF)
    broken.refresh_from_db()
    assert broken.next_try_at == now + clock.BACKOFF * 3
    assert broken.quarantined_at is None
    clock.try_advance(turn_id=turn.pk, now=now + clock.BACKOFF * 3)
    broken.refresh_from_db()
    assert broken.quarantined_at is not None
    play_turn(sound)
    assert sound.quarantined_at is None


def test_nothing_of_a_failed_try_is_left() -> None:
    game = broken_game()
    turn = turn_of(game)
    clock.try_advance(turn_id=turn.pk)
    turn.refresh_from_db()
    assert (turn.closed, turn.events) == (None, [])
    assert Turn.objects.filter(game=game).count() == 2


def test_trouble_of_the_database_costs_the_game_no_try() -> None:
    game = running_game("Anna", "Bruno")
    with (
        patch("games.services.clock.advance_turn", side_effect=OperationalError("gone")),
        pytest.raises(OperationalError),
    ):
        clock.try_advance(turn_id=turn_of(game).pk)
    game.refresh_from_db()
    assert (game.advance_attempts, game.next_try_at) == (0, None)


def test_a_game_that_kills_its_worker_three_times_is_set_apart() -> None:
    game = running_game("Anna", "Bruno")
    turn, now = turn_of(game), timezone.now()

    class Killed(BaseException):
        """Nothing that the service could catch."""

    for number in range(3):
        with (
            patch("games.services.clock.advance_turn", side_effect=Killed),
            pytest.raises(Killed),
        ):
            clock.try_advance(turn_id=turn.pk, now=now + clock.LEASE * number)
    assert not clock.try_advance(turn_id=turn.pk, now=now + clock.LEASE * 3)
    game.refresh_from_db()
    assert game.quarantined_at is not None


def ordered_game() -> Game:
    """Give a game in which everybody has ordered and nobody has advanced it."""
    game = running_game("Anna", "Bruno")
    order(game, "Anna")
    order(game, "Bruno")
    return game


def woken(calls: Mock) -> list[tuple[object, ...]]:
    """Give the messages that were sent: their ids, and in how many seconds they take effect."""
    return [(call.kwargs["args"], call.kwargs["countdown"]) for call in calls.call_args_list]


@pytest.mark.django_db(transaction=True)
def test_a_message_that_finds_its_game_held_comes_back_when_who_holds_it_must_be_dead() -> None:
    game = ordered_game()
    turn, now = turn_of(game), timezone.now()
    Game.objects.filter(pk=game.pk).update(next_try_at=now + clock.LEASE, advance_attempts=1)
    with patch("games.services.wake.current_app.send_task") as sent:
        assert not clock.try_advance(turn_id=turn.pk, now=now + clock.LEASE / 3)
        assert woken(sent) == [((turn.pk,), (clock.LEASE * 2 / 3).total_seconds())]
        assert clock.try_advance(turn_id=turn.pk, now=now + clock.LEASE)
        # Nobody is sent once more for a turn that is closed.
        sent.reset_mock()
        assert not clock.try_advance(turn_id=turn.pk, now=now)
    assert woken(sent) == []


def test_doubled_messages_for_one_turn_cost_no_tries() -> None:
    game = running_game("Anna", "Bruno")
    turn, now = turn_of(game), timezone.now()
    for _ in range(10):
        clock.try_advance(turn_id=turn.pk, now=now)
    game.refresh_from_db()
    assert (game.advance_attempts, game.quarantined_at) == (0, None)


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_else_had_until_a_moment_ago_is_tried_anew_and_not_set_apart() -> None:
    """A doubled message finds the game taken, and a moment later free again: no reason to worry."""
    game = ordered_game()
    turn, now = turn_of(game), timezone.now()
    # The other one holds the game, in its last try, while this one would count its own ...
    Game.objects.filter(pk=game.pk).update(next_try_at=now + clock.LEASE, advance_attempts=3)
    count = clock._COUNT

    def counted(**values: Any) -> int:
        changed = count(**values)
        assert changed == 0
        # ... and gives it back before anybody looks again, without having advanced it.
        Game.objects.filter(pk=game.pk).update(next_try_at=None, advance_attempts=2)
        return changed

    with (
        patch("games.services.wake.current_app.send_task") as sent,
        patch("games.services.clock._COUNT", counted),
    ):
        assert not clock.try_advance(turn_id=turn.pk, now=now)
    game.refresh_from_db()
    assert game.quarantined_at is None
    assert woken(sent) == [((turn.pk,), None)]
    assert clock.try_advance(turn_id=turn.pk, now=now)


@pytest.mark.django_db(transaction=True)
def test_nobody_comes_back_for_a_game_that_is_put_off_after_a_failure() -> None:
    game = broken_game()
    turn, now = turn_of(game), timezone.now()
    with patch("games.services.wake.current_app.send_task") as sent:
        assert not clock.try_advance(turn_id=turn.pk, now=now)
        assert not clock.try_advance(turn_id=turn.pk, now=now)
    assert woken(sent) == []
