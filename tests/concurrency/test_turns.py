"""Each turn closes exactly once, whatever happens at the same moment.

After every test a checker plays all that is stored again: every order that stood when its turn
closed was used exactly once and no other ever, every event once, one mail a key.
"""

from __future__ import annotations

from random import Random

import pytest
from django.utils import timezone

from games.models import Game, Order, Turn
from games.rules.codec import to_json
from games.services import clock
from tests.concurrency import deeds
from tests.concurrency.crew import Crew
from tests.games.cast import NAMES, open_game, running_game, seat_of, turn_of

#: Together with the five sizes of a table: a thousand last moments of a turn.
ROUNDS = 200


def errors(results: list[object]) -> set[str]:
    return {getattr(result, "error", "") for result in results} - {""}


def new_turn(game: Game, number: int) -> None:
    """What was left by one round: the next turn is open, and only once."""
    turns = Turn.objects.filter(game=game, number=number)
    assert turns.count() == 1
    game.refresh_from_db()
    assert game.quarantined_at is None


@pytest.mark.parametrize("count", range(2, 7))
def test_the_last_orders_at_the_same_moment_and_all_try_to_advance(crew: Crew, count: int) -> None:
    dice, games, advanced = Random(count), 0, 0
    game = running_game(*NAMES[:count])
    for _ in range(ROUNDS):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            game, games = running_game(*NAMES[:count], seed=dice.randbytes(32)), games + 1
        turn = turn_of(game)
        jobs = [(deeds.submit, wish) for wish in deeds.wishes(game, dice)]
        assert errors(list(crew.together(jobs))) == set()
        turn.refresh_from_db()
        assert turn.ready is not None, "the last order did not make the turn ready"
        tries = crew.together([(deeds.advance, {"turn_id": turn.pk})] * 4)
        assert [result.value for result in tries].count(True) == 1, tries
        assert errors(list(tries)) == set()
        advanced += 1
    assert advanced == ROUNDS


def ready_game(crew: Crew, dice: Random) -> tuple[Game, Turn]:
    """A game of three with all orders in."""
    game = running_game("Anna", "Bruno", "Clara", seed=dice.randbytes(32), hours=24)
    for wish in deeds.wishes(game, dice):
        deeds.submit(**wish)
    return game, turn_of(game)


def test_the_same_advance_by_many_workers_that_count_their_tries(crew: Crew) -> None:
    for number in range(20):
        game, turn = ready_game(crew, Random(number))
        results = crew.together([(deeds.try_advance, {"turn_id": turn.pk})] * 8)
        assert [result.value for result in results].count(True) == 1
        new_turn(game, turn.number + 1)


def test_a_change_against_the_advance_is_used_or_refused_never_lost(crew: Crew) -> None:
    outcomes = set()
    for number in range(60):
        dice = Random(number)
        game, turn = ready_game(crew, dice)
        anna = seat_of(game, "Anna")
        other = to_json(deeds.choose(game, turn, anna.index or 0, dice))
        changed, advanced = crew.together(
            [
                (deeds.submit, {"seat_id": anna.pk, "turn_number": turn.number, "choice": other}),
                (deeds.advance, {"turn_id": turn.pk}),
            ]
        )
        assert advanced.value is True
        assert changed.error in ("", "TurnClosed")
        stored = Order.objects.get(turn=turn, seat=anna).choice
        assert (stored == other) or changed.error == "TurnClosed"
        outcomes.add(changed.error)
        new_turn(game, turn.number + 1)


def test_the_deadline_against_the_last_order(crew: Crew) -> None:
    sources = set()
    for number in range(60):
        dice = Random(number)
        game = running_game("Anna", "Bruno", seed=dice.randbytes(32), hours=24)
        turn = turn_of(game)
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now())
        wish, last = deeds.wishes(game, dice)
        deeds.submit(**wish)
        submitted, advanced = crew.together(
            [(deeds.submit, last), (deeds.try_advance, {"turn_id": turn.pk})]
        )
        assert advanced.value is True
        order = Order.objects.get(turn=turn, seat_id=last["seat_id"])
        # What the clock chose may be what was wished: that is a success, also a moment too late.
        refused = "" if order.choice == last["choice"] else "TurnClosed"
        assert (order.source, submitted.error) in (("link", ""), ("clock", refused))
        sources.add(order.source)
        new_turn(game, turn.number + 1)


def test_a_replacement_against_an_order(crew: Crew) -> None:
    for number in range(40):
        dice = Random(number)
        game = running_game("Anna", "Bruno", seed=dice.randbytes(32))
        turn, (anna, bruno) = turn_of(game), deeds.wishes(game, dice)
        email = "elena@example.org" if number % 2 else ""
        deeds.submit(**anna)
        submitted, replaced = crew.together(
            [(deeds.submit, bruno), (deeds.replace, {"seat_id": bruno["seat_id"], "email": email})]
        )
        assert replaced.error == ""
        assert (submitted.error, submitted.code) in (("", ""), ("Refused", "seat_replaced"))
        old, new = (
            Order.objects.get(turn=turn, seat_id=pk) for pk in (bruno["seat_id"], replaced.value)
        )
        assert old.voided_at is not None
        assert (new.submitted_at is None) == bool(email)
        assert deeds.try_advance(turn_id=turn.pk) is not bool(email)


def test_a_replacement_against_the_advance(crew: Crew) -> None:
    for number in range(40):
        game, turn = ready_game(crew, Random(number))
        bruno = seat_of(game, "Bruno")
        replaced, advanced = crew.together(
            [(deeds.replace, {"seat_id": bruno.pk}), (deeds.advance, {"turn_id": turn.pk})]
        )
        assert replaced.error == ""
        assert advanced.error == ""
        if not advanced.value:
            assert deeds.try_advance(turn_id=turn.pk)
        new_turn(game, turn.number + 1)


def test_sweeps_against_workers(crew: Crew) -> None:
    for number in range(20):
        games = [ready_game(crew, Random(f"{number}/{k}")) for k in range(3)]
        sweeps = [(deeds.sweep_and_advance, {})] * 3
        workers = [(deeds.try_advance, {"turn_id": turn.pk}) for _, turn in games]
        results = crew.together([*sweeps, *workers])
        assert errors(list(results)) == set()
        assert sum(int(result.value) for result in results) == 3
        for game, turn in games:
            new_turn(game, turn.number + 1)


def test_the_last_acceptances_and_a_start_at_the_same_moment(crew: Crew) -> None:
    for number in range(40):
        game = open_game("Anna", "Bruno", "Clara", seed=Random(number).randbytes(32))
        jobs = [(deeds.accept, {"seat_id": seat_of(game, name).pk}) for name in NAMES[:3]]
        results = crew.together([*jobs, (deeds.start, {"game_id": game.pk})])
        assert errors(list(results[:3])) == set()
        assert results[3].code in ("", "seat_not_accepted", "game_not_open")
        game.refresh_from_db()
        assert game.status == Game.Status.RUNNING
        assert Turn.objects.filter(game=game).count() == 2
        assert Order.objects.filter(turn=turn_of(game), submitted_at=None).count() == 3


def test_two_people_of_one_new_address_are_one_player(crew: Crew) -> None:
    for number in range(20):
        games = [open_game("Anna", "Bruno", seed=Random(number).randbytes(32)) for _ in range(4)]
        email = f"elena{number}@example.org"
        results = crew.together(
            [
                (deeds.replace, {"seat_id": seat_of(game, "Bruno").pk, "email": email})
                for game in games
            ]
        )
        assert errors(list(results)) == set()


def test_a_worker_killed_anywhere_in_an_advance_leaves_all_or_nothing(crew: Crew) -> None:
    import time

    undisturbed = 0.0
    for number in range(3):
        _game, turn = ready_game(crew, Random(number))
        begun = time.monotonic()
        crew.together([(deeds.try_advance, {"turn_id": turn.pk})])
        undisturbed = max(undisturbed, time.monotonic() - begun)
    finished = killed = 0
    for number in range(60):
        dice = Random(number)
        game, turn = ready_game(crew, dice)
        crew.start(0, (deeds.try_advance, {"turn_id": turn.pk}))
        time.sleep(dice.random() * 2 * undisturbed)
        crew.kill(0)
        turn.refresh_from_db()
        game.refresh_from_db()
        if turn.closed is None:
            killed += 1
            assert Turn.objects.filter(game=game).count() == turn.number + 1
            later = timezone.now() + clock.LEASE
            assert deeds.try_advance(turn_id=turn.pk, now=later)
        else:
            finished += 1
        new_turn(game, turn.number + 1)
    assert min(killed, finished) > 0, "all came before, or after: the moments are badly chosen"
