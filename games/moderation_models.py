"""The trace of what moderators did: append-only, also for whoever writes to the database."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ModeratorAction(models.Model):
    """One line of the trace: turn numbers and changed fields, never states or orders.

    About a game, perhaps one seat of it, or about a ``player``. A trigger in the database refuses
    every change and deletion, but for a reference to somebody or something that is deleted.
    """

    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="actions"
    )
    seat = models.ForeignKey(
        "games.Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="actions"
    )
    moderator = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    action = models.CharField(max_length=40)
    why = models.TextField(blank=True)
    changed = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("moderator's action")
        verbose_name_plural = _("moderators' actions")
        permissions: ClassVar = [
            ("moderate", _("Can mend games at the desk")),
            ("lead", _("Can ban, give roles, and close games at the desk")),
        ]
        indexes: ClassVar = [models.Index(fields=["-created"], name="action_newest")]

    def __str__(self) -> str:
        """Give what was done."""
        return self.action

    def save(self, *args: Any, **options: Any) -> None:
        """Insert the line; raises ``TypeError`` for one that is stored already."""
        if not self._state.adding:
            raise TypeError("the trace is append-only")
        super().save(*args, **options)

    def delete(self, *_args: Any, **_options: Any) -> NoReturn:
        """Raise ``TypeError``: nothing is taken out of the trace."""
        raise TypeError("the trace is append-only")
