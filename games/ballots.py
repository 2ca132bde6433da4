"""Reads of what a table decides together: the open proposals, who said yes, who is waited for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Game, Seat, Turn
from games.prepared import Select, moment, number
from games.services import votes
from games.vote_models import Ballot, Vote

_BALLOTS = Select(
    lambda: (
        still_open(moment("now"))
        .filter(vote__game=number("game"))
        .select_related("vote__seat")
        .order_by("vote", "pk")
    )
)


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A proposal that is not decided; ``said``: what each seat answered, by its id.

    ``mark`` changes with every answer: what the ids of the answers come to.
    """

    vote: Vote
    said: Mapping[int, bool]
    mark: int


@dataclass(frozen=True, slots=True)
class Deciding:
    """What a game's table can decide, and what it is about to; ``able``: the seats that may vote.

    ``possible``: what can be proposed now, beside what is proposed already.
    """

    votes: Sequence[OpenVote]
    able: frozenset[int]
    possible: Sequence[Vote.Kind]

    @property
    def mark(self) -> int:
        """Give what changes when something is proposed, answered or decided."""
        return sum(open_vote.mark for open_vote in self.votes)


def deciding(game: Game, turn: Turn | None, seats: Iterable[Seat], now: datetime) -> Deciding:
    """Give what the table of a game decides, in one query; seats come with ``may_vote``."""
    possible = votes.possible(game, turn)
    found = [
        open_vote
        for open_vote in _open_votes(game, now)
        if open_vote.vote.kind in possible
        and (open_vote.vote.turn_id is None or turn is None or open_vote.vote.turn_id == turn.pk)
    ]
    proposed = {open_vote.vote.kind for open_vote in found}
    return Deciding(
        votes=found,
        able=frozenset(seat.pk for seat in seats if may_vote(seat)),
        possible=[kind for kind in possible if kind not in proposed],
    )


def may_vote(seat: Seat) -> bool:
    """Tell whether a seat that was read for voting has a say now."""
    return bool(getattr(seat, "may_vote", False))


def _open_votes(game: Game, now: datetime) -> list[OpenVote]:
    """Give the votes that are open, by their ballots: who proposes something has said yes to it."""
    found: dict[int, list[Ballot]] = {}
    for ballot in _BALLOTS(game=game.pk, now=now):
        found.setdefault(ballot.vote_id, []).append(ballot)
    return [
        OpenVote(
            vote=said[0].vote,
            said={ballot.seat_id: ballot.yes for ballot in said},
            mark=sum(ballot.pk for ballot in said),
        )
        for said in found.values()
    ]


def still_open(now: datetime) -> QuerySet[Ballot]:
    """Give the answers, of all games, to proposals that are not decided and can still pass."""
    fits = Q()
    for status, kinds in votes.FITTING.items():
        fits |= Q(vote__game__status=status, vote__kind__in=kinds)
    about = Q(vote__turn=None) | Q(vote__turn__closed=None)
    return Ballot.objects.filter(
        fits,
        about,
        vote__game__quarantined_at=None,
        vote__closed=None,
        vote__expires__gt=now,
    )
