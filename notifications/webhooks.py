"""Where providers report what became of our mails: anymail reads, we store, a worker acts.

With the right secret the answer is 200 whatever was sent, since a provider can do nothing about
what we cannot read; only what we could not store is an error, so that it is sent again.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any

import structlog
from anymail.exceptions import (
    AnymailConfigurationError,
    AnymailNotSupportedWarning,
    AnymailWebhookValidationFailure,
)
from anymail.signals import AnymailTrackingEvent
from anymail.utils import get_request_basic_auth
from anymail.webhooks.amazon_ses import AmazonSESTrackingWebhookView, _get_anymail_boto3_params
from anymail.webhooks.base import AnymailBaseWebhookView
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import tracking

logger = structlog.get_logger(__name__)

_SUFFIX = "_tracking_webhook"


class SimpleNotifications(AmazonSESTrackingWebhookView):  # type: ignore[misc]
    """Reads Amazon's notifications without Amazon's library; only subscribing needs it."""

    def __init__(self, **kwargs: Any) -> None:
        AnymailBaseWebhookView.__init__(self, **kwargs)
        self.auto_confirm_enabled = True

    def get_boto_client(self, service_name: str, **kwargs: Any) -> Any:
        """Give the client that confirms a subscription."""
        self.session_params, self.client_params = _get_anymail_boto3_params(kwargs={})
        return super().get_boto_client(service_name, **kwargs)


@cache
def _views() -> dict[str, Any]:
    """Give anymail's webhook views by the provider's name in their address."""
    from anymail import urls

    found = {
        pattern.name.removesuffix(_SUFFIX): pattern.callback.view_class
        for pattern in urls.urlpatterns
        if pattern.name.endswith(_SUFFIX)
    }
    return {**found, "amazon_ses": SimpleNotifications}


@csrf_exempt
@require_http_methods(["POST", "HEAD", "OPTIONS"])
def tracking_webhook(request: HttpRequest, provider: str) -> HttpResponse:
    """Store what a provider reports; without the secret nothing is stored."""
    kind = _views().get(provider)
    secrets = getattr(settings, "ANYMAIL", {}).get("WEBHOOK_SECRET") or []
    if kind is None or not secrets:
        return HttpResponseNotFound()
    if request.method != "POST":
        return HttpResponse()
    if not _knows_secret(request, [secrets] if isinstance(secrets, str) else secrets):
        # Amazon sends the secret only after it was asked for it in this way.
        challenge = {"WWW-Authenticate": 'Basic realm="webhook"'}
        return HttpResponse(status=401, headers=challenge)
    try:
        events = _read(kind, request)
    except AnymailWebhookValidationFailure as failure:
        # Amazon's headers that contradict its body prove nothing; a wrong signature does.
        if failure.__cause__ is None and provider != "amazon_ses":
            logger.warning("webhook_refused", provider=provider)
            return HttpResponse(status=403)
        return _malformed(request, provider)
    except Exception as error:  # noqa: BLE001 - whatever a stranger may send
        return _malformed(request, provider, type(error).__name__)
    tracking.store([tracking.row_of(provider, event) for event in events])
    return HttpResponse()


def _knows_secret(request: HttpRequest, secrets: Sequence[str]) -> bool:
    said = get_request_basic_auth(request) or ""
    return any(constant_time_compare(said, secret) for secret in secrets)


def _read(kind: Any, request: HttpRequest) -> list[AnymailTrackingEvent]:
    """Read the events of a request; a signature is checked where its key is in the settings."""
    with warnings.catch_warnings():
        # The operations guide says that anymail has given SendGrid up; not every request has to.
        warnings.simplefilter("ignore", AnymailNotSupportedWarning)
        try:
            view, signed = kind(), True
        except AnymailConfigurationError:  # Mailgun without a key: our own secret has to do
            view, signed = kind(webhook_signing_key="-"), False
    if signed:
        view.run_validators(request)
    found = view.parse_events(request)
    return [event for event in found if isinstance(event, AnymailTrackingEvent)]


def _malformed(request: HttpRequest, provider: str, error: str = "") -> HttpResponse:
    logger.warning("webhook_malformed", provider=provider, error=error)
    tracking.store_malformed(provider, request.body)
    return HttpResponse()
