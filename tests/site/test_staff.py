"""Staff sign in with two steps; wrong codes and passwords lock out; no path leads around."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.models import Player
from tests.games.moderating import moderator
from tests.games.site import both_steps

pytestmark = pytest.mark.django_db

STEP = "/admin/second-step/"


def code_of(player: Player) -> str:
    """Give the code that somebody's app shows now."""
    device = TOTPDevice.objects.get(user=player)
    return f"{totp(device.bin_key):06}"


def text_of(response: Any) -> str:
    """Give a page's source on one line."""
    return " ".join(response.content.decode().split())


def first_step(player: Player) -> Client:
    """Give the browser of somebody who has done the first step alone."""
    client = Client()
    client.force_login(player)
    return client


def test_the_first_step_alone_opens_nothing():
    client = first_step(moderator())

    for path in ("/admin/", "/admin/desk/", "/admin/games/game/", "/admin/desk/trace/?as=csv"):
        answer = client.get(path, follow=True)
        assert answer.request["PATH_INFO"] == STEP, path
        assert "next=" in answer.request["QUERY_STRING"]


def test_a_device_is_set_up_and_its_codes_let_in():
    marcus = moderator()
    client = first_step(marcus)

    shown = text_of(client.get(f"{STEP}?next=/admin/desk/trace/"))
    assert "desk-qr" in shown
    assert "desk-qr" in text_of(client.get(STEP))
    assert TOTPDevice.objects.count() == 1, "looking again makes no other secret"
    page = text_of(client.post(f"{STEP}?next=/admin/desk/trace/", {"code": code_of(marcus)}))
    spare = re.findall(r"<code>([a-z2-7]+)</code>", page)
    assert len(spare) == 8
    assert 'href="/admin/desk/trace/"' in page
    assert client.get("/admin/desk/").status_code == 200

    again = first_step(marcus)
    assert "desk-qr" not in text_of(again.get(STEP)), "the secret is shown to nobody any more"
    assert again.post(STEP, {"code": spare[0]}).status_code == 302
    assert again.get("/admin/desk/").status_code == 200
    assert not StaticToken.objects.filter(token=spare[0]).exists()
    third = first_step(marcus)
    TOTPDevice.objects.update(throttling_failure_count=0)
    assert third.post(STEP, {"code": spare[0]}).status_code == 422, "each works once"


def test_wrong_codes_are_refused_and_must_wait_longer_each_time():
    marcus = moderator()
    both_steps(Client(), marcus)
    client = first_step(marcus)

    assert "wrong or too old" in text_of(client.post(STEP, {"code": ""}))
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for wait, wrong in ((0, "000000"), (1.1, "000001")):
            clock.shift(wait)
            client.post(STEP, {"code": wrong})

        clock.shift(1.1)  # long enough after the first one, and too short after the second
        page = client.post(STEP, {"code": code_of(marcus)})
        assert page.status_code == 422
        assert "Too many wrong codes" in text_of(page)
        assert client.get("/admin/desk/").status_code == 302

        clock.shift(1)
        assert client.post(STEP, {"code": code_of(marcus)}).status_code == 302
        assert client.get("/admin/desk/").status_code == 200


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/", "javascript:x"])
def test_nobody_is_led_to_another_site(wanted: str):
    marcus = moderator()
    both_steps(Client(), marcus)
    answer = first_step(marcus).post(f"{STEP}?next={wanted}", {"code": code_of(marcus)})

    assert answer.headers["Location"] == "/admin/desk/"


def test_nobody_else_sees_the_second_step():
    assert Client().get(STEP).headers["Location"] == "/admin/login/"
    anna = Player.objects.create_user("anna@example.org")
    assert first_step(anna).get(STEP).headers["Location"] == "/admin/login/"
    assert not TOTPDevice.objects.exists()


def test_wrong_passwords_lock_out_one_network_and_no_other():
    Player.objects.create_superuser("livia@example.org", "a long password")
    client = Client(REMOTE_ADDR="192.0.2.7")
    for _ in range(5):
        client.post("/admin/login/", {"username": "livia@example.org", "password": "guess"})

    right = {"username": "livia@example.org", "password": "a long password"}
    assert client.post("/admin/login/", right).status_code == 429
    other = Client(REMOTE_ADDR="192.0.2.8")
    answer = other.post("/admin/login/?next=/admin/desk/", right, follow=True)
    assert answer.request["PATH_INFO"] == STEP


def test_the_password_page_names_the_way_without_one():
    assert "sign in by a mailed link" in text_of(Client().get("/admin/login/"))
