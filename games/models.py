"""What is stored of games, and what must never be true of it.

Hidden things stand in ``GameSeed.seed``, ``Game.state``, ``Turn.state_before``, ``Turn.events``,
``Order.choice`` and ``games.standing_models``: no admin page, JSON, log or error report shows them.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Django finds models through this module.
from games.access_models import AccessLink, Allowance  # noqa: F401
from games.fields import CompactJSONField
from games.moderation_models import ModeratorAction  # noqa: F401
from games.pace_models import Happening, Paced, Present  # noqa: F401
from games.player_models import Player as Player  # noqa: PLC0414 - everybody takes it from here
from games.practice_models import Practice  # noqa: F401
from games.standing_models import Beforehand, StandingOrder  # noqa: F401
from games.talk_models import TableTalk, TalkMute  # noqa: F401
from games.tally_models import Tally  # noqa: F401
from games.time_off_models import DayOff, Delayed, TimeOff  # noqa: F401
from games.vote_models import Ballot, Vote  # noqa: F401


class StoredDeck(models.Model):
    """A deck file, kept by the SHA-256 of its bytes and never replaced."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    csv = models.TextField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")

    def __str__(self) -> str:
        """Give the beginning of the hash."""
        return self.sha256[:12]


def new_public_id() -> str:
    """Give a random, unguessable name for a game: 16 characters of lower-case base32 (80 bits)."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))


class Game(Paced):
    """One game, from its invitations to its score sheet.

    ``public``: listed for everybody to join while it is open. ``join_epoch``: raising it makes the
    links that were handed out worthless. ``form_key``: of the form that made it, so that a form
    sent twice makes one game.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    ruleset = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    deck = models.ForeignKey(StoredDeck, on_delete=models.PROTECT)
    seats_by_host = models.BooleanField(default=False)
    public = models.BooleanField(_("open to all"), default=False)
    join_epoch = models.PositiveIntegerField(default=0)
    form_key = models.CharField(max_length=32, null=True, blank=True, unique=True)
    commitment = models.CharField(max_length=64)
    state = CompactJSONField(null=True, blank=True, editable=False)
    draw = models.PositiveIntegerField(default=0)
    advance_attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    quarantined_at = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [
            *Paced.Meta.constraints,
            models.CheckConstraint(
                condition=Q(status__in=["open", "cancelled"]) | Q(state__isnull=False),
                name="game_started_has_state",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "paused", "finished", "cancelled"]),
                name="game_status_known",
            ),
            models.CheckConstraint(condition=~Q(form_key=""), name="game_form_key_given"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-created"], condition=Q(status="open", public=True), name="game_to_join"
            ),
            models.Index(
                fields=["quarantined_at"],
                condition=Q(quarantined_at__isnull=False),
                name="game_set_apart",
            ),
        ]

    def __str__(self) -> str:
        """Give the game's name."""
        return self.name


class GameSeed(models.Model):
    """The secret seed of a game, apart from everything that is ever shown or listed."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="secret"
    )
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        """Say whose it is, never what it is."""
        return f"seed of game {self.game_id}"


class Seat(Present):
    """One seat of a game. Until the start ``index`` is None and ``invited`` gives the order.

    A seat whose player is replaced stays, with ``replaced_by`` naming the seat that plays on. In
    an open game a seat with neither player nor bot is free; giving a seat up makes a new, free row,
    so that nothing that was mailed about the old one can lead to the new one.
    """

    class Bot(models.TextChoices):
        GREEDY = "greedy", _("greedy bot")
        RANDOM = "random", _("random bot")
        STRONG = "strong", _("strong bot")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    invited = models.PositiveSmallIntegerField()
    index = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=10, choices=Bot, blank=True)
    name = models.CharField(_("name at the table"), max_length=60)
    word = models.CharField(_("word for the bag"), max_length=100, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    link_epoch = models.PositiveIntegerField(default=0)
    hears_talk = models.BooleanField(_("hears table talk"), default=True)
    replaced_by = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaces"
    )
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "index"],
                condition=Q(replaced_at__isnull=True),
                name="seat_index_once",
            ),
            models.UniqueConstraint(
                fields=["game", "invited"],
                condition=Q(replaced_at__isnull=True),
                name="seat_invited_once",
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(replaced_at__isnull=True, player__isnull=False),
                name="seat_player_once",
            ),
            models.CheckConstraint(
                condition=Q(bot="") | Q(player__isnull=True), name="seat_player_or_bot"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["absent_since"],
                condition=Q(absent_since__isnull=False, replaced_at__isnull=True),
                name="seat_absent",
            ),
        ]

    def __str__(self) -> str:
        """Give the name at the table."""
        return self.name


class Turn(Delayed):
    """One stop of the engine: a set of seats, each owing one decision of one kind.

    Numbers only grow and are never used again. ``state_before`` is the position that its decisions
    are made on; ``events`` is what closing it brought about. Turn 0 is the set-up, closed from the
    beginning: nobody owes anything in it. ``due`` None: no deadline.
    ``ready``: since when every order is in. It only tells the sweep where to look; whether a turn
    may close is read from its orders.
    """

    # Found through the unique constraint that begins with it, as is an order by its turn.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    draw = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=10)
    state_before = CompactJSONField(null=True, blank=True, editable=False)
    events = CompactJSONField(default=list, editable=False)
    opened = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(null=True, blank=True)
    ready = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    restores = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="restored_as"
    )

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints: ClassVar = [
            *Delayed.Meta.constraints,
            models.UniqueConstraint(fields=["game", "number"], name="turn_number_once"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(closed__isnull=True), name="turn_one_open"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due"], condition=Q(closed__isnull=True), name="turn_open_due"),
            models.Index(
                fields=["ready"], condition=Q(closed__isnull=True), name="turn_open_ready"
            ),
            models.Index(
                fields=["opened"], condition=Q(closed__isnull=True), name="turn_open_longest"
            ),
        ]

    def __str__(self) -> str:
        """Give the turn's number."""
        return f"{self.number}"


class Order(models.Model):
    """What one seat submits for one turn; the row is made when the turn opens, empty.

    ``asked``: not where it was made filled, by a bot or by what had been said beforehand, nor where
    its seat was absent.
    """

    class Source(models.TextChoices):
        LINK = "link", _("link")
        SITE = "site", _("site")
        REPLY = "reply", _("reply")
        STANDING = "standing", _("standing order")
        CLOCK = "clock", _("clock")
        BOT = "bot", _("bot")
        MODERATOR = "moderator", _("moderator")

    #: What is true of an order that somebody still owes.
    OWED: ClassVar = Q(submitted_at=None, voided_at=None)

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="orders", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="orders")
    choice = CompactJSONField(null=True, blank=True, editable=False)
    source = models.CharField(max_length=10, choices=Source, blank=True)
    asked = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now)
    submitted_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    link_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["turn", "seat"], name="order_once"),
            models.CheckConstraint(
                condition=Q(choice__isnull=True, submitted_at__isnull=True)
                | Q(choice__isnull=False, submitted_at__isnull=False),
                name="order_submitted_has_choice",
            ),
        ]

    def __str__(self) -> str:
        """Give turn and seat, never the choice."""
        return f"{self.turn_id}/{self.seat_id}"
