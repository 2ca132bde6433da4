"""Positions, events and choices as compact text, and two indexes fewer on turns and orders.

A game's row is changed twice a turn and hardly grows: room left on its page lets PostgreSQL use
the same space again and again, where it went from page to page.
"""

import django.db.models.deletion
import games.fields
from django.db import migrations, models


def leave_room(apps, schema_editor):
    """Leave half of each page free for the next version of a game's row."""
    _alter(schema_editor, "ALTER TABLE games_game SET (fillfactor = 50)")


def as_before(apps, schema_editor):
    """Go back to PostgreSQL's own way."""
    _alter(schema_editor, "ALTER TABLE games_game RESET (fillfactor)")


def _alter(schema_editor, sql):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(sql)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_pauses_and_votes'),
    ]

    operations = [
        # First: what follows writes every row anew.
        migrations.RunPython(leave_room, as_before),
        migrations.AlterField(
            model_name='game',
            name='state',
            field=games.fields.CompactJSONField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='order',
            name='choice',
            field=games.fields.CompactJSONField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='order',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='games.turn'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='events',
            field=games.fields.CompactJSONField(default=list, editable=False),
        ),
        # Apart, since a change of its column's own index takes this one with it.
        migrations.RemoveConstraint(model_name='turn', name='turn_one_open'),
        migrations.AlterField(
            model_name='turn',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.UniqueConstraint(condition=models.Q(('closed__isnull', True)), fields=('game',), name='turn_one_open'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='state_before',
            field=games.fields.CompactJSONField(blank=True, editable=False, null=True),
        ),
    ]
