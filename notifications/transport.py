"""The way out: one connection for many mails, and a judgement of what went wrong.

The same number means opposite things on the two roads: over SMTP 4yz passes and 5yz stays, over
HTTP it is the other way round. What is wrong with our set-up is neither: it must burn no mail.
"""

from __future__ import annotations

import contextlib
import smtplib
import ssl
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any

from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailError,
)
from celery.exceptions import SoftTimeLimitExceeded
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone
from django.utils.http import parse_http_date_safe


class Trouble(Enum):
    """What to do about a failure."""

    AGAIN = "again"
    FINAL = "final"
    SETUP = "setup"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged failure: ``code`` is a few words of ours, never a server's text or an address.

    ``retry_after``: seconds that a provider asks us all to wait. ``opening``: no mail was handed
    over yet. ``unsure``: nobody knows whether the mail went.
    """

    trouble: Trouble
    code: str
    retry_after: int | None = None
    opening: bool = False
    unsure: bool = False

    @property
    def refused_recipient(self) -> bool:
        """Tell whether it is the address that was refused for good, and not the mail."""
        named = self.code.endswith(" recipient") or self.code == "AnymailRecipientsRefused"
        return named and self.trouble is Trouble.FINAL


class SendFailed(Exception):  # noqa: N818 - it reads as what happened
    """A mail did not go out; ``verdict`` says what that means."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.code)
        self.verdict = verdict


#: SMTP replies that ask for a sign-in or refuse ours (RFC 4954).
_AUTH_CODES = frozenset({530, 534, 535, 538})
_HTTP_AGAIN = frozenset({408, 429})
_HTTP_SETUP = frozenset({401, 403})


def judge(error: BaseException, *, opening: bool = False) -> Verdict:
    """Say what a failure to connect (``opening``) or to send means."""
    if isinstance(error, AnymailError):
        return _judge_http(error)
    if isinstance(error, smtplib.SMTPException):
        return _judge_smtp(error, opening=opening)
    if isinstance(error, ImproperlyConfigured):
        return Verdict(Trouble.SETUP, "settings", opening=opening)
    if isinstance(error, ssl.SSLError):
        dropped = isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)
        trouble = Trouble.SETUP if opening and not dropped else Trouble.AGAIN
        return Verdict(trouble, "tls", opening=opening, unsure=not opening)
    if isinstance(error, OSError):
        code = f"connection {type(error).__name__}"
        return Verdict(Trouble.AGAIN, code, opening=opening, unsure=not opening)
    # A name that cannot stand in a header, an address that is none: it stays as it is.
    trouble = Trouble.FINAL if isinstance(error, ValueError | TypeError) else Trouble.AGAIN
    return Verdict(trouble, type(error).__name__, opening=opening)


def _judge_smtp(error: smtplib.SMTPException, *, opening: bool) -> Verdict:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = max((int(code) for code, _text in error.recipients.values()), default=550)
        return _by_reply(code, "recipient", opening=opening)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        trouble = Trouble.SETUP if opening else Trouble.FINAL
        return Verdict(trouble, "smtp not supported", opening=opening)
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return Verdict(Trouble.AGAIN, "smtp disconnected", opening=opening, unsure=not opening)
    if not isinstance(error, smtplib.SMTPResponseException):
        return Verdict(Trouble.AGAIN, f"smtp {type(error).__name__}", opening=opening)
    code = error.smtp_code
    if isinstance(error, smtplib.SMTPAuthenticationError) and code >= 500:
        return Verdict(Trouble.SETUP, f"smtp {code} sign-in", opening=opening)
    if isinstance(error, smtplib.SMTPConnectError | smtplib.SMTPHeloError):
        return Verdict(Trouble.AGAIN, f"smtp {code} greeting", opening=opening)
    if isinstance(error, smtplib.SMTPSenderRefused) and code >= 500:
        # Our own address is refused: no other mail would fare better.
        trouble = Trouble.FINAL if code == 552 else Trouble.SETUP  # 552: this mail is too large
        return Verdict(trouble, f"smtp {code} sender", opening=opening)
    if opening and code >= 500:
        return Verdict(Trouble.SETUP, f"smtp {code} opening", opening=opening)
    return _by_reply(code, "data", opening=opening)


def _by_reply(code: int, where: str, *, opening: bool) -> Verdict:
    if code in _AUTH_CODES:
        trouble = Trouble.SETUP
    else:
        trouble = Trouble.FINAL if code >= 500 else Trouble.AGAIN
    return Verdict(trouble, f"smtp {code} {where}", opening=opening)


def _judge_http(error: AnymailError) -> Verdict:
    if isinstance(error, AnymailConfigurationError):
        return Verdict(Trouble.SETUP, "settings")
    if not isinstance(error, AnymailAPIError):
        return Verdict(Trouble.FINAL, type(error).__name__)
    status = error.status_code
    if status is None:
        return Verdict(Trouble.AGAIN, "http connection", unsure=True)
    if status in _HTTP_SETUP:
        return Verdict(Trouble.SETUP, f"http {status}")
    if status in _HTTP_AGAIN or status >= 500 or status < 300:
        # Below 300: an answer that could not be read, so nobody knows whether it went.
        wait = _retry_after(error)
        return Verdict(Trouble.AGAIN, f"http {status}", wait, unsure=status not in _HTTP_AGAIN)
    return Verdict(Trouble.FINAL, f"http {status}")


def _retry_after(error: AnymailAPIError) -> int | None:
    """Read Retry-After: a number of seconds, or a date (RFC 9110, section 10.2.3)."""
    value = str(getattr(error.response, "headers", {}).get("Retry-After", ""))
    if value.isascii() and value.isdecimal():
        seconds = int(value[:9])
    elif (moment := parse_http_date_safe(value)) is not None:
        seconds = max(moment - int(timezone.now().timestamp()), 0)
    else:
        return None
    return min(seconds, 24 * 3600)


class Line:
    """One connection, opened when first needed and kept for the mails of a batch."""

    def __init__(self) -> None:
        self._backend: Any = None

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, message: EmailMessage) -> str:
        """Send one message and give the provider's id, if it has one; raises ``SendFailed``."""
        self._open()
        try:
            self._backend.send_messages([message])
        except SoftTimeLimitExceeded:  # not the mail's fault: our own clock rang
            self.close()
            raise
        except Exception as error:
            verdict = judge(error)
            if verdict.trouble is not Trouble.FINAL:
                self.close()
            raise SendFailed(verdict) from error
        status = getattr(message, "anymail_status", None)
        return str(getattr(status, "message_id", None) or "")

    def _open(self) -> None:
        if self._backend is not None:
            return
        try:
            self._backend = get_connection()
            self._backend.open()
        except SoftTimeLimitExceeded:
            self.close()
            raise
        except Exception as error:
            self.close()  # it may be connected, and refused only our sign-in
            raise SendFailed(judge(error, opening=True)) from error

    def close(self) -> None:
        """Hang up; what the other side thinks of that is of no interest."""
        backend, self._backend = self._backend, None
        if backend is not None:
            with contextlib.suppress(Exception):
                backend.close()
