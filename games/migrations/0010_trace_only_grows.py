"""The trace can only grow: what is in it is neither changed nor deleted, whoever asks."""

from django.db import migrations

KEPT = ("id", "action", "why", "changed", "created")
REFERENCES = ("game_id", "seat_id", "player_id", "moderator_id")

POSTGRESQL = f"""
CREATE FUNCTION games_trace_only_grows() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'the trace is append-only';
  END IF;
  IF ({", ".join(f"NEW.{name}" for name in KEPT)})
      IS DISTINCT FROM ({", ".join(f"OLD.{name}" for name in KEPT)})
    OR {" OR ".join(f"(NEW.{n} IS NOT NULL AND NEW.{n} IS DISTINCT FROM OLD.{n})" for n in REFERENCES)}
  THEN
    RAISE EXCEPTION 'the trace is append-only';
  END IF;
  RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER games_trace_only_grows BEFORE UPDATE OR DELETE ON games_moderatoraction
  FOR EACH ROW EXECUTE FUNCTION games_trace_only_grows();
"""
SQLITE = [
    "CREATE TRIGGER games_trace_not_deleted BEFORE DELETE ON games_moderatoraction"
    " BEGIN SELECT RAISE(ABORT, 'the trace is append-only'); END",
    "CREATE TRIGGER games_trace_not_changed BEFORE UPDATE ON games_moderatoraction WHEN "
    + " OR ".join(
        [
            *(f"NEW.{name} IS NOT OLD.{name}" for name in KEPT),
            *(f"(NEW.{n} IS NOT NULL AND NEW.{n} IS NOT OLD.{n})" for n in REFERENCES),
        ]
    )
    + " BEGIN SELECT RAISE(ABORT, 'the trace is append-only'); END",
]


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    else:
        for statement in SQLITE:
            schema_editor.execute(statement)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER games_trace_only_grows ON games_moderatoraction")
        schema_editor.execute("DROP FUNCTION games_trace_only_grows()")
    else:
        schema_editor.execute("DROP TRIGGER games_trace_not_deleted")
        schema_editor.execute("DROP TRIGGER games_trace_not_changed")


class Migration(migrations.Migration):
    dependencies = [("games", "0009_moderators")]
    operations = [migrations.RunPython(add, drop)]
