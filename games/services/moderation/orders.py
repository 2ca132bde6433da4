"""Deeds about the open turn: an order for a seat that gives none, closing it, trying it."""

from __future__ import annotations

from time import perf_counter

from django.db import transaction
from django.utils import timezone

from games.models import Game, Order, Turn
from games.rules import RulesError
from games.rules.bots import default_choice
from games.rules.choices import Choice
from games.rules.codec import to_json
from games.services.advance import advance_turn
from games.services.errors import Refused
from games.services.moderation.case import Action, Case, Changed, statuses
from games.services.orders import settle
from games.services.table import bot_randomness, rules_of, state_of

RUNNING = statuses(Game.Status.RUNNING)


def order_default(case: Case) -> Changed:
    """Give the default order for a seat that has given none."""
    order, index = _missing(case)
    state = state_of(case.open_turn.state_before)
    randomness = bot_randomness(case.game, case.open_turn.number, index)
    return _give(case, order, default_choice(rules_of(case.game), state, index, randomness))


def order_given(case: Case, *, choice: Choice) -> Changed:
    """Give this order for a seat that has given none; never for ``keep``, which shows a hand."""
    order, index = _missing(case)
    if case.open_turn.kind == "keep":
        raise Refused("keep_is_secret")
    rules_of(case.game).verify(state_of(case.open_turn.state_before), index, choice)
    return _give(case, order, choice)


def _missing(case: Case) -> tuple[Order, int]:
    """Give the seat's order that is still to be given, and its index."""
    seat, turn = case.the_seat, case.open_turn
    if case.game.quarantined_at is not None:
        raise Refused("game_quarantined")
    order = Order.objects.filter(turn=turn, seat=seat, voided_at=None).first()
    if order is None or seat.index is None:
        raise Refused("nothing_asked")
    if order.submitted_at is not None:
        raise Refused("order_is_in", seat=seat.name)
    return order, seat.index


def _give(case: Case, order: Order, choice: Choice) -> Changed:
    order.choice, order.source = to_json(choice), Order.Source.MODERATOR
    order.submitted_at = timezone.now()
    order.save(update_fields=["choice", "source", "submitted_at"])
    settle(case.open_turn)
    return {"turn": case.open_turn.number, "source": str(order.source)}


def advance_now(case: Case) -> Changed:
    """Close the open turn as if its deadline were past; the default for who has not chosen."""
    turn = case.open_turn
    if case.game.quarantined_at is not None:
        raise Refused("game_quarantined")
    now = timezone.now()
    if turn.due is None or turn.due > now:
        Turn.objects.filter(pk=turn.pk).update(due=now)
    Game.objects.filter(pk=case.game.pk).update(advance_attempts=0, next_try_at=None)
    if not advance_turn(turn_id=turn.pk, now=now):
        raise Refused("nothing_open")
    return {"turn": turn.number}


def dry_run(case: Case) -> Changed:
    """Try to close the open turn and undo it: whether it passes or the error's code, and how long.

    Nothing else is shown: no order, event, token or card.
    """
    began = perf_counter()
    code = "passes"
    try:
        with transaction.atomic():
            Game.objects.filter(pk=case.game.pk).update(
                status=Game.Status.RUNNING, quarantined_at=None
            )
            advance_now(Case(case.moderator, _fresh(case.game), case.open_turn, None))
            transaction.set_rollback(True)
    except RulesError as error:
        code = error.code
    except Exception as error:  # noqa: BLE001 - whatever the engine meets in a broken position
        code = type(error).__name__
    return {
        "turn": case.open_turn.number,
        "result": code,
        "milliseconds": round((perf_counter() - began) * 1000),
    }


def _fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


ACTIONS = (
    Action("order_default", order_default, RUNNING, about_seat=True, told=True, runs_engine=True),
    Action("order_given", order_given, RUNNING, about_seat=True, told=True, runs_engine=True),
    Action("advance_now", advance_now, RUNNING, told=True, runs_engine=True),
    Action(
        "dry_run",
        dry_run,
        statuses(Game.Status.RUNNING, Game.Status.PAUSED),
        runs_engine=True,
    ),
)
