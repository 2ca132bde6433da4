"""What is mailed of proposals and of time off: once each, to whom it concerns, in their zone."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import links
from games.models import Game, Player, Seat
from games.services import time_off, votes
from games.vote_models import Vote
from notifications import outbox, tasks
from notifications.models import Kind, Mail
from tests.games.cast import address, order, play_turn, running_game, seat_of, turn_of
from tests.notifications.post import Post
from tests.notifications.test_absence import mailed
from tests.notifications.test_reminders import NOON

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def game_that_was_asked(post: Post, *names: str, hours: int = 48) -> Game:
    """A running game whose mails of the open turn have gone out."""
    game = running_game(*names, hours=hours)
    Game.objects.filter(pk=game.pk).update(time_off=True)
    outbox.drain()
    post.taken.clear()
    return game


def propose(game: Game, name: str, kind: str) -> Vote:
    return votes.propose(seat_id=seat_of(game, name).pk, kind=kind)


def say(game: Game, name: str, vote: Vote, yes: bool = True) -> None:
    votes.cast(seat_id=seat_of(game, name).pk, vote_id=vote.pk, yes=yes)


def addressed(post: Post) -> list[str]:
    return sorted(str(found["To"]).partition("@")[0].split("<")[-1] for found in post.taken)


def away(player: str, days: int = 3) -> None:
    today = timezone.now().date()
    found = Player.objects.get(email=address(player))
    time_off.plan(player=found, first=today, last=today + (days - 1) * DAY)


def test_a_proposal_is_mailed_to_those_who_may_vote_with_a_link_to_say_yes_or_no(
    post: Post,
) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno", "Clara")
    Seat.objects.filter(game=game, name="Clara").update(absent_since=timezone.now())
    Player.objects.filter(email=address("Bruno")).update(time_zone="Europe/Berlin")
    propose(game, "Anna", "pause")
    outbox.drain()
    assert addressed(post) == ["Bruno"]
    text = mailed(post, "Bruno")[0]
    assert "Anna proposes: pause the game" in text
    assert links.votes_url(seat_of(game, "Bruno")) in text
    assert "(Europe/Berlin, UTC+0" in text


def test_who_has_answered_or_cannot_vote_any_more_is_not_asked(post: Post) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno", "Clara", "Dario")
    vote = propose(game, "Anna", "pause")
    say(game, "Bruno", vote)
    Seat.objects.filter(game=game, name="Clara").update(absent_since=timezone.now())
    outbox.drain()
    assert addressed(post) == ["Dario"]


def test_when_it_has_passed_everybody_else_is_told_with_the_new_deadline(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        game = game_that_was_asked(post, "Anna", "Bruno", "Clara", hours=40)
        order(game, "Clara")
        vote = propose(game, "Anna", "extend")
        say(game, "Clara", vote)
        outbox.drain()
        post.taken.clear()
        say(game, "Bruno", vote)
        outbox.drain()
        assert addressed(post) == ["Anna", "Clara"]
        text = mailed(post, "Anna")[0]
    assert "There is a day more for this turn" in text
    assert "Fri 4 Dec 2026, 04:00" in text
    assert links.turn_url(seat_of(game, "Anna"), turn_of(game).number) in text
    assert "Until" not in mailed(post, "Clara")[0]


@pytest.mark.parametrize("yes", [False, None])
def test_what_comes_to_nothing_is_told_to_those_who_had_said_something(
    post: Post, yes: bool | None
) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno", "Clara")
    vote = propose(game, "Anna", "cancel")
    outbox.drain()
    post.taken.clear()
    if yes is None:
        votes.sweep(now=timezone.now() + votes.LASTS)
    else:
        say(game, "Bruno", vote, yes)
    outbox.drain()
    assert addressed(post) == ["Anna"]
    assert (
        "Nothing changes" in mailed(post, "Anna")[0] or "nothing changes" in mailed(post, "Anna")[0]
    )


def test_who_had_not_answered_reads_in_the_next_mail_that_it_came_to_nothing(post: Post) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno", "Clara")
    say(game, "Bruno", propose(game, "Anna", "cancel"), yes=False)
    play_turn(game)
    outbox.drain()
    line = "A proposal was declined: end the game without a result."
    assert line in " ".join(mailed(post, "Clara")[0].split())
    assert all(line not in " ".join(found.split()) for found in mailed(post, "Bruno"))


def test_who_had_answered_is_told_once_also_where_the_next_turn_overtakes_the_mail(
    post: Post,
) -> None:
    line = "A proposal was declined: end the game without a result."
    for overtaken in (True, False):
        game = game_that_was_asked(post, "Anna", "Bruno", "Clara")
        say(game, "Bruno", propose(game, "Anna", "cancel"), yes=False)
        if not overtaken:
            outbox.drain()
            assert len(mailed(post, "Anna")) == 1
        play_turn(game)
        outbox.drain()
        newest = " ".join(mailed(post, "Anna")[-1].split())
        assert (line in newest) == overtaken


def test_after_a_pause_who_is_asked_now_gets_no_second_mail_and_the_others_one(post: Post) -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=48)
    vote = propose(game, "Anna", "pause")
    say(game, "Bruno", vote)
    say(game, "Clara", vote)
    Mail.objects.filter(seat__name="Bruno").delete()  # he was asked before
    outbox.drain()
    post.taken.clear()
    vote = propose(game, "Anna", "resume")
    say(game, "Bruno", vote)
    say(game, "Clara", vote)
    Mail.objects.filter(kind=Kind.VOTE).update(state="sent", sent_at=timezone.now())
    outbox.drain()
    outbox.drain()
    assert addressed(post) == ["Anna", "Bruno", "Clara"]
    assert "The game goes on" in mailed(post, "Bruno")[0]
    assert all("Choose three" in mailed(post, name)[0] for name in ("Anna", "Clara"))


def test_a_cancelled_game_says_so_and_asks_nobody_any_more(post: Post) -> None:
    game = running_game("Anna", "Bruno", hours=48)
    say(game, "Bruno", propose(game, "Anna", "cancel"))
    outbox.drain()
    assert addressed(post) == ["Anna"]
    assert "The game was cancelled" in mailed(post, "Anna")[0]


def test_a_decision_mail_says_what_is_proposed_and_no_other_mail_does(post: Post) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno")
    propose(game, "Anna", "pause")
    play_turn(game)
    outbox.drain()
    assert addressed(post) == ["Anna", "Bruno"]
    assert "Anna proposes: pause the game" in mailed(post, "Bruno")[0]
    assert "proposes" not in mailed(post, "Anna")[0]


def test_after_a_stop_of_two_days_nobody_gets_more_than_one_mail(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        game = game_that_was_asked(post, "Anna", "Bruno", "Clara", hours=72)
        say(game, "Clara", propose(game, "Anna", "pause"), yes=False)
        propose(game, "Anna", "extend")
        away("Clara")
    with time_machine.travel(NOON + 2 * DAY, tick=False):
        play_turn(game)
        votes.sweep()
        tasks.sweep()
        tasks.sweep()
    assert addressed(post) == ["Anna", "Bruno", "Clara"]
    assert "Clara takes time off from" in mailed(post, "Bruno")[0]
    assert "proposes: a day more" not in mailed(post, "Bruno")[0]


# -- time off --------------------------------------------------------------------------------------


def test_time_off_is_mailed_to_the_table_with_the_deadline_as_it_is_now(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        game = game_that_was_asked(post, "Anna", "Bruno", "Clara", hours=40)
        order(game, "Clara")
        away("Anna", days=2)
        outbox.drain()
        assert addressed(post) == ["Bruno", "Clara"]
        text = mailed(post, "Bruno")[0]
    assert "Anna takes time off from 1 December 2026 to 2 December 2026" in text
    assert "Fri 4 Dec 2026, 16:00" in text
    assert "Until" not in mailed(post, "Clara")[0]


def test_a_single_day_off_is_told_as_one(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        game_that_was_asked(post, "Anna", "Bruno", hours=40)
        away("Anna", days=1)
        outbox.drain()
    assert "Anna takes the day off on 1 December 2026" in mailed(post, "Bruno")[0]


def test_that_it_ended_early_is_told_to_those_whose_deadline_it_moves(post: Post) -> None:
    game = game_that_was_asked(post, "Anna", "Bruno", "Clara")
    order(game, "Clara")
    away("Anna", days=5)
    outbox.drain()
    post.taken.clear()
    found = Player.objects.get(email=address("Anna"))
    time_off.end(player=found, time_off_id=found.time_off.get().pk)
    outbox.drain()
    assert addressed(post) == ["Bruno"]
    assert "Anna has ended their time off early" in mailed(post, "Bruno")[0]


def test_reminders_are_planned_anew_when_a_deadline_moves_and_none_comes_within_time_off(
    post: Post,
) -> None:
    def reminded() -> list[str]:
        found = Mail.objects.filter(kind=Kind.REMINDER).order_by("pk")
        return list(found.values_list("seat__name", flat=True))

    with time_machine.travel(NOON, tick=False) as clock:
        game = game_that_was_asked(post, "Anna", "Bruno", hours=40)
        clock.shift(35 * HOUR)
        tasks.sweep()
        assert reminded() == ["Anna", "Bruno"]
        vote = propose(game, "Anna", "extend")
        say(game, "Bruno", vote)
        tasks.sweep()
        assert reminded() == ["Anna", "Bruno"]  # 29 hours are left again
        away("Anna", days=3)  # 78 hours are left, 49 of them of time off
        clock.shift(40 * HOUR)
        tasks.sweep()
        assert reminded()[2:] == ["Bruno"]
        clock.shift(10 * HOUR)
        tasks.sweep()
        tasks.sweep()
        assert reminded()[2:] == ["Bruno", "Anna"]
