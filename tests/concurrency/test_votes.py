"""A proposal that passes as a draw comes passes before it or after it, never in its middle."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Game, Turn
from games.services import votes
from games.vote_models import Ballot, Vote
from tests.concurrency import deeds
from tests.concurrency.crew import Crew
from tests.games.cast import running_game, seat_of, turn_of

ROUNDS = 12


def ready_game(dice: Random, kind: str) -> tuple[Game, Turn, Vote]:
    """A game of two with all orders in, and a proposal that lacks Bruno's yes."""
    game = running_game("Anna", "Bruno", seed=dice.randbytes(32), hours=24)
    for wish in deeds.wishes(game, dice):
        deeds.submit(**wish)
    vote = votes.propose(seat_id=seat_of(game, "Anna").pk, kind=kind)
    return game, turn_of(game), vote


@pytest.mark.parametrize("kind", ["pause", "extend", "cancel"])
def test_the_last_yes_and_the_advance_at_the_same_moment(crew: Crew, kind: str) -> None:
    seen = set()
    for number in range(ROUNDS):
        game, turn, vote = ready_game(Random(number), kind)
        due = turn.due
        yes = {"seat_id": seat_of(game, "Bruno").pk, "vote_id": vote.pk, "yes": True}
        said, tried = crew.together([(deeds.vote, yes), (deeds.try_advance, {"turn_id": turn.pk})])
        game.refresh_from_db()
        vote.refresh_from_db()
        turn.refresh_from_db()
        assert getattr(tried, "error", "") == ""
        assert (turn.closed is not None) == tried.value
        if kind == "extend":
            # The turn is gone and the next one not moved, or it has a day more and waits for a try.
            assert getattr(said, "code", "") in ("", "vote_closed")
            passed = vote.outcome == "passed"
            assert passed == (not getattr(said, "code", ""))
            assert due is not None
            assert turn.due == (due + timedelta(days=1) if passed else due)
        else:
            assert vote.outcome == "passed"
            assert game.status == {"pause": "paused", "cancel": "cancelled"}[kind]
            current = turn_of(game)
            assert (current.pk == turn.pk) == (turn.closed is None)
            assert current.due is None
            assert (current.left is not None) == (kind == "pause")
        seen.add(tried.value)
    assert seen, "nothing was tried"


def test_one_proposal_and_one_ballot_however_often_at_the_same_moment(crew: Crew) -> None:
    for number in range(5):
        game = running_game("Anna", "Bruno", "Clara", seed=Random(number).randbytes(32), hours=24)
        wish = {"seat_id": seat_of(game, "Anna").pk, "kind": "cancel"}
        crew.together([(deeds.propose, wish)] * 4)
        vote = Vote.objects.get(game=game)
        yes = {"seat_id": seat_of(game, "Bruno").pk, "vote_id": vote.pk, "yes": True}
        crew.together([(deeds.vote, yes)] * 4)
        assert Ballot.objects.filter(vote=vote).count() == 2
        game.refresh_from_db()
        assert game.status == "running"


def test_time_off_planned_often_at_the_same_moment_is_one(crew: Crew) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Game.objects.filter(pk=game.pk).update(time_off=True)
    player = seat_of(game, "Anna").player
    assert player is not None
    day = (timezone.now() + timedelta(days=1)).date()
    wish = {"player_id": player.pk, "day": day.isoformat()}
    results = crew.together([(deeds.take_day_off, wish)] * 6)
    assert {getattr(result, "error", "") for result in results} == {""}
    assert player.days_off.count() == 1
