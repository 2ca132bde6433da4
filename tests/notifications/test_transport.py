"""What a failure means: over SMTP and over HTTP the same number means opposite things."""

from __future__ import annotations

import smtplib
import ssl
from types import SimpleNamespace

import pytest
import time_machine
from anymail.exceptions import (
    AnymailConfigurationError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
    AnymailRequestsAPIError,
)
from django.core.exceptions import ImproperlyConfigured

from notifications.transport import Trouble, judge


def http(status: int, **headers: str) -> AnymailRequestsAPIError:
    response = SimpleNamespace(status_code=status, headers=headers, reason="because", text="")
    return AnymailRequestsAPIError("no", response=response)


def refused(code: int) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"anna@example.org": (code, b"no")})


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (refused(451), Trouble.AGAIN),
        (refused(550), Trouble.FINAL),
        (smtplib.SMTPDataError(452, b"full"), Trouble.AGAIN),
        (smtplib.SMTPDataError(554, b"spam"), Trouble.FINAL),
        (smtplib.SMTPSenderRefused(451, b"later", "us"), Trouble.AGAIN),
        (smtplib.SMTPSenderRefused(550, b"not yours", "us"), Trouble.SETUP),
        (smtplib.SMTPSenderRefused(530, b"sign in", "us"), Trouble.SETUP),
        (smtplib.SMTPSenderRefused(552, b"too large", "us"), Trouble.FINAL),
        (smtplib.SMTPServerDisconnected("gone"), Trouble.AGAIN),
        (ConnectionResetError(), Trouble.AGAIN),
        (TimeoutError(), Trouble.AGAIN),
        (http(408), Trouble.AGAIN),
        (http(429), Trouble.AGAIN),
        (http(500), Trouble.AGAIN),
        (http(503), Trouble.AGAIN),
        (http(401), Trouble.SETUP),
        (http(403), Trouble.SETUP),
        (http(400), Trouble.FINAL),
        (http(422), Trouble.FINAL),
        (AnymailRequestsAPIError("connection"), Trouble.AGAIN),
        (AnymailRecipientsRefused(), Trouble.FINAL),
        (AnymailInvalidAddress("no address"), Trouble.FINAL),
        (AnymailConfigurationError("no key"), Trouble.SETUP),
        (ImproperlyConfigured("no key"), Trouble.SETUP),
        (ValueError("newline in a header"), Trouble.FINAL),
    ],
)
def test_a_failure_to_send_is_judged(error: Exception, trouble: Trouble) -> None:
    assert judge(error).trouble is trouble


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), Trouble.SETUP),
        (smtplib.SMTPAuthenticationError(454, b"for the moment"), Trouble.AGAIN),
        (smtplib.SMTPNotSupportedError("no STARTTLS"), Trouble.SETUP),
        (ssl.SSLCertVerificationError("wrong name"), Trouble.SETUP),
        (ssl.SSLEOFError("gone"), Trouble.AGAIN),
        (smtplib.SMTPConnectError(421, b"busy"), Trouble.AGAIN),
        (smtplib.SMTPConnectError(554, b"not now"), Trouble.AGAIN),
        (ConnectionRefusedError(), Trouble.AGAIN),
        (TimeoutError(), Trouble.AGAIN),
    ],
)
def test_a_failure_to_connect_is_judged(error: Exception, trouble: Trouble) -> None:
    verdict = judge(error, opening=True)
    assert verdict.trouble is trouble
    assert verdict.opening


def test_retry_after_is_honoured_within_reason() -> None:
    assert judge(http(429, **{"Retry-After": "90"})).retry_after == 90
    assert judge(http(429, **{"Retry-After": "99999999"})).retry_after == 24 * 3600
    with time_machine.travel("2026-11-30T09:58:00Z", tick=False):
        date = judge(http(429, **{"Retry-After": "Mon, 30 Nov 2026 10:00:00 GMT"}))
        past = judge(http(429, **{"Retry-After": "Mon, 30 Nov 2026 09:00:00 GMT"}))
    assert (date.retry_after, past.retry_after) == (120, 0)
    assert judge(http(429, **{"Retry-After": "soon"})).retry_after is None


def test_only_an_answer_proves_that_a_mail_did_not_go() -> None:
    assert judge(smtplib.SMTPServerDisconnected("after the data")).unsure
    assert not judge(smtplib.SMTPDataError(451, b"later")).unsure
    assert not judge(ConnectionRefusedError(), opening=True).unsure


def test_a_verdict_never_repeats_what_a_server_said() -> None:
    for error in (refused(550), smtplib.SMTPDataError(554, b"anna@example.org is unknown")):
        assert "anna" not in judge(error).code
