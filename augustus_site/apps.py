"""The site as a Django app: it brings the checks of our own settings."""

from django.apps import AppConfig


class AugustusSiteConfig(AppConfig):
    """Registers the system checks."""

    name = "augustus_site"

    def ready(self) -> None:
        """Import the checks, which registers them."""
        from augustus_site import checks  # noqa: F401
