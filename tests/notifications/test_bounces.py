"""Every sentence of the standard about bounces and complaints, for five providers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import links
from games.models import Game, Player
from notifications import outbox, reminders, tasks, tracking
from notifications.address_models import Address, TrackingEvent
from notifications.bounces import Meaning, meaning
from notifications.models import Kind, Mail
from tests.games.cast import order, play_turn, running_game, seat_of, turn_of
from tests.notifications.post import Post, text_of
from tests.notifications.reports import PROVIDERS, SECRET, filled, named, payloads, post

pytestmark = [pytest.mark.django_db]

ANNA = "Anna@example.org"


@pytest.fixture(autouse=True)
def webhooks(settings: Any) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": "key-of-mailgun"}


@pytest.fixture
def game(post: Post) -> Game:
    """A game whose first mails are out, through a provider that gave them ids."""
    found = running_game("Anna", "Bruno", hours=48)
    outbox.drain()
    for mail in Mail.objects.filter(state="sent"):
        Mail.objects.filter(pk=mail.pk).update(provider_id=f"id-of-{mail.pk}")
    return found


def annas(game: Game, **filters: Any) -> Mail:
    return Mail.objects.filter(game=game, seat=seat_of(game, "Anna"), **filters).order_by("-id")[0]


def report(
    provider: str, name: str, mail: Mail, address: str = ANNA, when: datetime | None = None
) -> Any:
    """Let a provider report on a mail, and a worker act on it."""
    body = filled(named(provider, name)["body"], mail.provider_id, address, when)
    answer = post(provider, body)
    assert answer.status_code == 200
    tracking.act_on_events()
    return answer


def dead() -> bool:
    return tracking.address_is_dead(Player.objects.get(email=ANNA))


def outcomes() -> list[str]:
    return list(TrackingEvent.objects.order_by("id").values_list("outcome", flat=True))


CASES = [(provider, case) for provider in PROVIDERS for case in payloads(provider)]


# The standard: anymail's bounced mixes hard and soft, so read the raw event.


@pytest.mark.parametrize(
    ("provider", "case"), CASES, ids=[f"{provider}: {case['name']}" for provider, case in CASES]
)
def test_the_raw_event_tells_hard_from_soft(
    game: Game, provider: str, case: dict[str, Any]
) -> None:
    report(provider, case["name"], annas(game))
    assert outcomes() == [case["means"]]
    assert dead() == (case["means"] in ("hard", "complaint"))


def test_a_provider_without_a_reader_is_judged_by_the_servers_reply() -> None:
    assert meaning("sparkpost", {}, "bounced", "550 5.1.1 no such user") is Meaning.HARD
    assert meaning("sparkpost", {}, "bounced", "smtp; 452 4.2.2 full") is Meaning.SOFT
    assert meaning("sparkpost", {}, "bounced", "") is Meaning.SOFT
    assert meaning("sparkpost", {}, "complained") is Meaning.COMPLAINT
    assert meaning("sparkpost", {}, "delivered") is Meaning.NOTHING


# The standard: after a hard bounce or complaint stop mail to that address, tell the moderator
# once, keep the game's clock, show the player on the site.

STOPPING = [("postmark", "hard bounce"), ("postmark", "complaint")]


@pytest.mark.parametrize(("provider", "name"), STOPPING)
def test_mail_to_that_address_stops(game: Game, post: Post, provider: str, name: str) -> None:
    report(provider, name, annas(game))
    play_turn(game)
    outbox.drain()
    skipped = annas(game, turn=turn_of(game))
    assert (skipped.state, skipped.error) == ("skipped", "dead_address")
    assert "Bruno@example.org" in str(post.taken[-1]["To"])


@pytest.mark.parametrize(("provider", "name"), STOPPING)
def test_the_moderator_is_told_once(game: Game, post: Post, provider: str, name: str) -> None:
    Player.objects.create_user("mona@example.org", name="Mona", is_staff=True)
    report(provider, name, annas(game))
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        report("brevo", "hard bounce", annas(game))
        report("brevo", "complaint", annas(game))
    outbox.drain()
    told = [found for found in post.taken if "mona@" in str(found["To"])]
    assert Mail.objects.filter(kind=Kind.NOTE).count() == len(told) == 1
    assert "Anna gets no mail any more" in text_of(told[0])
    assert ANNA not in text_of(told[0])


def test_the_games_clock_goes_on(game: Game) -> None:
    before = turn_of(game)
    report("postmark", "hard bounce", annas(game))
    after = turn_of(game)
    assert (after.due, after.closed, game.status) == (before.due, None, Game.Status.RUNNING)
    order(game, "Anna")  # and so does the seat
    with time_machine.travel(before.due or timezone.now(), tick=False):
        from games.services import clock

        assert clock.try_advance(turn_id=before.pk)
    assert turn_of(game).number > before.number


def test_the_player_is_told_on_the_site(game: Game, client: Client) -> None:
    path = links.turn_path(seat_of(game, "Anna"), 1)
    assert tracking.dead_sentence() not in client.get(path).content.decode()
    report("postmark", "hard bounce", annas(game))
    assert tracking.dead_sentence() in client.get(path).content.decode()
    other = links.turn_path(seat_of(game, "Bruno"), 1)
    assert tracking.dead_sentence() not in client.get(other).content.decode()


def test_a_dead_address_is_not_reminded(game: Game, post: Post) -> None:
    report("postmark", "hard bounce", annas(game))
    sent = len(post.taken)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        reminders.queue_due(timezone.now())
        outbox.drain()
    assert ["Bruno@" in str(found["To"]) for found in post.taken[sent:]] == [True]


def test_a_dead_moderator_is_not_told(game: Game, settings: Any) -> None:
    settings.ADMINS = [("Olga", "olga@example.org")]
    Player.objects.create_user("Mona@example.org", is_staff=True)
    Address.objects.create(address="mona@example.org", stopped=timezone.now(), reason="hard")
    report("postmark", "hard bounce", annas(game))
    assert list(Mail.objects.filter(kind=Kind.NOTE).values_list("to_address", flat=True)) == [
        "olga@example.org"
    ]


# The standard: soft bounces are counted, three in three days.


def soft(game: Game, days: list[float], order: list[int] | None = None) -> None:
    """Let mails to Anna bounce softly, so many days ago each, told in this order."""
    first = annas(game)
    for place in order or range(len(days)):
        mail = Mail.objects.create(
            key=f"more:{place}",
            kind=first.kind,
            player=first.player,
            seat=first.seat,
            game=game,
            to_address=ANNA,
            state="sent",
            sent_at=timezone.now() - timedelta(days=days[place]),
            provider_id=f"more-{place}",
        )
        report("postmark", "soft bounce", mail, when=timezone.now() - timedelta(days=days[place]))


def test_two_soft_bounces_are_only_counted(game: Game) -> None:
    soft(game, [2, 1])
    assert outcomes() == ["soft", "soft"]
    assert not dead()


def test_three_soft_bounces_in_three_days_are_like_a_hard_one(game: Game, settings: Any) -> None:
    settings.ADMINS = [("Olga", "olga@example.org")]
    soft(game, [2.9, 1, 0])
    assert dead()
    assert Address.objects.get().reason == "soft"
    assert Mail.objects.filter(kind=Kind.NOTE).count() == 1


def test_three_soft_bounces_in_four_days_are_not(game: Game) -> None:
    soft(game, [4, 2, 0.5])
    assert not dead()


def test_soft_bounces_out_of_order_are_counted_by_when_they_happened(game: Game) -> None:
    soft(game, [0, 1, 2], order=[1, 0, 2])
    assert dead()


def test_one_mails_own_retries_count_as_one(game: Game) -> None:
    for hours in (5, 4, 3, 2, 1):
        when = timezone.now() - timedelta(hours=hours)
        report("mailgun", "temporary", annas(game), when=when)
    assert outcomes() == ["soft"] * 5
    assert not dead()


def test_a_server_that_refuses_the_address_at_once_counts_too(game: Game, post: Post) -> None:
    for refused in range(1, 4):
        while not Mail.objects.filter(seat=seat_of(game, "Anna"), state="queued").exists():
            play_turn(game)
        post.rcpt = ["550 5.1.1 no such person"] * 2
        outbox.drain()
        tracking.act_on_events()
        assert annas(game).state == "failed"
        assert dead() == (refused == 3)


# The standard: duplicate and out-of-order events are normal; without an id, go by a hash.


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_repeated_event_is_stored_and_counted_once(game: Game, provider: str) -> None:
    name = next(case["name"] for case in payloads(provider) if case["means"] == "soft")
    when = timezone.now()
    for _ in range(3):
        report(provider, name, annas(game), when=when)
    assert outcomes() == ["soft"]


def test_an_event_without_any_id_is_deduplicated(game: Game) -> None:
    mail, when = annas(game), timezone.now()
    body = filled(named("brevo", "soft bounce")["body"], mail.provider_id, ANNA, when)
    del body["id"]
    assert [post("brevo", body).status_code for _ in range(2)] == [200, 200]
    assert TrackingEvent.objects.count() == 1


def test_two_events_that_differ_are_two(game: Game) -> None:
    report("brevo", "soft bounce", annas(game), when=timezone.now())
    report("brevo", "soft bounce", annas(game), when=timezone.now() - timedelta(hours=1))
    assert TrackingEvent.objects.count() == 2


def test_a_delivery_told_after_the_bounce_changes_nothing(game: Game) -> None:
    report("postmark", "hard bounce", annas(game))
    report("postmark", "delivery", annas(game), when=timezone.now() - timedelta(minutes=5))
    report("postmark", "suppression lifted", annas(game))
    assert dead()


def test_an_event_that_overtakes_the_mark_of_its_mail_waits_for_it(game: Game) -> None:
    mail = annas(game)
    Mail.objects.filter(pk=mail.pk).update(provider_id="")
    report("postmark", "hard bounce", mail)
    assert outcomes() == [""]
    Mail.objects.filter(pk=mail.pk).update(provider_id=mail.provider_id)
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        tasks.sweep()
    assert outcomes() == ["hard"]


def test_an_event_about_no_mail_of_ours_is_given_up(game: Game) -> None:
    mail = annas(game)
    mail.provider_id = "never-heard-of"
    report("postmark", "hard bounce", mail)
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        tracking.act_on_events()
    assert outcomes() == ["no_such_mail"]
    assert not dead()


def test_what_is_told_late_of_mails_before_a_lifting_counts_no_more(game: Game) -> None:
    report("postmark", "hard bounce", annas(game))
    assert tracking.lift(ANNA)
    report("brevo", "hard bounce", annas(game))
    assert outcomes() == ["hard", "before_lifted"]
    assert not dead()


# The standard: a webhook without the secret is refused.


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("secret", [None, "", "provider:wrong", "provider", SECRET + "x"])
def test_a_webhook_without_the_secret_is_refused_and_nothing_stored(
    game: Game, provider: str, secret: str | None
) -> None:
    case = payloads(provider)[0]
    body = filled(case["body"], annas(game).provider_id, ANNA)
    answer = post(provider, body, secret)
    assert 400 <= answer.status_code < 500
    assert post(provider, b"{", secret).status_code == answer.status_code
    assert TrackingEvent.objects.count() == 0


def test_without_a_secret_in_the_settings_there_is_no_webhook(game: Game, settings: Any) -> None:
    settings.ANYMAIL = {}
    assert post("postmark", payloads("postmark")[0]["body"]).status_code == 404
    assert post("pigeon", {}).status_code == 404
    assert TrackingEvent.objects.count() == 0


def test_a_wrong_signature_is_refused(game: Game, settings: Any) -> None:
    body = filled(named("mailgun", "complaint")["body"], annas(game).provider_id, ANNA)
    assert post("mailgun", body, key="another key").status_code == 403
    assert TrackingEvent.objects.count() == 0
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}  # no key known: our own secret has to do
    assert post("mailgun", body, key="another key").status_code == 200
    assert TrackingEvent.objects.count() == 1


# The standard: an exception in a receiver becomes a 500 and a re-delivery: store first, act later.


def test_the_webhook_stores_and_does_nothing_else(game: Game) -> None:
    case = named("postmark", "hard bounce")
    answer = post("postmark", filled(case["body"], annas(game).provider_id, ANNA))
    assert answer.status_code == 200
    assert outcomes() == [""]
    assert not dead()


def test_an_exception_in_acting_loses_no_event_and_answers_200(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bool:
        raise KeyError("a bug of ours")

    with monkeypatch.context() as patch:
        patch.setattr(tracking, "stop", broken)
        report("postmark", "hard bounce", annas(game))
    assert outcomes() == [""]
    assert not dead()
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        tracking.act_on_events()
    assert outcomes() == ["hard"]
    assert dead()


def test_what_cannot_be_stored_is_an_error_so_that_it_is_sent_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(tracking, "store", full)
    assert post("postmark", payloads("postmark")[0]["body"]).status_code == 500


MALFORMED = [
    b"",
    b"{",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b"[null]",
    b'"text"',
    b"{}",
    b'{"event-data": []}',
    b'[{"event": ["bounce"]}]',
    b'{"RecordType": ["Bounce"], "Email": {"a": 1}, "BouncedAt": 7}',
    b'{"event": "hard_bounce", "email": "a\\u0000b\\ud800@example.org", "ts_epoch": "soon"}',
    b'{"signature": 7}',
    b'{"Type": "Notification", "Message": 7}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("provider", [*PROVIDERS, "sparkpost", "mailjet", "resend", "mandrill"])
def test_malformed_events_are_answered_200_and_do_nothing(
    game: Game, provider: str, settings: Any
) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}
    for body in MALFORMED:
        assert post(provider, body).status_code == 200, body[:40]
        assert post(provider, body).status_code == 200, body[:40]
    tracking.act_on_events(timezone.now() + timedelta(hours=2))
    assert set(outcomes()) <= {"malformed", "nothing", "no_such_mail", ""}
    assert not Address.objects.filter(stopped__isnull=False).exists()


# The standard: the address of the event must be the one that the mail went to.


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("other", ["Bruno@example.org", "stranger@example.net", ""])
def test_an_event_for_another_address_than_the_mails_is_ignored_and_logged_without_it(
    game: Game, provider: str, other: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = next(case["name"] for case in payloads(provider) if case["means"] == "hard")
    report(provider, name, annas(game), other)
    assert outcomes() == ["other_address"]
    assert not Address.objects.exists()
    assert "other_address" in caplog.text
    assert not other or other not in caplog.text


def test_the_addresses_case_does_not_matter(game: Game) -> None:
    report("postmark", "hard bounce", annas(game), "anna@EXAMPLE.org")
    assert dead()


# Lifting


def test_a_moderator_or_a_confirmed_address_lifts_it_and_mail_goes_again(
    game: Game, post: Post
) -> None:
    report("postmark", "hard bounce", annas(game))
    mona = Player.objects.create_user("mona@example.org", is_staff=True)
    assert tracking.lift(ANNA.upper(), by=mona)
    assert not tracking.lift(ANNA, by=mona)
    assert not dead()
    play_turn(game)
    outbox.drain()
    assert annas(game, turn=turn_of(game)).state == "sent"


def test_a_new_address_is_not_the_dead_one(game: Game, post: Post) -> None:
    report("postmark", "hard bounce", annas(game))
    Player.objects.filter(email=ANNA).update(email="anna@example.net")
    play_turn(game)
    outbox.drain()
    assert annas(game, turn=turn_of(game)).to_address == "anna@example.net"


def test_old_events_are_forgotten(game: Game) -> None:
    report("postmark", "delivery", annas(game))
    with time_machine.travel(timezone.now() + timedelta(days=61), tick=False):
        tracking.act_on_events()
    assert TrackingEvent.objects.count() == 0
