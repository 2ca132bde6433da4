"""Every check and test, one after another: what script/test does."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from script.lib.broker import embedded_broker
from script.lib.postgres import embedded_postgres

BIN = Path(sys.executable).parent
PYTHON = sys.executable
APPS = ("augustus_site", "games", "notifications")
# More would only wait for each other.
MOST_PROCESSES = 4
STATIC_CHECKS: list[list[str]] = [
    ["ruff", "format", "--check", "--output-format", "concise", "."],
    ["ruff", "check", "--quiet", "."],
    ["mypy"],
    ["lint-imports", "--no-logo"],
]


def main(arguments: list[str]) -> int:
    """Run everything, or only pytest with ``arguments``; give the first failure's exit code."""
    with ExitStack() as stack:
        scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="augustus-test-"))
        env = test_environment(Path(scratch))
        if not arguments:
            code = static_checks(env)
            if code:
                return code
        if "CELERY_BROKER_URL" not in os.environ:
            env["CELERY_BROKER_URL"] = stack.enter_context(embedded_broker(Path(scratch, "broker")))
        if not arguments:
            code = deploy_check(env)
            if code:
                return code
        if "DATABASE_URL" not in os.environ:
            env["DATABASE_URL"] = stack.enter_context(embedded_postgres())
        return run([PYTHON, "-m", "pytest", *(arguments or at_once())], env)


def at_once() -> list[str]:
    """Give pytest's options for the whole suite: several files at once, the slow ones first."""
    # One more than there are cores: what takes longest waits for processes of its own.
    processes = min((os.cpu_count() or 1) + 1, MOST_PROCESSES)
    return ["--numprocesses", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]


def test_environment(scratch: Path) -> dict[str, str]:
    """Give the environment of the tests: nothing of a development server's in it."""
    env = {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "DEBUG": "1",
        "SECRET_KEY": secrets.token_hex(32),
        "SITE_URL": "http://127.0.0.1:8000",
        "EMAIL_URL": "memorymail://",
        "VAR_DIR": str(scratch),
    }
    for name in ("ALLOWED_HOSTS", "SECRET_KEY_FALLBACKS", "SWEEP_SECONDS", "MAIL_LEASE_SECONDS"):
        env.pop(name, None)
    return env


def static_checks(env: Mapping[str, str]) -> int:
    """Run the checks that need no server; give the first failure's exit code, else 0."""
    env = {**env, "DATABASE_URL": "sqlite://:memory:"}
    checks = [*STATIC_CHECKS, [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"]]
    templates = [str(path) for app in APPS for path in Path(app).rglob("*.html")]
    if templates:
        checks.append(["djade", "--target-version", "5.2", "--check", *templates])
    for check in checks:
        code = run(check, env)
        if code:
            return code
    return 0


def deploy_check(env: Mapping[str, str]) -> int:
    """Run Django's checks in an environment like production; give the exit code."""
    production = {
        "DEBUG": "0",
        "SITE_URL": "https://augustus.example.org",
        "DATABASE_URL": "sqlite://:memory:",
        "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    }
    command = [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return run(command, {**env, **production})


def run(command: list[str], env: Mapping[str, str]) -> int:
    """Run one check, saying which and how long it took; give its exit code."""
    shown = " ".join([Path(command[0]).name, *command[1:6]])
    print(f"== {shown}", flush=True)
    start = time.monotonic()
    program = shutil.which(command[0], path=env["PATH"]) or command[0]
    code = subprocess.run([program, *command[1:]], check=False, env=env).returncode
    if code:
        print(f"== {shown}: failed with {code} after {time.monotonic() - start:.1f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
