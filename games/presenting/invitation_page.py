"""The page of an invitation as a plain value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games import links
from games.models import Game, Seat
from games.presenting.paces import table_pace
from games.presenting.rulings import rulings
from games.rules import RulesError
from games.sentences import sentence
from games.services.lobby import WORD_LENGTH
from games.services.presence import GOING_ON
from games.services.table import ruleset_of

_STATES = {
    Game.Status.OPEN: "open",
    Game.Status.RUNNING: "closed",
    Game.Status.PAUSED: "paused",
    Game.Status.FINISHED: "over",
    Game.Status.CANCELLED: "cancelled",
}


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at the table, and whether they have accepted; or a seat that is free."""

    name: str
    own: bool
    bot: bool
    accepted: bool
    free: bool = False


def guest_of(seat: Seat, viewer: Seat | None = None) -> Guest:
    """Give a seat as a list of who is at the table shows it."""
    accepted = seat.accepted_at is not None
    free = seat.player_id is None and not seat.bot and not accepted
    own = viewer is not None and seat.pk == viewer.pk
    return Guest(seat.name, own, bool(seat.bot), accepted, free)


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """Everything on the page; ``state`` is ``open`` until accepted, then ``played``.

    ``offered``, and ``under_way``: the seat of a running game, which a bot plays meanwhile.
    """

    state: str
    game: str
    game_url: str
    address: str
    seat: str
    host: str
    notice: str
    error: str
    guests: tuple[Guest, ...]
    pace: str
    rulings: tuple[str, ...]
    commitment: str
    can_accept: bool
    under_way: bool
    accepted: bool
    word: str
    word_length: int


def invitation_page(
    seat: Seat, seats: Sequence[Seat], *, word: str | None = None, error: RulesError | None = None
) -> InvitationPage:
    """Give the page; ``word`` and ``error``: a form that was refused, shown as filled in."""
    game = seat.game
    state = _state(seat)
    return InvitationPage(
        state=state,
        game=game.name,
        game_url=links.game_path(game),
        address=links.invitation_path(seat),
        seat=seat.name,
        host=str(game.host) if game.host else "",
        notice=_notice(state),
        error=sentence(error) if error else "",
        guests=tuple(guest_of(other, seat) for other in seats),
        pace=table_pace(game),
        rulings=rulings(ruleset_of(game)),
        commitment=game.commitment,
        can_accept=state in ("open", "played", "offered"),
        under_way=state == "offered",
        accepted=seat.accepted_at is not None,
        word=seat.word if word is None else word[: 2 * WORD_LENGTH],
        word_length=WORD_LENGTH,
    )


def _state(seat: Seat) -> str:
    if seat.replaced_at is not None:
        return "replaced"
    state = _STATES[Game.Status(seat.game.status)]
    if seat.accepted_at is None and seat.game.status in GOING_ON:
        return "offered"
    return "played" if state == "open" and seat.accepted_at is not None else state


def _notice(state: str) -> str:
    return {
        "open": "",
        "played": gettext(
            "You have accepted. The game begins when everybody has; you will get a mail. Until then"
            " you can change your word."
        ),
        "offered": gettext(
            "The game is under way. The seat is as whoever played it left it: its objectives, its"
            " legions, its rewards. Until you take it a bot orders for it."
        ),
        "closed": gettext("The game has begun. Your mails have the links to your turns."),
        "paused": gettext("The game has begun, and is paused."),
        "over": gettext("The game is over."),
        "cancelled": gettext("The game was cancelled."),
        "replaced": gettext("Somebody else has this seat now, so this link does nothing more."),
    }[state]
