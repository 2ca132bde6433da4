"""``manage.py backup_game``: write everything of a game to a file."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.backup import backup
from games.models import Game


class Command(BaseCommand):
    """Write a game to a file that only its owner can read: the seed stands in it."""

    help = "Write a game, with its seed and unrevealed orders, to a file for restore_game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, and the file."""
        parser.add_argument("game", help="the game's public id, as in the address of its page")
        parser.add_argument("file", type=Path, help="the file, which must not be there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        game = Game.objects.filter(public_id=options["game"]).first()
        if game is None:
            raise CommandError(_("There is no game “%s”.") % options["game"])
        text = backup(game)
        try:
            handle = os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        self.stdout.write(_("Written. Whoever reads this file knows what is coming: keep it safe."))
