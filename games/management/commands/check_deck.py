"""``manage.py check_deck``: report everything that is wrong with a deck file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deck_sentences import fault_sentence
from games.rules.deckcheck import Fault, check_deck

DEFAULT = Path(__file__).resolve().parents[2] / "decks" / "objectives.csv"
#: No deck file is longer; the one that comes along has 12 KB.
LARGEST = 1_000_000


class Command(BaseCommand):
    """Check a deck file against all totals that docs/rules.md lists."""

    help = "Check a deck of objectives. Reports every fault with its line; exit 1 if there is any."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        text = "a deck as CSV (default: the deck that comes along)"
        parser.add_argument("file", type=Path, nargs="?", default=DEFAULT, help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each fault, then what it comes to."""
        path: Path = options["file"]
        found = check_deck(read(path))
        for fault in found:
            self.stdout.write(f"{path}:{fault.line}: {mark(fault)}{fault_sentence(fault)}")
        warnings = sum(fault.warning for fault in found)
        faults = len(found) - warnings
        counted = ", ".join(
            (
                ngettext("%(count)d fault", "%(count)d faults", faults) % {"count": faults},
                ngettext("%(count)d warning", "%(count)d warnings", warnings) % {"count": warnings},
            )
        )
        if faults:
            raise CommandError(f"{path}: {counted}")
        self.stdout.write(f"{path}: {counted}")


def mark(fault: Fault) -> str:
    """Give what marks a warning."""
    return _("warning: ") if fault.warning else ""


def read(path: Path) -> bytes:
    """Give what stands in the file; raises ``CommandError`` where that is no deck for sure."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    if len(data) > LARGEST:
        raise CommandError(_("%(file)s: larger than any deck can be") % {"file": path})
    if b"\0" in data:
        raise CommandError(_("%(file)s: this is no text") % {"file": path})
    return data
