"""A town with a game in every state, and looks at all that can be seen of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone

from games import links
from games.access_models import AccessLink
from games.clocks import Pace
from games.links import Purpose, make_token
from games.models import Game, Turn
from games.rules.ruleset import Ruleset
from games.services import access, lobby, practice, seats, tables, time_off
from games.services.lobby import Invitee
from games.services.tables import Plan
from games.talk_models import TableTalk
from games.views.site import form_key
from notifications.wishes import Scope
from tests.games.browsing import turn_path
from tests.games.cast import (
    NAMES,
    SEED,
    address,
    awaited,
    order,
    play_out,
    play_turn,
    running_game,
    seat_of,
    turn_of,
)
from tests.games.site import link_path, person
from tests.games.town_resolutions import of_resolutions
from tests.games.town_seats import DEAD, of_own_seat, of_votes
from tests.games.visits import Visit

#: A part of the town: it is made, and looked at, step by step.
Street = Callable[[], Iterator[Visit]]

#: A page of a long game is looked at when so many draws have been played.
LATE = 40
#: The public id of the long game, which is what its bots throw dice with.
BOTS_DICE = "lategame2222222a"


def every_visit() -> Iterator[Visit]:
    """Build the town street by street, and look at everything in it."""
    for street in STREETS:
        yield from street()


def of_everybody() -> Iterator[Visit]:
    for path in ("/", "/rules/", "/objectives/", "/practice/", "/sign-in/", "/sign-in/sent/",
                 "/games/open/", "/gone/"):  # fmt: skip
        yield Visit(path)
    yield Visit("/objectives/?kind=senator&sort=points")
    yield Visit("/", "Anna", status=303)
    yield Visit("/sign-out/", status=303)
    yield Visit("/games/", status=303)
    yield Visit("/anymail/postmark/tracking/", status=405)


def of_getting_in() -> Iterator[Visit]:
    yield Visit("/sign-in/", status=422, form="sign-in", fields={"email": "nobody"})
    yield Visit(f"/s/{DEAD}/", status=404)
    yield Visit(link_path("Anna@example.org"))
    yield Visit(link_path("Anna@example.org"), status=422, form="enter")
    anna, key = person("Anna"), form_key()
    access.ask_for_address(
        player=anna, email="livia@example.org", network="192.0.2.1", form_key=key
    )
    link = AccessLink.objects.get(form_key=key)
    yield Visit(links.access_path(link))
    yield Visit(links.access_path(link), status=422, form="confirm")
    yield Visit(f"/a/{DEAD}/", status=404)


def of_profiles() -> Iterator[Visit]:
    yield Visit("/profile/", "Anna")
    yield Visit("/profile/?done=profile", "Anna")
    yield Visit("/profile/?done=address", "Anna")
    yield Visit("/profile/", "Anna", status=422, form="profile", fields={"name": ""})
    yield Visit("/profile/", "Anna", status=422, form="address", fields={"email": "x"})
    yield Visit("/profile/", "Anna", status=422, form="time-off", fields={"first": "x"})
    later = timezone.now().date() + timedelta(days=9)
    time_off.plan(player=person("Anna"), first=later, last=later)
    yield Visit("/profile/?done=time_off_plan", "Anna")
    yield Visit("/profile/", "Anna", status=422, form="end-time-off")
    yield Visit("/profile/time-off/", "Anna", status=303)
    yield Visit("/profile/", "Anna", status=422, form="delete", fields={"typed": "no"})
    yield Visit("/profile/address/", "Anna", status=303)
    yield Visit("/profile/delete/", "Anna", status=303)
    yield Visit("/profile/export/", "Anna")
    yield Visit("/profile/calendar/", "Anna", status=303)
    yield Visit("/profile/", "Anna", status=303, form="calendar-new")
    yield Visit("/profile/", "Anna")
    yield Visit(urlsplit(links.calendar_url(person("Anna"))).path)
    yield Visit(f"/c/{DEAD}/", status=404)
    yield Visit("/profile/mails/", "Anna")
    yield Visit("/profile/mails/?done=1", "Anna")
    yield Visit("/games/new/", "Anna")
    yield Visit("/games/new/", "Anna", status=422, form="new", fields={"name": ""})


def table(host: str, *others: Invitee, **fields: Any) -> Game:
    """A table that somebody has set up."""
    values = {"name": "Via Appia", "pace": Pace(hours=48), "public": False, "ruleset": Ruleset()}
    plan = Plan(others=others, **{**values, **fields})
    return tables.set_up(host=person(host), plan=plan, form_key=form_key())


def of_tables() -> Iterator[Visit]:
    """Tables before the start: at a public one, and at one that is full but for an answer."""
    game = table("Anna", *[Invitee(free=True)] * 5, public=True)
    tables.join(game_id=game.pk, player=person("Bruno"))
    at, link = f"/g/{game.public_id}/table/", links.join_path(game)
    for who in ("", "Anna", "Bruno", "Clara"):
        for path in (at, link, "/games/open/"):
            yield Visit(path, who)
    yield Visit(at, "Anna", status=422, form="invite", fields={"email": "nobody"})
    yield Visit(at, "Anna", status=422, form="call-off")
    yield Visit(link, "Clara", status=422, form="join", fields={"word": "x" * 101})
    yield Visit(f"/j/{DEAD}/", status=404)
    asked = table("Anna", Invitee(email="bruno@example.org"), Invitee(email="clara@example.org"))
    for who, status in (("", 404), ("Anna", 200), ("Bruno", 200), ("Dario", 404)):
        yield Visit(f"/g/{asked.public_id}/table/", who, status)
    bruno = links.invitation_path(seat_of(asked, "Bruno"))
    yield Visit(bruno)
    yield Visit(bruno, status=422, form="accept")
    yield from of_game(asked, past=404)
    yield Visit(f"/g/{asked.public_id}/play/", "Anna", status=303)


def of_game(game: Game, past: int = 200) -> Iterator[Visit]:
    """What everybody may see of a game."""
    at = links.game_path(game)
    yield Visit(at)
    yield Visit(f"{at}?story=all")
    yield Visit(f"{at}bag/")
    yield Visit(f"{at}turns/", status=past)
    yield Visit(f"{at}record.json", status=past)
    yield Visit(f"{at}now/")


def of_mails() -> Iterator[Visit]:
    anna = seat_of(running_game("Anna", "Bruno"), "Anna")
    for scope in (Scope.GAME, Scope.EVERYTHING):
        path = f"/u/{make_token(Purpose.MAIL, anna.pk, anna.link_epoch, scope)}/"
        yield Visit(path)
    yield Visit(path, form="everything")
    yield Visit(path, status=422, form="hours", fields={"digest_hour": "25"})
    yield Visit(f"/u/{DEAD}/", status=404)


def of_practice() -> Iterator[Visit]:
    yield Visit("/practice/", status=422, form="practice", fields={"opponents": "9"})
    guest = practice.start_practice(opponents=5, network="192.0.2.1", ruleset=Ruleset(target=4))
    yield Visit(links.turn_path(guest, 1))
    game = guest.game
    game.refresh_from_db()
    play_out(game)
    yield Visit(links.turn_path(guest, 1))
    yield Visit(links.turn_path(guest, practice.current_turn(guest)))


def of_a_long_game() -> Iterator[Visit]:
    """The largest game there is, late: the pages with the most on them."""
    game = long_game()
    turn = turn_of(game)
    names = [seat.name for seat in awaited(turn)]
    much = [TableTalk(game=game, seat=seat_of(game, name), text="W" * 500) for name in names * 10]
    TableTalk.objects.bulk_create(much)
    yield Visit(turn_path(game, names[0]))
    about = f"{turn_path(game, names[0])}?report={said_to(game, names[0]).pk}"
    yield Visit(about)
    yield Visit(about, status=422, form="report")
    yield Visit(f"{turn_path(game, names[0])}now/")
    order(game, names[0])
    yield Visit(turn_path(game, names[0]))
    yield Visit(turn_path(game, names[1]), status=422, form="order", fields={"choice": "x"})
    for number in (1, turn.number // 2, turn.number - 1):
        yield Visit(links.turn_path(seat_of(game, names[0]), number))
    yield from of_game(game)
    yield Visit(f"{links.game_path(game)}turns/?turn={turn.number // 2}")
    yield Visit(links.invitation_path(seat_of(game, names[0])))
    yield Visit(f"/g/{game.public_id}/play/", names[0], status=303)
    yield Visit(f"/g/{game.public_id}/again/", names[0], status=404)
    Turn.objects.filter(game=game, closed__isnull=False).update(state_before=None)
    for number in (0, 1, turn.number // 2, turn.number):  # positions are played again
        yield Visit(f"{links.game_path(game)}turns/?turn={number}")


def said_to(game: Game, name: str) -> TableTalk:
    """The newest message of somebody else."""
    return TableTalk.objects.filter(game=game).exclude(seat=seat_of(game, name)).latest("pk")


def long_game() -> Game:
    """Six players at a late draw: bots save time, and the public id is the bots' dice."""
    game = lobby.create_game(
        name="Via Appia",
        invitees=[
            *[Invitee(email=address(name), name=name) for name in NAMES[:2]],
            *[Invitee(bot="random", name=f"{name} (bot)") for name in NAMES[2:]],
        ],
        hours=24,
        seats_by_host=True,
        seed=SEED,
    )
    Game.objects.filter(pk=game.pk).update(public_id=BOTS_DICE)
    for name in NAMES[:2]:
        lobby.accept(seat_id=seat_of(game, name).pk, word=f"{name}'s word")
    game.refresh_from_db()
    while turn_of(game).draw < LATE or len(awaited(turn_of(game))) < 2:
        play_turn(game)
    return game


def of_games_over() -> Iterator[Visit]:
    game = running_game("Anna", "Bruno", target=3)
    play_out(game, Random(1))
    yield from of_game(game)
    for number in (1, 5):
        yield Visit(links.turn_path(seat_of(game, "Anna"), number))
    yield Visit(f"{links.game_path(game)}turns/?turn=5")
    yield Visit(f"/g/{game.public_id}/again/", "Anna")
    yield Visit(f"/g/{game.public_id}/again/", "Anna", status=422, form="rematch")
    called_off = table("Anna", Invitee(free=True), Invitee(email="bruno@example.org"))
    tables.call_off(game_id=called_off.pk, host=person("Anna"))
    yield from of_game(called_off, past=404)
    yield Visit(links.invitation_path(seat_of(called_off, "Bruno")))


def of_games_that_stand() -> Iterator[Visit]:
    """A game paused, one set apart for a fault, and a seat that somebody else plays now."""
    for change in ({"status": Game.Status.PAUSED}, {"quarantined_at": timezone.now()}):
        game = running_game("Anna", "Bruno")
        Game.objects.filter(pk=game.pk).update(**change)
        yield Visit(turn_path(game, "Anna"))
        yield from of_game(game)
    game = running_game("Anna", "Bruno")
    yield from of_own_seat(game, "Anna")
    yield from of_votes(running_game("Anna", "Bruno", "Clara", hours=24))
    path = turn_path(game, "Anna")
    seats.replace_by_bot(seat_id=seat_of(game, "Anna").pk)
    yield Visit(path)
    yield Visit("/t/" + DEAD + "/", status=404)
    yield Visit("/i/" + DEAD + "/", status=404)
    yield Visit("/g/" + "a" * 16 + "/", status=404)


def of_my_games() -> Iterator[Visit]:
    """Of a player with nothing, and of one who has been in all of the above."""
    yield Visit("/games/", "Elena")
    yield Visit("/games/", "Anna")
    yield Visit("/profile/export/", "Anna")
    yield Visit("/profile/calendar/", "Anna", status=303)
    yield Visit("/profile/", "Anna", status=303, form="calendar-new")
    yield Visit("/profile/", "Anna")
    yield Visit(urlsplit(links.calendar_url(person("Anna"))).path)
    yield Visit(f"/c/{DEAD}/", status=404)


STREETS: tuple[Street, ...] = (
    of_everybody, of_getting_in, of_profiles, of_tables, of_mails, of_practice, of_a_long_game,
    of_games_over, of_games_that_stand, of_resolutions, of_my_games,
)  # fmt: skip
