"""One mail a day for a player with many games; the last mail; hours and switches by link."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.links import Purpose, make_token
from games.models import Game, Player, Seat
from notifications import circuit, digests, outbox, tasks, wishes
from notifications.address_models import Address
from notifications.models import Circuit, Kind, Mail, Wish
from notifications.wishes import Hours, Scope
from tests.games.cast import order, play_turn, running_game, seat_of
from tests.games.site import both_steps
from tests.notifications.post import Post, html_of, text_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def anna() -> Player:
    return Player.objects.get(email="Anna@example.org")


def path(seat: Seat, scope: Scope = Scope.GAME) -> str:
    return f"/u/{make_token(Purpose.MAIL, seat.pk, seat.link_epoch, scope)}/"


def sweep(when: datetime) -> None:
    with time_machine.travel(when, tick=False):
        tasks.sweep()


def two_games(hour: int = 8, zone: str = "UTC", hours: int | None = 100, **quiet: time) -> Game:
    """Anna wants one mail a day; at noon she gets into two games."""
    with time_machine.travel(NOON, tick=False):
        first = running_game("Anna", "Bruno", hours=hours)
        Mail.objects.all().update(state="sent", sent_at=NOON)
        Mail.objects.filter(kind=Kind.KEEP).update(state="queued", sent_at=None)
        Player.objects.filter(pk=anna().pk).update(time_zone=zone)
        wishes.set_hours(player=anna(), hours=Hours(hour, **quiet))
        running_game("Anna", "Clara", hours=hours)
        tasks.sweep()
    return first


def to_anna(post: Post) -> list[Any]:
    return [found for found in post.taken if "Anna@" in str(found["To"])]


def test_what_can_wait_comes_in_one_mail_at_the_hour_and_once(post: Post) -> None:
    two_games()
    assert to_anna(post) == []
    assert {mail.error for mail in Mail.objects.filter(kind=Kind.KEEP, state="skipped")} == {
        "in_digest"
    }
    sweep(NOON + timedelta(hours=19.9))
    assert to_anna(post) == []
    for hours in (20, 20.1, 25):
        sweep(NOON + timedelta(hours=hours))
    (digest,) = to_anna(post)
    assert "2 games wait for you" in text_of(digest)
    assert len(re.findall(r"^https://\S+/t/[a-z2-7]{30}/$", text_of(digest), re.MULTILINE)) == 2
    assert html_of(digest).count("Open my turn of") == 2
    assert Mail.objects.get(kind=Kind.DIGEST).key == f"digest:player:{anna().pk}:2026-12-02"
    sweep(NOON + timedelta(hours=44))
    assert len(to_anna(post)) == 2  # the next day's


def test_the_hour_is_of_the_players_own_day(post: Post) -> None:
    two_games(hour=8, zone="America/New_York", hours=None)  # 13:00 UTC, an hour later
    sweep(NOON + timedelta(minutes=59))
    assert to_anna(post) == []
    sweep(NOON + timedelta(minutes=61))
    assert len(to_anna(post)) == 1


def test_quiet_hours_are_kept_by_the_digest(post: Post) -> None:
    two_games(hour=23, quiet_from=time(22), quiet_until=time(7))
    sweep(NOON + timedelta(hours=11.5))
    assert to_anna(post) == []
    sweep(NOON + timedelta(hours=19.1))
    assert len(to_anna(post)) == 1
    assert Mail.objects.get(kind=Kind.DIGEST).key.endswith(":2026-12-01")


def test_a_digest_never_comes_twice_whatever_becomes_of_it(post: Post) -> None:
    two_games(hours=None)
    post.data = ["drop"]
    for hours in (20, 20.5, 21):
        sweep(NOON + timedelta(hours=hours))
    assert len(to_anna(post)) == 1


def test_a_turn_that_closes_too_soon_is_mailed_at_once(post: Post) -> None:
    two_games(hours=20)  # closes at 8:00, the digest's own hour
    assert len(to_anna(post)) == 2


def test_a_digest_with_nothing_to_tell_is_none(post: Post) -> None:
    game = two_games(hours=None)
    order(game, "Anna")
    order(Game.objects.exclude(pk=game.pk).get(), "Anna")
    sweep(NOON + timedelta(hours=20))
    assert to_anna(post) == []
    assert not Mail.objects.filter(kind=Kind.DIGEST).exists()


def test_what_opens_after_the_hour_waits_for_the_next_day(post: Post) -> None:
    with time_machine.travel(NOON, tick=False):
        Player.objects.create_user("Anna@example.org", name="Anna")
        wishes.set_hours(player=anna(), hours=Hours(8))
        running_game("Anna", "Bruno")
    sweep(NOON + timedelta(hours=2))
    assert to_anna(post) == []
    with time_machine.travel(NOON, tick=False):
        assert digests.next_moment(anna(), 8, timezone.now(), wishes.load([anna().pk])) == datetime(
            2026, 12, 2, 8, tzinfo=UTC
        )


def test_a_digest_can_be_switched_off_with_one_click(post: Post, client: Client) -> None:
    two_games(hours=None)
    sweep(NOON + timedelta(hours=20))
    (digest,) = to_anna(post)
    assert digest["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert digest["Auto-Submitted"] == "auto-generated"
    link = str(digest["List-Unsubscribe"]).strip("<>").split("example.org")[1]
    client.post(link, {"List-Unsubscribe": "One-Click"})
    sweep(NOON + timedelta(hours=44))
    kinds = [mail.kind for mail in Mail.objects.filter(player=anna(), sent_at__gt=NOON)]
    assert kinds.count(Kind.DIGEST) == 1
    assert Mail.objects.filter(player=anna(), kind=Kind.SWITCHED_OFF, state="sent").count() == 1


def test_digests_are_a_thread_of_their_own(post: Post) -> None:
    two_games(hours=None)
    for hours in (20, 44):
        sweep(NOON + timedelta(hours=hours))
    first, second = to_anna(post)
    assert first["Subject"] == second["Subject"] == "[Augustus] Your games"
    assert str(second["In-Reply-To"]) == str(first["Message-ID"])
    assert str(second["References"]).split()[0] == str(first["References"])


# Mail switched off


@pytest.mark.parametrize("scope", [Scope.GAME, Scope.TURNS, Scope.EVERYTHING])
def test_the_last_mail_says_how_to_play_on_the_site(
    post: Post, client: Client, scope: Scope
) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    seat = seat_of(game, "Anna")
    for _ in range(3):  # pressed again, it is said once
        client.post(path(seat, scope))
        client.post(path(seat, scope), {"turn": "on"})
    client.post(path(seat, scope))
    outbox.drain()
    play_turn(game)
    outbox.drain()
    last = to_anna(post)[-1]
    assert len(to_anna(post)) == 2
    assert "You keep your seat" in text_of(last)
    link = re.findall(r"^https://[^/]+(/t/[a-z2-7]{30}/)$", text_of(last), re.MULTILINE)[0]
    page = client.get(link)
    assert page.status_code == 200
    assert "Mail me the current link" in page.content.decode()


def test_switching_off_only_reminders_needs_no_last_mail(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    client.post(path(seat, Scope.REMINDERS))
    assert not Mail.objects.filter(kind=Kind.SWITCHED_OFF).exists()


def test_a_switch_for_one_game_leaves_the_others(client: Client) -> None:
    first, second = running_game("Anna", "Bruno"), running_game("Anna", "Clara")
    seat = seat_of(first, "Anna")
    client.post(path(seat), {"switch": "game_reminders", "turn": "off"})
    client.post(path(seat), {"switch": "game_confirmations", "turn": "on"})
    found = wishes.load([anna().pk])
    for name, here, there in (("reminders", False, True), ("confirmations", True, False)):
        assert found.get(anna().pk, first.pk, name) is here
        assert found.get(anna().pk, second.pk, name) is there


def test_every_switch_can_be_turned_off_and_on(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    page = client.get(path(seat)).content.decode()
    names = re.findall(r'name="switch" value="([a-z_]+)"', page)
    assert len(names) == 8
    for name in names:
        for turn in ("off", "on", "off"):
            page = client.post(path(seat), {"switch": name, "turn": turn}).content.decode()
            form = page.split(f'data-form="{name}"')[1].split("</form>")[0]
            assert f"<strong>{turn}</strong>" in form


# Hours


def hours(client: Client, seat: Seat, **fields: str) -> Any:
    return client.post(path(seat), {"form": "hours", **fields})


def test_hours_are_set_without_signing_in_and_shown(client: Client) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    answer = hours(client, seat, digest_hour="7", quiet_from="22:00", quiet_until="06:30")
    assert answer.status_code == 200
    assert "Your hours are stored." in answer.content.decode()
    row = Wish.objects.get()
    assert (row.digest_hour, row.quiet_from, row.quiet_until) == (7, time(22), time(6, 30))
    page = client.get(path(seat)).content.decode()
    for value in ("7", "22:00", "06:30"):
        assert f'value="{value}"' in page
    hours(client, seat)
    row.refresh_from_db()
    assert (row.digest_hour, row.quiet_from) == (None, None)
    assert not Mail.objects.filter(kind=Kind.SWITCHED_OFF).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"digest_hour": "24"},
        {"digest_hour": "-1"},
        {"digest_hour": "noon"},
        {"digest_hour": "9" * 30},
        {"quiet_from": "22:00"},
        {"quiet_until": "06:00"},
        {"quiet_from": "25:00", "quiet_until": "06:00"},
        {"quiet_from": "06:00", "quiet_until": "06:00"},
    ],
)
def test_hours_that_are_none_get_a_sentence_and_change_nothing(
    client: Client, fields: dict[str, str]
) -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    answer = hours(client, seat, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Wish.objects.exists()


# What moderators see, and the rate


@pytest.fixture
def moderator(client: Client) -> Client:
    mona = Player.objects.create_superuser("mona@example.org", "secret")
    both_steps(client, mona)
    return client


def test_moderators_see_who_gets_no_mail_and_can_allow_it_again(moderator: Client) -> None:
    running_game("Anna", "Bruno", "Clara")
    row = Address.objects.create(address="anna@example.org", stopped=timezone.now(), reason="hard")
    bruno = Player.objects.get(email="Bruno@example.org")
    wishes.set_wish(player=bruno, game=None, everything=False)
    page = moderator.get("/admin/games/player/").content.decode()
    assert page.count("gets no mail: it does not arrive") == 1
    assert page.count("gets no mail: switched off") == 1
    answer = moderator.post(
        "/admin/notifications/address/", {"action": "allow_again", "_selected_action": [row.pk]}
    )
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.stopped, row.lifted_by.email if row.lifted_by else "") == (None, "mona@example.org")


def test_no_admin_page_of_mails_shows_what_they_say(moderator: Client, post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    mail = Mail.objects.filter(game=game, state="sent")[0]
    for page in ("", f"{mail.pk}/change/"):
        shown = moderator.get(f"/admin/notifications/mail/{page}").content.decode()
        assert mail.key in shown
        assert "/t/" not in shown
        assert "six objectives" not in shown


def test_the_providers_rate_is_kept_by_all_workers_together(post: Post, settings: Any) -> None:
    settings.MAILS_PER_MINUTE = 120
    now = timezone.now()
    waits = [circuit.take_slot(now, 120).total_seconds() for _ in range(4)]
    assert waits == [0, 0.5, 1, 1.5]
    later = now + timedelta(hours=1)
    assert circuit.take_slot(later, 120).total_seconds() == 0  # an idle hour saves nothing up
    assert circuit.take_slot(later, 120).total_seconds() == 0.5


def test_a_worker_waits_before_each_mail_and_gives_back_what_takes_too_long(
    post: Post, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(outbox.time, "sleep", slept.append)  # type: ignore[attr-defined]
    settings.MAILS_PER_MINUTE = 60
    running_game("Anna", "Bruno", "Clara")
    with time_machine.travel(timezone.now() + timedelta(seconds=5), tick=False):
        outbox.drain()
    assert len(post.taken) == 3
    assert slept == [0, 1, 2]
    Circuit.objects.update(next_slot=timezone.now() + timedelta(hours=1))
    running_game("Anna", "Dario")
    outbox.drain(seconds=0.1)
    assert len(post.taken) == 3
    waiting = Mail.objects.filter(state="queued")
    assert {mail.attempts for mail in waiting} == {0}
