"""Load the settings, or say in one line what is wrong with them."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def load_settings_or_exit() -> None:
    """Import the settings; on a wrong one print a single line and exit 1.

    Whoever runs the service needs the sentence, not thirty lines of traceback.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "augustus_site.settings")
    try:
        _ = settings.DATABASES
    except ImproperlyConfigured as error:
        sys.exit(f"augustus: {error}")
