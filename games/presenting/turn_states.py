"""The states of the page of one seat and turn, and what they say."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import Game, Order
from games.selectors import TurnData

OPEN, PLAYED, CLOSED = "open", "played", "closed"
REPLACED, PAUSED, OVER, CANCELLED = "replaced", "paused", "over", "cancelled"


def state_of_page(data: TurnData) -> str:
    """Give which of its states the page is in."""
    game = data.game
    if data.seat.replaced_at is not None:
        return REPLACED
    if game.status in (Game.Status.CANCELLED, Game.Status.FINISHED):
        return CANCELLED if game.status == Game.Status.CANCELLED else OVER
    if data.turn.closed is not None or data.order is None:
        return CLOSED
    if game.status == Game.Status.PAUSED or game.quarantined_at is not None:
        return PAUSED
    return OPEN if data.order.choice is None else PLAYED


def notice(data: TurnData, state: str) -> str:
    """Say in a sentence which state the page is in, nothing where it is plainly open."""
    if state == CLOSED and data.turn.superseded_at is not None:
        return gettext("A moderator took this turn back: what was decided in it counts no more.")
    if state == CLOSED and data.turn.closed is None:
        return gettext("Nothing is asked of you in this turn.")
    if state == PAUSED and data.game.quarantined_at is not None:
        return gettext(
            "The game stands still because of a fault of ours. A moderator has been told; what"
            " you submitted is kept."
        )
    if state == PLAYED and data.order is not None and data.order.source == Order.Source.BOT:
        return gettext("A bot has ordered for you. You can change it until the turn closes.")
    return {
        OPEN: "",
        PLAYED: gettext("Your order is in. You can change it until the turn closes."),
        CLOSED: gettext("This turn has closed: its orders can be read, not changed."),
        REPLACED: gettext("Somebody else plays this seat now, so this link does nothing more."),
        PAUSED: gettext("The game is paused. What you submitted is kept until it goes on."),
        OVER: gettext("The game is over."),
        CANCELLED: gettext("The game was cancelled."),
    }[state]
