"""Django's settings, all from environment variables; docs/operations.md lists them."""

import logging
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from augustus_site import environment
from augustus_site.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("VAR_DIR", str(BASE_DIR / "var"))).absolute()
environment.read_development_file(VAR_DIR / "development.env")

DEBUG = environment.flag("DEBUG", default=False)
# Test runners force DEBUG off; what belongs to a development server hangs on this one.
DEVELOPMENT = DEBUG
SECRET_KEY = environment.secret_key(debug=DEBUG)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")

# Every absolute link in a mail begins with SITE_URL, never with a request's Host header.
SITE_URL = environment.site_url("http://127.0.0.1:8000")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
HTTPS = SITE_URL.startswith("https://")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or [
    SITE_HOST,
    *(["localhost", "127.0.0.1", "[::1]"] if DEBUG else []),
]

INSTALLED_APPS = [
    "augustus_site.apps.AugustusSiteConfig",
    "games",
    "notifications",
    "anymail",
    "csp",
    "django_structlog",
    "augustus_site.staff.StaffConfig",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]
if DEVELOPMENT:
    INSTALLED_APPS.append("augustus_site.dev")
MIDDLEWARE = [
    "augustus_site.middleware.Requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "augustus_site.middleware.Session",
    "augustus_site.middleware.Language",
    "augustus_site.middleware.Common",
    "django.middleware.csrf.CsrfViewMiddleware",
    "augustus_site.middleware.Authentication",
    "augustus_site.middleware.SecondStep",
    "augustus_site.middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "augustus_site.middleware.ContentPolicy",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "augustus_site.urls"
WSGI_APPLICATION = "augustus_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Servers
DATABASES = {"default": environment.database(f"sqlite:///{VAR_DIR / 'augustus.sqlite3'}")}
# PostgreSQL plans each of our few queries once a connection, not every time: that halves its work
# (docs/performance.md). A pooler that hands connections on between transactions must know prepared
# statements (PgBouncer does since 1.21), or else DATABASE_PREPARE is 0.
_PREPARE = {"server_side_binding": True, "prepare_threshold": 3}
_POSTGRESQL = DATABASES["default"]["ENGINE"] == environment.POSTGRESQL
if _POSTGRESQL and environment.flag("DATABASE_PREPARE", default=True):
    DATABASES["default"]["OPTIONS"] = {**_PREPARE, **DATABASES["default"]["OPTIONS"]}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CELERY_BROKER_URL = environment.broker_url("redis://127.0.0.1:6379/0")
_EMAIL = environment.email("smtp://127.0.0.1:25")
globals().update(_EMAIL)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.text(
    "DEFAULT_FROM_EMAIL", f"Augustus by mail <augustus@{SITE_HOST}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = environment.addresses("ADMINS")
# What the provider allows; 0: as fast as it takes them.
MAILS_PER_MINUTE = environment.number("MAILS_PER_MINUTE", 0)

# What Prometheus must show; empty: there are no metrics.
METRICS_TOKEN = environment.text("METRICS_TOKEN")

# The clockwork
SWEEP_SECONDS = environment.seconds("SWEEP_SECONDS", 30)
MAIL_LEASE_SECONDS = environment.seconds("MAIL_LEASE_SECONDS", 120)
# After this a message that a killed worker held is given to another one.
VISIBILITY_SECONDS = environment.seconds("VISIBILITY_SECONDS", 120)

# People
AUTH_USER_MODEL = "games.Player"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Players come by a mailed link; a password is for staff alone, who are locked out after wrong ones.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 5
AXES_USERNAME_FORM_FIELD = "username"
AXES_COOLOFF_TIME = timedelta(hours=1)
# Of one network only: nobody can lock somebody else out from afar.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "augustus_site.network.network"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
OTP_ADMIN_HIDE_SENSITIVE_DATA = True
OTP_TOTP_ISSUER = "Augustus by mail"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Browsers
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS
# Asked over plain HTTP by whoever watches the process.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = environment.seconds("HSTS_SECONDS", 365 * 24 * 3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# gunicorn speaks plain HTTP, so an https site stands behind a proxy, which must set this header
# on every request and throw away the one that a client sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# So many proxies stand in front and each adds an address to X-Forwarded-For: the one that the
# outermost of ours added is the client's. What is limited by network is counted by it.
PROXIES = environment.number("PROXIES", 1 if HTTPS else 0)
CSRF_FAILURE_VIEW = "games.views.site.csrf_failure"
LOGIN_URL = "games:sign_in"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

# Logs and error reports: links and hidden game state never reach them.
DEFAULT_EXCEPTION_REPORTER = "augustus_site.redaction.RedactingExceptionReporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "augustus_site.redaction.HiddenThingsFilter"
LOGGING = logging_config(
    level=environment.text("LOG_LEVEL", "INFO"),
    readable=environment.flag("LOG_TEXT", default=DEBUG),
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
# A page under a token takes no session into account, so nor may its log line ask who that is.
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
# Addresses of players are no business of the logs: neither the IP nor the e-mail.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
