"""Who thought that there would be a game is told that there is none, or none with them."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.services import account, lobby, tables
from notifications import outbox
from tests.games.cast import address, seat_of
from tests.games.site import person
from tests.notifications.post import Post, html_of, text_of

pytestmark = pytest.mark.django_db


def table(*names: str) -> Game:
    """A table of Anna's to which others are invited, their invitations out."""
    people = [lobby.Invitee(email=address(name), name=name) for name in names]
    game = lobby.create_game(name="Via Appia", invitees=people, host=person(names[0]))
    lobby.accept(seat_id=seat_of(game, names[0]).pk)
    outbox.drain()
    return game


def mails_to(post: Post, name: str) -> list[str]:
    outbox.drain()
    found = [mail for mail in post.taken if f"{name}@" in str(mail["To"])]
    return [" ".join(f"{text_of(mail)} {html_of(mail)}".split()) for mail in found]


def test_everybody_but_the_host_hears_that_a_game_is_called_off(post: Post) -> None:
    game = table("Anna", "Bruno", "Clara")
    lobby.accept(seat_id=seat_of(game, "Clara").pk)
    tables.call_off(game_id=game.pk, host=person("Anna"))
    for name in ("Bruno", "Clara"):
        said = mails_to(post, name)
        assert len(said) == 2
        assert "Anna has called the game off before it began." in said[1]
    assert mails_to(post, "Anna") == []


def test_who_is_removed_hears_of_it_and_whom_no_invitation_reached_does_not(post: Post) -> None:
    game = table("Anna", "Bruno", "Clara")
    host = person("Anna")
    tables.remove(game_id=game.pk, host=host, seat_id=seat_of(game, "Bruno").pk)
    said = mails_to(post, "Bruno")
    assert len(said) == 2
    assert "Anna has taken back the seat" in said[1]
    dario = tables.invite(game_id=game.pk, host=host, email=address("Dario"))
    tables.remove(game_id=game.pk, host=host, seat_id=dario.pk)
    assert mails_to(post, "Dario") == []


def test_who_is_invited_again_at_once_gets_only_the_invitation(post: Post) -> None:
    game = table("Anna", "Bruno", "Clara")
    host = person("Anna")
    tables.remove(game_id=game.pk, host=host, seat_id=seat_of(game, "Bruno").pk)
    tables.invite(game_id=game.pk, host=host, email=address("Bruno"))
    said = mails_to(post, "Bruno")
    assert len(said) == 2
    assert "taken back" not in "".join(said)


def test_a_host_who_deletes_the_account_calls_the_game_off_without_a_name(post: Post) -> None:
    table("Anna", "Bruno")
    account.delete_account(player=Player.objects.get(email=address("Anna")))
    said = mails_to(post, "Bruno")[-1]
    assert "The host has called the game off" in said
    assert "Anna" not in said
