"""A volunteer at the desk: ten troubles, each found on its first page and mended by clicks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from playwright.sync_api import expect

from games import integrity
from games.models import Game, Player, Seat, Turn
from games.moderation_models import ModeratorAction
from games.services import clock
from games.services.moderation import act
from games.talk_models import TableTalk
from notifications import tracking
from notifications.address_models import Address
from notifications.models import Mail
from tests.browser.windows import DESKTOP, Window
from tests.games.cast import play_until, running_game, seat_of, turn_of
from tests.games.moderating import moderator

OLD = timedelta(days=5)


def named(name: str, *players: str, **options: Any) -> Game:
    """A running game of this name."""
    game = running_game(*players, **options)
    Game.objects.filter(pk=game.pk).update(name=name)
    game.name = name
    return game


class Desk:
    """The desk in a window, and what a volunteer does there."""

    def __init__(self, window: Window, volunteer: Player) -> None:
        self.window, self.page = window, window.page
        client = Client()
        client.force_login(volunteer)  # the first step, which tests of signing in look at
        self.page.goto("/rules/")
        session = client.cookies["sessionid"].value
        window.context.add_cookies(
            [{"name": "sessionid", "value": session, "url": self.page.url.removesuffix("rules/")}]
        )
        self.page.goto("/admin/desk/")
        device = TOTPDevice.objects.get(user=volunteer)
        self.page.get_by_label("Code").fill(f"{totp(device.bin_key):06}")
        self.page.get_by_role("button", name="Go on").click()
        self.page.get_by_role("link", name="to the desk").click()

    def find(self, trouble: str, name: str, why: str) -> None:
        """See the trouble on the first page, with its reason, and open it."""
        self.page.goto("/admin/desk/")
        section = self.page.locator("section").filter(
            has=self.page.get_by_role("heading", name=trouble)
        )
        row = section.locator(".desk-rows > li").filter(has_text=name).first
        expect(row).to_contain_text(why)
        row.get_by_role("link", name=name).click()

    def do(self, label: str, seat: str = "", **fields: str) -> None:
        """Do one thing: say why, see what would follow, confirm."""
        place = self.page.locator("#content-main")
        if seat:
            row = place.locator(".desk-rows > li").filter(has_text=seat).first
            row.locator("summary", has_text="What can be done").click()
            row.get_by_role("link", name=label, exact=True).click()
        else:
            place.get_by_role("link", name=label, exact=True).first.click()
        for name, value in fields.items():
            self.page.get_by_label(name).fill(value)
        self.page.get_by_label("Why").fill("The table asked for it.")
        self.page.get_by_role("button", name="See what would follow").click()
        expect(self.page.get_by_role("heading", name="This would follow")).to_be_visible()
        self.page.get_by_role("button", name="Yes, do it").click()
        expect(self.page.locator(".messagelist .success")).to_contain_text("done")


def test_ten_troubles_are_found_and_mended(window: Callable[..., Window]) -> None:
    desk = Desk(window(**DESKTOP), moderator())
    old = timezone.now() - OLD

    apart = named("Via Latina", "Anna", "Bruno")
    clock.quarantine(game_id=apart.pk, error="killed_its_worker")
    desk.find("Games set apart", "Via Latina", "It was set apart.")
    desk.do("Release")
    apart.refresh_from_db()
    assert apart.quarantined_at is None

    broken = named("Via Salaria", "Clara", "Dario")
    play_until(broken, "mobilize")
    good = turn_of(broken)
    Game.objects.filter(pk=broken.pk).update(state={"format": 1}, draw=99)
    clock.quarantine(game_id=broken.pk, error="state_unreadable")
    desk.find("Games set apart", "Via Salaria", "It was set apart.")
    desk.page.locator("tr").filter(has_text="open").get_by_role("link", name="Go back").click()
    desk.page.get_by_label("Why").fill("The position was lost.")
    desk.page.get_by_role("button", name="See what would follow").click()
    desk.page.get_by_role("button", name="Yes, do it").click()
    desk.do("Release")
    broken.refresh_from_db()
    assert broken.state == good.state_before
    assert integrity.faults_of(broken) == []

    silent = named("Via Flaminia", "Elena", "Fabio", hours=240)
    Turn.objects.filter(game=silent, closed=None).update(opened=old)
    Mail.objects.filter(game=silent).update(state="sent", sent_at=old)
    desk.find("Games waiting longest", "Via Flaminia", "Elena: the mail of")
    desk.do("Nudge who is missing")
    assert Mail.objects.filter(game=silent, note="nudge").count() == 2

    Address.objects.create(address="elena@example.org", stopped=old, reason="hard")
    desk.find("Addresses that get no mail", "Elena", "Mail is stopped")
    desk.do("Allow mail again")
    assert not tracking.dead(["elena@example.org"])

    late = named("Via Aurelia", "Gaia", "Hanno", hours=1)
    Turn.objects.filter(game=late, closed=None).update(due=old)
    desk.find("Turns past their deadline", "Via Aurelia", "should have closed")
    desk.do("Advance now")
    assert turn_of(late).number == 2

    gone = named("Via Appia", "Ida", "Julia", hours=48)
    Seat.objects.filter(pk=seat_of(gone, "Ida").pk).update(absent_since=old, missed=2)
    desk.find("Absent players", "Via Appia: Ida", "A bot orders for this seat")
    desk.do("Replace by a person", "Ida", **{"E-mail address": "kira@example.org", "Name": "Kira"})
    assert seat_of(gone, "Kira").player == Player.objects.get(email="kira@example.org")

    failed = named("Via Egnatia", "Livia", "Milo")
    Mail.objects.filter(game=failed).update(state="failed", error="smtp_552")
    desk.find("Mails that failed", "Via Egnatia", "smtp_552")
    desk.do("Send the current links again")
    assert Mail.objects.filter(game=failed, note="resend", state="queued").count() == 2
    desk.do("Revoke the links", "Livia")
    assert seat_of(failed, "Livia").link_epoch == 1

    TableTalk.objects.create(game=failed, seat=seat_of(failed, "Milo"), text="You cheat")
    desk.page.reload()
    desk.page.get_by_role("link", name="Hide").click()
    desk.page.get_by_label("Why").fill("It was rude.")
    desk.page.get_by_role("button", name="See what would follow").click()
    desk.page.get_by_role("button", name="Yes, do it").click()
    expect(desk.page.get_by_text("hidden by a moderator")).to_be_visible()

    still = named("Via Ostiensis", "Nero", "Otho", hours=48)
    act(moderator=moderator("Octavia", "Leads"), code="pause", game_id=still.pk, why="a feast")
    desk.page.goto("/admin/desk/")
    desk.page.get_by_label("Address, game or mail").fill("Via Ost")
    desk.page.get_by_role("button", name="Search").click()
    desk.page.get_by_role("link", name="Via Ostiensis").click()
    desk.do("Resume")
    still.refresh_from_db()
    assert still.status == Game.Status.RUNNING

    assert ModeratorAction.objects.exclude(action="pause").count() == 11
    desk.page.goto("/admin/desk/trace/")
    expect(desk.page.locator("tbody tr")).to_have_count(12)
