"""``manage.py mail_samples DIR``: every kind of mail as text, HTML and .eml, to look at."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from notifications import message
from notifications.models import Mail
from notifications.samples import with_samples


class Command(BaseCommand):
    """Writes samples from positions that were really played; nothing stays in the database."""

    help = "Write a sample of every kind of mail into a directory, as text, HTML and .eml."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the directory."""
        parser.add_argument("directory", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play games of two and of six, and write the largest mail of each sort."""
        directory: Path = options["directory"]
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{directory} is no directory that can be written to.") from error
        for players in (2, 6):
            sizes: dict[str, int] = {}

            def keep(name: str, mail: Mail, players: int = players, sizes: Any = sizes) -> None:
                if len(mail.html) > sizes.get(name, 0):
                    sizes[name] = len(mail.html)
                    _write(directory / f"{players}-{name}", mail)

            with_samples(players, keep)
            for name, size in sorted(sizes.items()):
                self.stdout.write(f"{players}-{name}: {size} letters of HTML")


def _write(path: Path, mail: Mail) -> None:
    path.with_suffix(".txt").write_text(mail.text, encoding="utf-8")
    path.with_suffix(".html").write_text(mail.html, encoding="utf-8")
    path.with_suffix(".eml").write_bytes(message.build(mail).message().as_bytes())
