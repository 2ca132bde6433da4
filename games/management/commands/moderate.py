"""``manage.py moderate``: what the desk does, for one game or for many."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.rules import RulesError
from games.rules.codec import read_choice
from games.sentences import sentence
from games.services.lobby import player_with
from games.services.moderation import ACTIONS, act_on_many
from games.services.moderation.case import Changed
from games.services.moderation.many import Asked, Outcome

#: Name of a value -> how it is read; every other is a text.
_READ: Mapping[str, Callable[[str], Any]] = {
    "hours": int,
    "number": int,
    "message": int,
    "due": parse_datetime,
    "choice": lambda text: read_choice(json.loads(text)),
}


class Command(BaseCommand):
    """Do to one game or to many what the desk can do, each in a transaction of its own."""

    help = "Do what the desk does to games: " + ", ".join(ACTIONS) + "."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What, to which games, by whom, why."""
        parser.add_argument("action", choices=list(ACTIONS))
        parser.add_argument("games", nargs="+", metavar="game", help="public ids")
        parser.add_argument("--by", required=True, help="the moderator's address")
        parser.add_argument("--why", required=True, help="stays in the trace")
        parser.add_argument("--seat", help="the name at the table")
        parser.add_argument(
            "--value", action="append", default=[], metavar="NAME=VALUE", help="such as hours=24"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it to each, and say for each what came of it; exit 1 if any did not work."""
        by = player_with(options["by"])
        if by is None:
            raise CommandError(_("There is no player with the address %s.") % options["by"])
        asked = Asked(
            moderator=by,
            code=options["action"],
            why=options["why"],
            values=_values(options["value"]),
            seat=options["seat"] or "",
        )
        try:
            outcomes = act_on_many(asked, options["games"], lambda done: done.changed)
        except RulesError as error:
            raise CommandError(sentence(error)) from None
        failed = 0
        for outcome in outcomes:
            failed += outcome.error is not None
            self.stdout.write(f"{outcome.public_id}: {_said(outcome)}")
        if failed:
            raise CommandError(_("%(failed)d of %(all)d did not work.") % {
                "failed": failed, "all": len(options["games"]),
            })  # fmt: skip


def _said(outcome: Outcome[Changed]) -> str:
    if outcome.error is not None:
        return sentence(outcome.error)
    return ", ".join(f"{name}={value}" for name, value in (outcome.found or {}).items())


def _values(given: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        try:
            values[name] = _READ.get(name, str)(text)
        except (ValueError, RulesError):
            values[name] = None
        if not equals or values[name] is None:
            raise CommandError(_("This is no value: %s. One looks like hours=24.") % pair)
    return values
