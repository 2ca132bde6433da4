"""Indexes for what begins with some letters, in any case: the desk searches names and addresses.

On PostgreSQL only such indexes serve LIKE whatever the collation of the database is; Django's own
have no word for them. On SQLite, where few rows are stored, nothing is needed.
"""

from django.db import migrations

INDEXES = {
    "player_email_begins": ("games_player", "lower(email)"),
    "player_name_begins": ("games_player", "lower(name)"),
    # Addresses of one mailbox, which some providers read without dots.
    "player_mailbox_begins": ("games_player", "replace(lower(email), '.', '')"),
    "game_name_begins": ("games_game", "lower(name)"),
}


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name, (table, what) in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {table} (({what}) text_pattern_ops)")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX {name}")


class Migration(migrations.Migration):
    dependencies = [("games", "0015_network_of_a_seat")]
    operations = [migrations.RunPython(add, drop)]
