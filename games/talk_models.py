"""What is said at the table, and whom a seat does not want to hear."""

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
