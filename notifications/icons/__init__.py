"""The mails' pictures: small, our own, in the mail itself, and never needed to understand it."""

from __future__ import annotations

import re
from email.mime.image import MIMEImage
from functools import cache
from pathlib import Path

from django.core.mail import EmailMultiAlternatives

NAMES = frozenset(path.stem for path in Path(__file__).parent.glob("*.png"))
_USED = re.compile(r"cid:([a-z]+)@icons")


@cache
def _picture(name: str) -> MIMEImage:
    """Give a picture as a part: the same one in every mail, since nobody changes it."""
    picture = MIMEImage((Path(__file__).parent / f"{name}.png").read_bytes(), "png")
    picture["Content-ID"] = f"<{name}@icons>"
    picture["Content-Disposition"] = f'inline; filename="{name}.png"'
    return picture


def address(name: str) -> str:
    """Give what an ``img`` names a picture by: its Content-ID, the same in every mail."""
    if name not in NAMES:
        raise KeyError(name)
    return f"cid:{name}@icons"


def attach(message: EmailMultiAlternatives, html: str) -> None:
    """Put the pictures that the HTML names beside it, each once."""
    used = sorted(set(_USED.findall(html)) & NAMES)
    for name in used:
        message.attach(_picture(name))
    if used:
        message.mixed_subtype = "related"  # type: ignore[attr-defined]
