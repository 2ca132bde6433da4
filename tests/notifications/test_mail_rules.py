"""What the standard for mail asks, as far as no other test does; and that every rule has its tests.

docs/mail-rules.md names the tests of each rule. Each was seen to fail once with the rule broken.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games import links
from games.links import Purpose, make_token
from games.models import Game, Seat
from games.services import seats
from notifications.wishes import Scope
from script.play.page import Page
from tests.games.cast import (
    choice_for,
    open_game,
    play_turn,
    play_until,
    running_game,
    seat_of,
    turn_of,
)

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

#: As a mail program's web view sends: no cookie, and no origin that could be named.
WEB_VIEW = Client(enforce_csrf_checks=True, headers={"Origin": "null"})


def mail_path(seat: Seat, scope: Scope = Scope.GAME) -> str:
    return f"/u/{make_token(Purpose.MAIL, seat.pk, seat.link_epoch, scope)}/"


def linked_pages() -> dict[str, str]:
    """Every kind of page that a mail links to."""
    game, waiting = running_game("Anna", "Bruno", hours=48), open_game("Anna", "Clara")
    first = links.turn_path(seat_of(game, "Anna"), 1)
    play_turn(game)
    play_until(game, "mobilize")
    return {
        "closed": first,
        "turn": links.turn_path(seat_of(game, "Anna"), turn_of(game).number),
        "invitation": links.invitation_path(seat_of(waiting, "Anna")),
        "game": links.game_path(game),
        "mails": mail_path(seat_of(game, "Anna")),
    }


def everything() -> dict[str, list[Any]]:
    """Every row of every table of ours."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for app in ("games", "notifications")
        for model in apps.get_app_config(app).get_models()
    }


# The table of rules


def rows_of_rules() -> list[tuple[str, list[str]]]:
    """Read the table: each rule, and the tests named for it."""
    lines = (DOCS / "mail-rules.md").read_text().splitlines()
    found = [re.match(r"\| ((?:Links|Going out|Bounces) \d+) \|", line) for line in lines]
    return [
        (match[1], re.findall(r"`(tests/[a-z_/]+\.py::[a-z_0-9]+)`", line))
        for line, match in zip(lines, found, strict=True)
        if match
    ]


def test_every_rule_names_tests_that_exist() -> None:
    rows = rows_of_rules()
    wanted = Counter({"Links": 8, "Going out": 9, "Bounces": 8})
    assert Counter(rule.rpartition(" ")[0] for rule, _tests in rows) == wanted
    assert len({rule for rule, _tests in rows}) == len(rows)
    known: dict[str, set[str]] = {}
    for rule, tests in rows:
        assert tests, rule
        for test in tests:
            path, _, name = test.partition("::")
            if path not in known:
                tree = ast.parse((ROOT / path).read_text())
                known[path] = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
            assert name in known[path], test


# Links


@pytest.mark.parametrize("kind", ["closed", "turn", "invitation", "game", "mails"])
def test_looking_at_any_linked_page_changes_no_row(kind: str) -> None:
    path = linked_pages()[kind]
    before = everything()
    for address in (path, path.upper(), f"{path}?choice=pass&turn=off&accept=yes&form=link"):
        answers = [WEB_VIEW.get(address), WEB_VIEW.head(address), WEB_VIEW.options(address)]
        assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert everything() == before


@pytest.mark.parametrize("kind", ["closed", "turn", "invitation", "game"])
def test_a_scanner_that_presses_every_button_orders_and_accepts_nothing(kind: str) -> None:
    path = linked_pages()[kind]
    for form in Page(WEB_VIEW.get(path).content.decode()).forms:
        filled = {one.name: one.now for one in form.controls if one.now is not None}
        WEB_VIEW.post(path, filled)
    assert not Seat.objects.filter(
        game__status=Game.Status.OPEN, accepted_at__isnull=False
    ).exists()
    game = Game.objects.get(status=Game.Status.RUNNING)
    assert not turn_of(game).orders.filter(submitted_at__isnull=False).exists()
    assert not Seat.objects.filter(replaced_at__isnull=False).exists()


def test_no_script_of_ours_submits_or_clicks_anything() -> None:
    scripts = list((ROOT / "games/static").rglob("*.js"))
    assert scripts
    for script in scripts:
        assert not re.search(r"\.(submit|requestSubmit|click)\s*\(|sendBeacon", script.read_text())


@pytest.mark.parametrize("kind", ["closed", "turn", "invitation", "game", "mails"])
def test_a_linked_page_signs_nobody_in(kind: str) -> None:
    path, browser = linked_pages()[kind], Client()
    for answer in (browser.get(path), browser.post(path, {"form": "order", "choice": "pass"})):
        assert not answer.cookies
    assert "_auth_user_id" not in browser.session
    assert browser.get("/admin/").status_code == 302


def test_a_token_orders_for_its_own_seat_and_turn_alone() -> None:
    game = running_game("Anna", "Bruno")
    anna, bruno = seat_of(game, "Anna"), seat_of(game, "Bruno")
    choice = choice_for(game, turn_of(game), anna)
    cards = [str(card) for card in choice.cards]  # type: ignore[union-attr]
    WEB_VIEW.post(links.turn_path(bruno, 1), {"form": "order", "card": cards, "seat": anna.pk})
    assert not turn_of(game).orders.filter(seat=anna, submitted_at__isnull=False).exists()


@pytest.mark.parametrize("kind", ["closed", "turn", "invitation", "mails"])
def test_posting_needs_no_cookie_and_no_origin(kind: str) -> None:
    answer = WEB_VIEW.post(linked_pages()[kind], {"form": "link", "accept": "yes"})
    assert answer.status_code != 403
    assert not answer.cookies


@pytest.mark.parametrize(
    "bend",
    [
        str.upper,
        lambda path: path.rstrip("/"),
        lambda path: path + ">",
        lambda path: path.rstrip("/") + ").",
        lambda path: path + "=",
        lambda path: path + "%20",
        lambda path: path + "&amp;utm_source=mail",
    ],
)
@pytest.mark.parametrize("kind", ["invitation", "mails", "game"])
def test_bent_links_of_every_kind_show_the_page(kind: str, bend: Any) -> None:
    assert WEB_VIEW.get(bend(linked_pages()[kind])).status_code == 200


def test_no_task_is_given_more_than_numbers(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from celery import Celery

    said: list[Any] = []

    def note(_self: Celery, _name: str, args: Any = (), kwargs: Any = None, **_: Any) -> None:
        said.extend([*args, *(kwargs or {}).values(), None])

    monkeypatch.setattr(Celery, "send_task", note)
    with django_capture_on_commit_callbacks(execute=True):
        game = running_game("Anna", "Bruno")
        play_turn(game)
        seats.ask_for_link(seat_id=seat_of(game, "Anna").pk, turn_number=1)
    assert len(said) > 3
    assert all(value is None or isinstance(value, int) for value in said)


def test_the_guide_names_who_tracks_links_in_its_settings_only() -> None:
    guide = (DOCS / "operations.md").read_text()
    for provider in ("SES", "Brevo", "Mailtrap", "Resend", "Scaleway", "Postal"):
        assert provider in guide
