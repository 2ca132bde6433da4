"""The profile: name and zone, another address, everything as JSON, and deleting the account."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import links
from games.access_models import AccessLink
from games.models import Player, Seat
from games.services import account
from games.services.errors import Refused
from notifications import mails, relevance
from notifications.models import Kind, Mail, Wish
from tests.games.browsing import BROWSER
from tests.games.cast import open_game, play_turn, running_game, seat_of, turn_of
from tests.games.site import Browser, asked_link, person, signed_in

pytestmark = pytest.mark.django_db


def test_anna_changes_her_name_and_zone_and_running_games_keep_the_old_name() -> None:
    running, opened = running_game("Anna", "Bruno"), open_game("Anna", "Bruno")
    anna = signed_in("Anna")

    assert anna.send("profile", "/profile/", name=" Anna Livia ", zone="Europe/Rome") == 303

    found = Player.objects.get(email="Anna@example.org")
    assert (found.name, found.time_zone) == ("Anna Livia", "Europe/Rome")
    assert Seat.objects.filter(game=running, name="Anna").exists()
    assert Seat.objects.filter(game=opened, name="Anna Livia").exists()


@pytest.mark.parametrize(("month", "hours"), [(1, 1), (7, 2)])
def test_a_zone_is_shown_with_its_hours_of_that_day(month: int, hours: int) -> None:
    with time_machine.travel(datetime(2027, month, 1, 12, tzinfo=UTC)):
        anna = signed_in("Anna")
        anna.send("profile", "/profile/", name="Anna", zone="Europe/Rome")
        anna.get("/profile/")
        assert f"UTC+0{hours}:00" in anna.text


@pytest.mark.parametrize(
    "fields",
    [{"name": ""}, {"name": "x" * 61}, {"name": "An\u202ena"}, {"name": "An\nna"},
     {"name": "An\0na"}, {"zone": "Mars/Base"}, {"zone": "../../etc/passwd"}, {"zone": ""}],
)  # fmt: skip
def test_a_bad_name_or_zone_is_refused(fields: dict[str, str]) -> None:
    anna = signed_in("Anna")
    assert anna.send("profile", "/profile/", **fields) == 422
    assert Player.objects.get().name == "Anna"


def test_a_name_of_markup_is_shown_harmless() -> None:
    anna = signed_in("Anna")
    anna.send("profile", "/profile/", name='"><script>x</script>')
    for path in ("/profile/", "/games/"):
        anna.get(path)
        assert "<script>x" not in anna.text


def test_mail_wishes_are_kept_from_one_form() -> None:
    anna = signed_in("Anna")
    path = "/profile/mails/"
    form = anna.get(path).form("wishes")
    assert form is not None
    shown = {"turns": "on", "confirmations": "on", "quiet_from": "22:00", "quiet_until": "07:00"}
    assert anna.post(path, **shown) == 303
    wish = Wish.objects.get(game=None)
    assert (wish.everything, wish.turns, wish.confirmations) == (False, True, True)
    assert wish.quiet_from is not None
    assert anna.post(path, quiet_from="22:00") == 422
    assert anna.post(path, digest_hour="25") == 422


def ask(browser: Browser, email: str) -> int:
    return browser.send("address", "/profile/", email=email)


def address_link() -> AccessLink:
    return AccessLink.objects.filter(purpose="address").latest("pk")


def confirm(link: AccessLink, **fields: str) -> Any:
    return BROWSER.post(links.access_path(link), fields or {"confirm": "yes"})


def test_a_new_address_is_asked_first_and_nothing_changes_before_it_says_yes() -> None:
    anna = signed_in("Anna")
    assert ask(anna, "livia@example.org") == 303
    mail = Mail.objects.get(kind=Kind.NEW_ADDRESS)
    assert (mail.to_address, mail.player) == ("livia@example.org", None)
    mails.fill(mail)
    assert links.access_url(address_link()) in mail.text
    path = links.access_path(address_link())

    for method in ("get", "head", "options"):
        assert getattr(BROWSER, method)(path).status_code == 200
    assert confirm(address_link(), other="x").status_code == 422
    assert Player.objects.get().email == "Anna@example.org"

    assert confirm(address_link()).status_code == 200
    assert Player.objects.get().email == "livia@example.org"
    assert BROWSER.get(path).status_code == 404


def test_the_old_address_is_told_and_every_old_link_is_dead() -> None:
    game, invited = running_game("Anna", "Bruno"), open_game("Anna", "Bruno")
    play_turn(game)
    anna = signed_in("Anna")
    old = links.turn_path(seat_of(game, "Anna"), turn_of(game).number)
    old_invitation = links.invitation_path(seat_of(invited, "Anna"))
    old_sign_in = links.access_path(asked_link("anna@example.org"))
    ask(anna, "livia@example.org")
    Mail.objects.filter(kind__in=[Kind.RESEND, Kind.INVITATION]).delete()

    confirm(address_link())

    told = Mail.objects.get(kind=Kind.ADDRESS_CHANGED)
    assert told.to_address == "Anna@example.org"
    mails.fill(told)
    assert "livia" not in told.text
    for path in (old, old_invitation, old_sign_in):
        assert BROWSER.get(path).status_code == 404
    anna.get("/games/")
    assert anna.location.startswith("/sign-in/")
    anew = list(Mail.objects.filter(player__email="livia@example.org", state="queued"))
    sent = {mail.kind: mail for mail in anew}
    assert relevance.check([sent[Kind.RESEND], sent[Kind.INVITATION]]) == {
        sent[Kind.RESEND].pk: "",
        sent[Kind.INVITATION].pk: "",
    }
    mails.fill(sent[Kind.RESEND])
    new = links.turn_url(seat_of(game, "Anna"), turn_of(game).number)
    assert new in sent[Kind.RESEND].text
    assert seat_of(game, "Bruno").link_epoch == 0


def test_an_address_that_has_an_account_is_mailed_to_like_any_other_and_told_on_its_page() -> None:
    person("Bruno")
    anna = signed_in("Anna")
    known = (ask(anna, "bruno@example.org"), anna.location)
    assert known == (ask(anna, "nobody@example.org"), anna.location)
    link = AccessLink.objects.get(email="bruno@example.org")

    assert confirm(link).status_code == 409

    assert sorted(Player.objects.values_list("email", flat=True)) == [
        "Anna@example.org",
        "Bruno@example.org",
    ]


@pytest.mark.parametrize(
    "email", ["", "x", "ANNA@example.org", "a@example.org\nBcc: b@example.org"]
)
def test_an_address_that_is_none_or_the_same_is_refused(email: str) -> None:
    assert ask(signed_in("Anna"), email) == 422
    assert not Mail.objects.exists()


def test_the_link_for_a_new_address_works_twenty_minutes_and_signs_nobody_in() -> None:
    anna = signed_in("Anna")
    ask(anna, "livia@example.org")
    path = links.access_path(address_link())
    assert BROWSER.get(path.replace("/a/", "/s/")).status_code == 404
    with time_machine.travel(timezone.now() + timedelta(minutes=21)):
        assert confirm(address_link()).status_code == 404
    response = confirm(address_link())
    assert "sessionid" not in response.cookies


def test_two_requests_for_a_new_address_the_first_confirmed_kills_the_other() -> None:
    anna = signed_in("Anna")
    ask(anna, "livia@example.org")
    first = address_link()
    ask(anna, "julia@example.org")
    second = address_link()
    confirm(first)
    assert confirm(second).status_code == 404
    assert Player.objects.get().email == "livia@example.org"
    with pytest.raises(Refused):
        account.confirm_address(link=first)
