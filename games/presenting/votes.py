"""What a table decides, as a seat sees it: open proposals, its answer, and what it can propose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games import links
from games.ballots import Deciding, OpenVote, deciding
from games.clocks import Pace
from games.models import Game, Seat
from games.presenting import symbols
from games.presenting.moments import Moment, moment
from games.presenting.proposals import label, meaning, meaning_of, proposal, rule
from games.rules import RulesError
from games.selectors import TurnData
from games.services.errors import Refused
from games.setup_forms import HOURS
from games.vote_models import Vote

NO_DEADLINE = "none"
_DAILY = "at-"


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One open proposal; ``own``: what the seat answered (yes, no, or nothing yet)."""

    number: int
    text: str
    meaning: str
    expires: Moment
    yes: str
    waiting: str
    own: str
    may: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that can be proposed; ``chosen``: in a form that was refused."""

    value: str
    text: str
    detail: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """One clock that can be proposed; ``chosen`` as above."""

    value: str
    text: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class VotesPanel:
    """What a seat can answer and propose; ``address``: where its forms go.

    ``clocks``: those that can be proposed. ``more``: a page on which more can be proposed.
    ``mark`` tells a page that the votes on it are out of date.
    """

    address: str
    rows: tuple[VoteRow, ...]
    proposals: tuple[Proposal, ...]
    clocks: tuple[ClockChoice, ...]
    rule: str
    more: str = ""
    weekend: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class VotesPage:
    """The page of its own; ``why_not``: why this seat can decide nothing at the moment."""

    state: str
    game: str
    game_url: str
    seat: str
    panel: VotesPanel
    why_not: str
    done: str
    error: str


def turn_votes(data: TurnData, now: datetime) -> VotesPanel | None:
    """Give the panel on the page of an open turn; None for who has no say in the game."""
    seat, game = data.seat, data.game
    open_turn = data.open_turn
    if open_turn is None or open_turn.pk != data.turn.pk:
        return None
    if seat.player_id is None or seat.replaced_at is not None or seat.absent_since is not None:
        return None
    found = deciding(game, open_turn, data.seats, now)
    if not found.votes and not found.possible:
        return None
    return VotesPanel(
        address=links.turn_path(seat, data.turn.number),
        rows=tuple(_row(vote, seat, data.seats, found, now) for vote in found.votes),
        proposals=_proposals(kind for kind in found.possible if kind != Vote.Kind.CLOCK),
        clocks=(),
        rule=rule(),
        more=reverse("games:votes", kwargs={"public_id": game.public_id}),
        mark=str(found.mark),
    )


def _proposals(kinds: Iterable[str], chosen: str = "") -> tuple[Proposal, ...]:
    return tuple(Proposal(kind, label(kind), meaning_of(kind), kind == chosen) for kind in kinds)


def _row(
    open_vote: OpenVote, seat: Seat, seats: tuple[Seat, ...], found: Deciding, now: datetime
) -> VoteRow:
    vote, said = open_vote.vote, open_vote.said
    by = gettext("You") if vote.seat_id == seat.pk else vote.seat.name
    own = {True: "yes", False: "no"}.get(said.get(seat.pk, None), "")  # type: ignore[arg-type]
    return VoteRow(
        number=vote.pk,
        text=gettext("You propose: %(what)s") % {"what": label(vote.kind)}
        if vote.seat_id == seat.pk
        else proposal(vote, by),
        meaning=meaning(vote),
        expires=moment(vote.expires, zone_of_seat(seat), now),
        yes=_names(seat, [one for one in seats if said.get(one.pk)]),
        waiting=_names(seat, [one for one in seats if one.pk in found.able - said.keys()]),
        own=own,
        may=seat.pk in found.able,
    )


def _names(viewer: Seat, seats: list[Seat]) -> str:
    names = [gettext("you") if seat.pk == viewer.pk else seat.name for seat in seats]
    return symbols.and_list(names) if names else ""


def zone_of_seat(seat: Seat) -> str:
    """Give the time zone of whoever plays a seat."""
    return seat.player.time_zone if seat.player else "UTC"


def votes_page(
    seat: Seat,
    seats: tuple[Seat, ...],
    found: Deciding,
    now: datetime,
    *,
    done: str = "",
    error: RulesError | None = None,
    posted: Mapping[str, str] | None = None,
) -> VotesPage:
    """Give the page; ``error`` and ``posted``: a form that was refused, shown as filled in."""
    from games.sentences import sentence

    may = seat.pk in found.able
    possible, posted = found.possible if may else (), posted or {}
    clocks = _clocks(seat.game) if Vote.Kind.CLOCK in possible else ()
    return VotesPage(
        state=_state(seat),
        game=seat.game.name,
        game_url=links.game_path(seat.game),
        seat="" if seat.replaced_at else seat.name,
        panel=VotesPanel(
            address=links.votes_path(seat),
            rows=tuple(_row(vote, seat, seats, found, now) for vote in found.votes),
            proposals=_proposals(possible, posted.get("kind", "")),
            clocks=tuple(replace(one, chosen=one.value == posted.get("clock")) for one in clocks),
            rule=rule(),
            weekend=posted.get("weekend") == "yes",
        ),
        why_not=_why_not(seat, may),
        done=_done(done),
        error=sentence(error) if error else "",
    )


def _state(seat: Seat) -> str:
    return "replaced" if seat.replaced_at is not None else seat.game.status


def _why_not(seat: Seat, may: bool) -> str:
    """Say why a seat cannot vote at all, as it stands now."""
    from games.sentences import sentence

    if seat.replaced_at is not None or seat.player_id is None:
        return sentence(Refused("seat_given_away"))
    game = seat.game
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        return sentence(Refused(f"game_{game.status}"))
    if game.quarantined_at is not None:
        return sentence(Refused("game_quarantined"))
    if may:
        return ""
    if seat.absent_since is not None:
        return sentence(Refused("vote_absent"))
    return sentence(Refused("vote_time_off"))


def _clocks(game: Game) -> tuple[ClockChoice, ...]:
    hours = [
        ClockChoice(
            value,
            ngettext("%(n)d hour a turn", "%(n)d hours a turn", int(value)) % {"n": int(value)},
        )
        for value in HOURS
        if value
    ]
    daily = [
        ClockChoice(
            f"{_DAILY}{hour}",
            gettext("daily at %(hour)02d:00 (%(zone)s)") % {"hour": hour, "zone": game.zone},
        )
        for hour in range(24)
    ]
    return (*hours, *daily, ClockChoice(NO_DEADLINE, gettext("no deadlines")))


def read_clock(value: str, *, weekend_pause: bool, game: Game) -> Pace:
    """Give the clock that was chosen on the page; raises ``Refused`` for what is none of them."""
    if value not in {clock.value for clock in _clocks(game)}:
        raise Refused("bad_value")
    if value == NO_DEADLINE:
        return Pace(zone=game.zone)
    if value.startswith(_DAILY):
        return Pace(None, int(value.removeprefix(_DAILY)), game.zone, weekend_pause)
    return Pace(int(value), None, game.zone, weekend_pause)


def _done(what: str) -> str:
    return {
        "propose": gettext("It is proposed; the others get a mail. You have said yes."),
        "vote": gettext("Your answer is kept."),
    }.get(what, "")
