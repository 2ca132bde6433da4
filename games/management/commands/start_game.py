"""``manage.py start_game``: create a game and invite the players by mail."""

from __future__ import annotations

from argparse import ArgumentParser
from email.utils import parseaddr
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.clocks import Pace
from games.models import Seat
from games.rules import RulesError, Ruleset
from games.rules.ruleset import SWITCHES
from games.sentences import sentence
from games.services.lobby import Invitee, create_game


class Command(BaseCommand):
    """Create a game and invite everybody named; it starts when all have accepted."""

    help = "Create a game and invite the players by mail; it starts when all have accepted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name, addresses, bots, clock and one option for each switch of the rules."""
        parser.add_argument("name", help="the game's name, as it stands in every subject")
        parser.add_argument(
            "address", nargs="*", help="who is invited: name@example.org or 'Name <address>'"
        )
        parser.add_argument("--bots", type=int, default=0, help="so many seats go to bots")
        parser.add_argument("--bot", choices=Seat.Bot.values, default=Seat.Bot.GREEDY)
        parser.add_argument("--hours", type=int, help="hours a turn")
        parser.add_argument("--daily-hour", type=int, help="turns close at this hour of the day")
        parser.add_argument("--zone", default="UTC", help="where that hour and weekends are meant")
        parser.add_argument("--weekend-pause", action="store_true", help="weekends do not count")
        parser.add_argument(
            "--in-this-order", action="store_true", help="seats in the order given, not by chance"
        )
        for switch, values in SWITCHES.items():
            name = "--" + switch.replace("_", "-")
            parser.add_argument(name, choices=values, default=values[0], type=type(values[0]))

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the game and print where it can be seen."""
        named = [parseaddr(text) for text in options["address"]]
        invitees = [
            Invitee(email=address or text, name=name)
            for text, (name, address) in zip(options["address"], named, strict=True)
        ]
        invitees += [Invitee(bot=options["bot"])] * options["bots"]
        try:
            game = create_game(
                name=options["name"],
                invitees=invitees,
                ruleset=Ruleset(**{switch: options[switch] for switch in SWITCHES}),
                pace=Pace(
                    options["hours"],
                    options["daily_hour"],
                    options["zone"],
                    options["weekend_pause"],
                ),
                seats_by_host=options["in_this_order"],
            )
        except RulesError as error:
            raise CommandError(sentence(error)) from None
        self.stdout.write(_("Created “%(name)s” (%(id)s).") % {"name": game, "id": game.public_id})
        self.stdout.write(_("Commitment of the bag: %s") % game.commitment)
