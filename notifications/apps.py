"""The Django app ``notifications``."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The outbox and its mails."""

    name = "notifications"
    verbose_name = _("Notifications")
