"""Reads for a signed-in player: their games, tables to join, and everything stored about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, QuerySet, Subquery

from games import links, selectors, signals
from games.links import Purpose
from games.models import Game, Order, Player, Seat
from games.services import standing
from games.standing_models import StandingOrder
from games.talk_models import TableTalk, TalkReport
from games.time_off_models import TimeOff

#: So many finished games, and so many tables to join, stand on one page.
FINISHED = 20
TABLES = 50
_UNREAD = ("game__state", "game__ruleset")


@dataclass(frozen=True, slots=True)
class Mine:
    """What the page of a player's games is made of.

    ``owed``: the orders of the open turns of their games, seats loaded, by game; ``taken``: the
    seats of games that have not begun, or are finished, by game.
    """

    seats: Sequence[Seat]
    owed: dict[int, list[Order]]
    taken: dict[int, list[Seat]]
    finished: Sequence[Seat]
    earlier: bool


def my_games(player: Player) -> Mine:
    """Give a player's games: four queries, whatever their number."""
    own = Seat.objects.filter(player=player, replaced_at=None).select_related("game", "game__host")
    running = own.filter(game__status__in=["open", "running", "paused"]).defer(*_UNREAD)
    seats = list(running.order_by("game_id"))
    over = own.filter(game__status__in=["finished", "cancelled"]).order_by("-game_id")
    finished = list(over[: FINISHED + 1])
    owed: dict[int, list[Order]] = {}
    orders = Order.objects.filter(
        turn__closed=None, turn__game__in=[seat.game_id for seat in seats], voided_at=None
    ).order_by("seat__index")
    orders = orders.select_related("turn", "seat").defer("choice", *_TURN_UNREAD)
    for order in orders:
        owed.setdefault(order.turn.game_id, []).append(order)
    taken: dict[int, list[Seat]] = {}
    known = [seat.game_id for seat in seats if seat.game.status == Game.Status.OPEN]
    known += [seat.game_id for seat in finished if seat.game.status == Game.Status.FINISHED]
    for seat in Seat.objects.filter(game__in=known, replaced_at=None).order_by("invited"):
        taken.setdefault(seat.game_id, []).append(seat)
    return Mine(seats, owed, taken, finished[:FINISHED], len(finished) > FINISHED)


_TURN_UNREAD = ("turn__state_before", "turn__events")


def tables_to_join(player: Player | None) -> Sequence[Game]:
    """Give the public games with a free seat, newest first, without those of this player.

    Each has ``size`` and ``free``: its seats, and those that nobody has.
    """
    seats = Seat.objects.filter(game=OuterRef("pk"), replaced_at=None)
    free = seats.filter(player=None, bot="")
    found = Game.objects.filter(Exists(free), status="open", public=True).defer("state")
    if player is not None:
        found = found.exclude(pk__in=Seat.objects.filter(player=player).values("game_id"))
    # Counted by a subquery each, for the games on the page alone, however many more are open.
    counted = found.annotate(size=_number_of(seats), free=_number_of(free))
    return list(counted.select_related("host").order_by("-created")[:TABLES])


def _number_of(rows: QuerySet[Seat]) -> Subquery:
    return Subquery(rows.order_by().values("game").annotate(found=Count("pk")).values("found"))


def own_seat(game: Game, player: Player) -> Seat | None:
    """Give the seat that a player has in a game now, or None."""
    return Seat.objects.filter(game=game, player=player, replaced_at=None).first()


def last_turn(seat: Seat) -> int:
    """Give the number of the last turn in which something was asked of a seat, 0 for none."""
    orders = Order.objects.filter(seat=seat, voided_at=None)
    return orders.aggregate(Max("turn__number"))["turn__number__max"] or 0


def game_by_join_token(text: str) -> Game | None:
    """Give the game that a link to hand out leads to; None for a bad or withdrawn one."""
    found = links.read_token(text.partition("&")[0].partition("?")[0])
    if found is None or found.purpose != Purpose.JOIN:
        return None
    game = Game.objects.filter(pk=found.seat_id).select_related("host").first()
    return game if game is not None and found.signed_for(game.join_epoch) else None


def owed(player: Player) -> QuerySet[Order]:
    """Give the orders that a player owes now, the most urgent first, turns and games loaded.

    Those of games in which a bot orders for them, since they are absent, are not owed.
    """
    found = Order.objects.filter(
        Order.OWED,
        seat__player=player,
        seat__replaced_at=None,
        seat__absent_since=None,
        turn__closed=None,
        turn__game__status=Game.Status.RUNNING,
        turn__game__quarantined_at=None,
    )
    ordered = found.order_by(F("turn__due").asc(nulls_last=True), "pk")
    return ordered.select_related("turn__game", "seat").defer("turn__game__state", "turn__events")


def player_by_calendar_token(text: str) -> Player | None:
    """Give whose calendar a secret address is; None for a bad or a withdrawn one."""
    found = links.read_token(text.partition("&")[0].partition("?")[0])
    if found is None or found.purpose != Purpose.CALENDAR:
        return None
    player = Player.objects.filter(
        pk=found.seat_id, calendar_nonce__isnull=False, is_active=True
    ).first()
    if player is None or player.calendar_nonce is None:
        return None
    return player if found.signed_for(player.calendar_nonce) else None


def people_of(game: Game) -> Sequence[Seat]:
    """Give the seats of a game in order of invitation, as they are played now."""
    return sorted(selectors.playing(game), key=lambda seat: seat.invited)


def everything_about(player: Player) -> dict[str, Any]:
    """Give all that is stored about a player, as JSON can hold it; nothing of anybody else."""
    rows = _seats(player)
    hosted = {seat.game_id: seat.game for seat in rows if seat.game.host_id == player.pk}
    data: dict[str, Any] = {
        "profile": {
            "address": player.email,
            "name": player.name,
            "time_zone": player.time_zone,
            "language": player.language,
            "has_calendar": player.calendar_nonce is not None,
            "created": player.created,
            "last_signed_in": player.last_login,
        },
        "games_hosted": [
            {"public_id": game.public_id, "name": game.name, "created": game.created}
            for _, game in sorted(hosted.items())
        ],
        "time_off": list(
            TimeOff.objects.filter(player=player)
            .order_by("begins")
            .values("first", "last", "zone", "begins", "ends", "created")
        ),
        "messages_reported": list(
            TalkReport.objects.filter(player=player)
            .order_by("pk")
            .values("why", "created", game=F("message__game__public_id"))
        ),
        "seats": [_seat(seat) for seat in rows if seat.player_id == player.pk],
    }
    answers: list[tuple[Any, Any]] = signals.player_exported.send(Player, player=player)
    for _receiver, more in answers:
        data |= more
    return data


def _seats(player: Player) -> Sequence[Seat]:
    """Give a player's seats and, for the games that they host, those of others without a word."""
    # Two looks along an index each: an OR over two tables would read every seat there is.
    own, hosted = Seat.objects.filter(player=player), Seat.objects.filter(game__host=player)
    found = Seat.objects.filter(pk__in=own.values("pk").union(hosted.values("pk")))
    orders = Order.objects.filter(seat__player=player).select_related("turn")
    of_own = (
        Prefetch("orders", orders.defer(*_TURN_UNREAD)),
        Prefetch("standing_orders", StandingOrder.objects.filter(seat__player=player)),
        Prefetch("talk", TableTalk.objects.filter(seat__player=player)),
    )
    rows = found.select_related("game", "beforehand").defer(*_UNREAD).prefetch_related(*of_own)
    return list(rows.order_by("pk"))


def _seat(seat: Seat) -> dict[str, Any]:
    orders = sorted(seat.orders.all(), key=lambda order: order.turn.number)
    return {
        "game": seat.game.public_id,
        "game_name": seat.game.name,
        "name_at_the_table": seat.name,
        "place": seat.index,
        "word_for_the_bag": seat.word,
        "accepted": seat.accepted_at,
        "turns_missed_in_a_row": seat.missed,
        "absent_since": seat.absent_since,
        "resigned": seat.resigned_at,
        "replaced": seat.replaced_at,
        "said_beforehand": _said(seat),
        "said_at_the_table": [
            {"text": said.text, "created": said.created}
            for said in sorted(seat.talk.all(), key=lambda said: said.pk)
        ],
        "orders": [
            {
                "turn": order.turn.number,
                "draw": order.turn.draw,
                "choice": order.choice,
                "by": order.source,
                "submitted": order.submitted_at,
            }
            for order in orders
        ],
    }


def _said(seat: Seat) -> dict[str, Any] | None:
    """Give what a seat said beforehand, None where it said nothing."""
    if not standing.spoke(seat):
        return None
    orders = [row for row in seat.standing_orders.all() if row.dropped_in is None]
    return {
        "orders": {row.symbol: row.action for row in orders},
        "wishes": asdict(standing.wishes_of(seat.beforehand)),
    }
