"""Who sits where: replacing a seat's player, asking for a link again, revoking links."""

from __future__ import annotations

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import signals
from games.models import Game, Order, Seat, Turn
from games.rules import RulesError
from games.services import bots, dues, lobby, standing
from games.services.errors import Refused
from games.services.orders import settle
from games.services.table import lock_game, open_turn, state_of

logger = structlog.get_logger(__name__)

OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)


@transaction.atomic
def replace_by_bot(*, seat_id: int, bot: str = Seat.Bot.GREEDY, name: str = "") -> Seat:
    """Let a bot play a seat on; raises ``Refused`` when the game is over or it is replaced.

    Without a ``name`` the bot is named after whom it replaces.
    """
    if bot not in Seat.Bot.values:
        raise Refused("bad_bot", found=bot, allowed=", ".join(Seat.Bot.values))
    game, seat = _seat_to_replace(seat_id)
    name = name or f"{seat.name} (bot)"
    return hand_over(game, seat, Seat(bot=bot, name=name[: lobby.NAME_LENGTH]))


@transaction.atomic
def replace_by_player(*, seat_id: int, email: str, name: str = "") -> Seat:
    """Let another person play a seat on; raises ``Refused`` also for an address that is none.

    The newcomer needs no acceptance: the open order, if any, is theirs at once.
    """
    lobby.check_invitee(lobby.Invitee(email=email, name=name))
    game, seat = _seat_to_replace(seat_id)
    player = lobby.player_of(email=email, name=name)
    if Seat.objects.filter(game=game, player=player, replaced_at=None).exists():
        raise Refused("address_twice", address=email)
    return hand_over(game, seat, Seat(player=player, name=name or str(player)))


def _seat_to_replace(seat_id: int) -> tuple[Game, Seat]:
    found = Seat.objects.filter(pk=seat_id).values_list("game_id", flat=True).first()
    if found is None:
        raise Refused("no_such_seat")
    game = lock_game(found)
    seat = Seat.objects.get(pk=seat_id)
    if game.status in OVER:
        raise Refused(f"game_{game.status}")
    if seat.replaced_at is not None:
        raise Refused("seat_replaced")
    return game, seat


def hand_over(game: Game, old: Seat, new: Seat) -> Seat:
    """Put ``new`` where ``old`` sat: same place, same word for the bag, an order of its own.

    The game is locked. One who is absent comes by accepting; until then a bot orders for them. Of
    a game that runs everybody else is there at once, also instead of one who never came.
    """
    now = timezone.now()
    turn = open_turn(game, lock=True)
    Seat.objects.filter(pk=old.pk).update(replaced_at=now)
    new.game, new.index, new.invited, new.word = game, old.index, old.invited, old.word
    came = old.accepted_at is not None or game.started is not None
    here = bool(new.bot) or (came and new.absent_since is None)
    new.accepted_at = now if here else None
    new.save()
    Seat.objects.filter(pk=old.pk).update(replaced_by=new)
    standing.forget([old])
    old.refresh_from_db()
    if turn is not None:
        _hand_over_order(game, turn, old, new)
    signals.seat_replaced.send(Game, game=game, old=old, new=new, turn=turn)
    lobby.start_if_complete(game)
    return new


def _hand_over_order(game: Game, turn: Turn, old: Seat, new: Seat) -> None:
    """Void the old seat's order of the open turn and give the new seat one (a bot's filled)."""
    voided = Order.objects.filter(turn=turn, seat=old, voided_at=None).update(
        voided_at=timezone.now()
    )
    if not voided:
        return
    order = Order(turn=turn, seat=new)
    here = not new.bot and new.absent_since is None
    if not here:
        _ask_bot(game, turn, order)
    order.asked = order.submitted_at is None
    order.save()
    if here:
        _ask_bots_for_absent(game, turn)
    # An order that is owed again: whether the turn is ready is to be found anew.
    Turn.objects.filter(pk=turn.pk).update(ready=None)
    turn.ready = None
    dues.stand_still(game, turn, timezone.now())
    settle(turn)


def _ask_bots_for_absent(game: Game, turn: Turn) -> None:
    """Let bots order for the absent, whom somebody waits for now; not where the engine refuses."""
    try:
        bots.order_for_absent(game, turn)
    except RulesError as error:
        logger.warning("bot_not_asked", game_id=game.pk, turn=turn.number, error=error.code)


def _ask_bot(game: Game, turn: Turn, order: Order) -> None:
    """Fill in a bot's order; where the engine refuses the position it stays open.

    So a seat of a broken game can be replaced; a bot is asked again when the game is taken back.
    """
    try:
        bots.order_for(game, order, state_of(turn.state_before), timezone.now())
    except RulesError as error:
        logger.warning("bot_not_asked", game_id=game.pk, turn=turn.number, error=error.code)


@transaction.atomic
def ask_for_link(*, seat_id: int, turn_number: int) -> bool:
    """Mail the current link to the stored address, once a seat and turn of the old link.

    Gives whether a mail goes out now; False when it was asked for before.
    """
    game = lock_game(Seat.objects.values_list("game_id", flat=True).get(pk=seat_id))
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    changed = Order.objects.filter(
        seat=seat, turn__number=turn_number, link_asked_at=None, turn__closed__isnull=False
    ).update(link_asked_at=timezone.now())
    if not changed or seat.replaced_at is not None or game.status != Game.Status.RUNNING:
        return False
    signals.link_requested.send(
        Game, game=game, seat=seat, turn=open_turn(game), number=turn_number
    )
    return True


@transaction.atomic
def revoke_links(*, seat_id: int) -> None:
    """Make every link of a seat that was mailed so far worthless."""
    lock_game(Seat.objects.values_list("game_id", flat=True).get(pk=seat_id))
    Seat.objects.filter(pk=seat_id).update(link_epoch=F("link_epoch") + 1)
