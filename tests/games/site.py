"""What the tests of the site share: people with a browser that keeps cookies, and their mail."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice

from games import links
from games.access_models import AccessLink
from games.models import Player
from games.services import access
from games.views.site import form_key
from script.play.page import Page
from tests.games.cast import address

ORIGIN = "http://testserver"


class Browser:
    """A browser that keeps cookies, reads forms and sends what a real one sends."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"Origin": ORIGIN})
        self.response: Any = None

    def get(self, path: str, **query: str) -> Page:
        """Open a page."""
        self.response = self.client.get(path, query)
        return self.page

    def post(self, path: str, **fields: str) -> int:
        """Send fields with the CSRF token that this browser has, and give the status."""
        morsel = self.client.cookies.get("csrftoken")
        token = {"csrfmiddlewaretoken": morsel.value} if morsel else {}
        self.response = self.client.post(path, {**token, **fields})
        return int(self.response.status_code)

    def send(self, purpose: str, path: str, **fields: str) -> int:
        """Open a page, fill its form for this purpose in, and send it where it goes."""
        page = self.get(path)
        form = page.form(purpose)
        assert form is not None, purpose
        filled = {
            control.name: control.now
            for control in form.controls
            if control.now is not None and control.name != "csrfmiddlewaretoken"
        }
        action = re.search(rf'<form[^>]*data-form="{purpose}"[^>]*>', self.text)
        assert action is not None
        found = re.search(r'action="([^"]*)"', action[0])
        return self.post(found[1] if found else path, **{**filled, **fields})

    @property
    def page(self) -> Page:
        """What is on the page now."""
        return Page(self.response.content.decode())

    @property
    def text(self) -> str:
        """The page's source on one line."""
        return " ".join(self.response.content.decode().split())

    @property
    def location(self) -> str:
        """Where the answer leads."""
        return str(self.response.headers.get("Location", ""))


def person(name: str, **fields: Any) -> Player:
    """Give the player of this name, made if need be."""
    found = Player.objects.filter(email__iexact=address(name)).first()
    return found or Player.objects.create_user(address(name), name=name, **fields)


def signed_in(name: str) -> Browser:
    """Give a person's browser, signed in."""
    browser = Browser()
    browser.client.force_login(person(name))
    browser.get("/games/new/")  # brings the CSRF cookie
    return browser


def both_steps(client: Client, player: Player) -> Client:
    """Sign staff in, with the code of their device shown as well."""
    device, _made = TOTPDevice.objects.get_or_create(user=player, confirmed=True)
    client.force_login(player)
    session = client.session
    session[DEVICE_ID_SESSION_KEY] = device.persistent_id
    session.save()
    return client


def asked_link(email: str, then: str = "") -> AccessLink:
    """Let somebody ask for a link to sign in, and give its row."""
    key = form_key()
    access.ask_to_sign_in(email=email, network="192.0.2.1", form_key=key, then=then)
    return AccessLink.objects.get(form_key=key)


def link_path(email: str, then: str = "") -> str:
    """Let somebody ask for a link to sign in, and give where it leads."""
    return links.access_path(asked_link(email, then))
