"""Every page of the desk in every state that it has, over games in every trouble there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games.models import Game, Player, Seat, Turn
from games.services import clock, votes
from games.services.moderation import ACTIONS, PEOPLE_ACTIONS
from games.talk_models import TableTalk, TalkReport
from games.tally_models import Tally
from notifications.address_models import Address
from notifications.models import Mail
from tests.games.cast import play_until, running_game, seat_of
from tests.games.moderating import moderator
from tests.games.site import both_steps, person

DESK = "/admin/desk/"
OLD = timedelta(days=5)


@dataclass(frozen=True, slots=True)
class Stop:
    """A page of the desk, opened, or with ``fields`` a form that is sent there."""

    name: str
    path: str
    status: int = 200
    fields: dict[str, Any] = field(default_factory=dict)

    def at(self, client: Client) -> Any:
        """Open the page, or send the form, and give the answer."""
        return client.post(self.path, self.fields) if self.fields else client.get(self.path)


@dataclass(frozen=True, slots=True)
class Town:
    """Whoever looks, and the game and people that are looked at."""

    lead: Player
    game: Game
    own: Game
    quiet: Game

    def client(self) -> Client:
        """Give the lead's browser, both steps done."""
        return both_steps(Client(), self.lead)


def troubled() -> Town:
    """Make games in every kind of trouble; a lead looks after them, and plays in one."""
    lead, old = moderator("Livia", "Leads"), timezone.now() - OLD
    waits = named("Via Flaminia", "Anna", "Bruno", "Clara", hours=240)
    play_until(waits, "mobilize")
    Turn.objects.filter(game=waits, closed=None).update(opened=old)
    Mail.objects.filter(game=waits).update(state="sent", sent_at=old)
    Seat.objects.filter(game=waits, name="Clara").update(absent_since=old, missed=2)
    votes.propose(seat_id=seat_of(waits, "Anna").pk, kind="pause")
    said = TableTalk.objects.create(game=waits, seat=seat_of(waits, "Bruno"), text="You fool!")
    TalkReport.objects.create(message=said, player=person("Anna"), why="rude", created=old)
    apart = named("Via Latina", "Dario", "Elena")
    clock.quarantine(game_id=apart.pk, error="killed_its_worker")
    late = named("Via Aurelia", "Gaia", "Hanno", hours=1)
    Turn.objects.filter(game=late, closed=None).update(due=old)
    more = [named(f"Via {number}", f"Nero{number}", f"Otho{number}") for number in range(10)]
    Turn.objects.filter(game__in=more, closed=None).update(opened=old)
    failed = named("Via Egnatia", "Ida", "Julia")
    Mail.objects.filter(game=failed).update(state="failed", error="smtp_552")
    Address.objects.create(address="ida@example.org", stopped=old, reason="hard")
    Player.objects.create_user("anna+two@example.org", name="Annette", last_login=old)
    Tally.objects.create(day=old.date(), name="draws", value=7)
    return Town(lead, waits, named("Via Appia", "Livia", "Kira", hours=48), late)


def named(name: str, *players: str, **options: Any) -> Game:
    """A running game of this name."""
    game = running_game(*players, **options)
    Game.objects.filter(pk=game.pk).update(name=name)
    game.name = name
    return game


def tour(town: Town) -> Iterator[Stop]:
    """Every page, every form, every preview, and what is refused; nothing is done."""
    yield Stop("the desk", DESK)
    for code in ("silent", "set_apart", "overdue", "reported", "waiting", "absent", "failed",
                 "stopped", "votes"):  # fmt: skip
        yield Stop(f"only {code}", f"{DESK}?only={code}&all")
    for text in ("", "an", "nothing like that"):
        yield Stop(f"search {text}", f"{DESK}search/?q={text}")
    for name in ("trace", "numbers"):
        yield Stop(name, f"{DESK}{name}/")
    for game in (town.game, town.own):
        yield Stop(game.name, f"{DESK}games/{game.public_id}/")
    for name in ("Anna", "Kira"):
        yield Stop(name, f"{DESK}players/{person(name).pk}/")
    yield from of_games(town)
    yield from of_people()
    yield from of_many(town)


def of_games(town: Town) -> Iterator[Stop]:
    """The form of each deed about a game, what would follow, and a refusal."""
    at, seat = f"{DESK}games/{town.game.public_id}/do/", seat_of(town.game, "Clara").pk
    message = TableTalk.objects.get(game=town.game).pk
    for code in ACTIONS:
        yield Stop(f"{code} asked", f"{at}{code}/?seat={seat}&message={message}&number=1")
    values = {"hours": 24, "due": "2099-01-31 18:00", "bot": "greedy", "number": 1, "seat": seat,
              "email": "milo@example.org", "message": message, "why": "to see"}  # fmt: skip
    for code in ACTIONS:
        status = 409 if code in ("resume", "release", "give_back", "order_given") else 200
        yield Stop(f"{code} shown", f"{at}{code}/", status, values)
    yield Stop("a deed without a reason", f"{at}extend/", 422, {"hours": 0})
    own = f"{DESK}games/{town.own.public_id}/do/extend/"
    yield Stop("a deed in an own game", own, 409, {"hours": 1, "why": "to see"})


def of_people() -> Iterator[Stop]:
    """The form of each deed about a person, and what would follow."""
    at = f"{DESK}players/{person('Anna').pk}/do/"
    for code in PEOPLE_ACTIONS:
        yield Stop(f"{code} asked", f"{at}{code}/")
        status = 409 if code == "lift_ban" else 200
        fields = {"why": "to see", "group": "Moderators"}
        yield Stop(f"{code} shown", f"{at}{code}/", status, fields)
    yield Stop("a person banned already", f"{at}lift_ban/", 409, {"why": "x", "confirmed": "1"})


def of_many(town: Town) -> Iterator[Stop]:
    """Many games: asked about, shown with one that cannot be, nothing chosen, nothing done yet."""
    ids = [town.game.public_id, town.quiet.public_id, town.own.public_id]
    query = "&".join(f"game={public_id}" for public_id in ids)
    yield Stop("many asked", f"{DESK}many/?code=extend&{query}")
    shown = {"code": "extend", "game": ids, "hours": 24, "why": "a storm"}
    yield Stop("many shown", f"{DESK}many/", 200, shown)
    yield Stop("none chosen", f"{DESK}many/?code=extend", 422)
    yield Stop("nothing done", f"{DESK}many/done/", 302)


def deed(town: Town) -> Stop:
    """The one stop at which something is done: to two games, one of which refuses it."""
    ids = [town.game.public_id, town.own.public_id]
    fields = {"code": "extend", "game": ids, "hours": 24, "why": "a storm", "confirmed": "1"}
    return Stop("many done", f"{DESK}many/", 302, fields)
