"""The Django app ``notifications``."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The outbox and its mails."""

    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Import the receivers, which connects them."""
        from notifications import receivers  # noqa: F401
