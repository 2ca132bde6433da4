"""``manage.py check_record``: check the record of a finished game."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.record_sentences import record_sentence
from games.rules import RulesError
from games.rules.recordcheck import LARGEST, check_record, read_record


class Command(BaseCommand):
    """Check bag, legality of every decision, every event and the scores of a record."""

    help = "Check a game's record: bag, every event's legality, scores. Exit 1 if it is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path, help="a record as `manage.py record` prints it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say that all is right, or the first thing that is wrong and where."""
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        try:
            record = read_record(data)
            check_record(record)
        except RulesError as error:
            place = error.parameters.get("place", "$")
            raise CommandError(_one_line(f"{path}: {place}: {record_sentence(error)}")) from None
        self.stdout.write(
            _("%(file)s: bag, %(steps)d steps and scores are right.")
            % {"file": path, "steps": len(record.steps)}
        )


def _one_line(text: str) -> str:
    """Give it as one line: what stands in a stranger's file moves no cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
