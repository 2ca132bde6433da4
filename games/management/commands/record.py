"""``manage.py record``: print the record of a game."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.models import Game
from games.records import record_of
from games.rules import RulesError
from games.rules.record import record_text
from games.sentences import sentence


class Command(BaseCommand):
    """Print a game's record as JSON; while it runs, only what a spectator may know."""

    help = "Print the record of a game as JSON (nothing hidden while the game runs)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game."""
        parser.add_argument("game", help="the game's public id, as in the address of its page")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it on standard output."""
        game = Game.objects.filter(public_id=options["game"]).first()
        if game is None:
            raise CommandError(_("There is no game “%s”.") % options["game"])
        try:
            record = record_of(game)
        except RulesError as error:
            raise CommandError(sentence(error)) from None
        # A record is UTF-8, whatever the terminal takes (docs/record.md).
        reconfigure = getattr(self.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8")
        self.stdout.write(record_text(record), ending="")
