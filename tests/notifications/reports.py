"""Providers' reports, made of our own payloads: whom they name, about which mail, and when."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64encode
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.test import Client
from django.utils import timezone

from games.models import Game, Player
from notifications import tracking
from notifications.address_models import TrackingEvent
from notifications.models import Mail
from tests.games.cast import seat_of

SECRET = "provider:a long secret of ours"
PROVIDERS = ("postmark", "amazon_ses", "mailgun", "brevo", "sendgrid")
SIGNING_KEY = "key-of-mailgun"
ANNA = "Anna@example.org"


@cache
def payloads(provider: str) -> list[dict[str, Any]]:
    """Give a provider's payloads: ``name``, ``means`` and ``body``."""
    path = Path(__file__).parent / "payloads" / f"{provider}.json"
    found: list[dict[str, Any]] = json.loads(path.read_text())
    return found


def named(provider: str, name: str) -> dict[str, Any]:
    return next(one for one in payloads(provider) if one["name"] == name)


def filled(body: Any, message_id: str, address: str, when: datetime | None = None) -> Any:
    """Put a mail's id, an address and a time into a payload."""
    when = when or timezone.now()
    values: dict[str, Any] = {
        "MESSAGE_ID": message_id,
        "<MESSAGE_ID>": f"<{message_id}>",
        "ADDRESS": address,
        "TIME": when.isoformat(),
        "EPOCH": int(when.timestamp()),
        "EPOCH_MS": int(when.timestamp() * 1000),
    }

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: put(one) for name, one in value.items()}
        if isinstance(value, list):
            return [put(one) for one in value]
        return values.get(value, value) if isinstance(value, str) else value

    return put(body)


def post(provider: str, body: Any, secret: str | None = SECRET, key: str = SIGNING_KEY) -> Any:
    """Post a report as its provider does: signed, wrapped, with the secret."""
    headers = {}
    if secret is not None:
        headers["Authorization"] = "Basic " + b64encode(secret.encode()).decode()
    if provider == "mailgun" and isinstance(body, dict) and "signature" in body:
        signed = hmac.new(key.encode(), b"1764500000TOKEN", hashlib.sha256).hexdigest()
        body = {**body, "signature": {**body["signature"], "signature": signed}}
    if provider == "amazon_ses" and isinstance(body, dict) and "Message" in body:
        body = {**body, "Message": json.dumps(body["Message"])}
        headers["X-Amz-Sns-Message-Type"] = "Notification"
        headers["X-Amz-Sns-Message-Id"] = "SNS_ID"
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    return client.post(
        f"/anymail/{provider}/tracking/", data, content_type="application/json", headers=headers
    )


def annas(game: Game, **filters: Any) -> Mail:
    return Mail.objects.filter(game=game, seat=seat_of(game, "Anna"), **filters).order_by("-id")[0]


def report(
    provider: str, name: str, mail: Mail, address: str = ANNA, when: datetime | None = None
) -> Any:
    """Let a provider report on a mail, and a worker act on it."""
    body = filled(named(provider, name)["body"], mail.provider_id, address, when)
    answer = post(provider, body)
    assert answer.status_code == 200
    tracking.act_on_events()
    return answer


def dead() -> bool:
    return tracking.address_is_dead(Player.objects.get(email=ANNA))


def outcomes() -> list[str]:
    return list(TrackingEvent.objects.order_by("id").values_list("outcome", flat=True))
