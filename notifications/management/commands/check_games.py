"""``manage.py check_games``: name everything stored that cannot be; repair nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.integrity import faults_of
from games.models import Game
from notifications.integrity import mail_faults_of


class Command(BaseCommand):
    """Check stored games: turns, orders, events, positions, mails. Exit 1 if anything is wrong."""

    help = "Name everything stored of games that cannot be; repair nothing. Exit 1 if there is any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The games; all where none is named."""
        parser.add_argument("game", nargs="*", help="public ids; without any, all games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each fault."""
        games = Game.objects.order_by("pk")
        if options["game"]:
            games = games.filter(public_id__in=options["game"])
        checked = wrong = 0
        for game in games.iterator(chunk_size=100):
            checked += 1
            for fault in (*faults_of(game), *mail_faults_of(game)):
                wrong += 1
                self.stdout.write(str(fault))
        if options["game"] and checked < len(set(options["game"])):
            raise CommandError(_("Not all of these games exist."))
        if wrong:
            raise CommandError(_("%(wrong)d faults in %(checked)d games.") % locals())
        self.stdout.write(_("%(checked)d games checked: nothing is wrong.") % locals())
