"""What the tests of proposals share: people who propose and answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Seat
from games.pace_models import Happening
from games.services import votes
from games.services.errors import Refused
from games.vote_models import Vote
from tests.games.cast import seat_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def propose(game: Game, name: str, kind: str, **more: Any) -> Vote:
    return votes.propose(seat_id=seat_of(game, name).pk, kind=kind, **more)


def say(game: Game, name: str, vote: Vote, yes: bool = True, **more: Any) -> Vote:
    return votes.cast(seat_id=seat_of(game, name).pk, vote_id=vote.pk, yes=yes, **more)


def agreed(game: Game, kind: str, *names: str, **more: Any) -> Vote:
    """Let the first propose and the others say yes."""
    vote = propose(game, names[0], kind, **more)
    for name in names[1:]:
        more.pop("pace", None)
        vote = say(game, name, vote, **more)
    game.refresh_from_db()
    return vote


def refusal(deed: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(Refused) as found:
        deed(*arguments, **more)
    return found.value.code


def away(game: Game, name: str, **fields: Any) -> None:
    Seat.objects.filter(game=game, name=name).update(**fields)


def told(game: Game) -> list[str]:
    return list(Happening.objects.filter(game=game).order_by("id").values_list("code", flat=True))
