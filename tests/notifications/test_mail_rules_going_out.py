"""What the rules of mails that go out ask, as far as no other test does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail as outgoing
from django.db import transaction
from django.test import override_settings

from games.models import Game, Seat
from games.services.orders import submit_order
from notifications import outbox
from notifications.models import Kind, Mail
from tests.games.cast import (
    choice_for,
    open_game,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)
from tests.notifications.post import Post
from tests.notifications.test_mail_rules import ROOT

pytestmark = pytest.mark.django_db


def test_a_draw_that_is_undone_leaves_no_mail() -> None:
    game = running_game("Anna", "Bruno")
    before = Mail.objects.count()
    with transaction.atomic():
        play_turn(game)
        assert Mail.objects.count() > before
        transaction.set_rollback(True)
    assert Mail.objects.count() == before


def test_nothing_is_rendered_in_the_turns_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> str:
        raise AssertionError("rendered inside a draw")

    monkeypatch.setattr("notifications.mails.render_to_string", never)
    game = running_game("Anna", "Bruno")
    seat, turn = seat_of(game, "Anna"), turn_of(game)
    submit_order(seat_id=seat.pk, turn_number=1, choice=choice_for(game, turn, seat))
    play_turn(game)
    assert Mail.objects.filter(game=game, kind=Kind.KEEP, text="").count() == 2


def _rules_of_style(part: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for names, body in re.findall(r"([^{}]+)\{([^{}]*)\}", part):
        pairs = (one.split(":", 1) for one in body.split(";") if ":" in one)
        values = {name.strip(): value.replace("!important", "").strip() for name, value in pairs}
        for name in names.split(","):
            found.setdefault(name.strip(), {}).update(values)
    return found


def _light(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


#: What is written on which ground.
ON = {
    ".page": ".page", ".sheet": ".sheet", "h1": ".sheet", "h2": ".sheet", "h3": ".sheet",
    ".game": ".sheet", ".small": ".sheet", ".about": ".sheet", ".follows": ".sheet",
    ".foot p": ".sheet", ".foot a": ".sheet", "a": ".sheet", ".token": ".token",
    ".button a": ".button", ".second a": ".second", ".full": ".full", ".match": ".match",
    ".free": ".free",
}  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_a_contrast_of_four_and_a_half(scheme: str) -> None:
    style = ROOT / "notifications/templates/notifications/parts/style.css"
    light, _, dark = style.read_text().partition("@media")
    found = _rules_of_style(light)
    if scheme == "dark":
        for name, values in _rules_of_style(dark.partition("{")[2]).items():
            found.setdefault(name, {}).update(values)
    for name, ground in ON.items():
        color = found[name].get("color") or found[ground]["color"]
        assert contrast(color, found[ground]["background-color"]) >= 4.5, name


def test_buttons_are_high_enough_for_a_thumb() -> None:
    style = ROOT / "notifications/templates/notifications/parts/style.css"
    found = _rules_of_style(style.read_text().partition("@media")[0])
    for name, border in ((".button a", 0), (".second a", 2)):
        padding = int(found[name]["padding"].split("px")[0])
        assert found[name]["display"] == "block"
        (height,) = re.findall(r"/(\d+)px ", found[name]["font"])
        assert 2 * padding + int(height) + border >= 44


def test_every_state_of_a_space_is_a_word_and_a_preheader_comes_first(post: Post) -> None:
    game = running_game("Anna", "Bruno", hours=48)
    play_until(game, "mobilize")
    outbox.drain()
    mail = Mail.objects.filter(kind=Kind.MOBILIZE, state="sent")[0]
    cells = re.findall(r'<td class="(full|match|free)"[^>]*>([^<]*)</td>', mail.html)
    words = {"full": "legion", "match": "fits", "free": "open"}
    assert cells
    assert all(words[kind] == said for kind, said in cells)
    body = mail.html.partition("<body")[2]
    assert 'class="preheader"' in body.partition("<table")[0]


@override_settings(EMAIL_BACKEND="anymail.backends.test.EmailBackend", ANYMAIL={})
def test_no_newline_reaches_a_provider_that_builds_no_message_of_its_own() -> None:
    game = open_game("Anna", bots=1)
    Game.objects.filter(pk=game.pk).update(name="Via\r\nBcc: all@example.org")
    game.host = None
    Seat.objects.filter(name="Anna").update(name='Anna"\r\nX: y')
    seat = seat_of(game, 'Anna"\r\nX: y')
    assert seat.player is not None
    seat.player.name = 'Anna" <x@y>\r\nX-Evil: 1'
    seat.player.save()
    outbox.drain()
    sent: Any = outgoing.outbox[0]
    said = sent.anymail_test_params
    assert "\n" not in said["subject"]
    assert "\r" not in said["subject"]
    (to,) = said["to"]
    assert to.addr_spec == "Anna@example.org"
    assert "\n" not in to.display_name
    assert set(said["extra_headers"]) <= {
        "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress", "References", "In-Reply-To",
        "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post",
    }  # fmt: skip
