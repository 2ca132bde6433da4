"""What the server takes for the moderators' desk, with few and with many games and mails.

    python -m bench.desk [--stored 100,100000] [--rounds N] [--looks N]

About ten mails belong to each game. In both databases games wait for days, some are set apart,
some seats are absent, and one mail in fifty has failed: every kind of trouble has more rows than
it shows.
Both are looked at in turns, so that a busy machine meets both alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from bench.house import open_house
from bench.pages import real_games
from bench.scale import Databases, grow

#: Mails that belong to a game, about.
MAILS = 10

#: What is looked at; the last two are the pages of the same game and person in every database.
PATHS = (
    "/admin/desk/",
    "/admin/desk/?only=waiting",
    "/admin/desk/search/?q=an",
    "/admin/desk/search/?q=7-seat0@game3",
    "/admin/desk/trace/",
    "/admin/desk/numbers/",
    "/admin/desk/games/{game}/",
    "/admin/desk/players/{player}/",
)

TROUBLES = (
    "UPDATE games_turn SET opened = now() - interval '5 days' WHERE closed IS NULL",
    "UPDATE games_game SET quarantined_at = now() WHERE id % 40 = 0 AND status = 'running'",
    "UPDATE games_seat SET absent_since = now() WHERE id % 40 = 0 AND player_id IS NOT NULL",
    "UPDATE notifications_mail SET state = 'failed' WHERE id % 50 = 0 AND state = 'sent'",
    """INSERT INTO notifications_address (address, stopped, reason)
       SELECT lower(email), now(), 'hard' FROM games_player WHERE id % 20 = 0""",
    "ANALYZE",
)


def more_mails() -> None:
    """Add sent mails of old until there are about ten for each game."""
    from games.models import Game
    from notifications.models import Mail

    games = list(Game.objects.all())
    for game in games:
        seat = game.seats.exclude(player=None).first()
        for number in range(MAILS - game.mails.count()):
            key = f"old:{game.pk}:{number}"
            Mail.objects.create(
                key=key, kind="mobilize", game=game, seat=seat, player=seat and seat.player
            )


def figures(databases: Databases, options: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Give one figure after the other, under its name."""
    from django.db import connection
    from django.test import Client

    from games.models import Game, Player
    from notifications.models import Mail
    from tests.games.site import both_steps

    real_games()
    more_mails()
    names = grow(databases, [int(size) for size in options.stored.split(",")])
    clients = {}
    for size, name in names.items():
        databases.use(name)
        with connection.cursor() as cursor:
            for statement in TROUBLES:
                cursor.execute(statement)
        lead = Player.objects.create_user("lead@example.org", is_staff=True, is_superuser=True)
        clients[size] = both_steps(Client(), lead)
        yield f"stored_{size}", {"games": Game.objects.count(), "mails": Mail.objects.count()}
    game = Game.objects.filter(status="running").order_by("pk")[0]
    known = {"game": game.public_id, "player": game.seats.exclude(player=None)[0].player_id}
    for path in (pattern.format(**known) for pattern in PATHS):
        yield path, looked_at(path, databases, names, clients, options)
    databases.use(databases.base)


def looked_at(
    path: str,
    databases: Databases,
    names: dict[int, str],
    clients: dict[int, Any],
    options: argparse.Namespace,
) -> dict[str, Any]:
    """Look at one page in the smallest and the biggest database, in turns."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    few, many = min(names), max(names)
    times: dict[int, list[float]] = {few: [], many: []}
    queries = 0
    for number in range(options.rounds):
        for look in range(options.looks + 1):
            for size in (few, many) if (number + look) % 2 else (many, few):
                databases.switch(names[size])
                with CaptureQueriesContext(connection) as seen:
                    begun = time.perf_counter()
                    assert clients[size].get(path).status_code == 200
                    spent = time.perf_counter() - begun
                queries = max(queries, len(seen))
                if look:  # the first one in a while warms up
                    times[size].append(1000 * spent)
    middle = {size: statistics.median(found) for size, found in times.items()}
    return {
        "queries": queries,
        **{str(size): round(found, 1) for size, found in middle.items()},
        "ratio": round(middle[many] / middle[few], 2),
    }


def main() -> int:
    """Measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.desk",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stored", default="100,100000", help="how many games")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--looks", type=int, default=6, help="at each page, in each round")
    options = parser.parse_args()
    with open_house() as house, ExitStack() as stack:
        from django.test.utils import setup_test_environment

        setup_test_environment(debug=False)  # the name under which Django's test client asks
        found = dict(figures(Databases(house, stack), options))
    print(json.dumps({"bench": "desk", "unit": "ms", **found}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
