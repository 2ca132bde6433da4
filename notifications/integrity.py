"""Read what is stored of a game's mails and name what is missing or too much; repair nothing."""

from __future__ import annotations

from collections.abc import Iterator

from games.integrity import Fault
from games.models import Game, Order, Seat
from notifications import queue
from notifications.models import Mail


def mail_faults_of(game: Game) -> list[Fault]:
    """Give the decisions nobody was mailed about, and the mails about what nobody owed."""
    return [*_decisions(game), *_endings(game)]


def _decisions(game: Game) -> Iterator[Fault]:
    """One mail for each order that a person owed when it was made; the key keeps it to one."""
    orders = Order.objects.filter(turn__game=game, seat__player__isnull=False, asked=True)
    owed = {
        queue.decision(game, order.turn, order.seat).key: order.turn.number
        for order in orders.select_related("turn", "seat")
    }
    kinds = ("keep", "mobilize", "power", "losses", "claim", "take")
    mails = Mail.objects.filter(game=game, kind__in=kinds, seat__player__isnull=False)
    mailed = dict(mails.values_list("key", "turn__number"))
    for key in owed.keys() - mailed.keys():
        yield Fault("nobody_was_mailed", game.pk, owed[key])
    for key in mailed.keys() - owed.keys():
        yield Fault("mailed_about_nothing", game.pk, mailed[key])


def _endings(game: Game) -> Iterator[Fault]:
    """Everybody who plays is told how the game ended, and nobody before."""
    told = Mail.objects.filter(game=game, kind="game_over").count()
    players = Seat.objects.filter(game=game, replaced_at=None, player__isnull=False).count()
    if told != (players if game.status == Game.Status.FINISHED else 0):
        yield Fault("ending_not_told_once", game.pk)
