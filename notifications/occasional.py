"""Mails that are about no single turn: notes to moderators, digests, and the last mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.utils.translation import gettext, ngettext

from games import links
from games.models import Order, Player, Seat
from games.presenting import symbols
from games.services.table import open_turn
from notifications import digests, facts, plain, talk
from notifications.decisions import Context
from notifications.models import Mail
from notifications.names import clean, isolated
from notifications.news import happened
from notifications.visual import Button
from notifications.wishes import Scope


def switched_off(mail: Mail) -> Context:
    """Say what comes no more, and how to play on without it."""
    game, seat = mail.game, mail.seat
    assert game is not None
    assert seat is not None
    turn = open_turn(game) or game.turns.order_by("-number").first()
    url = links.turn_url(seat, turn.number) if turn else links.game_url(game)
    one = mail.note == Scope.GAME.name
    return {
        "headline": gettext("No more mails of this game")
        if one
        else gettext("No more mails of your games"),
        "task": gettext(
            "You keep your seat, and deadlines hold. Keep this link: it shows how the game stands,"
            " and a button there mails you the current link whenever you want to play. Mail is"
            " switched on again where it was switched off."
        ),
        "preheader": gettext("You keep your seat, and can always play on the site."),
        "url": url,
        "button": Button(gettext("Play on the site"), url),
        "deadline": "",
        "plain": plain,
    }


def digest(mail: Mail) -> Context:
    """List what all games ask of a player, the most urgent first, each with its own link."""
    assert mail.player is not None
    said = dict(talk.talk_of_all(mail, mail.player))
    asked = [
        _asked(mail, mail.player, order, said.pop(order.seat, None))
        for order in digests.owed(mail.player)
    ]
    headline = ngettext(
        "%(count)d game waits for you", "%(count)d games wait for you", len(asked)
    ) % {"count": len(asked)}
    return {
        "headline": headline,
        "preheader": symbols.and_list([one["game"] for one in asked]),
        "asked": asked,
        "said": [_said(seat, told) for seat, told in said.items()],
    }


def _said(seat: Seat, told: talk.Talk) -> Context:
    """Give what was said at a table that asks nothing now."""
    name = isolated(clean(seat.game.name))
    return {"game": name, "talk": told, "talk_text": plain.talk(told)}


def _asked(mail: Mail, player: Player, order: Order, told: talk.Talk | None) -> Context:
    game, turn, seat = order.turn.game, order.turn, order.seat
    name, url = isolated(clean(game.name)), links.turn_url(seat, turn.number)
    until = facts.deadline(turn, player)
    return {
        "game": name,
        "task": gettext("What is to be done: %(decision)s.")
        % {"decision": symbols.decision_name(turn.kind)},
        "token": facts.token_drawn(turn),
        "deadline": f"{until.text} {until.otherwise}",
        "news": happened(seat, digests.told_until(mail, seat), mail.created),
        "talk": told,
        "talk_text": plain.talk(told),
        "url": url,
        "button": Button(gettext("Open my turn of %(game)s") % {"game": name}, url),
    }


def note(mail: Mail) -> Context:
    """Tell a moderator what went wrong, in a code and a sentence; never a state or an address."""
    what, _, detail = mail.note.partition(" ")
    url, text = f"{settings.SITE_URL}/", gettext("Open the site")
    if mail.game is not None:
        url, text = links.game_url(mail.game), gettext("Look at the game")
    headline, task, said = _NOTES[what](detail) if what in _NOTES else _set_apart(mail.note)
    return {
        "headline": headline,
        "task": task,
        "detail": said,
        "preheader": headline,
        "url": url,
        "button": Button(text, url),
        "plain": plain,
    }


def _mail_stopped(detail: str) -> tuple[str, str, str]:
    return (
        gettext("No mail went out for a while"),
        gettext(
            "The mail server refused our set-up. Mails were kept and go out now that it works."
        ),
        detail,
    )


def _address_stopped(detail: str) -> tuple[str, str, str]:
    """Say whose address gets no mail any more; ``detail``: why, and the number of the player."""
    why, _, number = detail.partition(" ")
    player = Player.objects.filter(pk=int(number or 0)).first()
    name = isolated(clean(str(player))) if player is not None else gettext("somebody")
    return (
        gettext("%(name)s gets no mail any more") % {"name": name},
        gettext(
            "Mail to this address does not arrive or is not wanted, so none is sent to it. The"
            " game's clock goes on. In the admin you can allow mail to the address again."
        ),
        why,
    )


def _set_apart(detail: str) -> tuple[str, str, str]:
    return (
        gettext("A game was set apart"),
        gettext("It could not go on and is left alone until a moderator looks at it."),
        detail,
    )


#: First word of a note -> what it says, given the rest.
_NOTES: Mapping[str, Callable[[str], tuple[str, str, str]]] = {
    "mail_stopped": _mail_stopped,
    "address_stopped": _address_stopped,
}
