"""From the posted form of a new game to what its host wants. Nothing is clamped or guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.clocks import Pace
from games.models import Seat
from games.rules import Ruleset
from games.rules.opening import SEATS
from games.rules.ruleset import SWITCHES
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.tables import Plan

#: A turn that closes at an hour of the day, instead of after so many hours.
DAILY = "daily"
#: The lengths of a turn that can be chosen, in hours; none: no deadline.
HOURS = ("", "6", "12", "24", "36", "48", "72", "96", "168")
#: What stands in the form before anybody has typed: a game at a leisurely pace among friends.
DEFAULTS = {
    "name": "",
    "seats": "4",
    "addresses": "",
    "bots": "0",
    "bot": str(Seat.Bot.GREEDY),
    "hours": "48",
    "daily_hour": "20",
    "zone": "UTC",
    "weekend": "no",
    "time_off": "yes",
    "public": "no",
    "word": "",
    **{switch: str(values[0]) for switch, values in SWITCHES.items()},
}
#: More lines of addresses than any table has seats are not read.
_MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class SetupForm:
    """The form as filled in: every field a text, missing ones as they were at first."""

    values: Mapping[str, str]

    def plan(self) -> Plan:
        """Give what the host wants; raises ``Refused`` naming what is wrong."""
        addresses = self._addresses()
        bots, seats = self._number("bots", 0), self._number("seats", SEATS[0])
        free = seats - 1 - len(addresses) - bots
        if free < 0:
            raise Refused("seats_too_few", seats=seats, wanted=1 + len(addresses) + bots)
        others = [
            *[Invitee(email=address) for address in addresses],
            *[Invitee(free=True)] * free,
            *[Invitee(bot=self._chosen("bot", tuple(Seat.Bot.values)))] * bots,
        ]
        return Plan(
            name=self.values["name"],
            others=others,
            ruleset=self._ruleset(),
            pace=self._pace(),
            time_off=self._chosen("time_off", ("yes", "no")) == "yes",
            public=self._chosen("public", ("no", "yes")) == "yes",
            word=self.values["word"],
        )

    def _chosen(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self.values[name]
        if value not in allowed:
            raise Refused("bad_value")
        return value

    def _number(self, name: str, low: int) -> int:
        allowed = tuple(str(number) for number in range(low, SEATS[-1] + 1))
        return int(self._chosen(name, allowed))

    def _pace(self) -> Pace:
        chosen = self._chosen("hours", (*HOURS, DAILY))
        daily, hour = chosen == DAILY, self.values["daily_hour"]
        if daily and not (hour.isascii() and hour.isdecimal() and len(hour) < 3):
            raise Refused("bad_value")
        pause = self._chosen("weekend", ("no", "yes")) == "yes"
        return Pace(
            hours=int(chosen) if chosen and not daily else None,
            daily_hour=int(hour) if daily else None,
            zone=self.values["zone"],
            weekend_pause=pause,
        )

    def _addresses(self) -> list[str]:
        lines = self.values["addresses"].replace(",", "\n").replace(";", "\n").splitlines()
        found = [line.strip() for line in lines if line.strip()]
        if len(found) > _MOST_LINES:
            raise Refused("seats_too_few", seats=SEATS[-1], wanted=len(found) + 1)
        return found

    def _ruleset(self) -> Ruleset:
        chosen: dict[str, str | int] = {}
        for switch, allowed in SWITCHES.items():
            texts = {str(value): value for value in allowed}
            chosen[switch] = texts[self._chosen(switch, tuple(texts))]
        return Ruleset(**chosen)  # type: ignore[arg-type] # each is one of its switch's values


def read_setup(posted: Mapping[str, str]) -> SetupForm:
    """Read the posted form."""
    return SetupForm({name: posted.get(name, first) for name, first in DEFAULTS.items()})
