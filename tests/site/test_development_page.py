"""The development page starts games and shows their mails; production does not have it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from notifications.models import Kind, Mail

pytestmark = pytest.mark.django_db


def test_one_click_starts_a_game_against_bots(client: Client) -> None:
    page = client.post(reverse("dev:start_against_bots"), follow=True)
    assert page.status_code == 200
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert game.seats.count() == 4
    assert game.public_id in page.content.decode()


def test_several_people_are_invited(client: Client) -> None:
    fields = {"name": "Via Flaminia", "addresses": "a@example.org\nb@example.org\n", "bots": "1"}
    page = client.post(reverse("dev:start_game"), fields, follow=True)
    assert page.status_code == 200
    assert Game.objects.get().seats.count() == 3
    assert Mail.objects.filter(kind=Kind.INVITATION).count() == 2


@pytest.mark.parametrize("addresses", ["", "a@example.org", "a@example.org\nnonsense"])
def test_a_game_that_cannot_be_is_refused(client: Client, addresses: str) -> None:
    fields = {"name": "Via Flaminia", "addresses": addresses, "bots": "0"}
    page = client.post(reverse("dev:start_game"), fields)
    assert page.status_code == 400
    assert "errorlist" in page.content.decode()
    assert not Game.objects.exists()


def test_a_mail_is_shown_with_links_and_its_html_in_a_frame(client: Client) -> None:
    mail = Mail.objects.create(
        key="test:1",
        kind=Kind.NOTE,
        subject="[Augustus] <b>",
        text="Play:\nhttp://127.0.0.1:8000/t/abc/\n<script>",
        html='<html><head></head><body style="color: red">hello</body></html>',
    )
    page = client.get(reverse("dev:mail", args=[mail.pk]))
    body = page.content.decode()
    assert '<a href="http://127.0.0.1:8000/t/abc/"' in body
    assert "&lt;script&gt;" in body
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    frame = client.get(reverse("dev:mail_html", args=[mail.pk]))
    assert 'base target="_top"' in frame.content.decode()
    assert "script-src 'self'" in frame["Content-Security-Policy"]
    assert frame["X-Frame-Options"] == "SAMEORIGIN"


def test_production_has_no_such_page(tmp_path: Path) -> None:
    program = "from django.urls import resolve; resolve('/dev/')"
    env = {"PATH": os.environ["PATH"], "SECRET_KEY": "k3y-" * 20, "VAR_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", program],
        cwd=Path(__file__).resolve().parents[2],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Resolver404" in done.stderr
