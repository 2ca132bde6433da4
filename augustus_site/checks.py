"""System checks of our own settings. Each says how to mend what it finds."""

import socket
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.http.request import validate_host

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@register(Tags.security)
def check_secret_key(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a guessable SECRET_KEY outside development: links are signed with it."""
    key = settings.SECRET_KEY
    weak = len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-")
    if settings.DEVELOPMENT or not weak:
        return []
    return [
        Error(
            "SECRET_KEY is short or known, so links in mails could be forged.",
            hint="Set SECRET_KEY to 50 or more random characters.",
            id="augustus.E001",
        )
    ]


@register(Tags.security)
def check_site_url(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse links in mails that go over plain HTTP, or that this service would not answer."""
    found: list[CheckMessage] = []
    parts = urlsplit(settings.SITE_URL)
    host = parts.hostname or ""
    if parts.scheme != "https" and host not in LOOPBACK and not settings.DEVELOPMENT:
        found.append(
            Error(
                "SITE_URL is not https, so everybody on the way could read the links and play.",
                hint="Set SITE_URL to the https address that players see.",
                id="augustus.E002",
            )
        )
    if not validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        found.append(
            Error(
                "The host of SITE_URL is not in ALLOWED_HOSTS: every link in a mail would fail.",
                hint=f"Add {host} to ALLOWED_HOSTS, or leave ALLOWED_HOSTS unset.",
                id="augustus.E003",
            )
        )
    return found


@register(Tags.security, deploy=True)
def check_broker(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse to deploy without a broker that answers."""
    if broker_answers(settings.CELERY_BROKER_URL):
        return []
    return [
        Error(
            "The broker at CELERY_BROKER_URL does not answer.",
            hint="Start it, or set CELERY_BROKER_URL (redis://HOST:6379/0) to one that runs.",
            id="augustus.E004",
        )
    ]


def broker_answers(url: str, timeout: float = 2.0) -> bool:
    """Say whether something accepts connections where the broker's ``url`` points."""
    parts = urlsplit(url)
    if parts.scheme == "memory":
        return True
    try:
        if parts.scheme == "redis+socket":
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(timeout)
                probe.connect(parts.path)
        else:
            address = (parts.hostname or "127.0.0.1", parts.port or 6379)
            socket.create_connection(address, timeout).close()
    except OSError:
        return False
    return True
