"""Giving up a seat, and offering one that nobody plays: by bots, to people, by whom and when."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games import links
from games.integrity import faults_of
from games.models import Game, Order, Seat
from games.moderation_models import ModeratorAction
from games.pace_models import Happening
from games.services import clock, presence, seats
from games.services.errors import Refused
from games.services.moderation import roles
from notifications.integrity import mail_faults_of
from notifications.models import Mail
from tests.games.browsing import BROWSER, form_of, text, turn_path
from tests.games.cast import address, order, play_out, play_turn, running_game, seat_of, turn_of
from tests.games.site import person, signed_in
from tests.games.waiting import game_without, order_of

pytestmark = pytest.mark.django_db


def hosted_without(name: str, host: str, *others: str) -> Game:
    """A game of this host from which somebody is absent."""
    game = game_without(name, host, *others)
    game.host = person(host)
    game.save(update_fields=["host"])
    return game


def offer(game: Game, name: str, to: str, by: str) -> Seat:
    seat, host = seat_of(game, name), person(by)
    return presence.offer_seat(seat_id=seat.pk, by=host, email=address(to))


def told(game: Game) -> list[str]:
    return list(Happening.objects.filter(game=game).order_by("pk").values_list("code", flat=True))


# Giving up


def test_whoever_resigns_hands_the_seat_to_a_bot_and_the_game_goes_on_without_waiting() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    order(game, "Anna")
    turn = turn_of(game)
    bot = presence.resign(seat_id=seat_of(game, "Bruno").pk)
    assert bot.bot == Seat.Bot.GREEDY
    assert Seat.objects.get(name="Bruno").resigned_at is not None
    assert clock.try_advance(turn_id=turn.pk)
    assert told(game) == ["resigned"]
    play_out(game)
    assert game.status == Game.Status.FINISHED


def test_who_is_seated_instead_of_one_who_has_not_come_is_there_and_asked_at_once() -> None:
    game = running_game("Anna", "Bruno", "Clara", hours=24)
    dora = presence.resign(seat_id=seat_of(game, "Bruno").pk, email=address("Dora"))
    elena = seats.replace_by_player(seat_id=dora.pk, email=address("Elena"), name="Elena")
    assert elena.accepted_at is not None
    assert order_of(turn_of(game), "Elena").submitted_at is None
    assert list(Mail.objects.filter(seat=elena).values_list("kind", flat=True)) == ["keep"]
    assert [*faults_of(game), *mail_faults_of(game)] == []


def test_whoever_resigns_can_name_who_plays_on_and_a_bot_orders_until_they_come() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    elena = presence.resign(seat_id=seat_of(game, "Bruno").pk, email=address("Elena"))
    assert (elena.accepted_at, elena.absent_since is None) == (None, False)
    assert order_of(turn_of(game), "Elena").source == "bot"
    play_turn(game)
    assert order_of(turn_of(game), "Elena").source == "bot"


@pytest.mark.parametrize("email", ["nonsense", "ANNA@example.org"])
def test_somebody_who_cannot_be_invited_changes_nothing(email: str) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    bruno = seat_of(game, "Bruno")
    with pytest.raises(Refused):
        presence.resign(seat_id=bruno.pk, email=email)
    assert seat_of(game, "Bruno").resigned_at is None
    assert told(game) == []


def test_the_page_asks_who_plays_on_and_takes_no_answer_for_granted() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    path = links.seat_path(seat_of(game, "Bruno"))
    assert form_of(path, "resign").control("radio", "heir").now is None
    assert BROWSER.post(path, {"do": "resign"}).status_code == 422
    refused = BROWSER.post(path, {"do": "resign", "heir": "person", "email": "no address"})
    assert refused.status_code == 422
    assert "no address is no e-mail address" in text(refused)
    assert BROWSER.post(path, {"do": "resign", "heir": "person"}).status_code == 422
    done = BROWSER.post(path, {"do": "resign", "heir": "bot"})
    assert "You have given up the seat." in text(BROWSER.get(done["Location"]))
    # A second press finds the seat given up.
    assert BROWSER.post(path, {"do": "resign", "heir": "bot"}).status_code == 409
    assert told(game) == ["resigned"]


def test_the_links_of_whoever_gave_up_a_seat_play_no_more() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    path = turn_path(game, "Bruno")
    presence.resign(seat_id=seat_of(game, "Bruno").pk)
    assert "Somebody else plays this seat now" in text(BROWSER.get(path))


def test_before_the_start_a_seat_is_left_at_the_table_and_not_here() -> None:
    from tests.games.cast import open_game

    game = open_game("Anna", "Bruno")
    with pytest.raises(Refused) as caught:
        presence.resign(seat_id=seat_of(game, "Bruno").pk)
    assert caught.value.code == "game_open"


# Offering


def test_the_host_offers_the_seat_of_who_is_absent_and_the_newcomer_takes_it_by_link() -> None:
    game = hosted_without("Bruno", "Anna")
    elena = offer(game, "Bruno", "Elena", by="Anna")
    path = links.invitation_path(elena)
    assert "The game is under way." in text(BROWSER.get(path))
    assert BROWSER.post(path, {}).status_code == 422
    assert seat_of(game, "Elena").accepted_at is None
    assert BROWSER.post(path, {"accept": "yes"}).status_code == 303
    found = seat_of(game, "Elena")
    assert (found.absent_since, found.accepted_at is None) == (None, False)
    assert told(game) == ["absent", "offered", "came"]
    order(game, "Anna")
    clock.try_advance(turn_id=turn_of(game).pk)
    assert order_of(turn_of(game), "Elena").submitted_at is None


def test_a_newcomer_gets_the_board_and_not_the_old_record() -> None:
    game = hosted_without("Bruno", "Anna")
    old = seat_of(game, "Bruno")
    theirs = links.turn_path(old, 1)
    elena = offer(game, "Bruno", "Elena", by="Anna")
    presence.come_back(seat_id=elena.pk)
    assert (elena.index, elena.word, elena.missed) == (old.index, old.word, 0)
    now = text(BROWSER.get(turn_path(game, "Elena")))
    assert "You play as Elena." in now
    before = text(BROWSER.get(links.turn_path(elena, 1)))
    for page in (now, before):
        assert "Your order:" not in page
        assert "No order was in when the time was up" not in page
        assert address("Bruno") not in page
    assert "Somebody else plays this seat now" in text(BROWSER.get(theirs))
    from games.mine import everything_about

    exported = everything_about(person("Elena"))
    assert [seat["place"] for seat in exported["seats"]] == [old.index]
    assert all(one["turn"] >= turn_of(game).number for one in exported["seats"][0]["orders"])


def test_somebody_who_plays_is_not_replaced_nor_is_a_bot_of_the_start() -> None:
    game = hosted_without("Bruno", "Anna", "Clara")
    with pytest.raises(Refused) as caught:
        offer(game, "Clara", "Elena", by="Anna")
    assert caught.value.code == "seat_is_played"
    with_bot = running_game("Anna", "Bruno", bots=1, hours=24)
    with_bot.host = person("Anna")
    bot = Seat.objects.get(game=with_bot, bot="greedy")
    assert not presence.can_be_offered(with_bot, bot)


def test_the_bot_of_who_resigned_and_somebody_who_never_came_can_be_replaced() -> None:
    game = running_game("Anna", "Bruno", hours=24)
    game.host = person("Anna")
    game.save(update_fields=["host"])
    bot = presence.resign(seat_id=seat_of(game, "Bruno").pk)
    offer(game, bot.name, "Elena", by="Anna")
    fabio = offer(game, "Elena", "Fabio", by="Anna")
    assert (
        BROWSER.post(
            links.invitation_path(Seat.objects.get(name="Elena")), {"accept": "yes"}
        ).status_code
        == 409
    )
    presence.come_back(seat_id=fabio.pk)
    with pytest.raises(Refused):
        offer(game, "Fabio", "Dario", by="Anna")


def test_only_the_host_and_moderators_offer_seats_and_a_moderators_deed_is_noted() -> None:
    game = hosted_without("Bruno", "Anna", "Clara")
    with pytest.raises(Refused) as caught:
        offer(game, "Bruno", "Elena", by="Clara")
    assert caught.value.code == "not_host"
    roles.put_in(person("Mona"), "Moderators")
    elena = offer(game, "Bruno", "Elena", by="Mona")
    noted = ModeratorAction.objects.get(game=game)
    assert (noted.action, noted.seat, noted.moderator) == ("offer_seat", elena, person("Mona"))


def test_the_hosts_page_offers_a_seat_and_strangers_get_403() -> None:
    game = hosted_without("Bruno", "Anna", "Clara")
    path = reverse("games:seats", kwargs={"public_id": game.public_id})
    assert path in text(BROWSER.get(links.game_path(game)))
    for name in ("Clara", "Elena"):
        person(name)
        browser = signed_in(name)
        browser.get(path)
        assert browser.response.status_code == 403
        assert browser.post(path, seat=str(seat_of(game, "Bruno").pk), email="x@y.org") == 403
    anna = signed_in("Anna")
    assert anna.send("offer", path, email="f@example.org") == 422  # no seat selected
    assert anna.send("offer", path, seat=str(seat_of(game, "Clara").pk), email="f@y.org") == 422
    seat = str(seat_of(game, "Bruno").pk)
    assert anna.send("offer", path, seat=seat, email="nobody") == 422
    assert 'value="nobody"' in anna.text  # nothing that was typed is lost
    assert anna.send("offer", path, seat=seat, email=address("Fabio")) == 303
    anna.get(anna.location)
    assert "The invitation is on its way." in anna.text
    assert Seat.objects.filter(game=game, player__email=address("Fabio")).exists()


def test_whoever_is_offered_a_seat_finds_it_among_their_games() -> None:
    game = hosted_without("Bruno", "Anna")
    elena = offer(game, "Bruno", "Elena", by="Anna")
    browser = signed_in("Elena")
    browser.get("/games/")
    assert links.invitation_path(elena) in browser.text
    browser.get(reverse("games:own_seat", kwargs={"public_id": game.public_id}))
    assert browser.location == links.invitation_path(elena)


def test_a_host_cannot_flood_strangers_with_offers() -> None:
    game = hosted_without("Bruno", "Anna")
    from games.services import limits

    name = "Bruno"
    for number in range(limits.MOST_INVITATIONS):
        name = offer(game, name, f"guest{number}", by="Anna").name
    with pytest.raises(Refused) as caught:
        offer(game, name, "guest-last", by="Anna")
    assert caught.value.code == "too_many_invitations"
    assert Order.objects.filter(turn=turn_of(game), voided_at=None).count() == 2
