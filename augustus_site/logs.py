"""Logging by structlog: JSON lines in production, readable ones in development."""

import logging
from collections.abc import Sequence
from typing import Any

import structlog
from structlog.typing import Processor

# What every line says.
_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]
# No line says where in the code it was written, so that Python need not find that out for each
# (docs.python.org, "Logging HOWTO", "Optimization"); plain loggers have no ``stack_info`` then.
# Process and thread stay in the records: formats of others name them, as gunicorn's does.
logging._srcfile = None


class RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    """Takes tokens out of the finished line, so that no library can print one past us."""

    def __init__(self, finish: Sequence[Processor], **others: Any) -> None:
        """Take what makes a line of what is said, and what else the library's formatter takes."""
        strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        super().__init__(processors=[strip, *finish], **others)
        self.finish = tuple(finish)

    def format(self, record: logging.LogRecord) -> str:
        """Give the line for ``record``."""
        # Imported late: the settings build this module's result while Django is not there yet.
        from augustus_site.redaction import redact

        return redact(self._ours(record) or super().format(record))

    def _ours(self, record: logging.LogRecord) -> str | None:
        """Give the line of what came by structlog, which has said all but how it is to look.

        The library would first make a second record of it.
        """
        logger = getattr(record, "_logger", None)
        if logger is None or not isinstance(record.msg, dict):
            return None
        said: Any = record.msg.copy()
        for processor in self.finish:
            said = processor(logger, record.levelname.lower(), said)
        return str(said)


def _hide_named_values(logger: Any, method: str, event: Any) -> Any:
    from augustus_site.redaction import hide_named_values

    return hide_named_values(logger, method, event)


def _drop_django_objects(_logger: Any, _method: str, event: Any) -> Any:
    # Django's loggers attach the request itself, whose repr is its path.
    if not isinstance(event.get("request"), str):
        event.pop("request", None)
    return event


def _final_processors(*, readable: bool) -> list[Processor]:
    clean: list[Processor] = [_drop_django_objects, _hide_named_values]
    if readable:
        # Never rich's traceback, the default where rich is installed: it prints local variables.
        plain = structlog.dev.plain_traceback
        return [*clean, structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return [
        *clean,
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
    ]


def logging_config(*, level: str, readable: bool) -> dict[str, Any]:
    """Set structlog up and give the LOGGING dictionary of the same look for all other logs."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": RedactingFormatter,
                "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *_SHARED],
                "finish": _final_processors(readable=readable),
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {
            "django": {"handlers": [], "propagate": True, "level": "INFO"},
            "django.server": {"handlers": [], "propagate": True},
            # These two say of every task that it came and went; django-structlog does already.
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            # It says of every way in that nothing was wrong with it.
            "axes": {"level": "WARNING"},
        },
    }
