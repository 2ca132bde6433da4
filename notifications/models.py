"""What is stored of mails: bare rows written with a draw, and what became of them.

Hidden things stand in ``Mail.text`` and ``Mail.html``: working links. No admin page, JSON, log or
error report shows them.
"""

from __future__ import annotations

import secrets
import time
from functools import cache
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game, Player, Seat, Turn

# Django finds models through this module.
from notifications.address_models import Address, TrackingEvent  # noqa: F401


def mail_domain() -> str:
    """Give the domain of our Message-IDs: the site's host, or a name where it is only a number."""
    return _domain_at(str(settings.SITE_HOST))


@cache
def _domain_at(host: str) -> str:
    return host if any(letter.isalpha() for letter in host) and ":" not in host else "localhost"


def new_message_id() -> str:
    """Give a Message-ID of its own for a mail that is yet to be sent.

    It begins with the time, so that its index grows at the end and fills its pages.
    """
    return f"<{time.time_ns() // 10**6:012x}{secrets.token_hex(10)}@{mail_domain()}>"


class Kind(models.TextChoices):
    """What a mail is about. The decision kinds carry the names that turns carry."""

    INVITATION = "invitation", _("invitation")
    KEEP = "keep", _("keep")
    MOBILIZE = "mobilize", _("mobilize")
    POWER = "power", _("power")
    LOSSES = "losses", _("losses")
    CLAIM = "claim", _("claim")
    TAKE = "take", _("take")
    GAME_OVER = "game_over", _("game over")
    TAKEN_OVER = "taken_over", _("seat taken over")
    OFFERED = "offered", _("seat offered")
    WITHDRAWN = "withdrawn", _("seat taken back")
    CALLED_OFF = "called_off", _("game called off")
    ABSENT = "absent", _("absence noticed")
    VOTE = "vote", _("proposal to the table")
    VOTED = "voted", _("proposal decided")
    TIME_OFF = "time_off", _("time off of another")
    RESEND = "resend", _("current link")
    REMINDER = "reminder", _("reminder")
    CONFIRMED = "confirmed", _("order confirmed")
    NOTE = "note", _("note to moderators")
    SIGN_IN = "sign_in", _("link to sign in")
    NEW_ADDRESS = "new_address", _("confirm a new address")
    ADDRESS_CHANGED = "address_changed", _("address changed")
    DIGEST = "digest", _("digest of a day")
    SWITCHED_OFF = "switched_off", _("mail switched off")
    MODERATED = "moderated", _("word from the moderators")
    WARNING = "warning", _("warning by the moderators")


DECISIONS = frozenset({Kind.KEEP, Kind.MOBILIZE, Kind.POWER, Kind.LOSSES, Kind.CLAIM, Kind.TAKE})


class Mail(models.Model):
    """One mail, from a bare row (key, kind, references) to a sent one.

    ``key`` names the person and the moment, so that nothing is ever told twice. ``message_id`` is
    made with the row and kept over retries. ``note``: a code that no other row holds, such as why
    a game was set apart. ``lease_until`` is also what tells the worker that holds the row from one
    that held it before; ``lost``: how many workers never came back with it.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        RETRY = "retry", _("to be tried again")
        FAILED = "failed", _("failed")
        SKIPPED = "skipped", _("skipped")

    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=20, choices=Kind)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    turn = models.ForeignKey(
        Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    note = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True, editable=False)
    html = models.TextField(blank=True, editable=False)
    to_address = models.EmailField(blank=True)
    message_id = models.CharField(max_length=120, default=new_message_id)
    provider_id = models.CharField(max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(default=timezone.now)
    error = models.CharField(max_length=120, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        # Not ``unique=True``, which on PostgreSQL adds a second index each for searches by LIKE.
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="mail_key_once"),
            models.UniqueConstraint(fields=["message_id"], name="mail_message_id_once"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "sending", "sent", "retry", "failed", "skipped"]),
                name="mail_state_known",
            ),
            models.CheckConstraint(condition=~Q(key=""), name="mail_key_given"),
            models.CheckConstraint(
                condition=Q(state="sending", lease_until__isnull=False)
                | (~Q(state="sending") & Q(lease_until__isnull=True)),
                name="mail_sending_is_leased",
            ),
            models.CheckConstraint(
                condition=~Q(state="sent") | Q(sent_at__isnull=False), name="mail_sent_has_time"
            ),
        ]
        # Partial, so that a sweep stays fast whatever number of mails was ever sent.
        indexes: ClassVar = [
            models.Index(
                fields=["next_try_at", "id"],
                condition=Q(state__in=["queued", "retry"]),
                name="mail_due",
            ),
            models.Index(fields=["lease_until"], condition=Q(state="sending"), name="mail_leased"),
            models.Index(
                fields=["seat"],
                condition=Q(state__in=["queued", "retry", "sending"]),
                name="mail_open_seat",
            ),
            models.Index(fields=["seat", "-id"], condition=Q(state="sent"), name="mail_thread"),
            models.Index(
                fields=["game"],
                condition=Q(state="skipped", error="game_paused"),
                name="mail_of_pause",
            ),
            models.Index(
                fields=["provider_id"], condition=~Q(provider_id=""), name="mail_provider_id"
            ),
            models.Index(
                Upper("to_address"), condition=Q(player=None), name="mail_to_nobody_known"
            ),
            models.Index(
                fields=["-created"], condition=Q(state="failed"), name="mail_failed_newest"
            ),
        ]

    def __str__(self) -> str:
        """Give the key, never a word of what it says."""
        return self.key


class Circuit(models.Model):
    """Whether mail can go out at all: one row, open (``until``) while the set-up is wrong.

    ``beat``: when a worker last looked for mails. ``next_slot``: from when on the next mail may go
    out, where mails are sent at a limited rate.
    """

    until = models.DateTimeField(null=True, blank=True)
    opened = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=120, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    beat = models.DateTimeField(null=True, blank=True)
    next_slot = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("circuit")
        verbose_name_plural = _("circuits")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="circuit_is_one"),
        ]

    def __str__(self) -> str:
        """Say whether mail goes out."""
        return self.reason or "closed"


class Wish(models.Model):
    """Which mails a player wants: for all games (``game`` None), or for one game over that.

    None in a game's row: as for all games. ``everything`` False turns off whatever is not asked
    for at that moment.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mail_wishes")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_wishes"
    )
    everything = models.BooleanField(null=True, blank=True)
    turns = models.BooleanField(null=True, blank=True)
    reminders = models.BooleanField(null=True, blank=True)
    invitations = models.BooleanField(null=True, blank=True)
    confirmations = models.BooleanField(null=True, blank=True)
    digest_hour = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(23)]
    )
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("mail wish")
        verbose_name_plural = _("mail wishes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(game__isnull=True), name="wish_once"
            ),
            models.UniqueConstraint(
                fields=["player", "game"],
                condition=Q(game__isnull=False),
                name="wish_once_a_game",
            ),
        ]

    def __str__(self) -> str:
        """Say whose it is."""
        return f"{self.player_id}/{self.game_id or 'all'}"
