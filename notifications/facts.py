"""What the mails tell, read from stored facts: a position as its seat may see it, and the story.

Nothing here is decided anew: the board, the choices and the sentences are those of the pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from games import links
from games.models import Game, GameSeed, Order, Player, Seat, Turn
from games.prepared import Select
from games.prepared import number as slot
from games.presenting.beforehand import dropped_sentences
from games.presenting.board import Board, board
from games.presenting.choices import Group, action_text, choices
from games.presenting.moments import moment
from games.presenting.story import Chapter, story
from games.presenting.symbols import decision_name, symbol
from games.rules import Rules
from games.rules.codec import read_choice, read_event
from games.rules.options import Options
from games.rules.views import View
from games.said import marked, said_by_viewer
from games.services import standing
from games.services.table import by_index, playing_seats, rules_of, state_of
from notifications.models import DECISIONS, Kind, Mail
from notifications.names import clean, isolated
from notifications.talk import Talk, talk_of

#: Nobody reads more of a story at once; what came before stands on the game's page.
MAX_CHAPTERS = 6


def _told_before() -> QuerySet[Mail]:
    found = Mail.objects.filter(
        seat=slot("seat"), kind__in=DECISIONS, state=Mail.State.SENT, pk__lt=slot("mail")
    )
    return found.select_related("turn").only("created", "turn__number").order_by("-id")[:1]


def _closed_turns() -> QuerySet[Any, Any]:
    found = Turn.objects.filter(
        game=slot("game"),
        number__gte=slot("since"),
        number__lt=slot("before"),
        superseded_at=None,
        closed__isnull=False,
    )
    told = found.annotate(said=said_by_viewer(slot("viewer"))).order_by("number")
    return told.values_list("draw", "events", "said")


_TOLD, _CLOSED = Select(_told_before), Select(_closed_turns)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a turn closes, for one player: in their own zone, with its offset; or that it waits."""

    text: str
    short: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything that a mail asking for a decision is made from.

    ``groups`` is None where the choices cannot be listed (powers with too many). ``shortened``: the
    draws before the story's first were left out. ``dropped``: what had been said beforehand, and
    does not fit any more.
    """

    game: Game
    seat: Seat
    turn: Turn
    rules: Rules
    names: tuple[str, ...]
    view: View
    board: Board
    options: Options
    groups: tuple[Group, ...] | None
    story: tuple[Chapter, ...]
    shortened: bool
    dropped: tuple[str, ...]
    talk: Talk | None
    deadline: Deadline
    url: str
    first: bool
    before: Mail | None


def table_names(game: Game) -> tuple[str, ...]:
    """Give the names at the table in seat order, each safe to stand among other text."""
    return _names(by_index(playing_seats(game)))


def _names(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(isolated(clean(seat.name)) for seat in seats)


def decision(mail: Mail, turn: Turn) -> Decision:
    """Read what a seat is asked in a turn, and what happened since it was last asked."""
    game, seat = mail.game, mail.seat
    assert game is not None
    assert seat is not None
    assert seat.index is not None
    seats = by_index(playing_seats(game))
    rules, names = rules_of(game), _names(seats)
    state = state_of(turn.state_before)
    view, options = rules.view_for(state, seat.index), rules.options(state, seat.index)
    before = _last_told(mail)
    since = before.turn.number if before is not None and before.turn is not None else None
    chapters = story_since(game, since or 0, turn.number, names, seat.index)
    return Decision(
        game=game,
        seat=seat,
        turn=turn,
        rules=rules,
        names=names,
        view=view,
        board=board(view, rules, names),
        options=options,
        groups=choices(options, view, rules) if isinstance(options, tuple) else None,
        story=chapters[-MAX_CHAPTERS:],
        shortened=len(chapters) > MAX_CHAPTERS,
        dropped=_dropped(next((one for one in seats if one == seat), seat), turn, rules),
        talk=talk_of(mail, seat),
        deadline=deadline(turn, mail.player),
        url=links.turn_url(seat, turn.number),
        first=since is None,
        before=before,
    )


def _dropped(seat: Seat, turn: Turn, rules: Rules) -> tuple[str, ...]:
    """Say what a seat, loaded with what it said beforehand, is asked again about."""
    return dropped_sentences(standing.said_by(seat), turn.number, rules.deck)


def _last_told(mail: Mail) -> Mail | None:
    """Give the mail with which the seat was last asked about a turn, None if it never was."""
    return _TOLD.one(seat=mail.seat_id, mail=mail.pk)


def story_since(
    game: Game, number: int, before: int, names: tuple[str, ...], viewer: int | None
) -> tuple[Chapter, ...]:
    """Tell what the turns from ``number`` up to ``before`` (not included) brought about."""
    found = _CLOSED(game=game.pk, since=number, before=before, viewer=viewer)
    happened = [
        event
        for _draw, stored, said in found
        for event in (marked(map(read_event, stored), viewer) if said else map(read_event, stored))
    ]
    chapters = story(happened, rules_of(game).deck, names, viewer)
    return tuple(_told(chapter, found[0][0]) for chapter in chapters)


#: What goes without saying in a mail: the sentence beside it says the same.
_UNSAID = frozenset({"legions_returned", "answer_used", "game_over"})


def _told(chapter: Chapter, draw: int) -> Chapter:
    """Give a chapter as a mail tells it; one that goes on with an earlier draw says with which."""
    lines = tuple(line for line in chapter.lines if line.code not in _UNSAID)
    going_on = (
        gettext("Draw %(draw)d, when all legions were placed") % {"draw": draw}
        if draw
        else gettext("The set-up")
    )
    return replace(chapter, lines=lines, heading=chapter.heading or going_on)


def order_text(game: Game, turn: Turn, seat: Seat, order: Order) -> str:
    """Say a stored order in words; one of a kind without a short form by what it answers."""
    rules, state = rules_of(game), state_of(turn.state_before)
    try:
        choice = read_choice(order.choice)
        text = action_text(choice, rules.deck, rules.view_for(state, seat.index))
    except ValueError:
        return gettext("It answers: %(decision)s.") % {"decision": decision_name(turn.kind)}
    return f"{text}."


def deadline(turn: Turn, player: Player | None) -> Deadline:
    """Say until when a turn is open, and what happens then."""
    if turn.due is None:
        text = gettext("There is no deadline; the others wait for you.")
        return Deadline(text, "", "")
    otherwise = (
        gettext("If nothing is in by then, you pass.")
        if turn.kind == Kind.MOBILIZE
        else gettext("If nothing is in by then, the bot chooses for you.")
    )
    zone = player.time_zone if player is not None else "UTC"
    until = moment(turn.due, zone)
    short = gettext("Until %(moment)s.") % {"moment": until.short}
    text = gettext("Until %(moment)s.") % {"moment": until.text}
    return Deadline(text, short, otherwise)


def changeable(turn: Turn, player: Player | None) -> str:
    """Say until when an order can be changed."""
    if turn.due is None:
        return gettext("You can change it until the turn closes.")
    return gettext("You can change it until %(moment)s.") % {
        "moment": moment(turn.due, player.time_zone if player is not None else "UTC").text
    }


def seed_of(game: Game) -> str:
    """Give the seed of a finished game, and of no other."""
    if game.status != Game.Status.FINISHED:
        return ""
    return bytes(GameSeed.objects.values_list("seed", flat=True).get(pk=game.pk)).hex()


def words(game: Game) -> list[tuple[str, str]]:
    """Give who gave which word for the bag, in the order of invitation."""
    return [
        (isolated(clean(seat.name)), isolated(clean(seat.word, 100)))
        for seat in playing_seats(game)
    ]


def token_drawn(turn: Turn) -> str:
    """Say which token a turn is about, or nothing before the first."""
    token = state_of(turn.state_before).token
    values = {"draw": turn.draw, "token": symbol(token).name if token else ""}
    return gettext("Draw %(draw)d brought: %(token)s.") % values if token else ""
