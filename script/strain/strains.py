"""What is done to a game at once: each strain gives the jobs that a crew does at the same moment.

A job's results may fail in the ways that ``EXPECTED`` names; anything else is a find.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from random import Random

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Order, Seat, Turn
from games.rules.codec import to_json
from games.services import lobby
from games.services.absence import ABSENT_AFTER
from games.services.table import open_turn
from tests.concurrency import deeds, sayings
from tests.concurrency.crew import Job

#: (exception, code) that a job may come back with: somebody else was faster.
EXPECTED = {
    ("TurnClosed", "turn_closed"),
    ("TurnClosed", "said_too_late"),
    ("Refused", "said_meanwhile"),
    ("Refused", "seat_replaced"),
    ("Refused", "game_not_open"),
    ("Refused", "game_open"),
    ("Refused", "game_finished"),
    ("Refused", "address_twice"),
    ("Refused", "nothing_asked"),
    ("Refused", "seat_not_accepted"),
    ("Refused", "seat_given_away"),
}

Strain = Callable[[Game, Random], list[Job]]


def last_orders(game: Game, dice: Random) -> list[Job]:
    """Everybody who still owes an order gives it."""
    return [(deeds.submit, wish) for wish in deeds.wishes(game, dice)]


def first_orders(game: Game, dice: Random) -> list[Job]:
    """Some give their orders, so that others are awaited."""
    jobs = last_orders(game, dice)
    return jobs[: dice.randrange(len(jobs) + 1)]


def change(game: Game, dice: Random) -> list[Job]:
    """All orders come in while somebody changes theirs and workers advance."""
    turn, given = open_turn(game), last_orders(game, dice)
    if turn is None:
        return given
    orders = list(
        Order.objects.filter(turn=turn, voided_at=None, seat__bot="").select_related("seat")
    )
    jobs = given[:3]
    for order in dice.sample(orders, min(2, len(orders))):
        choice = to_json(deeds.choose(game, turn, order.seat.index or 0, dice))
        wish = {"seat_id": order.seat_id, "turn_number": turn.number, "choice": choice}
        jobs.append((deeds.submit, wish))
    return [*jobs, (deeds.try_advance, {"turn_id": turn.pk})]


def advance(game: Game, dice: Random) -> list[Job]:
    """Many workers advance the same turn, counting their tries or not."""
    turn = open_turn(game)
    if turn is None:
        return []
    arguments = {"turn_id": turn.pk}
    return [(dice.choice([deeds.advance, deeds.try_advance]), arguments) for _ in range(4)]


def deadline(game: Game, dice: Random) -> list[Job]:
    """The deadline passes while orders come in."""
    turn = open_turn(game)
    if turn is None:
        return []
    now: datetime = timezone.now()
    Turn.objects.filter(pk=turn.pk).update(due=now)
    workers: list[Job] = [(deeds.try_advance, {"turn_id": turn.pk}), (deeds.sweep_and_advance, {})]
    return [*last_orders(game, dice)[:4], *workers]


def replacement(game: Game, dice: Random) -> list[Job]:
    """A seat changes hands while its order comes in and workers advance."""
    turn = open_turn(game)
    seats = list(Seat.objects.filter(game=game, replaced_at=None, bot=""))
    # A table of bots would play by itself in a moment.
    if turn is None or len(seats) < 2 or dice.random() < 0.7:
        return []
    seat = dice.choice(seats)
    email = (
        "" if len(seats) > 2 and dice.random() < 0.5 else f"p{dice.randrange(10**9)}@example.org"
    )
    return [
        (deeds.replace, {"seat_id": seat.pk, "email": email}),
        *last_orders(game, dice)[:4],
        (deeds.try_advance, {"turn_id": turn.pk}),
    ]


def absence(game: Game, dice: Random) -> list[Job]:
    """Who is absent, or is offered a seat, comes; where all are there, one misses a second turn."""
    away = list(_people(game).filter(absent_since__isnull=False))
    return _coming(game, dice.choice(away), dice) if away else leaving(game, dice)


def leaving(game: Game, dice: Random) -> list[Job]:
    """Somebody misses a second turn in a row: it closes by the clock while others order."""
    turn, wishes = open_turn(game), deeds.wishes(game, dice)
    people = {seat.pk for seat in _people(game).filter(absent_since=None)}
    owing = [wish for wish in wishes if wish["seat_id"] in people]
    if turn is None or game.status != Game.Status.RUNNING or len(people) < 2 or not owing:
        return []
    leaver = dice.choice(owing)
    Seat.objects.filter(pk=leaver["seat_id"]).update(missed=ABSENT_AFTER - 1)
    Turn.objects.filter(pk=turn.pk).update(due=timezone.now())
    jobs: list[Job] = [(deeds.submit, wish) for wish in wishes if wish is not leaver]
    advance: list[Job] = [(deeds.try_advance, {"turn_id": turn.pk}), (deeds.sweep_and_advance, {})]
    return [*jobs[:4], (deeds.come_back, {"seat_id": leaver["seat_id"]}), *advance]


def _coming(game: Game, seat: Seat, dice: Random) -> list[Job]:
    """Somebody says that they are back, once or twice, or orders, while the deadline may pass."""
    turn, wishes = open_turn(game), deeds.wishes(game, dice, absent=True)
    if turn is None or game.status != Game.Status.RUNNING:
        return []
    if dice.random() < 0.7:
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now())
    own = [wish for wish in wishes if wish["seat_id"] == seat.pk]
    others = [wish for wish in wishes if wish["seat_id"] != seat.pk]
    jobs: list[Job] = [(deeds.submit, wish) for wish in (*own, *others[:3])]
    come: list[Job] = [(deeds.come_back, {"seat_id": seat.pk})] * dice.randrange(3)
    return [*come, *jobs, (deeds.try_advance, {"turn_id": turn.pk})]


def _people(game: Game) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game, replaced_at=None, bot="").order_by("pk")


def resignation(game: Game, dice: Random) -> list[Job]:
    """A seat is given up twice while its order comes in, somebody is back and workers advance."""
    turn = open_turn(game)
    people = list(_people(game))
    # A table of bots would play by itself in a moment.
    if turn is None or len(people) < 2 or dice.random() < 0.6:
        return []
    seat = dice.choice(people)
    heir = {"email": f"h{dice.randrange(10**9)}@example.org"}
    bot = {} if len(people) > 2 else heir
    return [
        (deeds.resign, {"seat_id": seat.pk, **heir}),
        (deeds.resign, {"seat_id": seat.pk, **bot}),
        (deeds.come_back, {"seat_id": seat.pk}),
        *last_orders(game, dice)[:3],
        (deeds.try_advance, {"turn_id": turn.pk}),
    ]


def start(game: Game, dice: Random) -> list[Job]:
    """A new game's last acceptances and its start come together."""
    count = dice.randrange(2, 5)
    invitees = [lobby.Invitee(email=f"s{dice.randrange(10**9)}@example.org") for _ in range(count)]
    new = lobby.create_game(name="Via Appia", invitees=invitees, hours=24)
    seats = Seat.objects.filter(game=new).values_list("pk", flat=True)
    jobs: list[Job] = [(deeds.accept, {"seat_id": pk}) for pk in seats]
    return [*jobs, (deeds.start, {"game_id": new.pk})]


def beforehand(game: Game, dice: Random) -> list[Job]:
    """Some say what to do at the next draws while it is drawn; the others give their orders."""
    turn = open_turn(game)
    if turn is None:
        return []
    seats = list(Seat.objects.filter(game=game, replaced_at=None, bot="").order_by("pk"))
    speakers = dice.sample(seats, min(2, len(seats)))
    ids = {seat.pk for seat in speakers}
    words = [(sayings.say, sayings.saying(game, turn, seat, dice)) for seat in speakers]
    orders = [job for job in last_orders(game, dice) if job[1]["seat_id"] not in ids]
    return [*words, *orders[:4], (deeds.try_advance, {"turn_id": turn.pk})]


STRAINS: Mapping[str, tuple[Strain, int]] = {
    "last orders": (last_orders, 8),
    "some orders": (first_orders, 3),
    "change against advance": (change, 4),
    "said against advance": (beforehand, 3),
    "advance by many": (advance, 3),
    "deadline against orders": (deadline, 2),
    "replacement against order": (replacement, 1),
    "absence against deadline": (absence, 3),
    "resignation against order": (resignation, 1),
    "start against accept": (start, 1),
}
