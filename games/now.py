"""How a game stands in four short marks, read in two queries whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.utils import timezone

from games.ballots import still_open
from games.links import Purpose, read_token
from games.models import Game, Order, Seat, Turn
from games.selectors import PUBLIC_ID
from games.services.table import one
from games.talk_models import TableTalk
from games.vote_models import Ballot


@dataclass(frozen=True, slots=True)
class Marks:
    """What must have changed where a page is out of date; of orders only how many are in."""

    status: str
    stopped: bool
    replaced: bool
    turn: int
    orders: int
    talk: int
    votes: int

    @property
    def of_turn(self) -> str:
        """Give what changes when the game goes on to another turn, or stops."""
        return f"{self.status}{'!' * self.stopped}{'?' * self.replaced}-{self.turn}"


def marks_by_token(text: str) -> Marks | None:
    """Give how the game of a turn's link stands; None for a bad or revoked link."""
    link = read_token(text)
    if link is None or link.purpose != Purpose.TURN:
        return None
    seats = Seat.objects.only("game_id", "link_epoch", "replaced_at")
    seat = one(seats.filter(pk=link.seat_id))
    if seat is None or not link.signed_for(seat.link_epoch):
        return None
    games = Game.objects.filter(pk=seat.game_id)
    replaced = seat.replaced_at is not None
    return _marks(games, talk=_newest(), ballots=still_open(timezone.now()), replaced=replaced)


def marks_by_public_id(text: str) -> Marks | None:
    """Give how a game stands for who only watches: nothing of talk and votes; None for no game."""
    if not PUBLIC_ID.fullmatch(text):
        return None
    games = Game.objects.filter(public_id=text)
    return _marks(games, talk=_newest().none(), ballots=Ballot.objects.none())


def _newest() -> QuerySet[TableTalk]:
    return TableTalk.objects.filter(game=OuterRef("pk"), hidden_at=None).order_by("-id")


def _marks(
    games: QuerySet[Game],
    *,
    talk: QuerySet[TableTalk],
    ballots: QuerySet[Ballot],
    replaced: bool = False,
) -> Marks | None:
    """Give how a game stands, in one query."""
    turns = Turn.objects.filter(game=OuterRef("pk"), closed=None).values("number")[:1]
    orders = Order.objects.filter(
        turn__game=OuterRef("pk"), turn__closed=None, voided_at=None, submitted_at__isnull=False
    )
    counted = orders.order_by().values("turn").annotate(many=Count("pk")).values("many")
    said = ballots.filter(vote__game=OuterRef("pk")).order_by().values("vote__game")
    marked = games.annotate(
        turn=Subquery(turns),
        orders=Subquery(counted),
        newest=Subquery(talk.values("pk")[:1]),
        answers=Subquery(said.annotate(mark=Sum("pk")).values("mark")),
    )
    rows = marked.values_list("status", "quarantined_at", "turn", "orders", "newest", "answers")
    row = next(iter(rows), None)
    if row is None:
        return None
    status, quarantined, turn, many, newest, answers = row
    return Marks(
        status=status,
        stopped=quarantined is not None,
        replaced=replaced,
        turn=turn or 0,
        orders=many or 0,
        talk=newest or 0,
        votes=answers or 0,
    )
