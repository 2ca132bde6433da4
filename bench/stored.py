"""Many stored games: copies of a few real ones, made by SQL with all that belongs to them."""

from __future__ import annotations

from django.db import connection

#: Ids of the real games, and of all that belongs to them, lie below; a copy's lie so much higher.
STRIDE = 2000

#: Table -> column -> what stands there in copy ``k``. What is not named is copied as it is.
_COPIED = {
    "games_player": {"id": "id + {far}", "email": "k || '-' || email"},
    "games_game": {
        "id": "id + {far}",
        "public_id": "left(md5(k || '-' || id), 16)",
        "form_key": "md5(k || '-' || form_key)",
        "host_id": "host_id + {far}",
    },
    "games_gameseed": {"game_id": "game_id + {far}"},
    "games_seat": {
        "id": "id + {far}",
        "game_id": "game_id + {far}",
        "player_id": "player_id + {far}",
    },
    "games_turn": {"id": "id + {far}", "game_id": "game_id + {far}"},
    "games_order": {
        "id": "id + {far}",
        "turn_id": "turn_id + {far}",
        "seat_id": "seat_id + {far}",
    },
    "notifications_mail": {
        "id": "id + {far}",
        "key": "k || '-' || key",
        "message_id": "'<' || k || '-' || substr(message_id, 2)",
        "player_id": "player_id + {far}",
        "game_id": "game_id + {far}",
        "seat_id": "seat_id + {far}",
        "turn_id": "turn_id + {far}",
    },
}


def add_copies(first: int, last: int) -> None:
    """Add the copies ``first`` to ``last`` of everything below ``STRIDE``; new statistics."""
    with connection.cursor() as cursor:
        for table, changed in _COPIED.items():
            cursor.execute(
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position",
                [table],
            )
            columns = [name for (name,) in cursor.fetchall()]
            values = [changed.get(name, f'"{name}"') for name in columns]
            names = ", ".join(f'"{name}"' for name in columns)
            key = "game_id" if table == "games_gameseed" else "id"
            cursor.execute(
                f"INSERT INTO {table} ({names})"
                f" SELECT {', '.join(values).format(far=f'k * {STRIDE}')}"
                f" FROM {table}, generate_series({first}, {last}) AS k WHERE {key} < {STRIDE}"
            )
            if key == "id":
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
                )
        cursor.execute("VACUUM (ANALYZE)")


def make_ready() -> None:
    """Mark every mail as sent, so that what is due is what is made from now on; then come copies.

    What there is most of must lie below ``STRIDE``.
    """
    from django.utils import timezone

    from notifications.models import Mail

    assert (Mail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) < STRIDE
    Mail.objects.update(state=Mail.State.SENT, sent_at=timezone.now())
