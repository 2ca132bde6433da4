"""``manage.py clean_up``: everything that is of no use any more, in one go, once a day."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.services import limits, practice


class Command(BaseCommand):
    """Forget sessions, counts, old positions and texts; a game that goes on is never touched."""

    help = "Forget what is of no use any more: sessions, counts, old positions, texts of old mails."

    def handle(self, *args: Any, **options: Any) -> None:
        """Forget it all."""
        call_command("clearsessions")
        limits.forget()
        practice.purge_practice()
        call_command("purge_positions", stdout=self.stdout)
        call_command("purge_mails", stdout=self.stdout)
