"""Practice: a game against bots at once, without signing in and without any mail.

The one human seat is a guest's: it has neither player nor bot, so there is nobody to mail to. Its
turns close as soon as its order is in, within the same request: ``advance_turn`` claims a turn
once, so whether this call or a worker's does it nothing is ever drawn twice.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Game, GameSeed, Order, Seat
from games.practice_models import Practice
from games.rules import RULES_VERSION, RulesError, Ruleset
from games.rules.chance import SEED_BYTES, commitment_of
from games.rules.codec import to_json
from games.services import limits, lobby
from games.services.access import check_form
from games.services.advance import advance_turn
from games.services.errors import Refused
from games.services.lobby import Invitee
from games.services.table import open_turn

logger = structlog.get_logger(__name__)

OPPONENTS = range(1, 6)
#: More are not kept at a time: a practice game costs some 100 KB.
MOST_KEPT = 3000
#: So many games an hour may be started from one network.
AN_HOUR = 20
#: Nobody has played for so long: the game is abandoned.
KEPT_FOR = timedelta(days=7)
#: So many games are cleared away in one go.
BATCH = 50
#: Turns that bots alone decide go by ten at a time; no more than so many times in a request.
_GO_ON = 20
_BOTS = ("Augusta", "Brutus", "Cato", "Drusus", "Ennius")


def start_practice(
    *,
    opponents: int,
    network: str,
    bot: str = Seat.Bot.GREEDY,
    ruleset: Ruleset | None = None,
    form_key: str = "",
) -> Seat:
    """Start a game of a guest against bots of a kind, and give the guest's seat.

    The same form (by its ``form_key``) sent twice, also at the same moment, starts one game.
    Raises ``Refused`` for a number or a kind of opponents that cannot be, for a network from which
    enough games were started for now, and where too many games are kept.
    """
    if form_key:
        check_form(form_key)
    try:
        return _started_before(form_key) or _start(opponents, bot, network, ruleset, form_key)
    except IntegrityError:
        found = _started_before(form_key)
        if found is None:
            raise
        return found


def _started_before(form_key: str) -> Seat | None:
    """Give the guest's seat of the game that a form started, None where it started none."""
    if not form_key:
        return None
    guests = Seat.objects.filter(game__form_key=form_key, game__practice__isnull=False)
    return guests.filter(player=None, bot="").select_related("game").first()


@transaction.atomic
def _start(opponents: int, bot: str, network: str, ruleset: Ruleset | None, form_key: str) -> Seat:
    if opponents not in OPPONENTS:
        raise Refused("bad_opponents", low=OPPONENTS[0], high=OPPONENTS[-1])
    lobby.check_invitee(Invitee(bot=bot))
    if Practice.objects.count() >= MOST_KEPT:
        raise Refused("practice_full")
    if not limits.take(what="practice", who=network, most=AN_HOUR):
        raise Refused("practice_too_often", often=AN_HOUR)
    seed, now = secrets.token_bytes(SEED_BYTES), timezone.now()
    game = Game.objects.create(
        name=gettext("Practice"),
        ruleset=to_json(ruleset or Ruleset()),
        rules_version=RULES_VERSION,
        deck=lobby.store_deck(csv=lobby.DEFAULT_DECK.read_text(encoding="utf-8")),
        commitment=commitment_of(seed),
        form_key=form_key or None,
    )
    GameSeed.objects.create(game=game, seed=seed)
    Practice.objects.create(game=game)
    guest = Seat.objects.create(game=game, invited=0, name=gettext("Guest"), accepted_at=now)
    for invited, name in enumerate(_BOTS[:opponents], start=1):
        seat = Seat(game=game, invited=invited, bot=bot, accepted_at=now)
        seat.name = gettext("%(name)s (bot)") % {"name": name}
        seat.save()
    lobby.start(game_id=game.pk)
    return guest


def is_guest(seat: Seat) -> bool:
    """Tell whether this is the human seat of a practice game; asks only where it can be."""
    return seat.player_id is None and not seat.bot and hasattr(seat.game, "practice")


def play_on(*, seat: Seat) -> int:
    """Let a guest's game go on until the guest is asked again; give the turn to look at.

    To be called after the order's commit. What goes wrong is left to a worker, as in any game.
    """
    tried = 0
    for _ in range(_GO_ON):
        turn = open_turn(seat.game)
        if turn is None or turn.pk == tried or _owes(seat, turn.pk):
            break
        tried = turn.pk
        try:
            advance_turn(turn_id=turn.pk)
        except (RulesError, DatabaseError) as error:
            logger.warning("practice_left_to_worker", game_id=seat.game_id, error=str(error)[:80])
            break
    return current_turn(seat)


def _owes(seat: Seat, turn_id: int) -> bool:
    return Order.objects.filter(turn=turn_id, seat=seat, submitted_at=None).exists()


def current_turn(seat: Seat) -> int:
    """Give the number of the last turn in which something was asked of a seat, 0 for none."""
    orders = Order.objects.filter(seat=seat, voided_at=None)
    return orders.aggregate(Max("turn__number"))["turn__number__max"] or 0


def purge_practice(*, now: datetime | None = None, limit: int = BATCH) -> int:
    """Delete practice games in which nothing has happened for a week; gives how many."""
    before = (now or timezone.now()) - KEPT_FOR
    abandoned = Game.objects.filter(practice__created__lt=before).exclude(turns__opened__gte=before)
    found = list(abandoned.order_by("pk").values_list("pk", flat=True)[:limit])
    if found:
        Game.objects.filter(pk__in=found, practice__isnull=False).delete()
        logger.info("practice_purged", games=len(found))
    return len(found)
