"""An order that can be read by itself is taken in one transaction, its link looked at there too."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.forms import data_of
from games.links import Purpose, make_token, turn_path
from games.models import Game, Order, Seat
from games.services import orders, seats
from notifications import wishes
from notifications.models import Kind, Mail
from tests.games.cast import choice_for, running_game, seat_of, turn_of

pytestmark = pytest.mark.django_db


def _post(game: Game, seat: Seat, path: str) -> int:
    choice = choice_for(game, turn_of(game), seat)
    return Client().post(path, data_of(choice)).status_code


def _order(seat: Seat) -> Order:
    return Order.objects.get(seat=seat, turn=turn_of(seat.game))


def test_the_first_of_two_orders_takes_two_queries_and_the_last_three() -> None:
    game = running_game("Anna", "Bruno")
    taken = []
    for name in ("Anna", "Bruno"):
        seat = seat_of(game, name)
        path = turn_path(seat, 1)
        with CaptureQueriesContext(connection) as queries:
            assert _post(game, seat, path) == 303
        asked = [row["sql"] for row in queries if "games_order" in row["sql"]]
        taken.append(len([sql for sql in asked if "SAVEPOINT" not in sql]))
        assert _order(seat).submitted_at is not None
    # Each is read once more here, to choose.
    assert taken[1] - taken[0] == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's plans")
def test_an_order_is_found_by_its_turn_and_not_among_all_that_its_seat_ever_gave() -> None:
    game = running_game("Anna", "Bruno")
    seat, turn = seat_of(game, "Anna"), turn_of(game)
    with CaptureQueriesContext(connection) as queries:
        orders._ORDER.get(seat=seat.pk, turn=turn.number)
    with connection.cursor() as cursor:
        # Tables of a test are small, and read whole where that is allowed.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {queries[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Index Scan using turn_number_once" in plan
    assert "Index Scan using order_once" in plan


def test_a_revoked_link_gives_no_order_and_says_what_any_bad_link_does() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    path = turn_path(anna, 1)
    seats.revoke_links(seat_id=anna.pk)
    choice = data_of(choice_for(game, turn_of(game), anna))
    revoked, made_up = Client().post(path, choice), Client().post(f"/t/{'a' * 30}/", choice)
    assert (revoked.status_code, revoked.content) == (404, made_up.content)
    assert _order(anna).submitted_at is None


def test_a_made_up_link_locks_nothing() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    choice = data_of(choice_for(game, turn_of(game), anna))
    forged = make_token(Purpose.TURN, anna.pk, anna.link_epoch + 1, 1)
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert Client().post(f"/t/{forged}/", choice).status_code == 404
        assert not any("FOR NO KEY" in row["sql"] or "UPDATE" in row["sql"] for row in queries)
        assert len(queries) == 1
        # Also once a good one of the same seat was seen.
        assert _post(game, anna, turn_path(anna, 1)) == 303


def test_an_order_that_is_refused_shows_the_page_and_why() -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    answer = Client().post(turn_path(anna, 1), {"choice": "no such thing"})
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert _order(anna).submitted_at is None


@pytest.mark.parametrize(("everywhere", "here", "mails"), [
    (None, None, 0), (True, None, 1), (True, False, 0), (False, True, 1), (False, None, 0),
])  # fmt: skip
def test_an_order_is_confirmed_for_whom_wants_that(
    everywhere: bool | None, here: bool | None, mails: int
) -> None:
    game = running_game("Anna", "Bruno")
    anna = seat_of(game, "Anna")
    assert anna.player is not None
    for where, wish in ((None, everywhere), (game, here)):
        if wish is not None:
            wishes.set_wish(player=anna.player, game=where, confirmations=wish)
    assert _post(game, anna, turn_path(anna, 1)) == 303
    assert Mail.objects.filter(kind=Kind.CONFIRMED, player=anna.player).count() == mails
