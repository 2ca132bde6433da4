"""What is said at the table, whom a seat does not want to hear, and what was reported."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class TableTalk(models.Model):
    """One message of a seat to its table; ``hidden_at``: since when nobody is shown it."""

    LONGEST = 500

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="talk")
    text = models.CharField(_("text"), max_length=LONGEST)
    created = models.DateTimeField(default=timezone.now, editable=False)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table talk")
        verbose_name_plural = _("table talk")
        indexes: ClassVar = [
            models.Index(fields=["game", "id"], name="talk_of_game"),
            models.Index(fields=["seat", "created"], name="talk_of_seat"),
        ]

    def __str__(self) -> str:
        """Give whose and which, never what it says."""
        return f"{self.seat_id}/{self.pk}"


class TalkMute(models.Model):
    """A seat hears nothing from another seat of its game: not on its pages, not in its mails."""

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="mutes")
    of = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="muted_by")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("muted seat")
        verbose_name_plural = _("muted seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "of"], name="talk_mute_once"),
            models.CheckConstraint(condition=~Q(seat=F("of")), name="talk_mute_of_others"),
        ]

    def __str__(self) -> str:
        """Give who does not hear whom."""
        return f"{self.seat_id}/{self.of_id}"


class TalkReport(models.Model):
    """A player asks the moderators to look at a message of somebody else at their table.

    Read by moderators alone: whoever wrote the message never learns of it. ``closed_at`` and
    ``outcome``: when and how a moderator was done with it; why stands in the trace.
    """

    LONGEST = 200

    class Outcome(models.TextChoices):
        HIDDEN = "hidden", _("the message was hidden")
        SET_ASIDE = "set_aside", _("set aside")

    message = models.ForeignKey(TableTalk, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    why = models.CharField(_("why"), max_length=LONGEST, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes: ClassVar = [
            models.Index(fields=["created"], condition=Q(closed_at=None), name="report_open"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "player"], name="report_once"),
            models.CheckConstraint(
                condition=Q(closed_at=None, outcome="")
                | Q(closed_at__isnull=False, outcome__in=["hidden", "set_aside"]),
                name="report_closed_somehow",
            ),
        ]

    def __str__(self) -> str:
        """Give of which message, never what it says or who reported it."""
        return f"{self.message_id}/{self.pk}"
