"""Wiring of Augustus by mail: settings, Celery, URLs. The game itself is in ``games``."""

from augustus_site.celery import app as celery_app

__all__ = ["celery_app"]
