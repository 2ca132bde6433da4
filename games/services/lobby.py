"""Before the first draw: create a game, invite by address, accept, start."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext

from games import signals
from games.clocks import Pace
from games.models import Game, GameSeed, Player, Seat, StoredDeck, Turn
from games.rules import RULES_VERSION, Deck, Ruleset
from games.rules.chance import SEED_BYTES, commitment_of
from games.rules.codec import to_json
from games.rules.opening import SEATS
from games.services import advance, limits
from games.services.errors import Refused
from games.services.paces import check_pace
from games.services.table import (
    chance_of,
    events_json,
    lock_game,
    playing_seats,
    rules_of,
    words_of,
)

DEFAULT_DECK = Path(__file__).resolve().parent.parent / "decks" / "objectives.csv"
NAME_LENGTH = 60
WORD_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Invitee:
    """Who is offered a seat: an address and a name to show, this kind of bot, or whoever comes."""

    email: str = ""
    name: str = ""
    bot: str = ""
    free: bool = False


@cache
def _default_csv() -> str:
    return DEFAULT_DECK.read_text(encoding="utf-8")


def store_deck(*, csv: str) -> StoredDeck:
    """Keep a deck file under its hash; raises ``BadDeck`` for one that cannot be played with."""
    deck = Deck.from_csv(csv.encode())
    return StoredDeck.objects.get_or_create(pk=deck.sha256, defaults={"csv": csv})[0]


@transaction.atomic
def create_game(
    *,
    name: str,
    invitees: Sequence[Invitee],
    ruleset: Ruleset | None = None,
    hours: int | None = None,
    pace: Pace | None = None,
    host: Player | None = None,
    seats_by_host: bool = False,
    csv: str | None = None,
    seed: bytes | None = None,
) -> Game:
    """Create a game and invite: every seat is offered to a person, or taken by a bot at once.

    ``pace``: the clock; without it turns are so many ``hours`` long, None for no deadlines.
    ``seats_by_host``: the first seat goes to the first invitee and so on, else chance seats them.
    ``seed`` is for tests and the demo. Raises ``Refused`` naming what is wrong: the name, the
    number of seats, the clock, an address.
    """
    pace = Pace(hours=hours) if pace is None else pace
    check_game(name=name, invitees=invitees, pace=pace)
    seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    game = Game.objects.create(
        name=name.strip(),
        host=host,
        ruleset=to_json(ruleset or Ruleset()),
        rules_version=RULES_VERSION,
        deck=store_deck(csv=_default_csv() if csv is None else csv),
        seats_by_host=seats_by_host,
        **asdict(pace),
        commitment=commitment_of(seed),
    )
    GameSeed.objects.create(game=game, seed=seed)
    for invited, invitee in enumerate(invitees):
        _offer_seat(game, invited, invitee)
    return game


def check_game(*, name: str, invitees: Sequence[Invitee], pace: Pace) -> None:
    """Raise ``Refused`` unless a game can be made of these; the parameters name what is wrong."""
    if not name.strip() or len(name.strip()) > NAME_LENGTH or not name.isprintable():
        raise Refused("bad_game_name", longest=NAME_LENGTH)
    if len(invitees) not in SEATS:
        raise Refused("bad_seats", found=len(invitees), low=SEATS[0], high=SEATS[-1])
    check_pace(pace)
    seen: set[str] = set()
    for invitee in invitees:
        check_invitee(invitee)
        if invitee.email and invitee.email.lower() in seen:
            raise Refused("address_twice", address=invitee.email)
        seen.add(invitee.email.lower())
    if not any(invitee.email for invitee in invitees):
        raise Refused("nobody_invited")


def check_invitee(invitee: Invitee) -> None:
    """Raise ``Refused`` unless this is a bot that exists, or a well-formed address and name."""
    if len(invitee.name) > NAME_LENGTH or not invitee.name.isprintable():
        raise Refused("bad_player_name", longest=NAME_LENGTH)
    if invitee.free:
        return
    if invitee.bot:
        if invitee.bot not in Seat.Bot.values:
            raise Refused("bad_bot", found=invitee.bot, allowed=", ".join(Seat.Bot.values))
        return
    try:
        validate_email(invitee.email)
    except ValidationError:
        raise Refused("bad_address", address=invitee.email) from None


def _offer_seat(game: Game, invited: int, invitee: Invitee) -> None:
    if invitee.free:
        Seat.objects.create(game=game, invited=invited, name=free_name())
        return
    player = None if invitee.bot else player_of(email=invitee.email, name=invitee.name)
    seat = Seat.objects.create(
        game=game,
        invited=invited,
        player=player,
        bot=invitee.bot,
        name=invitee.name or (str(player) if player else bot_name(invited)),
        accepted_at=timezone.now() if invitee.bot else None,
    )
    if player is not None and player != game.host:
        signals.invited.send(Game, game=game, seat=seat)


def free_name() -> str:
    """Give what stands in the place of a name where nobody sits yet."""
    return gettext("Free seat")


def bot_name(invited: int) -> str:
    """Give the name of the bot in a place."""
    return f"{('Augusta', 'Brutus', 'Cato', 'Drusus', 'Ennius', 'Fabia')[invited]} (bot)"


def player_of(*, email: str, name: str = "") -> Player:
    """Give the player with this address in any case, made if there is none."""
    found = player_with(email)
    if found is None:
        try:
            with transaction.atomic():
                return Player.objects.create_user(email, name=name)
        except IntegrityError:  # somebody made the same player at the same moment
            found = player_with(email)
    assert found is not None
    return found


def player_with(email: str) -> Player | None:
    """Give the player with this address in any case, or None."""
    return Player.objects.annotate(lower=Lower("email")).filter(lower=email.lower()).first()


@transaction.atomic
def accept(*, seat_id: int, word: str = "", network: str = "") -> Seat:
    """Accept an invitation, with a word for the bag; the last acceptance starts the game.

    ``network``: from which that is done; only a mark of it is kept.

    Accepting again before the start changes the word. Raises ``Refused`` for a word that is too
    long, and when the game is not open any more.
    """
    word = word.strip()
    if len(word) > WORD_LENGTH or not word.isprintable():
        raise Refused("bad_word", longest=WORD_LENGTH)
    game = lock_game(Seat.objects.values_list("game_id", flat=True).get(pk=seat_id))
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    if game.status != Game.Status.OPEN or seat.replaced_at is not None:
        raise Refused("game_not_open", name=game.name)
    seat.word = word
    seat.accepted_at = seat.accepted_at or timezone.now()
    seat.network = limits.network_mark(network)
    seat.save(update_fields=["word", "accepted_at", "network"])
    start_if_complete(game)
    return seat


def start_if_complete(game: Game) -> None:
    """Start a locked game if it is open and nobody's acceptance is missing any more."""
    waiting = Seat.objects.filter(game=game, accepted_at=None, replaced_at=None)
    if game.status == Game.Status.OPEN and not waiting.exists():
        _start(game)


@transaction.atomic
def start(*, game_id: int) -> Game:
    """Start a game whose seats are all taken; raises ``Refused`` if not open or not all are."""
    game = lock_game(game_id)
    if game.status != Game.Status.OPEN:
        raise Refused("game_not_open", name=game.name)
    waiting = Seat.objects.filter(game=game, accepted_at=None, replaced_at=None).first()
    if waiting is not None:
        raise Refused("seat_not_accepted", seat=waiting.name)
    _start(game)
    return game


def _start(game: Game) -> None:
    """Start a locked, open game: seats by chance, turn 0 for the set-up, and the first turn."""
    seats = playing_seats(game)
    chance = chance_of(game, words_of(seats))
    order = tuple(range(len(seats))) if game.seats_by_host else None
    step = rules_of(game).start(len(seats), chance, order)
    for index, invited in enumerate(step.state.order):
        seats[invited].index = index
    Seat.objects.bulk_update(seats, ["index"])
    now = timezone.now()
    game.status, game.started = Game.Status.RUNNING, now
    turn = Turn.objects.create(
        game=game, number=0, kind="start", events=events_json(step.events), opened=now, closed=now
    )
    in_order = [seats[invited] for invited in step.state.order]
    signals.game_started.send(Game, game=game, seats=in_order)
    advance.open_next(game, in_order, turn, step, chance, [turn])
