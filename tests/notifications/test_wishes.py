"""Switching mail off and on again: one click, no sign-in, and no seat is given up by it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.links import Purpose, make_token
from games.models import Game, Player, Seat
from games.services import seats
from notifications import message, outbox, wishes
from notifications.models import Kind, Mail, Wish
from notifications.wishes import Scope
from tests.games.cast import open_game, running_game, seat_of, turn_of
from tests.notifications.post import Post

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def path(seat: Seat, scope: Scope = Scope.GAME) -> str:
    return f"/u/{make_token(Purpose.MAIL, seat.pk, seat.link_epoch, scope)}/"


def anna_in(game: Game) -> Seat:
    return seat_of(game, "Anna")


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing(client: Client, method: str) -> None:
    anna = anna_in(running_game("Anna", "Bruno"))
    response = getattr(client, method)(path(anna))
    assert response.status_code == 200
    assert Wish.objects.count() == 0
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    if method == "get":
        assert "Turn off" in response.content.decode()


def test_a_bare_post_turns_this_games_mails_off_and_answers_200(post: Post) -> None:
    game = running_game("Anna", "Bruno")
    anna = anna_in(game)
    client = Client(enforce_csrf_checks=True)
    response = client.post(path(anna), ONE_CLICK)
    assert response.status_code == 200
    assert not response.cookies
    other = running_game("Anna", "Clara")
    outbox.drain()
    skipped = Mail.objects.get(seat=anna, kind=Kind.KEEP)
    assert (skipped.state, skipped.error) == ("skipped", "not_wished")
    assert Mail.objects.get(seat=anna_in(other), kind=Kind.KEEP).state == "sent"


def test_switching_off_gives_no_seat_up(client: Client) -> None:
    game = running_game("Anna", "Bruno")
    anna = anna_in(game)
    client.post(path(anna, Scope.EVERYTHING), ONE_CLICK)
    anna.refresh_from_db()
    assert anna.replaced_at is None
    assert turn_of(game).orders.filter(seat=anna, voided_at=None).exists()


def test_a_stale_link_still_switches_off(client: Client) -> None:
    anna = anna_in(running_game("Anna", "Bruno"))
    stale = path(anna)
    seats.revoke_links(seat_id=anna.pk)
    assert client.post(stale, ONE_CLICK).status_code == 200
    assert Wish.objects.get().turns is False
    assert client.post(stale, ONE_CLICK).status_code == 200


def test_mail_can_be_turned_on_again_on_the_same_page(client: Client) -> None:
    anna = anna_in(running_game("Anna", "Bruno"))
    client.post(path(anna))
    assert anna.player is not None
    assert not wishes.load([anna.player.pk]).get(anna.player.pk, anna.game_id, "turns")
    response = client.post(path(anna), {"switch": "game", "turn": "on"})
    assert response.status_code == 200
    assert wishes.load([anna.player.pk]).get(anna.player.pk, anna.game_id, "turns")


def test_an_invitations_link_stops_invitations_alone(client: Client, post: Post) -> None:
    anna = anna_in(open_game("Anna", "Bruno"))
    client.post(path(anna, Scope.INVITATIONS), ONE_CLICK)
    outbox.drain()
    assert Mail.objects.get(seat=anna).error == "not_wished"
    game = running_game("Anna", "Clara")
    outbox.drain()
    assert Mail.objects.get(seat=anna_in(game), kind=Kind.KEEP).state == "sent"


def test_whoever_switched_everything_off_still_gets_the_link_they_ask_for(
    client: Client, post: Post
) -> None:
    game = running_game("Anna", "Bruno")
    anna = anna_in(game)
    client.post(path(anna, Scope.EVERYTHING), ONE_CLICK)
    from notifications.queue import resend

    resend(game, anna, 1).save()
    outbox.drain()
    assert [found["To"].addresses[0].addr_spec for found in post.taken] == [
        "Bruno@example.org",
        "Anna@example.org",
    ]


def test_the_link_in_the_header_is_the_one_that_works(client: Client) -> None:
    anna = anna_in(running_game("Anna", "Bruno"))
    url = message.unsubscribe_url(anna, Scope.GAME)
    assert client.post("/" + url.split("/", 3)[3], ONE_CLICK).status_code == 200


@pytest.mark.parametrize("purpose", [Purpose.TURN, Purpose.INVITATION])
def test_a_token_for_something_else_switches_nothing(client: Client, purpose: Purpose) -> None:
    anna = anna_in(running_game("Anna", "Bruno"))
    token = make_token(purpose, anna.pk, anna.link_epoch)
    assert client.post(f"/u/{token}/", ONE_CLICK).status_code == 404
    assert client.post(f"/u/{'a' * 30}/", ONE_CLICK).status_code == 404
    assert Wish.objects.count() == 0


def test_an_unknown_wish_is_refused_and_one_row_is_kept_for_each_game() -> None:
    game = running_game("Anna", "Bruno")
    anna = Player.objects.get(email="Anna@example.org")
    with pytest.raises(ValueError, match="no such wishes"):
        wishes.set_wish(player=anna, game=None, nonsense=True)
    for on in (False, True, False):
        wishes.set_wish(player=anna, game=game, turns=on)
        wishes.set_wish(player=anna, game=None, turns=on)
    assert Wish.objects.count() == 2
