"""What a table decides together. The clock is given, not waited for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import links
from games.clocks import Pace
from games.integrity import faults_of
from games.models import Game, Seat, Turn
from games.pace_models import Happening
from games.presenting.happenings import happening_text
from games.records import record_of
from games.rules.record import record_text
from games.rules.recordcheck import read_record
from games.services import clock, orders, seats, stopping, votes
from games.services.errors import Refused
from games.vote_models import Ballot, Vote
from tests.games.browsing import BROWSER, get, text, turn_path
from tests.games.cast import choice_for, order, play_turn, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def propose(game: Game, name: str, kind: str, **more: Any) -> Vote:
    return votes.propose(seat_id=seat_of(game, name).pk, kind=kind, **more)


def say(game: Game, name: str, vote: Vote, yes: bool = True, **more: Any) -> Vote:
    return votes.cast(seat_id=seat_of(game, name).pk, vote_id=vote.pk, yes=yes, **more)


def agreed(game: Game, kind: str, *names: str, **more: Any) -> Vote:
    """Let the first propose and the others say yes."""
    vote = propose(game, names[0], kind, **more)
    for name in names[1:]:
        more.pop("pace", None)
        vote = say(game, name, vote, **more)
    game.refresh_from_db()
    return vote


def refusal(deed: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(Refused) as found:
        deed(*arguments, **more)
    return found.value.code


def away(game: Game, name: str, **fields: Any) -> None:
    Seat.objects.filter(game=game, name=name).update(**fields)


def told(game: Game) -> list[str]:
    return list(Happening.objects.filter(game=game).order_by("id").values_list("code", flat=True))


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
