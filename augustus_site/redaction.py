"""Keep links and hidden game state out of logs and error reports.

Whoever reads a token can play for somebody, and whoever reads a state knows what is coming. So
nothing is left to the care of the line that logs: everything printed passes through here.
"""

import re
from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter
from structlog.typing import EventDict, WrappedLogger

# Pages under a token: turns, invitations, unsubscribing, signing in, a new address, joining, seats,
# votes, calendars.
_TOKEN_PATH = re.compile(r"((?:/|%2F)[tiusajbcv](?:/|%2F))(?!…)[^/\s\"'<>?#&\\]+", re.IGNORECASE)
# A token that stands alone, as in an argument list. Nothing else here looks like that. (With both
# cases written out it is looked for in half the time; every line that is logged is looked through.)
_BARE_TOKEN = re.compile(r"(?<![0-9A-Za-z])[A-Za-z2-7]{30}(?![0-9A-Za-z])")
HIDDEN = "…"

_HIDDEN_WORDS = (
    "choice choices seed state state_before events order orders word words token tokens"
    " text html body chance hand bag password secret secret_key action actions said heard wishes"
)
HIDDEN_NAMES = frozenset(_HIDDEN_WORDS.split())


def redact(text: str) -> str:
    """Give ``text`` with every token replaced by an ellipsis: ``/t/abc/`` becomes ``/t/…/``."""
    return _BARE_TOKEN.sub(HIDDEN, _TOKEN_PATH.sub(_without_token, text))


def _without_token(path: re.Match[str]) -> str:
    return path[1] + HIDDEN


def hide_named_values(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blank, as a structlog processor, the values whose names say that they are hidden."""
    return {key: HIDDEN if key in HIDDEN_NAMES else value for key, value in event.items()}


class HiddenThingsFilter(SafeExceptionReporterFilter):
    """Shows of a failed frame only what can give nothing away: numbers, truths and row ids."""

    # Django's own filter is off while DEBUG is on; players' secrets are secrets there as well.
    hidden_settings = re.compile(
        SafeExceptionReporterFilter.hidden_settings.pattern
        + r"|SEED|STATE|CHOICE|WORD|URL|ANYMAIL",
        re.IGNORECASE,
    )

    def is_active(self, request: HttpRequest | None) -> bool:
        """Say yes, always."""
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """Give the names of the posted fields, none of their values: they are an order."""
        return dict.fromkeys(request.POST, HIDDEN) if request is not None else {}

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """Give the frame's variables, each as far as it may be shown."""
        return {name: _shown(name, value) for name, value in tb_frame.f_locals.items()}.items()


def _shown(name: str, value: Any) -> Any:
    if name in HIDDEN_NAMES:
        return HIDDEN
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Model):
        return f"<{type(value).__name__} {value.pk}>"
    return f"<{type(value).__name__} {HIDDEN}>"


class RedactingExceptionReporter(ExceptionReporter):
    """Django's error report with the tokens taken out of its paths and messages."""

    def get_traceback_html(self) -> SafeString:
        """Give the report as a page."""
        return SafeString(redact(super().get_traceback_html()))

    def get_traceback_text(self) -> SafeString:
        """Give the report as text."""
        return SafeString(redact(super().get_traceback_text()))
