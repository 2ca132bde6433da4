"""Tags for the text parts: each breaks what it is given into lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext

from notifications import plain

register = template.Library()


@register.simple_tag
def wrapped(text: str) -> str:
    """Give a sentence as a paragraph."""
    return "\n".join(plain.wrap(text))


@register.simple_block_tag
def paragraph(content: str) -> str:
    """Give what stands between the tags as a paragraph."""
    return "\n".join(plain.wrap(content))


@register.simple_block_tag
def heading(content: str) -> str:
    """Give what stands between the tags as an underlined heading."""
    return "\n".join(plain.heading(content))


@register.simple_tag
def numbered(sentences: Iterable[str]) -> str:
    """Give sentences as a numbered list."""
    lines: list[str] = []
    for place, sentence in enumerate(sentences, 1):
        lines += plain.wrap(sentence, f" {place}. ")
    return "\n".join(lines)


@register.simple_tag
def bulleted(sentences: Iterable[str]) -> str:
    """Give sentences as a list."""
    return "\n".join(line for sentence in sentences for line in plain.wrap(sentence, "  - "))


@register.simple_tag
def pairs(found: Iterable[tuple[str, str]]) -> str:
    """Give names with their words, one a line."""
    lines: list[str] = []
    for name, word in found:
        lines += plain.wrap(f"{name}: {word or gettext('no word')}", "  - ")
    return "\n".join(lines)
