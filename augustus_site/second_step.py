"""The second step of staff's sign-in: setting a device up, and showing a code of it."""

from __future__ import annotations

import secrets
from base64 import b32encode
from dataclasses import dataclass

import django_otp
import segno
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.models import Player

#: Spare codes, for when the device is lost; each works once.
SPARE = 8


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new device is told: the secret as a picture and as letters."""

    picture: str
    letters: str


@never_cache
@sensitive_post_parameters()
def second_step(request: HttpRequest) -> HttpResponseBase:
    """Ask staff for a code of their device, or help them to set one up first."""
    player = request.user
    if not isinstance(player, Player) or not (player.is_active and player.is_staff):
        return HttpResponseRedirect(reverse("admin:login"))
    device = TOTPDevice.objects.filter(user=player, confirmed=True).first()
    if request.method != "POST":
        return _ask(request, player, device)
    code = "".join(request.POST.get("code", "").split())[:32]
    if device is None:
        return _confirm(request, player, code)
    shown = django_otp.match_token(player, code) if code else None
    if shown is None:
        return _ask(request, player, device, _refusal(player))
    django_otp.login(request, shown)
    return HttpResponseRedirect(_then(request))


def _ask(
    request: HttpRequest, player: Player, device: TOTPDevice | None, error: str = ""
) -> HttpResponseBase:
    context = {
        **admin.site.each_context(request),
        "title": gettext("Your second step"),
        "setup": None if device is not None else _setup(player),
        "error": error,
    }
    status = 422 if error else 200
    return TemplateResponse(request, "staff/second_step.html", context, status=status)


def _setup(player: Player) -> Setup:
    """Give what the app needs of the device that waits to be confirmed; made with the first look.

    Looking again shows the same secret: nothing is lost when the page is loaded anew.
    """
    device, _made = TOTPDevice.objects.get_or_create(
        user=player, confirmed=False, defaults={"name": "app"}
    )
    drawn = segno.make(device.config_url, micro=False).svg_inline(scale=5, border=3, light="#fff")
    letters = b32encode(device.bin_key).decode()
    # Drawn by the library, from a secret that we made.
    return Setup(mark_safe(drawn), " ".join(letters[i : i + 4] for i in range(0, len(letters), 4)))  # noqa: S308


def _confirm(request: HttpRequest, player: Player, code: str) -> HttpResponseBase:
    """Take the first code of a new device; shows the spare codes, once."""
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=player, confirmed=False).first()
        if device is None or not device.verify_token(code):
            return _ask(request, player, None, _refusal(player))
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        spare = _spare_codes(player)
    django_otp.login(request, device)
    context = {
        **admin.site.each_context(request),
        "title": gettext("Your spare codes"),
        "spare": spare,
        "then": _then(request),
    }
    return TemplateResponse(request, "staff/spare_codes.html", context)


def _spare_codes(player: Player) -> list[str]:
    StaticDevice.objects.filter(user=player).delete()
    device = StaticDevice.objects.create(user=player, name="spare", confirmed=True)
    codes = [b32encode(secrets.token_bytes(6)).decode().lower().rstrip("=") for _ in range(SPARE)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def _refusal(player: Player) -> str:
    """Say why a code was not taken: it is wrong, or too many were tried."""
    for device in django_otp.devices_for_user(player, confirmed=None):
        allowed, why = device.verify_is_allowed()
        if not allowed:
            seconds = int((why or {}).get("required_delay", 1)) or 1
            return gettext("Too many wrong codes. Wait %(seconds)s seconds, then try again.") % {
                "seconds": seconds
            }
    return gettext("This code is wrong or too old. Type the one that your app shows now.")


def _then(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "")
    fits = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if fits else reverse("desk:index")
