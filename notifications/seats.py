"""Mails about seats: who is absent from theirs, and who is offered one."""

from __future__ import annotations

from django.utils.translation import gettext

from games import links
from games.presenting import symbols
from games.presenting.paces import table_pace
from games.services.table import playing_seats, ruleset_of
from notifications import plain
from notifications.decisions import Context, rules_in_short
from notifications.models import Mail
from notifications.names import clean, isolated
from notifications.visual import Button


def absent(mail: Mail) -> Context:
    """Tell somebody that they missed two turns, what happens now, and how to be back."""
    assert mail.seat is not None
    url = links.seat_url(mail.seat)
    return {
        "headline": gettext("You missed two turns in a row: a bot orders for you now"),
        "task": gettext(
            "So that the others need not wait, a bot orders for you from now on, and no mail asks"
            " you for anything. It sees what your seat may see, and nothing else. The seat stays"
            " yours: say that you are back, and you play the next decision yourself. The host may"
            " offer the seat to somebody else meanwhile."
        ),
        "preheader": gettext("The seat stays yours. One click leads to where you say: I am back."),
        "url": url,
        "button": Button(gettext("I am back"), url),
        "plain": plain,
    }


def offered(mail: Mail) -> Context:
    """Offer the seat of a game that is under way: what it is, who plays, and where to take it."""
    assert mail.game is not None
    assert mail.seat is not None
    game, url = mail.game, links.invitation_url(mail.seat)
    others = [seat for seat in playing_seats(game) if seat.pk != mail.seat_id]
    names = symbols.and_list([isolated(clean(seat.name)) for seat in others])
    return {
        "headline": gettext("You are offered a seat in a game of Augustus by mail"),
        "preheader": gettext("Game %(name)s is under way: a seat in it is free.")
        % {"name": isolated(clean(game.name))},
        "task": gettext(
            "The game %(name)s is under way, at draw %(draw)d. At the table: %(players)s. The seat"
            " is as whoever played it left it; until you take it, a bot orders for it."
        )
        % {"name": isolated(clean(game.name)), "draw": game.draw, "players": names},
        "pace": table_pace(game),
        "rules": rules_in_short(ruleset_of(game).target),
        "url": url,
        "button": Button(gettext("Look at the game and take the seat"), url),
        "plain": plain,
    }


def taken_over(mail: Mail) -> Context:
    """Tell somebody that their seat is played on by somebody else."""
    assert mail.game is not None
    assert mail.seat is not None
    game, new = mail.game, mail.seat.replaced_by
    headline = (
        gettext("A bot plays your seat on")
        if new is None or new.bot
        else gettext("%(name)s plays your seat on") % {"name": isolated(clean(new.name))}
        if new.accepted_at is not None
        else gettext("Your seat is offered to %(name)s") % {"name": isolated(clean(new.name))}
    )
    return {
        "headline": headline,
        "task": gettext("The links in your earlier mails show the game, but cannot play any more."),
        "preheader": headline,
        "url": links.game_url(game),
        "button": Button(gettext("Look at the game"), links.game_url(game)),
        "plain": plain,
    }
