"""``manage.py anonymise``: delete an account as its owner could."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.rules import RulesError
from games.sentences import sentence
from games.services.lobby import player_with
from games.services.moderation import act_on_player


class Command(BaseCommand):
    """Delete an account: games stay whole, bots play its seats on under no name."""

    help = "Delete an account; its games stay whole, and nothing tells who it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, by whom, why."""
        parser.add_argument("address")
        parser.add_argument("--by", required=True, help="the address of a lead moderator")
        parser.add_argument("--why", required=True, help="stays in the trace; name nobody in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete it."""
        player, by = player_with(options["address"]), player_with(options["by"])
        if player is None or by is None:
            missing = options["by"] if player is not None else options["address"]
            raise CommandError(_("There is no player with the address %s.") % missing)
        try:
            act_on_player(moderator=by, code="delete", player_id=player.pk, why=options["why"])
        except RulesError as error:
            raise CommandError(sentence(error)) from None
        self.stdout.write(_("Deleted."))
