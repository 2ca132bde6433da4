"""What a seat submits: stored, changed, never seen by anybody else before the turn closes."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import signals
from games.models import Game, Order, Turn
from games.prepared import Select, Update, number, value
from games.rules.choices import Choice, Mobilize
from games.rules.codec import to_json
from games.services import absence, bots, dues, standing
from games.services.advance import OPEN_ORDER
from games.services.errors import Refused, TurnClosed
from games.services.table import rules_of, state_of
from games.services.wake import ADVANCE, wake

#: The locks, in the order in which all writers take them: the game first, then turn and order. Two
#: queries: what is not locked itself, such as the seat, is as it is once the game is locked.
_GAME = Select(lambda: Game.objects.select_for_update(of=("self",)).filter(seats=number("seat")))
_ORDER = Select(
    lambda: (
        Order.objects.select_related("turn", "seat")
        .select_for_update(of=("turn", "self"))
        .filter(seat=number("seat"), turn__game=number("game"), turn__number=number("turn"))
    )
)
_GIVE = Update(
    lambda: Order.objects.filter(pk=number("order")),
    **{name: value(Order, name) for name in ("choice", "source", "submitted_at")},
)
_ALL_IN = Update(
    lambda: Turn.objects.filter(
        ~Exists(Order.objects.filter(OPEN_ORDER, turn=OuterRef("pk"))), pk=number("turn")
    ),
    ready=value(Turn, "ready"),
)


@transaction.atomic
def submit_order(
    *,
    seat_id: int,
    turn_number: int,
    choice: Choice,
    source: str = "link",
    keep_carried: bool = False,
    remember: bool = False,
) -> Order:
    """Submit or change a seat's order for a turn; the last one before the turn closes counts.

    The order that is already stored, sent again, is a success, also after the turn has closed;
    with ``keep_carried`` so is its placement alone, whatever answers the stored one carries.
    With ``remember`` the answers that it carries hold from now on, as wishes of the seat.
    Whoever was absent and orders in a turn that is open is back, also with what a bot ordered.
    Raises ``IllegalChoice`` for what the rules do not allow, ``TurnClosed`` for another order
    after the turn closed, and ``Refused`` where the seat owes none: nothing is changed.
    """
    game = _GAME.get(seat=seat_id)
    order = _ORDER.one(seat=seat_id, game=game.pk, turn=turn_number)
    if order is None:
        raise Refused("nothing_asked")
    if order.voided_at is not None:
        raise Refused("seat_replaced")
    wanted = to_json(choice)
    same = order.choice == wanted or (keep_carried and _places_alike(order.choice, wanted))
    if remember and isinstance(choice, Mobilize) and choice.carried is not None:
        standing.remember(game, seat_id, order.turn, choice.carried)
    if same and (order.seat.absent_since is None or order.turn.closed is not None):
        return order
    _check_open(game, order.turn)
    index = order.seat.index
    assert index is not None
    rules_of(game).verify(state_of(order.turn.state_before), index, choice)
    order.choice, order.source, order.submitted_at = wanted, source, timezone.now()
    _GIVE(order=order.pk, choice=wanted, source=source, submitted_at=order.submitted_at)
    if order.seat.absent_since is not None:
        absence.mark_back(game, order.seat)
        bots.order_for_absent(game, order.turn)
    settle(order.turn)
    signals.order_accepted.send(Game, game=game, turn=order.turn, order=order)
    return order


def _places_alike(stored: Any, wanted: Any) -> bool:
    """Tell whether two orders, as they are stored, are the same placement, move or pass."""
    mobilize = stored is not None and stored["type"] == wanted["type"] == Mobilize.code
    return mobilize and bool(stored["action"] == wanted["action"])


def _check_open(game: Game, turn: Turn) -> None:
    if turn.closed is not None:
        raise TurnClosed("turn_closed", turn=turn.number)
    if game.status != Game.Status.RUNNING:
        raise Refused(f"game_{game.status}")
    if game.quarantined_at is not None:
        raise Refused("game_quarantined")


def settle(turn: Turn) -> None:
    """Note that every order of a locked turn is in, if so, and wake a worker to advance it."""
    if turn.undelayed is not None:
        dues.stand_still(turn.game, turn, timezone.now())
    if turn.ready is None and not _ALL_IN(turn=turn.pk, ready=timezone.now()):
        return
    wake(ADVANCE, turn.pk)
