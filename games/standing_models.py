"""What a seat said beforehand: as secret as an order, which only what comes of it is.

No admin page, JSON, log or error report shows any of it; it goes when somebody else gets the seat.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.fields import CompactJSONField
from games.rules.standing import DRAWS


class Beforehand(models.Model):
    """What a seat wants whenever it comes up (``games.rules.standing.Wishes``).

    ``version`` grows with every change of this or of the seat's standing orders, so that a form
    made from what is history is refused. A seat that said anything at all has such a row.
    """

    seat = models.OneToOneField(
        "games.Seat", primary_key=True, on_delete=models.CASCADE, related_name="beforehand"
    )
    version = models.PositiveIntegerField(default=0)
    ask_completing = models.BooleanField(default=False)
    only_completing = models.BooleanField(default=False)
    claim_from = models.PositiveSmallIntegerField(null=True, blank=True)
    leave_to = models.PositiveSmallIntegerField(null=True, blank=True)
    lose_least = models.BooleanField(default=False)
    market = CompactJSONField(default=list, blank=True, editable=False)
    ask_new = models.BooleanField(default=True)
    seen = CompactJSONField(default=list, blank=True, editable=False)

    class Meta:
        verbose_name = _("wishes of a seat")
        verbose_name_plural = _("wishes of seats")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(claim_from__isnull=True) | Q(claim_from__range=(2, 6)),
                name="beforehand_claim_known",
            ),
            models.CheckConstraint(
                condition=Q(leave_to__isnull=True) | Q(leave_to__range=(2, 6)),
                name="beforehand_leave_known",
            ),
            models.CheckConstraint(
                condition=Q(claim_from__isnull=True)
                | Q(leave_to__isnull=True)
                | Q(leave_to__lt=F("claim_from")),
                name="beforehand_claims_agree",
            ),
        ]

    def __str__(self) -> str:
        """Say whose it is, never what it says."""
        return f"wishes of seat {self.seat_id}"


class StandingOrder(models.Model):
    """What a seat does when a symbol is drawn; without a row it is asked.

    ``dropped_in``: the number of the turn in which it did not fit any more; it is never used again,
    and stays only so that the player can be told.
    """

    # Found through the unique constraint that begins with it.
    seat = models.ForeignKey(
        "games.Seat", on_delete=models.CASCADE, related_name="standing_orders", db_index=False
    )
    symbol = models.CharField(max_length=1)
    action = CompactJSONField(editable=False)
    dropped_in = models.PositiveIntegerField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "symbol"], name="standing_order_once"),
            models.CheckConstraint(
                condition=Q(symbol__in=list(DRAWS)), name="standing_order_symbol_known"
            ),
        ]

    def __str__(self) -> str:
        """Say whose it is, never what it says."""
        return f"standing order of seat {self.seat_id}"
