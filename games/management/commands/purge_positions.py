"""``manage.py purge_positions``: forget the positions before each turn of games long over."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game, Turn


class Command(BaseCommand):
    """Forget ``state_before`` of finished games: looking back plays them again where needed."""

    help = "Forget the stored positions of games that have been over for so many days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """For how long they must be over."""
        parser.add_argument("--days", type=int, default=90)

    def handle(self, *args: Any, **options: Any) -> None:
        """Forget them; a game that goes on is never touched."""
        until = timezone.now() - timedelta(days=max(options["days"], 0))
        over = Game.objects.filter(status=Game.Status.FINISHED, finished__lte=until)
        turns = Turn.objects.filter(game__in=over, closed__isnull=False, state_before__isnull=False)
        self.stdout.write(_("%d positions were forgotten.") % turns.update(state_before=None))
