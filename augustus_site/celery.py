"""The Celery application. What it is set to stands in ``celeryconfig``."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun, worker_ready

from augustus_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "augustus_site.settings")

broker.use()
app = Celery("augustus")
app.config_from_object("augustus_site.celeryconfig")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**_kwargs: Any) -> None:
    """Log like the web process: Celery's own set-up would print without our redaction."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@app.on_after_configure.connect
def carry_request_ids(sender: Celery, **_kwargs: Any) -> None:
    """Let a worker's log lines name the web request that woke it."""
    from django_structlog.celery.steps import DjangoStructLogInitStep

    sender.steps["worker"].add(DjangoStructLogInitStep)


@worker_ready.connect
def look_at_once(**_kwargs: Any) -> None:
    """Let a worker that starts look for what one that was killed has left, not wait for beat.

    For games once more when nobody can hold any that the killed one held. As beat's, these sweeps
    do not pile up where nobody takes them.
    """
    from django.conf import settings

    from games.services.clock import LEASE

    held = LEASE.total_seconds()
    for task, wait in (("games", 0.0), ("games", held), ("notifications", 0.0)):
        expires = wait + settings.SWEEP_SECONDS
        app.send_task(f"{task}.tasks.sweep", countdown=wait or None, expires=expires)


@task_prerun.connect
@task_postrun.connect
def keep_good_connections(**_kwargs: Any) -> None:
    """Keep the database connection over tasks as over requests: while it is good, and not too old.

    Celery would open one for every task, which took most of the time of an advance.
    """
    from django.db import close_old_connections

    close_old_connections()
