"""What the mails say, and how: complete in text, small in HTML, in one thread, safe in headers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from games import links
from games.models import GameSeed, Player, Turn
from games.rules.choices import Mobilize, Pass, Place
from games.services import clock
from games.services.table import open_turn
from notifications import access, mails, message, outbox
from notifications.models import Kind, Mail
from tests.games.browsing import game_at
from tests.games.cast import (
    NAMES,
    order,
    play_out,
    play_turn,
    play_until,
    running_game,
    turn_of,
)
from tests.notifications.kinds import every_kind
from tests.notifications.post import Post, html_of, text_of
from tests.rules.builder import ANNA, BRUNO, player

pytestmark = pytest.mark.django_db


def last_mail(name: str, **filters: Any) -> Mail:
    """Give the newest mail to a person, rendered."""
    found = Mail.objects.filter(seat__name=name, **filters).order_by("-id")[0]
    mails.fill(found)
    return found


def test_every_kind_is_complete_narrow_small_and_plain() -> None:
    found = every_kind()
    assert set(found) == set(Kind.values) - access.KINDS
    for kind, mail in found.items():
        too_long = [line for line in mail.text.split("\n") if len(line) > 72]
        assert too_long == [], kind
        assert "\xa0" not in mail.text, kind
        alone = len(re.findall(r"^https://\S+/$", mail.text, re.MULTILINE))
        assert alone == mail.text.count("https://"), kind
        links_in = {Kind.DIGEST: mail.text.count("What is to be done"), Kind.GAME_OVER: 2}
        assert alone == links_in.get(Kind(kind), 1), kind
        assert "{{" not in mail.text + mail.html, kind
        assert "None" not in mail.text, kind
        can_be_stopped = "List-Unsubscribe" in message.build(mail).extra_headers
        assert ("unsubscribe button" in mail.text) == can_be_stopped, kind
        assert len(mail.html.encode()) < 80_000, kind
        _check_html(kind, mail.html)


def test_a_text_is_parted_from_its_foot_as_mail_programs_expect(post: Post) -> None:
    """RFC 3676, 4.3: dash dash blank; what follows is left out of replies and shown pale."""
    running_game("Anna", "Bruno")
    outbox.drain()
    for text in post.texts():
        before, _sign, foot = text.partition("\n-- \n")
        assert foot.startswith("Augustus by mail.")
        assert not re.search(r"[ \t]$", before, re.MULTILINE)


def _check_html(kind: str, html: str) -> None:
    assert re.search(r'<html[^>]* lang="en"', html), kind
    assert "<title>[Augustus]" in html, kind
    assert 'name="color-scheme"' in html, kind
    for forbidden in ("<script", "<svg", "data:", "display: flex", "display:flex", "grid"):
        assert forbidden not in html, (kind, forbidden)
    for picture in re.findall(r"<img[^>]*>", html):
        assert re.search(r' src="cid:[a-z]+@icons"', picture), kind
        assert ' alt="' in picture, kind
    checker = _Checker()
    checker.feed(html)
    assert checker.faults == [], kind


class _Checker(HTMLParser):
    """Finds layout tables without a role, and coloured cells without a colour for the text."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        css = found.get("class") or ""
        style = (found.get("style") or "").replace(" ", "")
        role = found.get("role") == "presentation" or css.startswith(("board", "list"))
        if tag == "table" and not role:
            self.faults.append(f"table without role: {css}")
        if tag == "th" and "scope" not in found:
            self.faults.append("th without scope")
        if tag in ("td", "th") and "bgcolor" in found:
            if css not in ("button", "second") and not re.search(r"(^|;)color:", style):
                self.faults.append(f"cell without colour: {css}")
            if not re.search(r"background-color:", style):
                self.faults.append(f"cell without background: {css}")


def test_a_mobilize_mail_says_everything_in_both_parts() -> None:
    game = running_game(*NAMES, hours=48)
    turn = play_until(game, "mobilize")
    play_turn(game)
    turn = play_until(game, "mobilize")
    seat = turn.orders.filter(submitted_at=None)[0].seat
    mail = last_mail(seat.name, turn=turn)
    page = re.sub(
        r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]+>", " ", mail.html, flags=re.DOTALL)
    )
    text = re.sub(r"\s+", " ", mail.text)
    for said in (f"Draw {turn.draw}:", "Until ", "you pass", "Pass: place nothing this draw"):
        assert said in text
        assert said in page
    for name in NAMES:
        if name != seat.name:
            assert name in text
            assert name in page
    for heading in (
        "Your objectives",
        "You can",
        "Market",
        "Rewards still to be had",
        "The others",
    ):
        assert heading.upper() in text
        assert heading in page
    assert mail.text.startswith(f"Draw {turn.draw}:")
    assert links.turn_url(seat, turn.number) in mail.text.split("\n")


def test_each_placement_is_a_button_that_leads_to_the_page_with_it_marked() -> None:
    game = running_game("Anna", "Bruno")
    turn = play_until(game, "mobilize")
    seat = turn.orders.filter(submitted_at=None)[0].seat
    mail = last_mail(seat.name, turn=turn)
    values = re.findall(r'href="([^"]+)\?choice=([a-z0-9A-Z-]+)"', mail.html)
    assert values
    assert {url for url, _value in values} == {links.turn_url(seat, turn.number)}
    for _url, value in values:
        if value.startswith("place-"):
            assert "Place a legion on the" in mail.html


def test_the_first_decision_mail_explains_the_game_and_later_ones_do_not(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    first = [text for text in post.texts() if "THE RULES IN FIVE LINES" in text]
    assert len(first) == 2
    assert all(game.commitment in text and "Anna's word" in text for text in first)
    play_turn(game)
    outbox.drain()
    assert not any("THE RULES" in text for text in post.texts()[2:])


def test_the_deadline_stands_in_the_players_own_zone() -> None:
    game = running_game("Anna", "Bruno", hours=48)
    turn = open_turn(game)
    assert turn is not None
    Player.objects.filter(email="Anna@example.org").update(time_zone="America/New_York")
    Turn.objects.filter(pk=turn.pk).update(due="2026-12-01T17:00:00Z")
    mail = last_mail("Anna", turn=turn)
    assert "Tue 1 Dec 2026, 12:00 (America/New_York, UTC-05:00)" in re.sub(r"\s+", " ", mail.text)


def test_the_story_goes_on_where_the_last_mail_ended(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    outbox.drain()
    play_until(game, "mobilize")
    outbox.drain()
    play_turn(game)
    outbox.drain()
    assert any("You are dealt" in text for text in post.texts()[:2])
    assert not any("You are dealt" in text for text in post.texts()[2:])


def test_nobody_is_told_what_another_may_know_alone(post: Post) -> None:
    running_game("Anna", "Bruno")
    outbox.drain()
    for found in post.taken:
        assert text_of(found).count("dealt") == 1


def test_the_score_sheet_shows_a_seed_that_fits_the_commitment(post: Post) -> None:
    from hashlib import sha256

    game = running_game("Anna", "Bruno", target=3)
    play_out(game)
    outbox.drain()
    hexes = re.findall(r"^[0-9a-f]{64}$", post.texts()[0], re.MULTILINE)
    assert sha256(bytes.fromhex(hexes[0])).hexdigest() == hexes[1] == game.commitment


def test_the_seed_stands_in_no_mail_before_the_end(post: Post) -> None:
    game = running_game("Anna", "Bruno", target=3)
    seed = bytes(GameSeed.objects.get(game=game).seed).hex()
    for _ in range(8):
        outbox.drain()
        play_turn(game)
    assert not any(seed in text_of(found) + html_of(found) for found in post.taken)


def test_who_takes_a_card_sees_the_market_before_the_choices() -> None:
    game = game_at({ANNA: player({1: "S", 58: ""}), BRUNO: player({9: "S"})}, token="H")
    order(game, "Anna", Mobilize(Place(1, "H")))
    order(game, "Bruno", Mobilize(Pass()))
    assert clock.try_advance(turn_id=turn_of(game).pk)
    assert turn_of(game).kind == "take"
    mail = last_mail("Anna", turn=turn_of(game))
    for part, heading in ((mail.html, ">Market<"), (mail.text, "MARKET")):
        assert part.count(heading) == 1
        assert part.index(heading) < part.index("Lydia (18)") < part.index("Take Lydia (18)")


def test_before_the_first_draw_nothing_is_told_of_others_who_have_nothing_yet() -> None:
    game = running_game("Anna", "Bruno", hours=48)
    for _ in range(2):
        mail = last_mail("Anna", turn=turn_of(game))
        told = turn_of(game).kind != "keep"
        assert ("THE OTHERS" in mail.text, "The others" in mail.html) == (told, told)
        play_turn(game)
