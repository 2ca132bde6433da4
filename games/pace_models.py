"""What is stored of a game's clock, and of who is there: fields of games and seats, and the news.

The arithmetic of deadlines is in ``games.clocks``, who is absent in ``games.services.presence``.
"""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace


class Paced(models.Model):
    """The clock of a game: so many hours a turn, or at an hour of the day; neither: no deadlines.

    ``zone``: in which the daily hour and the weekend are meant, the host's when the game was made.
    ``time_off``: the clocks of players on time off stand still. ``paused_at``: since when the game
    is paused.
    """

    hours = models.PositiveSmallIntegerField(
        _("hours a turn"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
    )
    daily_hour = models.PositiveSmallIntegerField(
        _("daily hour"), null=True, blank=True, validators=[MaxValueValidator(23)]
    )
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    weekend_pause = models.BooleanField(_("pause at weekends"), default=False)
    time_off = models.BooleanField(_("time off stops the clock"), default=False)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(hours__isnull=True) | Q(daily_hour__isnull=True),
                name="%(class)s_one_clock",
            ),
            models.CheckConstraint(
                condition=Q(daily_hour__isnull=True) | Q(daily_hour__lte=23),
                name="%(class)s_daily_hour_known",
            ),
        ]

    @property
    def pace(self) -> Pace:
        """Give the clock as a value."""
        return Pace(self.hours, self.daily_hour, self.zone, self.weekend_pause)


class Present(models.Model):
    """Whether who has a seat is there.

    ``missed``: turns in a row that closed without an order of theirs. ``absent_since``: a bot
    orders for the seat since then, until its player is back. ``resigned_at``: they gave it up.
    ``network``: the mark of the network from which the seat was taken, by which moderators see a
    likely double.
    """

    missed = models.PositiveSmallIntegerField(default=0)
    absent_since = models.DateTimeField(null=True, blank=True)
    resigned_at = models.DateTimeField(null=True, blank=True)
    network = models.CharField(max_length=16, blank=True, editable=False)

    class Meta:
        abstract = True


class Happening(models.Model):
    """What everybody at a table is told once, beside the game itself; each code has a sentence.

    ``parameters`` are what the sentence names; nothing hidden, no address.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="happenings")
    seat = models.ForeignKey(
        "games.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    code = models.CharField(max_length=30)
    parameters = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("happening")
        verbose_name_plural = _("happenings")
        indexes: ClassVar = [models.Index(fields=["game", "created"], name="happening_of_game")]

    def __str__(self) -> str:
        """Give the code."""
        return self.code
