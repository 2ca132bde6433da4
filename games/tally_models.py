"""Numbers of the service by day, counted once and kept."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """One number of one day (of UTC): ``name`` is a code, seconds where it is a time."""

    day = models.DateField()
    name = models.CharField(max_length=30)
    value = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("number of a day")
        verbose_name_plural = _("numbers of days")
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "name"], name="tally_once")]

    def __str__(self) -> str:
        """Give day and name."""
        return f"{self.day} {self.name}"

    @staticmethod
    def add(day: date, name: str, more: int) -> None:
        """Add to a number, whoever else does at the same moment."""
        Tally.objects.bulk_create([Tally(day=day, name=name)], ignore_conflicts=True)
        Tally.objects.filter(day=day, name=name).update(value=F("value") + more)
