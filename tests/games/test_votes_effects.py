"""What a proposal does that has passed: pause, go on, a day more, another clock, the end."""

from __future__ import annotations

from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from augustus_site import celeryconfig
from games import links, tasks
from games.clocks import Pace
from games.integrity import faults_of
from games.models import Game, Turn
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.records import record_of
from games.rules.record import record_text
from games.rules.recordcheck import read_record
from games.services import clock, orders, stopping, votes
from games.services.errors import Refused
from games.vote_models import Vote
from tests.games.browsing import BROWSER, get, text, turn_path
from tests.games.cast import choice_for, order, play_turn, running_game, seat_of, turn_of
from tests.games.voting import DAY, HOUR, agreed, propose, refusal, say, told

pytestmark = pytest.mark.django_db


# -- pause and resume ------------------------------------------------------------------------------


def paused_game(left: timedelta, hours: int = 48) -> tuple[Game, datetime]:
    """A game that was paused when a turn had so much time left, and the moment of that."""
    game = running_game("Anna", "Bruno", hours=hours)
    due = turn_of(game).due
    assert due is not None
    agreed(game, "pause", "Anna", "Bruno", now=due - left)
    return game, due - left


def test_a_paused_games_clock_stands_and_the_time_that_was_left_is_given_back() -> None:
    game, now = paused_game(left=20 * HOUR)
    turn = turn_of(game)
    assert (turn.due, turn.left) == (None, 20 * HOUR)
    assert not clock.waiting_turns(now + 20 * DAY).exists()
    assert not clock.try_advance(turn_id=turn.pk, now=now + 20 * DAY)
    agreed(game, "resume", "Bruno", "Anna", now=now + 20 * DAY)
    turn = turn_of(game)
    assert (turn.due, turn.left) == (now + 20 * DAY + 20 * HOUR, None)
    assert told(game) == ["paused", "resumed"]


def test_after_a_pause_nobody_is_hurried() -> None:
    game, now = paused_game(left=HOUR)
    agreed(game, "resume", "Anna", "Bruno", now=now + DAY)
    assert turn_of(game).due == now + DAY + 12 * HOUR
    short, now = paused_game(left=timedelta(minutes=5), hours=2)
    agreed(short, "resume", "Anna", "Bruno", now=now + DAY)
    assert turn_of(short).due == now + DAY + 2 * HOUR


def test_a_game_at_a_daily_hour_closes_its_turn_at_that_hour_after_a_pause() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Game.objects.filter(pk=game.pk).update(hours=None, daily_hour=19, zone="Europe/Berlin")
    now = datetime.fromisoformat("2027-03-26T12:00:00+01:00")
    due = datetime.fromisoformat("2027-03-26T19:00:00+01:00")
    Turn.objects.filter(game=game, closed=None).update(due=due)
    agreed(game, "pause", "Anna", "Bruno", now=now)
    later = datetime.fromisoformat("2027-04-07T10:00:00+02:00")
    agreed(game, "resume", "Anna", "Bruno", now=later)
    assert turn_of(game).due == datetime.fromisoformat("2027-04-08T19:00:00+02:00")


def test_no_order_is_taken_while_paused_and_what_was_in_is_kept() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    order(game, "Anna")
    agreed(game, "pause", "Anna", "Bruno")
    turn, bruno = turn_of(game), seat_of(game, "Bruno")
    choice = choice_for(game, turn, bruno)
    with pytest.raises(Refused, match="game_paused"):
        orders.submit_order(seat_id=bruno.pk, turn_number=turn.number, choice=choice)
    agreed(game, "resume", "Anna", "Bruno")
    order(game, "Bruno")
    assert clock.try_advance(turn_id=turn.pk)
    assert faults_of(Game.objects.get(pk=game.pk)) == []


def test_a_turn_whose_orders_are_all_in_goes_on_at_once_after_the_pause() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "pause")
    order(game, "Anna")
    order(game, "Bruno")
    say(game, "Bruno", vote)
    with patch("games.services.stopping.wake") as wake:
        agreed(game, "resume", "Anna", "Bruno")
    wake.assert_called_once()
    assert clock.try_advance(turn_id=turn_of(game).pk)


def test_a_pause_ends_by_itself_after_thirty_days_lest_one_holds_the_game_for_ever() -> None:
    game, now = paused_game(left=20 * HOUR)
    assert stopping.end_long_pauses(now + stopping.LONGEST_PAUSE - HOUR) == 0
    end = now + stopping.LONGEST_PAUSE + 2 * DAY
    assert stopping.end_long_pauses(end) == 1
    assert stopping.end_long_pauses(end) == 0
    game.refresh_from_db()
    assert (game.status, turn_of(game).due) == ("running", end + 20 * HOUR)


# -- a day more, another clock, the end ------------------------------------------------------------


def test_a_day_more_moves_the_open_turn_and_no_other() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due
    assert due is not None
    agreed(game, "extend", "Anna", "Bruno")
    turn = turn_of(game)
    assert turn.due == due + DAY
    assert not clock.try_advance(turn_id=turn.pk, now=due)
    play_turn(game)
    following = turn_of(game)
    assert following.due == following.opened + DAY


def test_a_proposal_for_a_turn_that_closed_meanwhile_is_pointless() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    vote = propose(game, "Anna", "extend")
    play_turn(game)
    due = turn_of(game).due
    assert refusal(say, game, "Bruno", vote) == "vote_closed"
    assert votes.sweep() == 1
    vote.refresh_from_db()
    assert (vote.outcome, turn_of(game).due) == ("void", due)
    assert propose(game, "Bruno", "extend").outcome == ""


def test_a_vote_that_passes_when_the_deadline_is_past_counts_from_now() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    due = turn_of(game).due
    assert due is not None
    agreed(game, "extend", "Anna", "Bruno", now=due + 2 * DAY)
    assert turn_of(game).due == due + 3 * DAY


def test_another_clock_never_takes_time_away_from_the_open_turn() -> None:
    game = running_game("Anna", "Bruno", hours=96)
    due = turn_of(game).due
    agreed(game, "clock", "Anna", "Bruno", pace=Pace(hours=12))
    assert (game.hours, turn_of(game).due) == (12, due)
    play_turn(game)
    following = turn_of(game)
    assert following.due == following.opened + 12 * HOUR


def test_another_clock_can_begin_or_end_deadlines() -> None:
    game = running_game("Anna", "Bruno")
    now = timezone.now()
    agreed(game, "clock", "Anna", "Bruno", pace=Pace(hours=24), now=now)
    assert turn_of(game).due == now + DAY
    agreed(game, "clock", "Anna", "Bruno", pace=Pace(), now=now)
    assert (game.hours, turn_of(game).due) == (None, None)


@pytest.mark.parametrize(
    ("pace", "code"),
    [
        (None, "vote_same_clock"),
        (Pace(hours=24), "vote_same_clock"),
        (Pace(hours=0), "bad_hours"),
        (Pace(hours=24, zone="Mars/Olympus"), "bad_zone"),
        (Pace(daily_hour=24), "bad_daily_hour"),
        (Pace(hours=24, daily_hour=3), "two_clocks"),
    ],
)
def test_a_clock_that_cannot_be_is_not_proposed(pace: Pace | None, code: str) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    assert refusal(propose, game, "Anna", "clock", pace=pace) == code


def test_a_cancelled_game_is_over_for_everybody_and_nothing_in_it_is_wrong() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    play_turn(game)
    order(game, "Anna")
    other = propose(game, "Anna", "pause")
    agreed(game, "cancel", "Anna", "Bruno")
    turn = turn_of(game)
    assert (game.status, turn.due) == ("cancelled", None)
    assert not clock.try_advance(turn_id=turn.pk, now=timezone.now() + 99 * DAY)
    assert refusal(propose, game, "Anna", "pause") == "game_cancelled"
    other.refresh_from_db()
    assert other.outcome == "void"
    assert faults_of(game) == []
    assert votes.sweep(now=timezone.now() + 99 * DAY) == 0


def test_a_game_set_apart_cannot_be_voted_about() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    Game.objects.filter(pk=game.pk).update(quarantined_at=timezone.now())
    assert refusal(propose, game, "Anna", "pause") == "game_quarantined"


def test_after_a_stop_of_two_days_each_vote_is_closed_once_and_told_once() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    now = timezone.now()
    for kind in ("pause", "extend", "cancel"):
        propose(game, "Anna", kind, now=now)
    later = now + votes.LASTS + 2 * DAY
    with patch("games.services.votes.signals.vote_closed.send") as announced:
        assert votes.sweep(now=later) == 3
        assert votes.sweep(now=later) == 0
    assert announced.call_count == 3
    assert set(Vote.objects.values_list("outcome", flat=True)) == {"expired"}


def test_the_record_and_the_links_of_a_cancelled_game_say_so() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    play_turn(game)
    agreed(game, "cancel", "Anna", "Bruno")
    told = read_record(record_text(record_of(game)).encode())
    assert (told.cancelled, told.seed, told.outcome) == (True, None, None)
    page = get(turn_path(game, "Anna"))
    assert page.state == "cancelled"
    assert (page.form("order"), page.form("propose")) == (None, None)
    assert "The game was cancelled." in text(BROWSER.get(links.game_path(game)))
    assert "Awaited to" not in text(BROWSER.get(links.game_path(game)))


@pytest.mark.parametrize("code", ["paused", "resumed", "extended", "clock_changed", "cancelled"])
def test_what_was_decided_is_told_in_a_sentence(code: str) -> None:
    game = running_game("Anna", "Bruno")
    assert happening_text(Happening(game=game, code=code)).endswith(".")


def test_a_worker_looks_after_votes_and_pauses_by_itself() -> None:
    planned = celeryconfig.beat_schedule["sweep_votes"]["task"]
    assert planned == tasks.sweep_votes.name
    long_ago = timezone.now() - stopping.LONGEST_PAUSE - DAY
    game = running_game("Anna", "Bruno", hours=24)
    agreed(game, "pause", "Anna", "Bruno", now=long_ago)
    vote = propose(game, "Anna", "cancel", now=long_ago)
    tasks.sweep_votes()
    game.refresh_from_db()
    vote.refresh_from_db()
    assert (game.status, vote.outcome) == ("running", "expired")
