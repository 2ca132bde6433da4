"""What marks a game as practice: played by somebody unknown against bots, kept for days only."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Practice(models.Model):
    """A game that somebody plays without signing in and without any mail.

    Its one human seat has neither player nor bot: nobody is known to mail to, so nothing is ever
    mailed about it, and whoever holds its link plays it.
    """

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.CASCADE, related_name="practice"
    )
    created = models.DateTimeField(default=timezone.now, db_index=True, editable=False)

    class Meta:
        verbose_name = _("practice game")
        verbose_name_plural = _("practice games")

    def __str__(self) -> str:
        """Say which game it is."""
        return f"practice {self.game_id}"
