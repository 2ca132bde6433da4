"""What seats say beforehand: taken down, and made into orders when a turn opens.

Whoever changes it locks the game's row first, as the advance does that uses it: what was said
before a draw is used in it, what is said after it counts from the next one on, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from django.db import transaction
from django.db.models import F

from games.models import Game, Order, Seat, Turn
from games.rules import IllegalChoice, State
from games.rules.choices import Carried, Choice, Mobilize
from games.rules.codec import from_json, read_choice, to_json
from games.rules.rewards import TILES
from games.rules.standing import (
    DRAWS,
    Action,
    Answer,
    Said,
    Wishes,
    answer,
    next_draw,
    remembered,
)  # fmt: skip
from games.rules.views import View
from games.services.errors import Refused, TurnClosed
from games.services.table import one, rules_of, state_of
from games.standing_models import Beforehand, StandingOrder


@dataclass(slots=True)
class Heard:
    """What the seats of a game said beforehand, by place, and what of it does not fit any more.

    ``now``: the places for which it decided the turn that was asked about last; ``used``: whether
    it ever decided anything. ``dropped``: (seat, symbol, turn) of orders that did not fit in it.
    """

    said: dict[int, Said]
    now: frozenset[int] = frozenset()
    used: bool = False
    dropped: list[tuple[int, str, int]] = field(default_factory=list)

    def choices(
        self, game: Game, seats: Sequence[Seat], state: State, number: int
    ) -> dict[int, Choice]:
        """Give what is decided in turn ``number`` by what was said; who is missing is asked."""
        rules, found = rules_of(game), {}
        for index in state.awaited:
            if index in self.said:
                view, options = rules.view_for(state, index), rules.options(state, index)
                given: Answer = answer(rules.deck, view, options, self.said[index])
                if given.choice is not None:
                    found[index] = given.choice
                if given.dropped:
                    self._drop(index, given.dropped, seats[index].pk, number)
        self.now, self.used = frozenset(found), self.used or bool(found)
        return found

    def _drop(self, index: int, symbol: str, seat_id: int, number: int) -> None:
        said = self.said[index]
        kept = {other: action for other, action in said.orders.items() if other != symbol}
        self.said[index] = replace(said, orders=kept)
        self.dropped.append((seat_id, symbol, number))

    def forget_dropped(self) -> None:
        """Put aside the orders that were dropped, each with the turn that asks instead."""
        for seat_id, symbol, number in self.dropped:
            StandingOrder.objects.filter(seat=seat_id, symbol=symbol).update(dropped_in=number)
            Beforehand.objects.filter(pk=seat_id).update(version=F("version") + 1)


def heard(seats: Iterable[Seat]) -> Heard:
    """Read what people's seats said: one query, none where nobody said anything.

    ``seats`` come in seat order with ``beforehand`` loaded.
    """
    spoken = {index: seat.beforehand for index, seat in enumerate(seats) if spoke(seat)}
    if not spoken:
        return Heard({})
    orders: dict[int, dict[str, Action]] = {}
    rows = StandingOrder.objects.filter(seat__in=[row.pk for row in spoken.values()])
    for row in rows.filter(dropped_in=None):
        orders.setdefault(row.seat_id, {})[row.symbol] = _action(row)
    return Heard(
        {index: Said(orders.get(row.pk, {}), wishes_of(row)) for index, row in spoken.items()}
    )


def spoke(seat: Seat) -> bool:
    """Tell whether a person's seat, loaded with ``beforehand``, ever said anything."""
    return not seat.bot and hasattr(seat, "beforehand")


def _action(row: StandingOrder) -> Action:
    return from_json(Mobilize, {"type": Mobilize.code, "action": row.action}).action


def wishes_of(row: Beforehand) -> Wishes:
    """Give what a row says, as the rules take it."""
    return Wishes(
        ask_completing=row.ask_completing,
        only_completing=row.only_completing,
        claim_from=row.claim_from,
        leave_to=row.leave_to,
        lose_least=row.lose_least,
        market=tuple(row.market),
        ask_new=row.ask_new,
        seen=tuple(row.seen),
    )


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one seat said, for its own page, and the version of it; 0: never anything.

    ``dropped``: by symbol what did not fit any more, and the number of the turn that asked instead.
    """

    said: Said = field(default_factory=Said)
    version: int = 0
    dropped: Mapping[str, tuple[Action, int]] = field(default_factory=dict)


def said_by(seat: Seat) -> Spoken:
    """Read what one seat said, which has ``beforehand`` loaded: one query, none if nothing."""
    if not spoke(seat):
        return Spoken()
    orders, dropped = {}, {}
    for order in StandingOrder.objects.filter(seat=seat):
        if order.dropped_in is None:
            orders[order.symbol] = _action(order)
        else:
            dropped[order.symbol] = (_action(order), order.dropped_in)
    row = seat.beforehand
    return Spoken(Said(orders, wishes_of(row)), row.version, dropped)


@transaction.atomic
def say(
    *,
    seat_id: int,
    turn_number: int,
    version: int,
    orders: Mapping[str, Action],
    wishes: Wishes,
) -> None:
    """Take down all that a seat says beforehand, in the place of what it said before.

    ``turn_number``: the open turn, from whose page it comes; ``version``: of what was shown there.
    What is new must fit the next draw as the seat foresees it. Said again as it is, nothing
    changes. Raises ``IllegalChoice`` for what does not fit or contradicts itself, ``TurnClosed``
    when the turn has closed, and ``Refused`` when it was changed meanwhile: nothing is changed.
    """
    game = Game.objects.select_for_update(of=("self",)).get(seats=seat_id)
    seat = Seat.objects.select_related("beforehand").get(pk=seat_id)
    turn = one(Turn.objects.filter(game=game, number=turn_number))
    _check_open(game, seat, turn)
    assert turn is not None
    spoken = said_by(seat)
    before = spoken.said
    if version != spoken.version:
        raise Refused("said_meanwhile")
    view = rules_of(game).view_for(state_of(turn.state_before), seat.index)
    _check_orders(game, seat, turn, view, before, orders)
    _check_wishes(view, before.wishes, wishes)
    lying = tuple(card for card in view.market if card is not None)
    if (replace(wishes, seen=before.wishes.seen), orders) != (before.wishes, before.orders):
        _write(seat, version, before, orders, replace(wishes, seen=lying))


def remember(game: Game, seat_id: int, turn: Turn, carried: Carried) -> None:
    """Let what an order of a locked open turn carries hold from now on, as wishes of its seat.

    Raises ``TurnClosed`` when the turn has closed, and ``IllegalChoice`` for a card that does not
    lie in the market.
    """
    seat = Seat.objects.select_related("beforehand").get(pk=seat_id)
    _check_open(game, seat, turn)
    spoken, view = said_by(seat), rules_of(game).view_for(state_of(turn.state_before), seat.index)
    before = spoken.said
    wishes = remembered(before.wishes, carried)
    _check_wishes(view, before.wishes, wishes)
    if wishes != before.wishes:
        lying = tuple(card for card in view.market if card is not None)
        _write(seat, spoken.version, before, before.orders, replace(wishes, seen=lying))


def _check_open(game: Game, seat: Seat, turn: Turn | None) -> None:
    if turn is None:
        raise Refused("nothing_asked")
    if seat.replaced_at is not None:
        raise Refused("seat_replaced")
    if game.status != Game.Status.RUNNING:
        raise Refused(f"game_{game.status}")
    if turn.closed is not None:
        raise TurnClosed("said_too_late", turn=turn.number)


def _check_orders(
    game: Game,
    seat: Seat,
    turn: Turn,
    view: View,
    before: Said,
    orders: Mapping[str, Action],
) -> None:
    rules, order = rules_of(game), one(Order.objects.filter(turn=turn, seat=seat, voided_at=None))
    given = read_choice(order.choice) if order and order.choice is not None else None
    for symbol, action in orders.items():
        if symbol not in DRAWS:
            raise IllegalChoice("bad_value")
        if before.orders.get(symbol) != action:
            assert seat.index is not None
            foreseen = next_draw(rules.deck, view, given, symbol)
            rules.verify(foreseen, seat.index, Mobilize(action))


def _check_wishes(view: View, before: Wishes, wishes: Wishes) -> None:
    for count in (wishes.claim_from, wishes.leave_to):
        if count is not None and f"count:{count}" not in TILES:
            raise IllegalChoice("no_such_tile", count=count)
    if wishes.claim_from and wishes.leave_to and wishes.leave_to >= wishes.claim_from:
        raise IllegalChoice("claims_disagree", claim=wishes.claim_from, leave=wishes.leave_to)
    if len(wishes.market) != len(set(wishes.market)):
        raise IllegalChoice("carried_twice")
    for card in wishes.market:
        if card not in view.market and card not in before.market:
            raise IllegalChoice("not_in_market", card=card)


def _write(
    seat: Seat, version: int, before: Said, orders: Mapping[str, Action], wishes: Wishes
) -> None:
    fields = {**asdict(wishes), "version": version + 1}
    Beforehand.objects.update_or_create(seat=seat, defaults=fields)
    changed = [s for s in DRAWS if orders.get(s) != before.orders.get(s)]
    StandingOrder.objects.filter(seat=seat, symbol__in=changed).delete()
    StandingOrder.objects.filter(seat=seat, dropped_in__isnull=False).delete()
    StandingOrder.objects.bulk_create(
        StandingOrder(seat=seat, symbol=symbol, action=to_json(orders[symbol]))
        for symbol in changed
        if symbol in orders
    )


def forget(seats: Iterable[Seat]) -> None:
    """Forget all that seats said beforehand: nobody is to inherit it, and no game over needs it."""
    ids = [seat.pk for seat in seats]
    if not ids:
        return
    StandingOrder.objects.filter(seat__in=ids).delete()
    Beforehand.objects.filter(pk__in=ids).delete()
