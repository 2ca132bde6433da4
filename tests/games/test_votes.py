"""What a table decides together. The clock is given, not waited for."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import links
from games.models import Game, Seat
from games.services import seats, votes
from games.vote_models import Ballot, Vote
from tests.games.browsing import BROWSER, text
from tests.games.cast import play_turn, running_game, seat_of
from tests.games.voting import DAY, HOUR, away, propose, refusal, say, told

pytestmark = pytest.mark.django_db


# -- who decides -----------------------------------------------------------------------------------


def test_a_proposal_passes_when_everybody_has_said_yes_and_not_before() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    vote = propose(game, "Anna", "pause")
    say(game, "Bruno", vote)
    game.refresh_from_db()
    assert (game.status, vote.closed) == ("running", None)
    vote = say(game, "Clara", vote)
    game.refresh_from_db()
    assert (game.status, vote.outcome) == ("paused", "passed")
    assert told(game) == ["paused"]


def test_one_no_declines_and_changes_nothing() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    vote = say(game, "Bruno", propose(game, "Anna", "cancel"), yes=False)
    game.refresh_from_db()
    assert (game.status, vote.outcome) == ("running", "declined")
    assert refusal(say, game, "Clara", vote) == "vote_closed"


def test_what_came_to_nothing_is_told_beside_the_game_with_no_word_of_who_was_against() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=96)
    now = timezone.now()
    say(game, "Bruno", propose(game, "Anna", "cancel"), yes=False)
    propose(game, "Clara", "pause", now=now)
    votes.sweep(now=now + votes.LASTS)
    propose(game, "Clara", "extend")
    play_turn(game)
    votes.sweep()
    assert told(game) == ["vote_declined", "vote_expired"], "not what was about a turn that closed"
    page = text(BROWSER.get(links.game_path(game)))
    assert "A proposal was declined: end the game without a result." in page
    assert "A proposal has expired, since not everybody answered it: pause the game." in page


def test_a_yes_can_be_taken_back_until_the_vote_is_closed() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    vote = propose(game, "Anna", "pause")
    say(game, "Bruno", vote)
    assert say(game, "Bruno", vote, yes=False).outcome == "declined"
    assert Ballot.objects.filter(vote=vote).count() == 2


def test_bots_the_absent_and_those_on_time_off_neither_vote_nor_are_waited_for() -> None:
    game = running_game("Anna", "Bruno", "Clara", bots=1, hours=24)
    away(game, "Bruno", absent_since=timezone.now())
    vote = propose(game, "Anna", "pause")
    assert refusal(say, game, "Bruno", vote) == "vote_absent"
    assert say(game, "Clara", vote).outcome == "passed"


def test_who_is_replaced_has_no_vote_and_the_newcomer_has() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote, old = propose(game, "Anna", "pause"), seat_of(game, "Bruno")
    seats.replace_by_player(seat_id=old.pk, email="dora@example.org", name="Dora")
    assert refusal(votes.cast, seat_id=old.pk, vote_id=vote.pk, yes=True) == "seat_given_away"
    assert say(game, "Dora", vote).outcome == "passed"


def test_one_alone_among_bots_decides_at_once_but_nobody_decides_for_nobody() -> None:
    game = running_game("Anna", bots=2, hours=24)
    assert propose(game, "Anna", "pause").outcome == "passed"
    vote = propose(game, "Anna", "resume")
    assert vote.outcome == "passed"
    other = running_game("Anna", "Bruno", hours=24)
    waiting = propose(other, "Anna", "cancel")
    Seat.objects.filter(game=other).update(absent_since=timezone.now())
    votes.sweep()
    waiting.refresh_from_db()
    assert waiting.closed is None


def test_a_seat_of_another_game_cannot_vote() -> None:
    game, other = running_game("Anna", "Bruno", hours=24), running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    assert refusal(say, other, "Bruno", vote) == "no_such_vote"


def test_when_the_last_who_was_waited_for_goes_absent_the_sweep_decides() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    vote = propose(game, "Anna", "pause")
    say(game, "Clara", vote)
    assert votes.sweep() == 0
    away(game, "Bruno", absent_since=timezone.now())
    assert votes.sweep() == 1
    vote.refresh_from_db()
    assert vote.outcome == "passed"


# -- how long, and how often -----------------------------------------------------------------------


def test_a_vote_expires_after_three_days_and_cannot_be_answered_then() -> None:
    game = running_game("Anna", "Bruno")
    now = timezone.now()
    vote = propose(game, "Anna", "cancel", now=now)
    assert refusal(say, game, "Bruno", vote, now=now + votes.LASTS) == "vote_expired"
    votes.sweep(now=now + votes.LASTS - HOUR)
    vote.refresh_from_db()
    assert vote.outcome == ""
    votes.sweep(now=now + votes.LASTS)
    votes.sweep(now=now + votes.LASTS + DAY)
    vote.refresh_from_db()
    assert (vote.outcome, vote.closed) == ("expired", now + votes.LASTS)


def test_what_was_declined_is_not_proposed_again_for_a_day() -> None:
    game = running_game("Anna", "Bruno", hours=96)
    now = timezone.now()
    say(game, "Bruno", propose(game, "Anna", "pause", now=now), yes=False, now=now)
    assert refusal(propose, game, "Anna", "pause", now=now + HOUR) == "vote_too_soon"
    assert refusal(propose, game, "Bruno", "pause", now=now + HOUR) == "vote_too_soon"
    assert propose(game, "Anna", "pause", now=now + votes.AGAIN_AFTER).outcome == ""


def test_the_same_proposal_twice_is_one_and_that_of_another_is_refused() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    assert propose(game, "Anna", "pause") == vote
    assert refusal(propose, game, "Bruno", "pause") == "vote_open_already"
    assert Vote.objects.count() == 1


def test_the_database_keeps_one_open_vote_of_a_kind_and_one_ballot_a_seat() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    with pytest.raises(IntegrityError), transaction.atomic():
        Vote.objects.create(game=game, kind="pause", seat=vote.seat, expires=vote.expires)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ballot.objects.create(vote=vote, seat=vote.seat, yes=False)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("running", "resume"),
        ("paused", "pause"),
        ("paused", "extend"),
        ("running", "nonsense"),
    ],
)
def test_only_what_makes_sense_can_be_proposed(status: str, kind: str) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Game.objects.filter(pk=game.pk).update(status=status)
    assert refusal(propose, game, "Anna", kind) == "vote_not_possible"


def test_without_a_deadline_there_is_nothing_to_extend() -> None:
    assert refusal(propose, running_game("Anna", "Bruno"), "Anna", "extend") == "vote_not_possible"
