"""What is stored of addresses in trouble, and of what providers report about mails."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player


class Address(models.Model):
    """An address that a provider reported trouble with, in lower case; ``stopped``: it gets none.

    Its row is locked while an event about it is judged. ``lifted``: when mail was allowed again;
    what was reported about mails sent before that counts no more.
    """

    class Reason(models.TextChoices):
        HARD = "hard", _("it does not exist")
        COMPLAINT = "complaint", _("somebody called our mail spam")
        SOFT = "soft", _("three mails in three days did not arrive")
        MODERATOR = "moderator", _("a moderator stopped it")

    address = models.EmailField(_("address"), unique=True)
    stopped = models.DateTimeField(_("stopped"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason, blank=True)
    lifted = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("address in trouble")
        verbose_name_plural = _("addresses in trouble")
        indexes: ClassVar = [
            models.Index(
                fields=["-stopped"],
                condition=Q(stopped__isnull=False),
                name="address_stopped_newest",
            ),
        ]

    def __str__(self) -> str:
        """Give the row's number, never the address."""
        return f"{self.pk}"


class TrackingEvent(models.Model):
    """One event as a provider sent it, stored before anything is made of it.

    ``digest``: of provider, recipient and raw event, so that a repetition is no second row.
    ``outcome``: what was made of it, a code; empty until ``acted`` is set.
    """

    digest = models.CharField(max_length=64, unique=True)
    provider = models.CharField(max_length=30)
    kind = models.CharField(max_length=20, blank=True)
    address = models.CharField(max_length=254, blank=True, editable=False)
    message_id = models.CharField(max_length=255, blank=True)
    raw = models.TextField(editable=False)
    happened = models.DateTimeField()
    received = models.DateTimeField(default=timezone.now, editable=False)
    mail = models.ForeignKey(
        "notifications.Mail",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tracking",
    )
    outcome = models.CharField(max_length=20, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    acted = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("event of a provider")
        verbose_name_plural = _("events of providers")
        indexes: ClassVar = [
            models.Index(
                fields=["next_try_at"], condition=Q(acted__isnull=True), name="tracking_open"
            ),
            models.Index(
                fields=["address", "happened"],
                condition=Q(outcome="soft"),
                name="tracking_soft",
            ),
            models.Index(fields=["received"], name="tracking_received"),
            models.Index(fields=["message_id"], name="tracking_of_mail"),
        ]

    def __str__(self) -> str:
        """Give provider and kind, never an address."""
        return f"{self.provider} {self.kind}"
