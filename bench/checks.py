"""Correctness first: what the database says after a run, and what it weighs."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Count, F, Q

from bench.play import Twin
from games.models import Game, Order, Turn
from games.services.table import state_of


def faults(twins: Sequence[Twin]) -> list[str]:
    """Give what is wrong with these games; nothing, if every turn closed once and counted."""
    ids = [twin.game_id for twin in twins]
    return [*_orders_wrong(ids), *(fault for twin in twins for fault in _game_wrong(twin))]


def _orders_wrong(ids: Sequence[int]) -> list[str]:
    """Look for orders of closed turns that were not given by link, and for doubled mails."""
    closed = Order.objects.filter(turn__game__in=ids, turn__closed__isnull=False)
    bad = closed.exclude(source="link", submitted_at__isnull=False, voided_at=None).count()
    late = closed.filter(submitted_at__gt=F("turn__closed")).count()
    return [
        *([f"{bad} orders of closed turns were not given by link"] if bad else []),
        *([f"{late} orders came after their turn had closed"] if late else []),
    ]


def _game_wrong(twin: Twin) -> list[str]:
    from notifications.models import Mail

    game = Game.objects.get(pk=twin.game_id)
    turns = Turn.objects.filter(game=game).order_by("number")
    numbers = list(turns.values_list("number", flat=True))
    opened = 0 if twin.over else 1
    asked = Order.objects.filter(turn__game=game)
    given = asked.filter(submitted_at__isnull=False).count()
    told = Mail.objects.filter(game=game, turn__isnull=False).aggregate(
        rows=Count("pk"), keys=Count("key", distinct=True)
    )
    found = {
        "numbers": numbers == list(range(twin.number + opened)),
        "open turns": turns.filter(closed=None).count() == opened,
        "orders": given == twin.orders,
        "position": state_of(game.state) == twin.state,
        "mails": told["rows"] == told["keys"] == asked.count(),
        "quarantined": game.quarantined_at is None and game.advance_attempts == 0,
    }
    return [f"game {game.pk}: {what}" for what, right in found.items() if not right]


def turns_closed() -> int:
    """Give how many turns have closed in all games, set-ups apart."""
    return Turn.objects.filter(Q(number__gt=0), closed__isnull=False).count()


def bytes_by_table() -> dict[str, int]:
    """Give table -> bytes with indexes and TOAST, after a VACUUM."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        return dict(cursor.fetchall())


def parts_of(table: str) -> dict[str, int]:
    """Give the bytes of a table's heap and of each of its indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, pg_relation_size(c.oid) FROM pg_index i"
            " JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %s::regclass"
            " UNION SELECT %s, pg_relation_size(%s::regclass)",
            [table, table, table],
        )
        return dict(cursor.fetchall())


def growth(before: dict[str, int], after: dict[str, int], turns: int) -> dict[str, int]:
    """Give table -> bytes that it grew by for each turn; ``all`` is the sum."""
    grown = {name: (size - before.get(name, 0)) // max(turns, 1) for name, size in after.items()}
    tables = {name: size for name, size in sorted(grown.items()) if size}
    return {"all": sum(tables.values()), **tables}


def timestamps(twins: Sequence[Twin]) -> list[float]:
    """Give the seconds from the last order of each turn to the next one's ``opened``."""
    rows = (
        Order.objects.filter(turn__game__in=[twin.game_id for twin in twins])
        .filter(turn__closed__isnull=False, turn__number__gt=0)
        .values_list("turn__game_id", "turn__number", "submitted_at")
    )
    last: dict[tuple[int, int], float] = {}
    for game, number, submitted in rows:
        if submitted is not None:
            last[game, number] = max(last.get((game, number), 0.0), submitted.timestamp())
    opened = Turn.objects.filter(game__in=[twin.game_id for twin in twins], number__gt=1)
    return [
        moment.timestamp() - last[game, number - 1]
        for game, number, moment in opened.values_list("game_id", "number", "opened")
        if (game, number - 1) in last
    ]
