"""Tags for the HTML parts."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from notifications import icons

register = template.Library()


@register.simple_tag
def icon(name: str, size: int = 20, text: str = "") -> SafeString:
    """Give a picture of ``size`` pixels; ``text`` says the same where pictures are off.

    A picture beside its own word has an empty text: read aloud, or with pictures off, forty cells
    would say everything twice.
    """
    return format_html(
        '<img src="{}" width="{}" height="{}" alt="{}" align="middle">',
        icons.address(name),
        size,
        size,
        text,
    )
