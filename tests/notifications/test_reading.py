"""How the mails read: what they say adds up, explains no mark that is not there, and stays put."""

from __future__ import annotations

import re

import pytest

from notifications import mails
from notifications.models import Mail
from notifications.names import isolated
from tests.games.browsing import game_at
from tests.games.cast import play_until, running_game
from tests.rules.builder import ANNA, BRUNO, player

#: Junius Sabinus counts 3 points for every catapult on controlled cards; his own is one.
JUNIUS, LYDIA, FULVIUS = 27, 18, 32


@pytest.mark.django_db
def test_what_each_card_and_reward_brings_adds_up_to_the_points_so_far() -> None:
    board = player({FULVIUS: ""}, controlled=(JUNIUS, LYDIA), tiles=("count:2",))
    game_at({ANNA: board, BRUNO: player({60: ""})}, token="S")
    mail = Mail.objects.filter(seat__name="Anna").order_by("-id")[0]
    mails.fill(mail)
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", mail.html))
    text = re.sub(r"\s+", " ", mail.text)
    assert "Points so far: 11" in text
    assert "You control 2: Junius Sabinus (27), 3 points; Lydia (18), 6 points" in text
    assert "Your rewards: 2 objectives, 2 points" in text
    for row in (
        "Junius Sabinus (27), senator 3 points",
        "Lydia (18), pink province 6 points",
        "Reward: 2 objectives 2 points",
    ):
        assert row in page


@pytest.mark.django_db
def test_only_marks_that_stand_on_a_card_are_explained() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=48, target=5)
    for kind, fits in (("mobilize", True), ("take", False)):
        turn = play_until(game, kind)
        seat = turn.orders.filter(submitted_at=None)[0].seat
        mail = Mail.objects.filter(seat=seat, turn=turn).order_by("-id")[0]
        mails.fill(mail)
        assert ("[*] open, fits" in mail.text) is fits
        assert mail.text.count("[*]") != 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("מרים", "\u2068מרים\u2069"),
        ("מרים (bot)", "\u2068מרים\u2069 (bot)"),
        ("Miriam (מרים)", "\u2068Miriam (מרים)\u2069"),
        ("Miriam (bot)", "Miriam (bot)"),
    ],
)
def test_a_name_from_right_to_left_leaves_what_was_added_to_it_behind_it(
    name: str, shown: str
) -> None:
    assert isolated(name) == shown


@pytest.mark.django_db
@pytest.mark.parametrize(("supply", "instead"), [(1, True), (0, False)])
def test_a_move_is_called_another_way_only_where_a_legion_can_be_placed(
    supply: int, instead: bool
) -> None:
    many = player({LYDIA: "H", FULVIUS: "CCK", 60: "TTD"}, supply=supply)
    game_at({ANNA: many, BRUNO: player({1: ""})}, token="S")
    mail = Mail.objects.filter(seat__name="Anna").order_by("-id")[0]
    mails.fill(mail)
    for said in ("Move a legion instead, from the ", "Move a legion, from the "):
        assert (said in mail.text) is (instead == ("instead" in said))
    for said in ("Move a legion instead (", "Move a legion ("):
        assert (said in mail.html) is (instead == ("instead" in said))
