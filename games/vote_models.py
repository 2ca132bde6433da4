"""What a table decides together: one open vote of a kind, one ballot a seat."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Vote(models.Model):
    """A proposal to the table; it passes when nobody who may vote has not said yes.

    ``turn``: whose deadline is to be moved. ``settings``: the clock that is proposed.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        EXTEND = "extend", _("extend by a day")
        CLOCK = "clock", _("change the clock")
        CANCEL = "cancel", _("cancel")

    class Outcome(models.TextChoices):
        PASSED = "passed", _("passed")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("expired")
        VOID = "void", _("has become pointless")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="proposals")
    turn = models.ForeignKey(
        "games.Turn", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    settings = models.JSONField(null=True, blank=True)
    opened = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(closed__isnull=True), name="vote_one_open"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["pause", "resume", "extend", "clock", "cancel"]),
                name="vote_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(closed__isnull=True, outcome="")
                | Q(closed__isnull=False, outcome__in=["passed", "declined", "expired", "void"]),
                name="vote_closed_with_outcome",
            ),
            models.CheckConstraint(
                condition=~Q(kind="extend") | Q(turn__isnull=False), name="vote_extends_a_turn"
            ),
            models.CheckConstraint(
                condition=~Q(kind="clock") | Q(settings__isnull=False), name="vote_names_a_clock"
            ),
            models.CheckConstraint(condition=Q(expires__gt=F("opened")), name="vote_has_time"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["expires"], condition=Q(closed__isnull=True), name="vote_open"),
            models.Index(fields=["game", "-id"], name="vote_of_game"),
        ]

    def __str__(self) -> str:
        """Give what was proposed."""
        return self.kind


class Ballot(models.Model):
    """What one seat says to a proposal; it can be changed until the vote is closed."""

    vote = models.ForeignKey(Vote, on_delete=models.CASCADE, related_name="ballots")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="ballots")
    yes = models.BooleanField()
    cast = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vote", "seat"], name="ballot_once")
        ]

    def __str__(self) -> str:
        """Give yes or no."""
        return "yes" if self.yes else "no"
