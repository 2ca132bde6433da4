"""Nobody is asked in vain: what was said beforehand brings no mail, and the next one tells it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Game, Order, Turn
from games.rules.choices import Mobilize, Pass, Place
from games.rules.standing import IN_A_ROW
from games.services import clock
from games.standing_models import StandingOrder
from notifications import mails
from notifications.models import Mail
from tests.games.beforehand import PASSES, say
from tests.games.browsing import BROWSER, game_at, text, turn_path
from tests.games.cast import awaited, order, play_until, running_game, seat_of, turn_of
from tests.rules.builder import ANNA, BRUNO, player

pytestmark = pytest.mark.django_db


def mails_of(name: str) -> list[Mail]:
    return list(Mail.objects.filter(seat__name=name).order_by("id"))


def all_sent() -> None:
    Mail.objects.update(state=Mail.State.SENT, sent_at=timezone.now())


def everybody_passes(game: Game) -> None:
    """Whoever is asked passes, and a worker advances the turn."""
    turn = turn_of(game)
    for seat in awaited(turn):
        order(game, seat.name, Mobilize(Pass()))
    assert clock.try_advance(turn_id=turn.pk)
    game.refresh_from_db()


def a_draw() -> Game:
    game = running_game("Anna", "Bruno")
    play_until(game, "mobilize")
    all_sent()
    return game


def standing_orders(name: str) -> int:
    return Order.objects.filter(seat__name=name, source="standing").count()


def test_draws_that_anna_had_decided_beforehand_bring_no_mail_and_the_next_tells_them_all() -> None:
    game = a_draw()
    say(game, "Anna", PASSES)
    before = len(mails_of("Anna"))
    everybody_passes(game)
    while standing_orders("Anna") < 3:
        everybody_passes(game)
    assert len(mails_of("Anna")) == before
    say(game, "Anna", {})
    while len(mails_of("Anna")) == before:
        everybody_passes(game)
    (mail,) = mails_of("Anna")[before:]
    mails.fill(mail)
    told = " ".join(mail.text.split())
    assert told.count("You pass, as you had said beforehand.") == standing_orders("Anna") == 3
    assert "What you say beforehand stands on your page, below your order." in told
    assert f"{turn_path(game, 'Anna')}#beforehand" in mail.html
    shown = text(BROWSER.get(turn_path(game, "Anna")))
    assert shown.count("You pass, as you had said beforehand.") == 3


def test_nobody_else_is_told_that_it_was_said_beforehand() -> None:
    game = a_draw()
    say(game, "Anna", PASSES)
    before = len(mails_of("Bruno"))
    while len(mails_of("Bruno")) < before + 2 or standing_orders("Anna") < 2:
        everybody_passes(game)
    mail = mails_of("Bruno")[-1]
    mails.fill(mail)
    assert "Anna passes." in mail.text
    assert "beforehand" not in mail.text + mail.html
    assert "as you had said" not in text(BROWSER.get(turn_path(game, "Bruno")))


def test_turns_that_went_by_at_once_bring_one_mail_each_for_the_turn_that_asks() -> None:
    game = a_draw()
    first = turn_of(game).number
    for name in ("Anna", "Bruno"):
        say(game, name, PASSES)
    everybody_passes(game)
    turn = turn_of(game)
    assert turn.number == first + IN_A_ROW + 1
    new = Mail.objects.filter(turn__number__gt=first)
    assert {mail.turn_id for mail in new} == {turn.pk}
    assert new.count() == len(awaited(turn))
    assert Turn.objects.filter(game=game, closed=None).count() == 1


def test_a_mail_that_asks_since_an_order_was_dropped_says_so() -> None:
    game = game_at({ANNA: player({18: ""}), BRUNO: player({45: ""})}, token="H")
    say(game, "Anna", {"S": Place(18, "S")})
    StandingOrder.objects.update(dropped_in=turn_of(game).number)
    mail = mails_of("Anna")[-1]
    mail.turn, mail.kind = turn_of(game), "mobilize"
    mails.fill(mail)
    sentence = "That is not possible any more, so it was dropped and you are asked."
    assert sentence in " ".join(mail.text.split())
    assert sentence in mail.html
    assert seat_of(game, "Anna").pk == mail.seat_id
