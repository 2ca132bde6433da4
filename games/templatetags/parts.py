"""Tags for parts of which a page holds many."""

from __future__ import annotations

from collections.abc import Hashable

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.presenting.fields import Select
from games.presenting.kept import by_language

register = template.Library()

_SELECTED = mark_safe(" selected")


@register.simple_tag
def kept(name: str, **values: Hashable) -> SafeString:
    """Render a template with nothing but these values, once for each language, and keep it.

    For what looks the same wherever it stands, as a card does: thirty lie on a table. Never for
    what only some may see, a link, a choice or a word of a player: what is kept outlives the page.
    """
    return _rendered(name, **values)


@by_language
def _rendered(name: str, **values: Hashable) -> SafeString:
    return render_to_string(name, values)


@register.simple_tag
def select_box(select: Select) -> SafeString:
    """Give a select with its label: a form has up to twenty of them, each with as many entries."""
    return format_html(
        '<label class="select"><span>{}</span><select name="{}">{}</select></label>\n',
        select.label,
        select.name,
        format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (option.value, _SELECTED if option.selected else "", option.text)
                for option in select.options
            ),
        ),
    )
