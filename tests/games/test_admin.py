"""The admin: it works, changes no game, and shows none of the hidden things."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.links import Purpose, make_token
from games.models import (
    Game,
    GameSeed,
    Order,
    Player,
    Seat,
    StoredDeck,
    Turn,
)
from games.moderation_models import ModeratorAction
from tests.games.cast import SEED, address, open_game, order, play_until, running_game, seat_of
from tests.games.site import both_steps

pytestmark = pytest.mark.django_db

MODELS = (Player, Game, Seat, Turn, Order, ModeratorAction, StoredDeck)


@pytest.fixture
def moderator() -> Client:
    return both_steps(Client(), Player.objects.create_superuser("mod@example.org", "secret"))


def pages(client: Client) -> Iterator[tuple[str, str]]:
    """(address, content and headers) of every list and every row's page."""
    for model in MODELS:
        name = f"admin:games_{model._meta.model_name}"
        rows = [row.pk for row in model.objects.all()]
        paths = [reverse(f"{name}_changelist")]
        paths += [reverse(f"{name}_change", args=[row]) for row in rows]
        paths += [reverse(f"{name}_history", args=[row]) for row in rows]
        for path in paths:
            response = client.get(path)
            assert response.status_code == 200, path
            yield path, response.content.decode() + str(response.headers)


def test_every_list_and_page_shows_and_hides_what_it_must(moderator: Client) -> None:
    game = running_game("Anna", "Bruno", hours=24)
    play_until(game, "mobilize")
    order(game, "Anna")
    waiting = open_game("Clara", "Dario")
    Seat.objects.filter(game=waiting, name="Clara").update(word="colosseum")
    ModeratorAction.objects.create(game=game, action="pause", why="holidays", changed={"turn": 2})
    anna = seat_of(game, "Anna")
    hidden = [
        SEED.hex(), base64.b64encode(SEED).decode(), "colosseum", "commitment&quot;:",
        "&quot;discards", "&quot;objectives&quot;", "&quot;card&quot;", "&quot;cards&quot;",
        "&quot;type&quot;", "&quot;action&quot;",
        make_token(Purpose.TURN, anna.pk, anna.link_epoch, 2),
        make_token(Purpose.INVITATION, anna.pk, anna.link_epoch),
    ]  # fmt: skip

    seen = dict(pages(moderator))

    assert len(seen) > 15
    for path, content in seen.items():
        for secret in hidden:
            assert secret not in content, (path, secret)
    everything = " ".join(seen.values())
    for shown in (game.commitment, "Anna&#x27;s word", "holidays", game.public_id):
        assert shown in everything


def test_the_seed_is_nowhere_in_the_admin() -> None:
    assert GameSeed not in admin.site._registry


def test_games_seats_turns_and_orders_cannot_be_changed_there(moderator: Client) -> None:
    game = running_game("Anna", "Bruno")
    rows = (game, seat_of(game, "Anna"), Turn.objects.first(), Order.objects.first())
    for row in rows:
        assert row is not None
        name = row._meta.model_name
        assert moderator.get(reverse(f"admin:games_{name}_add")).status_code == 403
        path = reverse(f"admin:games_{name}_change", args=[row.pk])
        assert moderator.post(path, {"name": "changed"}).status_code == 403
        path = reverse(f"admin:games_{name}_delete", args=[row.pk])
        assert moderator.post(path, {"post": "yes"}).status_code == 403
    game.refresh_from_db()
    assert game.name == "Via Appia"


def test_a_players_name_and_zone_can_be_changed_not_their_account_deleted(
    moderator: Client,
) -> None:
    running_game("Anna", "Bruno")
    anna = Player.objects.get(email=address("Anna"))
    path = reverse("admin:games_player_change", args=[anna.pk])

    answer = moderator.post(
        path,
        {"email": anna.email, "name": "Anna Livia", "time_zone": "Europe/Rome", "language": "en",
         "is_active": "on"},
    )  # fmt: skip

    anna.refresh_from_db()
    assert answer.status_code == 302
    assert (anna.name, anna.time_zone) == ("Anna Livia", "Europe/Rome")
    delete = reverse("admin:games_player_delete", args=[anna.pk])
    assert moderator.post(delete, {"post": "yes"}).status_code == 403


def test_players_have_no_way_in() -> None:
    client = Client()
    client.force_login(Player.objects.create_user("anna@example.org"))

    assert client.get(reverse("admin:games_game_changelist")).status_code == 302


def test_searching_and_lists_need_few_queries(
    moderator: Client, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    game = running_game("Anna", "Bruno", "Clara")
    play_until(game, "mobilize")

    for model in MODELS:
        path = reverse(f"admin:games_{model._meta.model_name}_changelist")
        with django_assert_max_num_queries(12):
            assert moderator.get(path).status_code == 200
    for name in ("player", "game", "seat", "turn", "order", "moderatoraction"):
        path = reverse(f"admin:games_{name}_changelist")
        assert moderator.get(path, {"q": "Anna"}).status_code == 200


def test_a_superuser_sees_nothing_of_a_game_of_their_own() -> None:
    own, other = running_game("Anna", "Bruno"), running_game("Clara", "Dario")
    anna = Player.objects.get(email="Anna@example.org")
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    client = both_steps(Client(), Player.objects.get(pk=anna.pk))

    games = client.get(reverse("admin:games_game_changelist")).content.decode()
    assert other.public_id in games
    assert own.public_id not in games
    assert client.get(reverse("admin:games_game_change", args=[own.pk])).status_code == 302
    seats = client.get(reverse("admin:games_seat_changelist")).content.decode()
    assert "Clara" in seats
    assert "Bruno" not in seats
