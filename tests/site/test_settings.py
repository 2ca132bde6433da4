"""Wrong settings are refused in one line, and right ones give a safe service."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from augustus_site import checks, environment

ROOT = Path(__file__).resolve().parents[2]
STRONG = "k3y-" + "0123456789abcdef" * 4
PRODUCTION = {
    "SECRET_KEY": STRONG,
    "SITE_URL": "https://augustus.example.org",
    "DATABASE_URL": "sqlite://:memory:",
    "CELERY_BROKER_URL": "memory://",
    "EMAIL_URL": "smtp+tls://user:pass@mail.example.org:587",
}


def manage(*arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run manage.py in a production environment with ``changes``; None takes a variable out."""
    env = {**PRODUCTION, "PATH": os.environ["PATH"], **changes}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={name: value for name, value in env.items() if value is not None},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_passes_the_deploy_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SECRET_KEY", None, "SECRET_KEY is not set"),
        ("DATABASE_URL", "mysql://root:hunter2@127.0.0.1/x", "DATABASE_URL"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL"),
        ("CELERY_BROKER_URL", "amqp://guest:hunter2@127.0.0.1", "CELERY_BROKER_URL"),
        ("EMAIL_URL", "pigeon://hunter2@roof", "EMAIL_URL"),
        ("EMAIL_URL", "anymail+pigeonpost://?token=hunter2", "EMAIL_URL"),
        ("SITE_URL", "augustus.example.org", "SITE_URL must be absolute"),
        ("SWEEP_SECONDS", "soon", "SWEEP_SECONDS"),
        ("MAIL_LEASE_SECONDS", "0", "MAIL_LEASE_SECONDS"),
        ("MAILS_PER_MINUTE", "-1", "MAILS_PER_MINUTE"),
        ("WEBHOOK_SECRET", "hunter2", "WEBHOOK_SECRET must be NAME:PASSWORD"),
        ("ADMINS", "Olga", "ADMINS must be e-mail addresses"),
        ("DEBUG", "maybe", "DEBUG must be 1 or 0"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(
    tmp_path: Path, name: str, value: str | None, says: str
) -> None:
    done = manage("check", **{"VAR_DIR": str(tmp_path), name: value})
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.startswith("augustus: ")
    assert done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr


def test_a_development_file_is_read_only_where_nothing_is_set(tmp_path: Path) -> None:
    (tmp_path / "development.env").write_text(f"DEBUG=1\nSECRET_KEY={STRONG}\n")
    show = (
        "shell",
        "--no-imports",
        "-c",
        "from django.conf import settings; print(settings.DEBUG)",
    )
    develop = manage(*show, VAR_DIR=str(tmp_path), SECRET_KEY=None)
    deployed = manage(*show, VAR_DIR=str(tmp_path))
    assert (develop.stdout.strip(), deployed.stdout.strip()) == ("True", "False")


@pytest.mark.parametrize("key", ["short", "a" * 60, "django-insecure-" + STRONG])
def test_a_guessable_key_is_refused_in_production(key: str) -> None:
    with override_settings(SECRET_KEY=key, DEVELOPMENT=False):
        assert "augustus.E001" in {message.id for message in run_checks()}
    with override_settings(SECRET_KEY=STRONG, DEVELOPMENT=False):
        assert "augustus.E001" not in {message.id for message in run_checks()}


def test_a_plain_http_site_is_refused_in_production() -> None:
    hosts = ["play.example.org"]
    with override_settings(
        SITE_URL="http://play.example.org", ALLOWED_HOSTS=hosts, DEVELOPMENT=False
    ):
        assert [found.id for found in checks.check_site_url(None)] == ["augustus.E002"]
    with override_settings(
        SITE_URL="https://play.example.org", ALLOWED_HOSTS=hosts, DEVELOPMENT=False
    ):
        assert checks.check_site_url(None) == []


def test_a_site_that_would_not_answer_its_own_links_is_refused() -> None:
    with override_settings(SITE_URL="https://a.example.org", ALLOWED_HOSTS=["b.example.org"]):
        assert [found.id for found in checks.check_site_url(None)] == ["augustus.E003"]


def test_an_absent_broker_is_found_and_said_how_to_mend(tmp_path: Path) -> None:
    with override_settings(CELERY_BROKER_URL=f"redis+socket://{tmp_path}/none.sock"):
        (found,) = checks.check_broker(None)
    assert found.id == "augustus.E004"
    assert found.hint


def test_postgres_keeps_healthy_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me@%2Fvar%2Frun/augustus")
    config = environment.database("")
    assert (config["HOST"], config["NAME"]) == ("/var/run", "augustus")
    assert config["CONN_HEALTH_CHECKS"]
    assert config["CONN_MAX_AGE"] == 60
    assert not config["ATOMIC_REQUESTS"]


def test_sqlite_takes_its_lock_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:////srv/x.sqlite3")
    config = environment.database("")
    assert config["NAME"] == "/srv/x.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["timeout"] == 20


def test_a_provider_is_chosen_by_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "anymail+postmark://?server_token=abc")
    assert environment.email("") == {
        "EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend",
        "ANYMAIL": {
            "POSTMARK_SERVER_TOKEN": "abc",
            "SEND_DEFAULTS": {"track_clicks": False, "track_opens": False},
            "WEBHOOK_SECRET": [],
        },
    }


def test_links_are_tracked_by_no_provider_that_asks_the_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for provider in environment.TRACKING_IN_MESSAGE:
        monkeypatch.setenv("EMAIL_URL", f"anymail+{provider}://?api_key=abc")
        defaults = environment.email("")["ANYMAIL"]["SEND_DEFAULTS"]
        assert defaults == {"track_clicks": False, "track_opens": False}
    for provider in ("amazon_ses", "amazon-ses", "brevo", "mailtrap", "resend", "postal"):
        monkeypatch.setenv("EMAIL_URL", f"anymail+{provider}://?api_key=abc")
        assert "SEND_DEFAULTS" not in environment.email("")["ANYMAIL"]


def test_admins_are_names_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMINS", '"Olga, chief" <olga@example.org>, mona@example.org')
    assert environment.addresses("ADMINS") == [
        ("Olga, chief", "olga@example.org"),
        ("mona", "mona@example.org"),
    ]


def test_several_webhook_secrets_may_hold_while_one_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WEBHOOK_SECRET", "provider:old-and-long,provider:new-and-long")
    assert environment.email("smtp://127.0.0.1")["ANYMAIL"] == {
        "WEBHOOK_SECRET": ["provider:old-and-long", "provider:new-and-long"]
    }


def test_an_url_that_cannot_be_read_is_told_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://u:hunter2@host:port/x")
    with pytest.raises(ImproperlyConfigured) as caught:
        environment.database("")
    assert "hunter2" not in str(caught.value)
