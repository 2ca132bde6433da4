"""Run web, worker and broker on this machine until Ctrl-C: what script/server does."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import environ

from script.lib import broker
from script.lib.processes import StopRequest, Supervisor

PYTHON = sys.executable
HOST = "127.0.0.1"
# In a container everybody is root; Celery need not say so at every start.
QUIET = "ignore:You're running the worker with superuser"


def main() -> int:
    """Run everything; give the exit code."""
    data = broker.var_dir()
    # Fills in what is not set: a server started by hand is a development server by default.
    environ.Env.read_env(data / "development.env")
    own_broker = os.environ["CELERY_BROKER_URL"] == broker.broker_url(data / "broker")
    port = os.environ.get("PORT") or "8000"
    os.environ.setdefault("SITE_URL", f"http://{HOST}:{port}")
    os.environ["PYTHONUNBUFFERED"] = "1"
    trouble = port_trouble(port)
    if trouble is None and own_broker and broker.answers(broker.socket_path(data / "broker")):
        trouble = "another script/server is running in this folder; stop it first."
    if trouble:
        print(f"augustus: {trouble}", file=sys.stderr)
        return 1
    with Supervisor() as supervisor:
        try:
            return run(supervisor, port, data / "broker" if own_broker else None)
        except StopRequest:
            print("\naugustus: stopping", flush=True)
            return 0


def port_trouble(port: str) -> str | None:
    """Say in a line why ``port`` cannot be listened on; None when it can."""
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        return "PORT must be a number from 1 to 65535."
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(port)))
        except OSError:
            return f"port {port} is in use; stop what listens there, or set PORT to another one."
    return None


def run(supervisor: Supervisor, port: str, broker_data: Path | None) -> int:
    """Start everything in order and wait; give the exit code when something ended by itself."""
    if broker_data is not None:
        process = supervisor.start("broker", broker.command(broker_data))
        if not broker.wait_until_ready(broker_data, process):
            print("augustus: the embedded broker did not start; its lines stand above.")
            return 1
    migrated = subprocess.run([PYTHON, "manage.py", "migrate", "--verbosity", "0"], check=False)
    if migrated.returncode:
        return migrated.returncode
    supervisor.start("worker", worker_command(), {"PYTHONWARNINGS": QUIET})
    supervisor.start("web", web_command(port))
    print(f"augustus: http://{HOST}:{port}/dev/ shows all mails; Ctrl-C stops.", flush=True)
    name, code = supervisor.wait()
    print(f"augustus: {name} ended by itself with code {code}; stopping the rest.", flush=True)
    return 1


def worker_command(log_level: str = "INFO") -> list[str]:
    """Give the command of the one worker, which is the clock as well (-B)."""
    return [
        *[
            PYTHON,
            "-m",
            "celery",
            "-A",
            "augustus_site",
            "--quiet",
            "worker",
            "-B",
            "-Q",
            "turns,mail",
        ],
        *["--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", log_level],
    ]


def web_command(port: str) -> list[str]:
    """Give the command of the web server.

    The same server as in production, so that what works here works there, in one process; Django's
    own would print the tokens in its access log.
    """
    return [
        *[PYTHON, "-m", "gunicorn", "augustus_site.wsgi", "--bind", f"{HOST}:{port}"],
        *["--workers", "1", "--threads", "4", "--log-level", "warning", "--no-control-socket"],
    ]


if __name__ == "__main__":
    sys.exit(main())
