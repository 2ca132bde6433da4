"""Celery's settings: two queues, nothing but ids in messages, nothing kept but in the database.

A lost message costs seconds, since the sweeps find what is due in the database alone. So all
here may lose, double or delay a message, as long as it never blocks a web request.
"""

from augustus_site.startup import load_settings_or_exit

load_settings_or_exit()

from django.conf import settings  # noqa: E402

broker_url = settings.CELERY_BROKER_URL
result_backend = None
task_ignore_result = True
accept_content = ["json"]
task_serializer = "json"
result_serializer = "json"
timezone = "UTC"
enable_utc = True

# A slow mail provider must never delay a draw: mails have a queue of their own.
task_default_queue = "turns"
task_routes = {
    "games.tasks.*": {"queue": "turns"},
    "notifications.tasks.*": {"queue": "mail"},
}

# A task is acknowledged when it is done, so that a killed worker's task comes back; tasks may
# run twice and then do nothing.
task_acks_late = True
task_reject_on_worker_lost = True
worker_prefetch_multiplier = 1
worker_hijack_root_logger = False
worker_cancel_long_running_tasks_on_connection_loss = True

# Connections to the database outlive a task: augustus_site.celery closes those that went bad.
# (Celery's fixup for Django closes after so many tasks, and without this after every one.)
CELERY_DB_REUSE_MAX = 10_000

# A message not acknowledged within the visibility timeout is given out again: no task may live
# longer. The throttle of 1 looks for such messages every interval, not every tenth one
# (measured: 94 s until a killed worker's task came back by default, 13 s so).
broker_transport_options = {
    "visibility_timeout": settings.VISIBILITY_SECONDS,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "max_retries": 0,
}
task_time_limit = max(settings.VISIBILITY_SECONDS * 3 // 4, 2)
task_soft_time_limit = max(settings.VISIBILITY_SECONDS // 2, 1)

# A worker waits for its broker for ever. A web request does not: without a broker `.delay()`
# fails within about a second, and the sweep does the work later.
broker_connection_retry_on_startup = True
broker_connection_max_retries = None
broker_connection_timeout = 1
broker_pool_limit = 10
task_publish_retry = True
task_publish_retry_policy = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}

# A sweep that nobody took before the next one is due is no use any more: it must not pile up
# while the workers are away.
beat_schedule = {
    name: {
        "task": f"{name}.tasks.sweep",
        "schedule": float(settings.SWEEP_SECONDS),
        "options": {"expires": float(settings.SWEEP_SECONDS)},
    }
    for name in ("games", "notifications")
}
# Votes have days: nobody minds a minute.
beat_schedule["sweep_votes"] = {
    "task": "games.tasks.sweep_votes",
    "schedule": max(60.0, float(settings.SWEEP_SECONDS)),
    "options": {"expires": 60.0},
}
# Nothing waits for this: one run that is lost makes the next one a little longer.
beat_schedule["purge_practice"] = {
    "task": "games.tasks.purge_practice",
    "schedule": 600.0,
    "options": {"expires": 600.0},
}
beat_schedule["count_days"] = {
    "task": "notifications.tasks.count_days",
    "schedule": 3600.0,
    "options": {"expires": 3600.0},
}
beat_schedule_filename = str(settings.VAR_DIR / "celerybeat-schedule")
beat_max_loop_interval = min(settings.SWEEP_SECONDS, 5)
