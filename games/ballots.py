"""Reads of what a table decides together: the open proposals, who said yes, who is waited for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat, Turn
from games.services import votes
from games.vote_models import Ballot, Vote


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A proposal that is not decided; ``said``: what each seat answered, by its id."""

    vote: Vote
    said: Mapping[int, bool]


@dataclass(frozen=True, slots=True)
class Deciding:
    """What a game's table can decide, and what it is about to; ``able``: the seats that may vote.

    ``possible``: what can be proposed now, beside what is proposed already.
    """

    votes: Sequence[OpenVote]
    able: frozenset[int]
    possible: Sequence[Vote.Kind]


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
    ballots = Ballot.objects.filter(vote__game=game, vote__closed=None, vote__expires__gt=now)
    found: dict[int, Vote] = {}
    said: dict[int, dict[int, bool]] = {}
    for ballot in ballots.select_related("vote__seat").order_by("vote", "pk"):
        vote = found.setdefault(ballot.vote_id, ballot.vote)
        said.setdefault(vote.pk, {})[ballot.seat_id] = ballot.yes
    return [OpenVote(vote, said[vote.pk]) for vote in found.values()]
