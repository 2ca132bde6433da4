"""The Django app ``games``."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Players, games, seats, turns and orders."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """See that the groups of moderators exist wherever the tables do."""
        post_migrate.connect(make_groups, sender=self, dispatch_uid="games.make_groups")


def make_groups(sender: AppConfig, **_: Any) -> None:
    """Make the groups of moderators and leads with what they may do."""
    from django.contrib.auth.management import create_permissions

    from games.services.moderation import roles

    # Django makes them at this same signal, but perhaps after us.
    create_permissions(sender, verbosity=0)
    roles.make_groups()
