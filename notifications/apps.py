"""The Django app ``notifications``."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The outbox and its mails."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Import the receivers, which connects them; have a say on the players' pages."""
        from games import notices
        from notifications import receivers, tracking  # noqa: F401

        notices.tellers.append(tracking.told_on_site)
