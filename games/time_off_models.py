"""What is stored of time off, and of turns whose clock stood still; see days_off for the rules."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Delayed(models.Model):
    """What stood in a turn's way beside its own clock; all None where nothing did.

    ``left``: how much of its time a paused game's turn has, to be given back. ``runs_from``: since
    when it runs again. ``undelayed``: when it would close if nobody took time off. ``moved_at``:
    when its deadline was last moved.
    """

    left = models.DurationField(null=True, blank=True)
    runs_from = models.DateTimeField(null=True, blank=True)
    undelayed = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(left__isnull=True) | Q(due__isnull=True), name="%(class)s_left_or_due"
            ),
            models.CheckConstraint(
                condition=Q(undelayed__isnull=True) | Q(undelayed__lt=F("due")),
                name="%(class)s_delayed_is_later",
            ),
        ]


class TimeOff(models.Model):
    """Days on which a player's turns stand still, in games whose host allows it.

    ``first`` and ``last`` are days of ``zone``, the player's when it was planned; ``begins`` and
    ``ends`` the instants. Ended early, it has fewer days; one that had not begun is deleted.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="time_off"
    )
    zone = models.CharField(max_length=64)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("time off")
        verbose_name_plural = _("times off")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(first__lte=F("last")), name="time_off_has_days"),
            models.CheckConstraint(condition=Q(begins__lt=F("ends")), name="time_off_has_time"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "ends"], name="time_off_of_player")]

    def __str__(self) -> str:
        """Give the days."""
        return f"{self.first} - {self.last}"


class DayOff(models.Model):
    """One day of a player's year, used up by time off: no day is ever used twice."""

    time_off = models.ForeignKey(TimeOff, on_delete=models.CASCADE, related_name="days")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="days_off"
    )
    day = models.DateField()

    class Meta:
        verbose_name = _("day off")
        verbose_name_plural = _("days off")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "day"], name="day_off_once")
        ]

    def __str__(self) -> str:
        """Give the day."""
        return f"{self.day}"
