"""What a seat said beforehand is as secret as an order: whatever it is, all others see the same."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from games import mine
from games.models import Game
from games.rules.choices import Mobilize, Pass, Place
from games.rules.codec import to_json
from games.standing_models import Beforehand, StandingOrder
from tests.games.beforehand import say
from tests.games.browsing import BROWSER
from tests.games.cast import order, seat_of
from tests.games.test_secrecy import (  # noqa: F401 - its clock stands still here as well
    a_draw,
    admin_paths,
    assert_same,
    look,
    moderator,
    paths_of_everybody_but,
    stopped_clock,
)

pytestmark = pytest.mark.django_db


def annas_secrets(game: Game) -> None:
    order(game, "Anna", Mobilize(Pass()))
    order(game, "Bruno", Mobilize(Pass()))
    say(game, "Anna", {"S": Pass(), "H": Place(9, "H")}, claim_from=4, market=(17, 18))


def change(choice: Place | Pass, count: int | None, market: list[int]) -> None:
    StandingOrder.objects.update(action=to_json(choice))
    Beforehand.objects.update(claim_from=count, market=market, lose_least=bool(count))


def test_no_page_of_anybody_else_and_no_admin_page_tells(moderator: Client) -> None:  # noqa: F811
    game = a_draw()
    annas_secrets(game)
    public, looks = paths_of_everybody_but(game, "Anna"), []
    for secret in ((Pass(), 2, [17]), (Place(9, "H"), None, []), (Place(20, "T"), 6, [18, 21])):
        change(*secret)
        looks.append(look(BROWSER, public) | look(moderator, admin_paths(game)))
    StandingOrder.objects.all().delete()
    Beforehand.objects.all().delete()
    looks.append(look(BROWSER, public) | look(moderator, admin_paths(game)))

    assert_same(looks)


def test_there_is_no_admin_page_of_it(moderator: Client) -> None:  # noqa: F811
    content = moderator.get("/admin/").content + moderator.get("/admin/games/").content
    assert b"standing" not in content
    assert b"beforehand" not in content


def test_only_the_own_export_has_it() -> None:
    game = a_draw()
    annas_secrets(game)
    exports = {
        name: json.dumps(mine.everything_about(player), cls=DjangoJSONEncoder)
        for name in ("Anna", "Bruno")
        if (player := seat_of(game, name).player)
    }
    own = json.loads(exports["Anna"])["seats"][0]["said_beforehand"]
    assert own["orders"] == {
        "S": {"type": "pass"},
        "H": {"type": "place", "card": 9, "symbol": "H"},
    }
    assert own["wishes"]["claim_from"] == 4
    assert json.loads(exports["Bruno"])["seats"][0]["said_beforehand"] is None


def test_neither_a_row_nor_its_name_says_what_it_says() -> None:
    game = a_draw()
    annas_secrets(game)
    for row in (*StandingOrder.objects.all(), *Beforehand.objects.all()):
        assert "place" not in f"{row}{row!r}"
