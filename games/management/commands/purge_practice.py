"""``manage.py purge_practice``: delete practice games that nobody plays any more."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from games.services.practice import purge_practice


class Command(BaseCommand):
    """Delete all of them now; the worker deletes some every ten minutes."""

    help = "Delete practice games in which nothing has happened for a week."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete until nothing is left to delete, and say how many."""
        deleted = 0
        while found := purge_practice():
            deleted += found
        self.stdout.write(
            ngettext("%(n)d practice game deleted.", "%(n)d practice games deleted.", deleted)
            % {"n": deleted}
        )
