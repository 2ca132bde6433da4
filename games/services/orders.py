"""What a seat submits: stored, changed, never seen by anybody else before the turn closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast
from django.utils import timezone

from games import signals
from games.links import Link
from games.models import Game, Order, Turn
from games.prepared import Select, Update, UpdateTelling, number, value
from games.rules.choices import Choice, Mobilize
from games.rules.codec import to_json
from games.services import absence, bots, dues, standing
from games.services.errors import Refused, TurnClosed
from games.services.table import rules_of, state_in
from games.services.wake import ADVANCE, wake

#: What whoever listens to ``order_accepted`` wants to know, read with each order and found on it:
#: name -> what builds the expression. It spares them a query of their own for every order.
ALSO_READ: dict[str, Callable[[], Combinable]] = {}

#: All that an order is judged by, locked in the order in which all writers take their locks: the
#: game first. PostgreSQL gives what it locks as it is when the lock is held, not as it was when the
#: query began, so that seat and turn, too, are what the game's last writer left.
_LOCKS = ("turn__game", "seat", "turn", "self")
_READ = (
    *("choice", "source", "submitted_at", "voided_at"),
    *("seat__game", "seat__index", "seat__player", "seat__bot", "seat__link_epoch"),
    *("seat__absent_since", "seat__missed", "seat__accepted_at"),
    *("turn__game", "turn__number", "turn__closed", "turn__ready"),
    *("turn__undelayed",),
    *("turn__game__status", "turn__game__quarantined_at", "turn__game__public_id"),
    *("turn__game__deck", "turn__game__ruleset"),
)
_ORDER = Select(
    lambda: (
        Order.objects.select_related("turn__game", "seat")
        .only(*_READ)
        # As text, which tells whether it was read before. (Who needs ``turn.state_before``, for
        # wishes that are remembered or for who is absent, has it loaded then.)
        .annotate(position=Cast("turn__state_before", TextField()))
        .annotate(**{name: build() for name, build in ALSO_READ.items()})
        .select_for_update(of=_LOCKS, no_key=True)
        # By the seat's game, so that not every order that it ever gave is looked through.
        .filter(seat=number("seat"), turn__game=F("seat__game"), turn__number=number("turn"))
    )
)
_OWED = Order.objects.filter(Order.OWED)
#: It tells whether others still owe theirs, which nobody can give while the game is locked.
_GIVE = UpdateTelling(
    lambda: Order.objects.filter(pk=number("order")),
    lambda: _OWED.filter(turn=number("turn")).exclude(pk=number("order")),
    **{name: value(Order, name) for name in ("choice", "source", "submitted_at")},
)
_ALL_IN = Update(
    lambda: Turn.objects.filter(~Exists(_OWED.filter(turn=number("turn"))), pk=number("turn")),
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
    link: Link | None = None,
) -> Order:
    """Submit or change a seat's order for a turn; the last one before the turn closes counts.

    The order that is already stored, sent again, is a success, also after the turn has closed;
    with ``keep_carried`` so is its placement alone, whatever answers the stored one carries.
    With ``remember`` the answers that it carries hold from now on, as wishes of the seat.
    Whoever was absent and orders in a turn that is open is back, also with what a bot ordered.
    ``link``: what the order came by, which must be good for the seat as it is now.
    Raises ``IllegalChoice`` for what the rules do not allow, ``TurnClosed`` for another order
    after the turn closed, and ``Refused`` where the seat owes none: nothing is changed.
    """
    order = _ORDER.one(seat=seat_id, turn=turn_number)
    if order is None or (link and not link.signed_for(order.seat.link_epoch)):
        raise Refused("nothing_asked")
    seat, turn, game = order.seat, order.turn, order.turn.game
    if order.voided_at is not None:
        raise Refused("seat_replaced")
    wanted = to_json(choice)
    same = order.choice == wanted or (keep_carried and _places_alike(order.choice, wanted))
    if remember and isinstance(choice, Mobilize) and choice.carried is not None:
        standing.remember(game, seat_id, turn, choice.carried)
    if same and (seat.absent_since is None or turn.closed is not None):
        return order
    _check_open(game, turn)
    assert seat.index is not None
    position: Any = getattr(order, "position")  # noqa: B009 - no field, but read with it
    rules_of(game).verify(state_in(position), seat.index, choice)
    _give(order, wanted, source)
    signals.order_accepted.send(Game, game=game, turn=turn, order=order)
    return order


def _give(order: Order, wanted: Any, source: str) -> None:
    """Store an order that was judged, and what follows: who was absent is back, all may be in."""
    seat, turn = order.seat, order.turn
    order.choice, order.source, order.submitted_at = wanted, source, timezone.now()
    given = {"choice": wanted, "source": source, "submitted_at": order.submitted_at}
    others_owe = _GIVE(order=order.pk, turn=turn.pk, **given)
    back = seat.absent_since is not None
    if back:
        absence.mark_back(turn.game, seat)
        bots.order_for_absent(turn.game, turn)
    if back or turn.undelayed is not None or not others_owe:
        settle(turn)


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
        whole = turn
        if turn.get_deferred_fields():
            whole = Turn.objects.select_related("game").get(pk=turn.pk)
        dues.stand_still(whole.game, whole, timezone.now())
    if turn.ready is None and not _ALL_IN(turn=turn.pk, ready=timezone.now()):
        return
    wake(ADVANCE, turn.pk)
