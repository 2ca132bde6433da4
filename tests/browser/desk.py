"""A volunteer at the desk, in a window: finds a trouble, opens it, does something about it."""

from __future__ import annotations

from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from playwright.sync_api import expect

from games.models import Player
from tests.browser.windows import Window


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
            self.page.get_by_label(name, exact=True).fill(value)
        self.confirm()
        expect(self.page.locator(".messagelist .success")).to_contain_text("done")

    def confirm(self, why: str = "The table asked for it.") -> None:
        """Say why, see what would follow, and confirm it."""
        self.page.get_by_label("Why").fill(why)
        self.page.get_by_role("button", name="See what would follow").click()
        expect(self.page.get_by_role("heading", name="This would follow")).to_be_visible()
        self.page.get_by_role("button", name="Yes, do it").click()
