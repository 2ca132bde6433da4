"""A table before the start, and the list of tables to join, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games import links
from games.models import Game, Player, Seat
from games.presenting.paces import table_pace
from games.presenting.questions import Question, bot_question
from games.presenting.rulings import rulings
from games.rules import RulesError
from games.sentences import sentence
from games.services.lobby import WORD_LENGTH
from games.services.table import ruleset_of


@dataclass(frozen=True, slots=True)
class Place:
    """One seat; ``remove`` is its number where the host may take it back, else empty."""

    name: str
    state: str
    is_in: bool
    remove: str
    remove_text: str


@dataclass(frozen=True, slots=True)
class HostTools:
    """What the host alone can do; ``free``: some seat is to be filled."""

    join_url: str
    free: bool
    start_text: str
    bot: Question
    email: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything on the page. ``address`` takes its forms.

    ``can_join``: a seat is free for the viewer, or theirs to accept. ``sign_in``: where a stranger
    goes first.
    """

    game: str
    about: str
    address: str
    game_url: str
    error: str
    notice: str
    places: tuple[Place, ...]
    pace: str
    rulings: tuple[str, ...]
    commitment: str
    can_join: bool
    can_leave: bool
    sits: bool
    join_title: str
    join_button: str
    word: str
    word_length: int
    sign_in: str
    host: HostTools | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """One game to join."""

    name: str
    address: str
    host: str
    seats: str
    pace: str


def table_page(
    game: Game,
    seats: Sequence[Seat],
    player: Player | None,
    *,
    address: str,
    error: RulesError | None = None,
    word: str | None = None,
    email: str = "",
) -> TablePage:
    """Give the page for a viewer; ``error``: a form that was refused, shown as filled in."""
    own = next((one for one in seats if player and one.player_id == player.pk), None)
    hosts = player is not None and game.host_id == player.pk
    free = any(_is_free(seat) for seat in seats)
    sits = own is not None and own.accepted_at is not None
    return TablePage(
        game=game.name,
        about=_about(game, hosts),
        address=address,
        game_url=links.game_path(game),
        error=sentence(error) if error else "",
        notice=_notice(seats, own, hosts),
        places=tuple(_place(seat, own, hosts) for seat in seats),
        pace=table_pace(game),
        rulings=rulings(ruleset_of(game)),
        commitment=game.commitment,
        can_join=player is not None and (own is not None or free),
        can_leave=own is not None and not hosts,
        sits=sits,
        join_title=gettext("Your word for the bag") if sits else gettext("Will you play?"),
        join_button=gettext("Change my word") if sits else gettext("Take the seat"),
        word=(own.word if own else "") if word is None else word[: 2 * WORD_LENGTH],
        word_length=WORD_LENGTH,
        sign_in=f"{reverse('games:sign_in')}?then={address}" if player is None else "",
        host=_tools(game, seats, free=free, email=email) if hosts else None,
    )


def _is_free(seat: Seat) -> bool:
    return seat.player_id is None and not seat.bot


def _about(game: Game, hosts: bool) -> str:
    if hosts:
        return gettext("You are the host.")
    if game.host is not None:
        return gettext("The host is %(host)s.") % {"host": game.host}
    return ""


def _notice(seats: Sequence[Seat], own: Seat | None, hosts: bool) -> str:
    missing = sum(1 for seat in seats if seat.accepted_at is None)
    if own is None:
        return ""
    if own.accepted_at is None:
        return gettext("You are invited. Take the seat below, or give it up.")
    waiting = ngettext(
        "The game begins by itself as soon as %(n)d more seat is taken.",
        "The game begins by itself as soon as %(n)d more seats are taken.",
        missing,
    ) % {"n": missing}
    return waiting + (" " + gettext("You can also begin at once with bots.") if hosts else "")


def _place(seat: Seat, own: Seat | None, hosts: bool) -> Place:
    name, is_own = seat.name, own is not None and seat.pk == own.pk
    if _is_free(seat):
        return Place(gettext("Free seat"), gettext("for whoever comes"), False, "", "")
    if seat.bot:
        state = str(Seat.Bot(seat.bot).label)
    else:
        state = gettext("has accepted") if seat.accepted_at else gettext("is invited")
    if is_own:
        name = gettext("%(name)s (you)") % {"name": name}
    return Place(
        name,
        state,
        seat.accepted_at is not None,
        str(seat.pk) if hosts and not is_own else "",
        gettext("Take the seat back from %(name)s") % {"name": seat.name},
    )


def _tools(game: Game, seats: Sequence[Seat], *, free: bool, email: str) -> HostTools:
    missing = sum(1 for seat in seats if seat.accepted_at is None)
    return HostTools(
        join_url=links.join_url(game),
        free=free,
        start_text=ngettext(
            "%(n)d seat is not taken yet; a bot takes it, and the game begins at once.",
            "%(n)d seats are not taken yet; bots take them, and the game begins at once.",
            missing,
        )
        % {"n": missing},
        bot=bot_question(Seat.Bot.GREEDY),
        email=email[:254],
    )


def open_tables(games: Sequence[Game]) -> tuple[OpenTable, ...]:
    """Give the list of games to join; each has ``size`` and ``free``."""
    found = []
    for game in games:
        size, free = getattr(game, "size", 0), getattr(game, "free", 0)
        seats = ngettext(
            "%(free)d of %(size)d seats is free", "%(free)d of %(size)d seats are free", free
        ) % {"free": free, "size": size}
        address = reverse("games:table", kwargs={"public_id": game.public_id})
        host = gettext("Host: %(host)s") % {"host": game.host} if game.host else ""
        found.append(OpenTable(game.name, address, host, seats, table_pace(game)))
    return tuple(found)
