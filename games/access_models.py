"""What is stored for getting in: links that were asked for, and how often they may be.

A link for signing in needs what the signed links of seats do not: it must work once only. So each
is a row with a marker, and the token is signed over the row's number and a nonce that stands in
the row alone: neither a copy of the database nor ``SECRET_KEY`` is enough to make one.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_nonce() -> int:
    """Give 62 random bits."""
    return secrets.randbits(62)


class AccessLink(models.Model):
    """One link that somebody asked for: to sign in, or to confirm a new address.

    ``player`` is whose address is to change; a link to sign in has none: nothing is looked up
    before it is used, so that known and unknown addresses cannot be told apart. ``form_key``: of
    the form that asked, so that a form sent twice asks once.
    """

    class Purpose(models.TextChoices):
        SIGN_IN = "sign_in", _("sign in")
        ADDRESS = "address", _("confirm a new address")

    purpose = models.CharField(max_length=10, choices=Purpose)
    email = models.EmailField(_("e-mail address"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="access_links",
    )
    nonce = models.BigIntegerField(default=new_nonce, editable=False)
    then = models.CharField(max_length=120, blank=True)
    form_key = models.CharField(max_length=32, unique=True)
    created = models.DateTimeField(default=timezone.now, db_index=True, editable=False)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link to get in")
        verbose_name_plural = _("links to get in")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(purpose="sign_in", player__isnull=True)
                | Q(purpose="address", player__isnull=False),
                name="access_link_of_whom",
            ),
            models.CheckConstraint(condition=~Q(form_key=""), name="access_link_form_key_given"),
        ]

    def __str__(self) -> str:
        """Give number and purpose, never the address."""
        return f"{self.purpose} {self.pk}"


class Allowance(models.Model):
    """How often something was done by one address or network since ``begun``.

    ``key`` is a keyed hash: no address and no network stands here.
    """

    key = models.CharField(primary_key=True, max_length=64)
    begun = models.DateTimeField(default=timezone.now, db_index=True)
    used = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("allowance")
        verbose_name_plural = _("allowances")

    def __str__(self) -> str:
        """Give how often."""
        return f"{self.used}"
