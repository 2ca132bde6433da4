"""``manage.py purge_mails``: forget what old mails said."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from notifications.models import Mail


class Command(BaseCommand):
    """Forget texts, subjects and addresses of mails that are done with; their rows stay.

    The rows keep every mail from being written twice, and its thread together.
    """

    help = "Forget what mails said that were sent or given up so many days ago."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """For how long they must be done with."""
        parser.add_argument("--days", type=int, default=30)

    def handle(self, *args: Any, **options: Any) -> None:
        """Forget them; what is still to be sent is never touched."""
        until = timezone.now() - timedelta(days=max(options["days"], 0))
        done = Mail.objects.filter(
            state__in=(Mail.State.SENT, Mail.State.FAILED, Mail.State.SKIPPED), created__lte=until
        ).exclude(text="", html="", subject="", to_address="")
        number = done.update(text="", html="", subject="", to_address="")
        self.stdout.write(_("%d mails were forgotten.") % number)
