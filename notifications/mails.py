"""One function for each kind of mail: what its three templates are rendered from.

Each takes a claimed mail and gives the context of ``notifications/<kind>/{subject.txt,text.txt,
html.html}``. ``fill`` renders them in the player's language, from stored facts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from games import links
from games.models import Game, Seat, Turn
from games.presenting import symbols
from games.presenting.paces import table_pace
from games.presenting.score import ScoreSheet, score_sheet
from games.services.table import open_turn, playing_seats, rules_of, ruleset_of, state_of
from notifications import (
    access,
    facts,
    message,
    moderated,
    occasional,
    plain,
    seats,
    talk,
    together,
    unbegun,
    visual,
)
from notifications.decisions import Context, decision, rules_in_short
from notifications.models import Kind, Mail
from notifications.names import clean, isolated
from notifications.visual import Button

#: What parts a text from its foot, with the blank at its end.
SIGNATURE = "-- "


def fill(mail: Mail) -> None:
    """Render a mail: its subject, text and HTML are set on the row, which is not saved."""
    language = mail.player.language if mail.player is not None else settings.LANGUAGE_CODE
    with translation.override(language):
        context = _common(mail) | KINDS[Kind(mail.kind)](mail)
        folder = f"notifications/{context.get('folder', mail.kind)}"
        mail.subject = clean(render_to_string(f"{folder}/subject.txt", context), 150)
        context["subject"] = mail.subject
        mail.text = tidy(render_to_string(f"{folder}/text.txt", context))
        mail.html = visual.inline(render_to_string(f"{folder}/html.html", context))


def tidy(text: str) -> str:
    """Give a text part without blanks at line ends and with one free line at most in a row.

    Only the line that parts the mail from its foot ends with a blank: so mail programs know it, and
    leave what follows out of a reply (RFC 3676, section 4.3).
    """
    lines: list[str] = []
    for line in text.replace("\r", "").split("\n"):
        line = line if line == SIGNATURE else line.rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip("\n") + "\n"


def _common(mail: Mail) -> Context:
    game, seat = mail.game, message.seat_of(mail)
    return {
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "game_name": isolated(clean(game.name)) if game is not None else "",
        "thread_name": clean(game.name) if game is not None else "",
        "unsubscribe_url": message.unsubscribe_url(seat, message.scope_of(mail)) if seat else "",
        "game_url": links.game_url(game) if game is not None else "",
    }


def _refs(mail: Mail) -> tuple[Game, Seat]:
    assert mail.game is not None
    assert mail.seat is not None
    return mail.game, mail.seat


def invitation(mail: Mail) -> Context:
    """Who invites, to what, with which promise about chance, and where to say yes."""
    game, seat = _refs(mail)
    host = isolated(clean(str(game.host))) if game.host is not None else ""
    headline = (
        gettext("%(host)s invites you to a game of Augustus by mail") % {"host": host}
        if host
        else gettext("You are invited to a game of Augustus by mail")
    )
    taken = [other for other in playing_seats(game) if other.player_id is not None or other.bot]
    players = [isolated(clean(other.name)) for other in taken]
    return {
        "headline": headline,
        "preheader": gettext("Game %(name)s, with %(players)s.")
        % {"name": isolated(clean(game.name)), "players": symbols.and_list(players)},
        "players": symbols.and_list(players),
        "pace": table_pace(game),
        "rules": rules_in_short(ruleset_of(game).target),
        "commitment": game.commitment,
        "url": links.invitation_url(seat),
        "button": Button(gettext("Look at the invitation and accept"), links.invitation_url(seat)),
        "plain": plain,
    }


def resend(mail: Mail) -> Context:
    """Mail the link that is good now: the open decision's, or the game's page."""
    game, seat = _refs(mail)
    turn = open_turn(game)
    asked = turn is not None and turn.orders.filter(seat=seat, voided_at=None).exists()
    if turn is not None and asked:
        return _asked_again(mail, turn, seat)
    url = links.game_url(game)
    return {
        "headline": gettext("Nothing is asked of you at the moment"),
        "task": f"{asked_by(mail)} " + gettext("As soon as it is your turn, a mail comes."),
        "preheader": asked_by(mail),
        "url": url,
        "button": Button(gettext("Look at the game"), url),
        "deadline": "",
        "plain": plain,
    }


def _asked_again(mail: Mail, turn: Turn, seat: Seat) -> Context:
    url = links.turn_url(seat, turn.number)
    return {
        "headline": gettext("Your link for the current turn"),
        "task": " ".join(
            part
            for part in (
                asked_by(mail),
                facts.token_drawn(turn),
                gettext("What is to be done: %(decision)s.")
                % {"decision": symbols.decision_name(turn.kind)},
            )
            if part
        ),
        "preheader": asked_by(mail),
        "url": url,
        "button": Button(gettext("Open my turn"), url),
        "deadline": facts.deadline(turn, mail.player).text,
        "plain": plain,
    }


def asked_by(mail: Mail) -> str:
    """Say why a link is mailed again: who asked for it."""
    return {
        "": gettext("You asked for your link."),
        "nudge": gettext("A moderator asks you to look at your turn: the others wait for you."),
    }.get(mail.note, gettext("A moderator sends you your link."))


def reminder(mail: Mail) -> Context:
    """Remind somebody of a turn that is still open and lacks their order."""
    _game, seat = _refs(mail)
    assert mail.turn is not None
    asked = symbols.decision_name(mail.turn.kind)
    until = facts.deadline(mail.turn, mail.player)
    url = links.turn_url(seat, mail.turn.number)
    return {
        "headline": gettext("Your turn is still open: %(decision)s") % {"decision": asked},
        "task": facts.token_drawn(mail.turn),
        "preheader": until.short,
        "url": url,
        "button": Button(gettext("Open my turn"), url),
        "deadline": f"{until.text} {until.otherwise}",
        "plain": plain,
    }


def confirmed(mail: Mail) -> Context:
    """Confirm the order that is stored now, and say until when it can be changed."""
    game, seat = _refs(mail)
    assert mail.turn is not None
    order = mail.turn.orders.get(seat=seat)
    url = links.turn_url(seat, mail.turn.number)
    return {
        "headline": gettext("Your order is in"),
        "task": facts.order_text(game, mail.turn, seat, order),
        "preheader": gettext("Nobody else sees it before the turn closes."),
        "url": url,
        "button": Button(gettext("Look at my order or change it"), url),
        "deadline": facts.changeable(mail.turn, mail.player),
        "plain": plain,
    }


def game_over(mail: Mail) -> Context:
    """Who won, the score sheet line by line, the seed, and how to check it."""
    game, seat = _refs(mail)
    names = facts.table_names(game)
    outcome = rules_of(game).outcome(state_of(game.state))
    assert outcome is not None
    score = score_sheet(outcome, rules_of(game).deck, names, seat.index)
    talked = talk.talk_of(mail, seat)
    last = facts.story_since(game, _last_turn(mail), 2**31 - 1, names, seat.index)
    return {
        "headline": score.result,
        "task": _own_place(score),
        "preheader": ", ".join(f"{one.name} {one.points}" for one in score.sheets),
        "score": score,
        "told": gettext("How it ended"),
        "story": last[-facts.MAX_CHAPTERS :],
        "talk": talked,
        "seed": facts.seed_of(game),
        "commitment": game.commitment,
        "words": facts.words(game),
        "url": links.game_url(game),
        "button": Button(gettext("Look at the finished game"), links.game_url(game)),
        "past_url": links.past_url(game),
        "past": Button(gettext("Look back over every turn"), links.past_url(game)),
        "plain": {
            "sheet": plain.sheet(score),
            "story": plain.story(last[-facts.MAX_CHAPTERS :]),
            "talk": plain.talk(talked),
        },
    }


def _own_place(score: ScoreSheet) -> str:
    own = next(sheet for sheet in score.sheets if sheet.own)
    return gettext("You take place %(rank)d of %(count)d, with %(points)s.") % {
        "rank": own.rank,
        "count": len(score.sheets),
        "points": own.points_text,
    }


def _last_turn(mail: Mail) -> int:
    """Give the number of the turn that this player was last asked about."""
    before = Mail.objects.filter(seat=mail.seat, turn__isnull=False, state=Mail.State.SENT)
    return before.order_by("-id").values_list("turn__number", flat=True).first() or 0


#: Kind -> the function that gives its templates what they show.
KINDS: Mapping[Kind, Callable[[Mail], Context]] = {
    Kind.INVITATION: invitation,
    Kind.KEEP: decision,
    Kind.MOBILIZE: decision,
    Kind.POWER: decision,
    Kind.LOSSES: decision,
    Kind.CLAIM: decision,
    Kind.TAKE: decision,
    Kind.RESEND: resend,
    Kind.REMINDER: reminder,
    Kind.CONFIRMED: confirmed,
    Kind.GAME_OVER: game_over,
    Kind.TAKEN_OVER: seats.taken_over,
    Kind.ABSENT: seats.absent,
    Kind.WITHDRAWN: unbegun.withdrawn,
    Kind.CALLED_OFF: unbegun.called_off,
    Kind.OFFERED: seats.offered,
    Kind.VOTE: together.vote,
    Kind.VOTED: together.voted,
    Kind.TIME_OFF: together.time_off,
    Kind.NOTE: occasional.note,
    Kind.DIGEST: occasional.digest,
    Kind.SWITCHED_OFF: occasional.switched_off,
    Kind.SIGN_IN: access.sign_in,
    Kind.NEW_ADDRESS: access.new_address,
    Kind.ADDRESS_CHANGED: access.address_changed,
    Kind.MODERATED: moderated.moderated,
    Kind.WARNING: moderated.warning,
}
