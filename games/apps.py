"""The Django app ``games``."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Players, games, seats, turns and orders."""

    name = "games"
    verbose_name = _("Games")
