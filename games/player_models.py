"""Who plays, and who looks after it: one kind of account, most without a password."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; an address is one player whatever the case it is written in."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Make a player; without a password there is no signing in by one."""
        player = self.model(email=email, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Make a superuser, for ``manage.py createsuperuser``."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> Player:
        """Find a player by address, in any case."""
        return self.get(email__iexact=username)


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays; the address is the login, kept as typed and unique in lower case.

    ``calendar_nonce``: what the secret address of their calendar is signed with; None: there is
    none.
    """

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=12, default="en")
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    calendar_nonce = models.BigIntegerField(null=True, blank=True, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="player_email_once")]

    def __str__(self) -> str:
        """Give the name to show: never more of the address than its local part."""
        return self.name or self.email.partition("@")[0]
