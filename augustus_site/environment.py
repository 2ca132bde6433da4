"""Read the settings from environment variables, refusing what we cannot serve.

Everything raised here is an ``ImproperlyConfigured`` whose text is one line that says how to
mend it. Values never appear in it: a URL may hold a password.
"""

import importlib.util
import os
from email.utils import getaddresses
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

#: Where the backend is that we use for PostgreSQL.
POSTGRESQL = "augustus_site.postgresql"
DATABASE_SCHEMES = ("postgres", "postgresql", "sqlite")
BROKER_SCHEMES = ("redis", "rediss", "redis+socket", "memory")
EMAIL_SCHEMES = (
    "smtp",
    "smtp+tls",
    "smtp+ssl",
    "filemail",
    "memorymail",
    "dummymail",
    "consolemail",
)

# SQLite takes its write lock when the transaction begins: with the default, a transaction that
# reads first and writes later fails at once with "database is locked" when another wrote.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def read_development_file(path: Path) -> None:
    """Take over the development settings that the scripts wrote to ``path``.

    Ignored as soon as SECRET_KEY or DEBUG is set: a deployment sets its own, and must never
    be turned into a development server by a file that was left lying there.
    """
    if "SECRET_KEY" not in os.environ and "DEBUG" not in os.environ and path.is_file():
        environ.Env.read_env(path)


def text(name: str, default: str = "") -> str:
    """Give the variable ``name``, or ``default`` where it is not set or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """Give the variable ``name`` read as yes or no; raise for anything else."""
    value = text(name).lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    if value:
        raise ImproperlyConfigured(f"{name} must be 1 or 0.")
    return default


def words(name: str) -> list[str]:
    """Give the variable ``name`` split at its commas, without empty parts."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def seconds(name: str, default: int) -> int:
    """Give the variable ``name`` as a whole number of seconds, at least 1; raise otherwise."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdecimal() and int(value) >= 1):
        raise ImproperlyConfigured(f"{name} must be a whole number of seconds, 1 or more.")
    return int(value)


def require_scheme(name: str, url: str, schemes: tuple[str, ...]) -> str:
    """Give the scheme of ``url``, the value of the variable ``name``; raise unless known."""
    scheme = url.split(":", 1)[0].lower() if ":" in url else ""
    if scheme not in schemes:
        known = ", ".join(schemes)
        raise ImproperlyConfigured(f"{name} begins with no scheme that is known here ({known}).")
    return scheme


def secret_key(*, debug: bool) -> str:
    """Give SECRET_KEY; raise where there is none: links could be forged without it."""
    key = text("SECRET_KEY")
    if not key:
        hint = "script/server makes one for development" if debug else "see docs/operations.md"
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Set it to 50 or more random characters, the same on every"
            f" machine of the service, or all links in mails stop working ({hint})."
        )
    return key


def site_url(default: str) -> str:
    """Give SITE_URL without a slash at its end; raise unless scheme and host stand there."""
    url = text("SITE_URL", default).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise ImproperlyConfigured(
            "SITE_URL must be absolute, such as https://augustus.example.org"
            " (the links in mails begin with it)."
        )
    return url


def database(default: str) -> dict[str, Any]:
    """Give Django's settings for DATABASE_URL; raise for a scheme we do not support."""
    url = text("DATABASE_URL", default)
    scheme = require_scheme("DATABASE_URL", url, DATABASE_SCHEMES)
    try:
        config: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except (ValueError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read; it looks like postgres://USER:PASSWORD@HOST/NAME."
        ) from error
    config["ATOMIC_REQUESTS"] = False
    if scheme == "sqlite":
        config["OPTIONS"] = {**config.get("OPTIONS", {}), **SQLITE_OPTIONS}
    else:
        # The host may be a folder of Unix sockets, with its slashes written as %2F.
        config["HOST"] = unquote(config.get("HOST") or "")
        config["ENGINE"] = POSTGRESQL
        config["OPTIONS"] = {"connect_timeout": 5, **config.get("OPTIONS", {})}
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    return config


def broker_url(default: str) -> str:
    """Give CELERY_BROKER_URL; raise for a scheme we do not support."""
    url = text("CELERY_BROKER_URL", default)
    require_scheme("CELERY_BROKER_URL", url, BROKER_SCHEMES)
    return url


def email(default: str) -> dict[str, Any]:
    """Give Django's EMAIL_… settings for EMAIL_URL; raise for a scheme we do not support.

    ``anymail+postmark://?server_token=…`` chooses the provider ``postmark`` of
    django-anymail, and each parameter becomes its setting ``POSTMARK_…``.
    """
    url = text("EMAIL_URL", default)
    if url.lower().startswith("anymail+"):
        return _anymail(url)
    require_scheme("EMAIL_URL", url, (*EMAIL_SCHEMES, "anymail+PROVIDER"))
    try:
        config: dict[str, Any] = dict(environ.Env.email_url_config(url))
    except (ValueError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(
            "EMAIL_URL cannot be read; it looks like smtp+tls://USER:PASSWORD@HOST:587."
        ) from error
    # A provider may report bounces also of what it was given by SMTP.
    return {**config, "ANYMAIL": _webhooks()}


def _webhooks() -> dict[str, Any]:
    """Give anymail's setting for WEBHOOK_SECRET; raise where it is none."""
    secrets = words("WEBHOOK_SECRET")
    if not all(len(secret) >= 16 and ":" in secret for secret in secrets):
        raise ImproperlyConfigured(
            "WEBHOOK_SECRET must be NAME:PASSWORD of 16 or more characters (several with commas)."
        )
    return {"WEBHOOK_SECRET": secrets}


def addresses(name: str) -> list[tuple[str, str]]:
    """Give the variable ``name`` as names and addresses: ``Olga <olga@example.org>, …``."""
    found = getaddresses([text(name)]) if text(name) else []
    if not all("@" in address.strip("@") for _name, address in found):
        raise ImproperlyConfigured(f"{name} must be e-mail addresses, separated by commas.")
    return [(person or address.partition("@")[0], address) for person, address in found]


def number(name: str, default: int) -> int:
    """Give the variable ``name`` as a whole number, 0 or more; raise otherwise."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more.")
    return int(value)


#: Providers that take it from each message whether they may change its links; the others do what
#: their own settings say.
TRACKING_IN_MESSAGE = (
    "mailersend", "mailgun", "mailjet", "mandrill", "postmark", "sendgrid", "sparkpost",
    "unisender_go",
)  # fmt: skip


def _anymail(url: str) -> dict[str, Any]:
    # A scheme has no underscore, but names of anymail's backends have: amazon_ses is amazon-ses.
    scheme, _, rest = url.partition(":")
    provider = scheme.lower().removeprefix("anymail+").replace("-", "_")
    query = urlsplit(rest).query
    known = provider.isidentifier() and provider not in ("base", "base_requests", "test")
    if not known or not importlib.util.find_spec(f"anymail.backends.{provider}"):
        raise ImproperlyConfigured("EMAIL_URL names no provider that django-anymail knows.")
    settings: dict[str, Any] = {
        f"{provider.upper()}_{key.upper()}": value for key, value in parse_qsl(query)
    }
    if provider in TRACKING_IN_MESSAGE:
        settings["SEND_DEFAULTS"] = {"track_clicks": False, "track_opens": False}
    return {
        "EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend",
        "ANYMAIL": {**settings, **_webhooks()},
    }
