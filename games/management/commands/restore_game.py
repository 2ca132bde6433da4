"""``manage.py restore_game``: read a game back from a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.backup import restore
from games.rules import RulesError
from games.sentences import sentence


class Command(BaseCommand):
    """Read back what ``backup_game`` wrote; a game that is there is never touched."""

    help = "Read a game back from a file of backup_game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read it."""
        try:
            text = options["file"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']}: {error}") from None
        try:
            game = restore(text)
        except RulesError as error:
            raise CommandError(sentence(error)) from None
        said = _("%(name)s (%(id)s) is back. Links mailed before lead nowhere: send them again.")
        self.stdout.write(said % {"name": game.name, "id": game.public_id})
